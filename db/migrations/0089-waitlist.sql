-- The waitlist. Whoever finds the dates of an item taken can wait for them. As soon as the days are
-- free, the first in line gets an offer: the days are booked for them until the offer ends.
create table waitlist_entries (
  id uuid primary key,
  item_id uuid not null references clothing_items (id),
  shopper_id uuid not null references user_profiles (id),
  start_date date not null,
  end_date date not null,
  -- That of the shop when they joined: an offer depends on the hour there, and whoever frees the
  -- days may not know it.
  time_zone text not null,
  created_at timestamptz not null,
  status text not null default 'waiting',
  offered_at timestamptz,
  offer_expires_at timestamptz,
  ended_at timestamptz,
  -- Its days may be free: the shopper had another open offer, or many items became free at once. A
  -- job that is queued already looks at it.
  due_since timestamptz,
  constraint waitlist_status_is_known check
    (status in ('waiting', 'offered', 'accepted', 'expired', 'left', 'passed')),
  constraint waitlist_dates_are_1_to_84_days check (end_date - start_date between 0 and 83),
  constraint open_offer_has_an_end check ((status = 'offered') = (offer_expires_at is not null)),
  constraint waitlist_entry_ends_once check
    ((status in ('waiting', 'offered')) = (ended_at is null)),
  constraint only_who_waits_is_due check (due_since is null or status = 'waiting')
);
create unique index one_entry_per_item_and_shopper on waitlist_entries (item_id, shopper_id)
  where status in ('waiting', 'offered');
create unique index one_open_offer_per_shopper on waitlist_entries (shopper_id)
  where status = 'offered';
create index waitlist_in_order on waitlist_entries (item_id, created_at, id)
  where status = 'waiting';
create index waitlist_of_shopper on waitlist_entries (shopper_id, created_at);
create index offers_to_expire on waitlist_entries (offer_expires_at) where status = 'offered';
create index waitlist_entries_due on waitlist_entries (due_since) where due_since is not null;
create index waitlist_to_pass on waitlist_entries (start_date)
  where status in ('waiting', 'offered');

alter table booked_periods
  alter column rental_id drop not null,
  add column waitlist_entry_id uuid references waitlist_entries (id),
  add constraint offer_has_one_period unique (waitlist_entry_id),
  add constraint period_has_one_holder check (num_nonnulls(rental_id, waitlist_entry_id) = 1);

-- As with rentals, the period follows from the entry: an open offer holds its days and the
-- turnaround that the item has now, any other entry holds nothing.
create function book_offer() returns trigger language plpgsql as $$
begin
  if new.status = 'offered' then
    insert into booked_periods (item_id, period, waitlist_entry_id)
    select new.item_id, daterange(new.start_date, new.end_date + i.turnaround_days, '[]'), new.id
    from clothing_items i where i.id = new.item_id
    on conflict (waitlist_entry_id) do update set period = excluded.period;
  else
    delete from booked_periods where waitlist_entry_id = new.id;
  end if;
  return null;
end
$$;
create trigger new_offer_books_its_period after insert on waitlist_entries
  for each row when (new.status = 'offered') execute function book_offer();
create trigger changed_offer_books_its_period
  after update of status, start_date, end_date on waitlist_entries
  for each row when ((old.status, old.start_date, old.end_date)
    is distinct from (new.status, new.start_date, new.end_date))
  execute function book_offer();

-- As before, for one shopper: offers to others block their days, and every day of an item that
-- takes one rental at a time; an offer to this shopper blocks nothing.
drop function check_item_availability(uuid, date, date, date);
create function check_item_availability(
  p_item_id uuid, p_start_date date, p_end_date date, p_today date default null,
  p_shopper_id uuid default null
) returns boolean language sql stable as $$
  select exists (select from clothing_items i
    where i.id = p_item_id and i.available and p_start_date <= p_end_date
      and not exists (select from booked_periods b where b.item_id = i.id
        and b.period && daterange(p_start_date, greatest(p_start_date, p_end_date) + i.turnaround_days, '[]')
        and not exists (select from waitlist_entries w
          where w.id = b.waitlist_entry_id and w.shopper_id = p_shopper_id))
      and (i.advance_booking or not exists (select from waitlist_entries w
        where w.item_id = i.id and w.status = 'offered'
          and w.shopper_id is distinct from p_shopper_id))
      and not exists (select from rental_availability a where a.item_id = i.id
        and a.blocked_date between p_start_date and p_end_date)
      and not exists (select from rentals r where r.item_id = i.id
        and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < p_today
        and p_start_date <= p_today + 3 + i.turnaround_days))
$$;

-- Until when an offer lasts that is made at this instant: 12 hours; from 20:00 to 08:00 at least
-- until noon; never longer than the last day on which the item can still be rented for its dates,
-- which is the day before the start, or earlier if the closet needs more days of notice.
create function waitlist_offer_end(
  p_at timestamptz, p_start_date date, p_notice_days integer, p_time_zone text
) returns timestamptz language sql stable as $$
  select least(
    (p_start_date - greatest(p_notice_days, 1) + 1)::timestamp at time zone p_time_zone,
    case
      when extract(hour from here) >= 20 or extract(hour from here) < 8
        then greatest(p_at + interval '12 hours',
          ((here + interval '4 hours')::date + time '12:00') at time zone p_time_zone)
      else p_at + interval '12 hours'
    end)
  from (select p_at at time zone p_time_zone as here) local
$$;

alter view invariant_violations rename to invariant_violations_before_waitlist;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_waitlist
  where check_name <> 'booked periods never overlap'
  union all
  select 'booked periods never overlap', a.id::text, b.id::text
  from (select *, coalesce(rental_id, waitlist_entry_id) as id from booked_periods) a
  join (select *, coalesce(rental_id, waitlist_entry_id) as id from booked_periods) b
    on b.item_id = a.item_id and b.id > a.id and b.period && a.period
  union all
  select 'open offers of the waitlist hold their days, ended ones none', w.id::text,
    format('%s: %s', w.status, b.period)
  from waitlist_entries w left join booked_periods b on b.waitlist_entry_id = w.id
  where case when w.status = 'offered'
    then b.period is null or not b.period @> daterange(w.start_date, w.end_date, '[]')
    else b.period is not null end
  union all
  select 'nobody waits for days that are free', w.id::text,
    format('%s: %s to %s', w.item_id, w.start_date, w.end_date)
  from waitlist_entries w
  join clothing_items i on i.id = w.item_id
  where w.status = 'waiting' and w.due_since is null
    and i.approval_status = 'approved' and i.deleted_at is null and not i.paused
    and i.lister_in_good_standing
    and check_item_availability(w.item_id, w.start_date, w.end_date, null, w.shopper_id)
    and not exists (select from waitlist_entries o
      where o.shopper_id = w.shopper_id and o.status = 'offered')
    -- An item that is late is not free, which depends on the day.
    and not exists (select from rentals r where r.item_id = w.item_id
      and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < w.start_date)
  union all
  select 'nobody is on more waitlists than allowed', w.shopper_id::text, count(*)::text
  from waitlist_entries w where w.status in ('waiting', 'offered')
  group by w.shopper_id having count(*) > 5
  union all
  select 'no waitlist is longer than allowed', w.item_id::text, count(*)::text
  from waitlist_entries w where w.status in ('waiting', 'offered')
  group by w.item_id having count(*) > 20;
