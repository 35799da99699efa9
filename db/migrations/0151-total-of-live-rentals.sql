-- A rental becomes live once and ends once; its other steps add no change.
create function total_live_rentals() returns trigger language plpgsql as $$
declare
  live constant text[] := '{pending,confirmed,delivered}';
  change integer := 0;
begin
  if tg_op <> 'INSERT' and old.status = any (live) then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.status = any (live) then change := change + 1; end if;
  if change <> 0 then
    insert into running_total_changes (name, amount) values ('rentals_live', change);
  end if;
  return null;
end $$;
create trigger live_rentals_are_totalled after insert or update of status or delete on rentals
  for each row execute function total_live_rentals();
