-- Items carry the standing and place of their lister. One statement changed all of them, however many; of a lister
-- with more than 1,000, a job changes them in batches now, and this is what is left of it.
create table lister_changes (
  lister_id uuid primary key references user_profiles (id),
  -- The account is closed: its items are retired.
  retires boolean not null default false,
  -- Listings of a former admin pass to this one: those that were there by then, newer ones stay.
  transfers_to uuid references user_profiles (id),
  transfers_until timestamptz,
  -- Items are changed in the order of their ids; this one was the last. Null at the beginning.
  after_item_id uuid references clothing_items (id),
  -- That of the database, to which an integrity check compares it.
  created_at timestamptz not null default now(),
  constraint nobody_transfers_to_themselves check (transfers_to <> lister_id)
);

-- The rest of an earlier change decides how these go on, however few there are.
create function has_many_items(p_lister uuid) returns boolean language sql stable as $$
  select exists (select from lister_changes where lister_id = p_lister)
    or (select count(*) > 1000
      from (select from clothing_items where business_id = p_lister limit 1001) counted)
$$;

-- Queues the job. What an earlier change of the same lister has left to do is done together with this one.
create function change_items_in_batches(
  p_lister uuid, p_retires boolean default false, p_transfers_to uuid default null
) returns void language plpgsql as $$
begin
  insert into lister_changes as c (lister_id, retires, transfers_to, transfers_until)
  select p_lister, p_retires, p_transfers_to, (select max(created_at) from clothing_items
    where business_id = p_lister and deleted_at is null and p_transfers_to is not null)
  on conflict (lister_id) do update set
    retires = c.retires or excluded.retires,
    transfers_to = coalesce(excluded.transfers_to, c.transfers_to),
    transfers_until = coalesce(excluded.transfers_until, c.transfers_until),
    after_item_id = null,
    created_at = excluded.created_at;
  perform graphile_worker.add_job('change-items',
    payload := json_build_object('listerId', p_lister), job_key := 'change-items:' || p_lister);
end $$;

create or replace function copy_lister_onto_items() returns trigger language plpgsql as $$
begin
  if lister_is_in_good_standing(new) is not distinct from lister_is_in_good_standing(old)
    and lister_location(new) is not distinct from lister_location(old) then
    return null;
  end if;
  if has_many_items(new.id) then
    perform change_items_in_batches(new.id);
  else
    update clothing_items
      set lister_in_good_standing = lister_is_in_good_standing(new),
          location = lister_location(new)
      where business_id = new.id;
  end if;
  return null;
end $$;

alter view invariant_violations rename to invariant_violations_before_lister_changes;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_lister_changes
  where check_name not in ('an item carries the standing and place of its lister',
    'nobody waits for days that are free')
  union all
  select 'an item carries the standing and place of its lister', i.id::text, i.title
  from clothing_items i join user_profiles p on p.id = i.business_id
  where (i.lister_in_good_standing <> lister_is_in_good_standing(p)
      or i.location is distinct from lister_location(p))
    and not exists (select from lister_changes c where c.lister_id = p.id)
  union all
  select 'nobody waits for days that are free', w.id::text,
    format('%s: %s to %s', w.item_id, w.start_date, w.end_date)
  from waitlist_entries w
  join clothing_items i on i.id = w.item_id
  where w.status = 'waiting' and w.due_since is null
    and i.approval_status = 'approved' and i.deleted_at is null and not i.paused
    and i.lister_in_good_standing
    and not exists (select from lister_changes c where c.lister_id = i.business_id)
    and check_item_availability(w.item_id, w.start_date, w.end_date, null, w.shopper_id)
    and not exists (select from waitlist_entries o
      where o.shopper_id = w.shopper_id and o.status = 'offered')
    -- An item that is late is not free, which depends on the day.
    and not exists (select from rentals r where r.item_id = w.item_id
      and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < w.start_date)
  union all
  select 'items follow a change of their lister within an hour', lister_id::text, created_at::text
  from lister_changes where created_at < now() - interval '1 hour';
