-- A deposit and the credits of a rental are paid on one page: two orders, of which that of the deposit
-- names the other. The session is found by the other one. Records join on the id of a payment, so the
-- deposit's part has an id of its own: that of the payment with '#deposit' behind it.
alter table checkout_orders add column paid_with uuid references checkout_orders (id);
alter table checkout_orders add constraint only_a_deposit_is_paid_with_another_order
  check (paid_with is null or product_type in ('deposit', 'deposit_top_up')) not valid;
alter table checkout_orders add constraint order_paid_with_another_has_no_session
  check (paid_with is null or (stripe_session_id is null and paid_with <> id)) not valid;

create or replace view invariant_violations_of_rental_checkouts (check_name, subject, detail) as
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
  where c.status in ('requested', 'refused') and o.status not in ('fulfilled', 'refunded')
  union all
  select 'a deposit is paid with credits of the same person', d.id::text, o.id::text
  from checkout_orders d join checkout_orders o on o.id = d.paid_with
  where d.user_id <> o.user_id or d.currency <> o.currency or o.paid_with is not null
    or o.product_type in ('deposit', 'deposit_top_up')
  union all
  select 'a deposit that is paid with credits is paid when they are', d.id::text,
    format('%s, credits %s', d.status, o.status)
  from checkout_orders d join checkout_orders o on o.id = d.paid_with
  where d.paid_at is distinct from o.paid_at
    or d.payment_intent is distinct from o.payment_intent || '#deposit'
    or (d.paid_at is null and d.status <> o.status);
