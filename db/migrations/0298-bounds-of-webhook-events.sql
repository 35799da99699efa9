-- What is kept of a closet's events: no delivery beyond 1,100 that wait for an endpoint, and the newest
-- 10,000 events. An older one stays while a delivery of it waits. The command that records an event never
-- fails because of this.
create function closet_keeps_newest_events() returns trigger language plpgsql as $$
declare
  oldest_kept uuid;
begin
  -- One at a time for each closet, so that simultaneous events are counted. The trigger runs at the end of
  -- the transaction, so nothing else is locked afterward.
  perform pg_advisory_xact_lock(hashtextextended('webhook events ' || new.owner_id, 0));
  delete from webhook_deliveries d
  where d.event_id = new.id and d.next_at is not null
    and (select count(*) from (select from webhook_deliveries w
      where w.endpoint_id = d.endpoint_id and w.next_at is not null limit 1101) waiting) > 1100;
  if found then
    delete from outgoing_events o
    where o.id = new.id and not exists (select from webhook_deliveries d where d.event_id = o.id);
  end if;
  select id into oldest_kept from outgoing_events
  where owner_id = new.owner_id order by id desc offset 9999 limit 1;
  if found then
    delete from outgoing_events where id in (
      select o.id from outgoing_events o
      where o.owner_id = new.owner_id and o.id < oldest_kept and not exists (
        select from webhook_deliveries d where d.event_id = o.id and d.next_at is not null)
      order by o.id limit 100 for update skip locked);
  end if;
  return null;
end $$;
create constraint trigger closets_keep_newest_events after insert on outgoing_events
  deferrable initially deferred for each row execute function closet_keeps_newest_events();
