-- A failed transfer stays as it is when a later one of its owner replaces it. Counts and the list of
-- what needs somebody read all that ever failed, and looked for the later one of each.
alter table transfers add column is_replaced boolean not null default false;
create function transfer_replaces_failed() returns trigger language plpgsql as $$
begin
  update transfers set is_replaced = true
  where owner_id = new.owner_id and status = 'failed' and not is_replaced and id <> new.id;
  return null;
end $$;
create trigger failed_transfers_are_replaced after insert on transfers
  for each row execute function transfer_replaces_failed();
update transfers f set is_replaced = true
where f.status = 'failed' and exists (select from transfers later
  where later.owner_id = f.owner_id and (later.requested_at, later.id) > (f.requested_at, f.id));
