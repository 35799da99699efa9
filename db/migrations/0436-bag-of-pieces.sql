-- One order can pay for several pieces, a bag: a row for each. `together`: all are requested, or none.
alter table rental_checkouts
  add column together boolean not null default true,
  -- How many pieces were asked for after this one, so that the last one has 0.
  add column pieces_after smallint not null default 0;
alter table rental_checkouts add constraint bag_has_20_pieces_at_most
  check (pieces_after between 0 and 19) not valid;

create or replace view invariant_violations_of_rental_checkouts (check_name, subject, detail) as
  select 'dates are held for an open checkout of the same person and item', b.order_id::text,
    coalesce(c.status, 'none')
  from booked_periods b
  left join rental_checkouts c on c.order_id = b.order_id and c.item_id = b.item_id
  where b.order_id is not null and (c.status is distinct from 'open' or c.shopper_id <> b.held_for
    or not b.period @> daterange(c.start_date, c.end_date, '[]'))
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
  select 'a shopper pays for one bag at a time', c.shopper_id::text, min(c.order_id::text)
  from rental_checkouts c where c.status = 'open'
  group by c.shopper_id having count(distinct c.order_id) > 1
  union all
  select 'the pieces of a bag are numbered up to the last one', c.order_id::text,
    string_agg(c.pieces_after::text, ' ' order by c.pieces_after)
  from rental_checkouts c
  group by c.order_id
  having count(distinct c.pieces_after) <> count(*) or max(c.pieces_after) <> count(*) - 1
    or count(distinct c.shopper_id) > 1 or count(distinct c.together) > 1
  union all
  select 'pieces that are requested together end together', c.order_id::text,
    string_agg(c.status, ' ' order by c.pieces_after desc)
  from rental_checkouts c where c.together
  group by c.order_id having count(distinct c.status) > 1
  union all
  select 'the last piece of a bag is open as long as others are', c.order_id::text, c.item_id::text
  from rental_checkouts c
  join rental_checkouts l on l.order_id = c.order_id and l.pieces_after = 0
  where c.status = 'open' and l.status <> 'open'
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
