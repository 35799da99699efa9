-- The rental that somebody pays for: it is requested when the payment of the order arrives.
create table rental_checkouts (
  order_id uuid primary key references checkout_orders (id),
  shopper_id uuid not null references user_profiles (id),
  item_id uuid not null references clothing_items (id),
  start_date date not null,
  end_date date not null,
  -- That of the form: it rents once.
  request_key uuid not null,
  -- As chosen and seen on the page of the item.
  handover text,
  credits_per_day integer not null,
  created_at timestamptz not null,
  status text not null default 'open',
  rental_id uuid references rentals (id),
  -- Why it could not be requested although it was paid.
  problem text,
  ended_at timestamptz,
  constraint rental_checkout_status_is_known check (status in ('open', 'requested', 'refused', 'left')),
  constraint rental_checkout_ends_once check ((status = 'open') = (ended_at is null)),
  constraint requested_checkout_has_its_rental check ((status = 'requested') = (rental_id is not null)),
  constraint refused_checkout_says_why check ((status = 'refused') = (problem is not null)),
  constraint rental_is_paid_by_one_checkout unique (rental_id),
  constraint checkout_handover_is_known check (handover in ('delivery', 'pickup', 'shipping', 'ask')),
  constraint checkout_dates_are_1_to_84_days check (end_date - start_date between 0 and 83)
);
create unique index one_open_rental_checkout_per_shopper on rental_checkouts (shopper_id)
  where status = 'open';
create index rental_checkouts_of_shopper on rental_checkouts (shopper_id, created_at);
-- A rental cannot be deleted, nor an item, without looking here.
create index rental_checkouts_of_item on rental_checkouts (item_id);

-- Dates are held for one person: they do not block that person, and nobody else can rent them. An item
-- with one rental at a time is held on every day.
create or replace function check_item_availability(
  p_item_id uuid, p_start_date date, p_end_date date, p_today date default null,
  p_shopper_id uuid default null
) returns boolean language sql stable as $$
  select exists (select from clothing_items i
    where i.id = p_item_id and i.available and p_start_date <= p_end_date
      and not exists (select from booked_periods b where b.item_id = i.id
        and b.period && daterange(p_start_date, greatest(p_start_date, p_end_date) + i.turnaround_days, '[]')
        and (b.held_for is null or b.held_for is distinct from p_shopper_id)
        and not exists (select from waitlist_entries w
          where w.id = b.waitlist_entry_id and w.shopper_id = p_shopper_id))
      and (i.advance_booking or not exists (select from waitlist_entries w
        where w.item_id = i.id and w.status = 'offered'
          and w.shopper_id is distinct from p_shopper_id))
      and (i.advance_booking or not exists (select from booked_periods h
        where h.item_id = i.id and h.order_id is not null
          and h.held_for is distinct from p_shopper_id))
      and not exists (select from rental_availability a where a.item_id = i.id
        and a.blocked_date between p_start_date and p_end_date)
      and not exists (select from closet_holidays h where h.owner_id = i.business_id
        and h.end_date >= p_start_date and h.start_date <= p_end_date)
      and not exists (select from rentals r where r.item_id = i.id
        and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < p_today
        and p_start_date <= p_today + 3 + i.turnaround_days))
$$;

create view invariant_violations_of_rental_checkouts (check_name, subject, detail) as
  select 'dates are held for an open checkout of the same person and item', b.order_id::text,
    coalesce(c.status, 'none')
  from booked_periods b left join rental_checkouts c on c.order_id = b.order_id
  where b.order_id is not null and (c.status is distinct from 'open' or c.shopper_id <> b.held_for
    or c.item_id <> b.item_id or not b.period @> daterange(c.start_date, c.end_date, '[]'))
  union all
  select 'dates that are held overlap no others of the item', h.order_id::text, b.item_id::text
  from booked_periods h join booked_periods b on b.item_id = h.item_id and b.period && h.period
    and b.order_id is distinct from h.order_id
  where h.order_id is not null
  union all
  select 'a checkout requested the rental that it says', c.order_id::text, r.id::text
  from rental_checkouts c join rentals r on r.id = c.rental_id
  where r.renter_id <> c.shopper_id or r.item_id <> c.item_id or r.request_key <> c.request_key
  union all
  select 'a checkout is of the person who pays its order', c.order_id::text, o.user_id::text
  from rental_checkouts c join checkout_orders o on o.id = c.order_id
  where o.user_id <> c.shopper_id
  union all
  select 'a checkout that ended with a rental or without one was paid', c.order_id::text, o.status
  from rental_checkouts c join checkout_orders o on o.id = c.order_id
  where c.status in ('requested', 'refused') and o.status not in ('fulfilled', 'refunded');

create or replace view invariant_violations as
  select * from invariant_violations_of_items
  union all select * from invariant_violations_of_rentals
  union all select * from invariant_violations_of_waitlist
  union all select * from invariant_violations_of_credits
  union all select * from invariant_violations_of_payments
  union all select * from invariant_violations_of_deposits
  union all select * from invariant_violations_of_payouts
  union all select * from invariant_violations_of_messages_and_ratings
  union all select * from invariant_violations_of_imports_and_webhooks
  union all select * from invariant_violations_of_totals
  union all select * from invariant_violations_of_rental_checkouts;
