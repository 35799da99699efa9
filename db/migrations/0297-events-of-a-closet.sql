-- no transaction
-- For the newest events of a closet, and for removing them with it.
create index concurrently outgoing_events_by_owner on outgoing_events (owner_id, id);
