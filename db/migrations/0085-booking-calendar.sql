-- The booking calendar. A closet can let an item be booked ahead, so that it takes several rentals in
-- advance, and can plan days between rentals. The days that a rental holds, those days included, are
-- its booked period; periods of an item never overlap. By default everything stays as it was: one live
-- rental at a time, and no days in between.
alter table clothing_items
  add column advance_booking boolean not null default false,
  add column turnaround_days smallint not null default 0,
  add constraint turnaround_is_0_to_14_days check (turnaround_days between 0 and 14);

alter table rentals
  -- Rented while the item was not booked ahead: its only live rental.
  add column exclusive boolean not null default true,
  -- Those of the item when it was rented.
  add column turnaround_days smallint not null default 0,
  -- The day of the return where the shop is.
  add column returned_on date,
  add constraint turnaround_of_a_rental_is_0_to_14_days check (turnaround_days between 0 and 14);

drop index item_has_one_live_rental;
create unique index item_has_one_live_rental on rentals (item_id)
  where exclusive and status in ('pending', 'confirmed', 'delivered');
create unique index item_is_with_one_person on rentals (item_id)
  where status = 'delivered' and return_status <> 'returned';

create table booked_periods (
  item_id uuid not null references clothing_items (id),
  period daterange not null,
  rental_id uuid not null references rentals (id),
  constraint rental_has_one_period unique (rental_id),
  constraint period_is_bounded check
    (not (isempty(period) or lower_inf(period) or upper_inf(period))),
  constraint booked_periods_never_overlap exclude using gist (item_id with =, period with &&)
);
create index booked_periods_by_end on booked_periods (upper(period));

-- The period follows from the rental alone, so the database keeps it: no code can forget it. A live
-- rental holds its days and its turnaround. A completed one still holds the turnaround from the day of
-- its return, if it has one; a cancelled one holds nothing.
create function period_of(r rentals) returns daterange language sql immutable as $$
  select case
    when r.status in ('pending', 'confirmed', 'delivered')
      then daterange(r.start_date, r.end_date + r.turnaround_days, '[]')
    when r.status = 'completed' and r.turnaround_days > 0
      then daterange(r.start_date,
        greatest(r.start_date, least(r.end_date, r.returned_on)) + r.turnaround_days, '[]')
  end
$$;

create function book_period() returns trigger language plpgsql as $$
declare
  booked daterange := period_of(new);
begin
  if booked is null then
    delete from booked_periods where rental_id = new.id;
  else
    insert into booked_periods (item_id, period, rental_id) values (new.item_id, booked, new.id)
    on conflict (rental_id) do update set period = excluded.period;
  end if;
  return null;
end
$$;
create trigger new_rental_books_its_period after insert on rentals
  for each row when (new.status <> 'cancelled') execute function book_period();
create trigger changed_rental_books_its_period
  after update of status, start_date, end_date, turnaround_days, returned_on on rentals
  for each row when
    ((old.status, old.start_date, old.end_date, old.turnaround_days, old.returned_on)
      is distinct from
    (new.status, new.start_date, new.end_date, new.turnaround_days, new.returned_on))
  execute function book_period();

insert into booked_periods (item_id, period, rental_id)
  select item_id, period_of(rentals), id from rentals
  where status in ('pending', 'confirmed', 'delivered');

-- Whether an item can be rented on these days, as far as its calendar goes. An item that is out after
-- its last day takes no rental that begins before it can be expected back. The same condition is
-- built by domain/booking/calendar/free-dates.ts for statements over many items; a test compares the two.
create function check_item_availability(
  p_item_id uuid, p_start_date date, p_end_date date, p_today date default null
) returns boolean language sql stable as $$
  select exists (select from clothing_items i
    where i.id = p_item_id and i.available and p_start_date <= p_end_date
      and not exists (select from booked_periods b where b.item_id = i.id
        and b.period && daterange(p_start_date, greatest(p_start_date, p_end_date) + i.turnaround_days, '[]'))
      and not exists (select from rental_availability a where a.item_id = i.id
        and a.blocked_date between p_start_date and p_end_date)
      and not exists (select from rentals r where r.item_id = i.id
        and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < p_today
        and p_start_date <= p_today + 3 + i.turnaround_days))
$$;

alter view invariant_violations rename to invariant_violations_before_booking_calendar;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_booking_calendar
  where check_name <> 'an item is available exactly when no rental of it lives'
  union all
  select 'an item is available when it can be booked ahead or has no live rental', i.id::text,
    i.available::text
  from clothing_items i
  where i.available <> (i.advance_booking or not exists (select from rentals r
    where r.item_id = i.id and r.status in ('pending', 'confirmed', 'delivered')))
  union all
  select 'every rental has the booked period of its days', r.id::text,
    format('%s: %s, not %s', r.status, b.period, period_of(r))
  from rentals r left join booked_periods b on b.rental_id = r.id
  where b.period is distinct from period_of(r)
    -- Past periods of completed rentals are removed at night.
    and not (r.status = 'completed' and b.period is null)
  union all
  select 'booked periods never overlap', a.rental_id::text, b.rental_id::text
  from booked_periods a
  join booked_periods b on b.item_id = a.item_id and b.rental_id > a.rental_id
    and b.period && a.period
  union all
  select 'an item is with one person', r.item_id::text, count(*)::text
  from rentals r where r.status = 'delivered' and r.return_status <> 'returned'
  group by r.item_id having count(*) > 1;
