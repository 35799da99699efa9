-- What an appeal returns waits only for failed refunds of which something is still owed: the money of
-- the others went back another way.
create or replace view invariant_violations_of_deposits (check_name, subject, detail) as
  select 'a fulfilled deposit order holds one deposit', o.id::text, o.status
  from checkout_orders o
  where o.product_type = 'deposit'
    and (o.status = 'fulfilled') <> exists (select from deposits d where d.order_id = o.id)
  union all
  select 'a fulfilled top-up order is part of one deposit', o.id::text, o.status
  from checkout_orders o
  where o.product_type = 'deposit_top_up'
    and (o.status = 'fulfilled') <> exists (select from deposit_top_ups t where t.order_id = o.id)
  union all
  select 'a top-up is what its order was paid with', t.order_id::text, t.deposit_id::text
  from deposit_top_ups t
  join checkout_orders o on o.id = t.order_id
  join deposits d on d.id = t.deposit_id
  where o.product_type <> 'deposit_top_up' or o.user_id <> d.user_id
    or o.amount_cents <> t.amount_cents or o.payment_intent is distinct from t.payment_intent
  union all
  select 'a deposit is what was paid for it', d.id::text,
    format('topped up %s, payments %s', d.topped_up_cents, t.cents)
  from deposits d
  cross join lateral (select coalesce(sum(amount_cents), 0) as cents from deposit_top_ups
    where deposit_id = d.id) t
  where d.topped_up_cents <> t.cents
  union all
  select 'a payment of a deposit gives back no more than it was', p.order_id::text,
    format('%s of %s', f.cents, p.amount_cents)
  from deposit_payments p
  cross join lateral (select coalesce(sum(amount_cents), 0) as cents from refunds
    where order_id = p.order_id and deposit_id = p.deposit_id and status <> 'failed'
      and settled_by is null) f
  where f.cents > p.amount_cents
  union all
  select 'a refund belongs to a payment of its deposit', f.id::text, f.reason
  from refunds f
  where f.deposit_id is not null and not exists (select from deposit_payments p
    where p.order_id = f.order_id and p.deposit_id = f.deposit_id)
  union all
  select 'a deposit refunded what its refunds gave', d.id::text,
    format('%s, refunds %s', d.refunded_cents, coalesce(f.given, 0))
  from deposits d
  left join lateral (select sum(amount_cents) as given from refunds
    where deposit_id = d.id and status = 'succeeded') f on true
  where d.refunded_cents <> coalesce(f.given, 0)
  union all
  select 'a refund of a deposit gives no more than is left', d.id::text, format('%s of %s',
    d.kept_cents + d.refunded_cents + d.lost_cents + f.pending, d.amount_cents)
  from deposits d
  join lateral (select coalesce(sum(amount_cents), 0) as pending from refunds
    where deposit_id = d.id and status = 'pending') f on true
  where d.kept_cents + d.refunded_cents + d.lost_cents + f.pending > d.amount_cents
  union all
  select 'a deposit on its way back has a refund', d.id::text, d.amount_cents::text
  from deposits d
  where d.closed_at is null and d.refund_requested_at is not null
    and not exists (select from refunds f where f.deposit_id = d.id)
  union all
  select 'a deposit that serves is not on its way back', r.id::text, d.id::text
  from rentals r join deposits d on d.id = r.deposit_id
  where r.status in ('pending', 'confirmed', 'delivered') and d.refund_requested_at is not null
  union all
  select 'a live rental rests on a deposit of its renter', r.id::text, r.status
  from rentals r left join deposits d on d.id = r.deposit_id
  where r.status in ('pending', 'confirmed', 'delivered')
    and (d.id is null or d.user_id <> r.renter_id or d.closed_at is not null)
  union all
  select 'a settled deposit with nothing open on it is closed', d.id::text, d.amount_cents::text
  from deposits d
  where d.closed_at is null and d.kept_cents + d.refunded_cents + d.lost_cents = d.amount_cents
    and not exists (select from rentals r where r.deposit_id = d.id
      and r.status in ('pending', 'confirmed', 'delivered'))
    and not exists (select from deposit_claims c where c.deposit_id = d.id and c.released_at is null)
  union all
  select 'the rest of a touched deposit goes back when nothing is open on it', d.id::text,
    format('kept %s, refunded %s', d.kept_cents, d.refunded_cents)
  from deposits d
  where d.closed_at is null and d.refund_requested_at is null and d.frozen_at is null
    and d.kept_cents + d.refunded_cents + d.lost_cents > d.topped_up_cents
    and not exists (select from rentals r where r.deposit_id = d.id
      and r.status in ('pending', 'confirmed', 'delivered'))
    and not exists (select from deposit_claims c where c.deposit_id = d.id and c.released_at is null)
    and not exists (select from refunds f where f.deposit_id = d.id and f.status = 'pending')
  union all
  select 'a frozen deposit has a payment that is disputed', d.id::text, d.payment_intent
  from deposits d
  where d.closed_at is null and d.frozen_at is not null
    and not exists (select from deposit_payments p
      join disputes s on s.payment_intent = p.payment_intent
      where p.deposit_id = d.id and s.kind = 'dispute' and s.status = 'open')
  union all
  select 'a deposit lost what its lost disputes took', d.id::text,
    format('lost %s, disputes took %s', d.lost_cents, s.took)
  from deposits d
  cross join lateral (
    select coalesce(sum(s.amount_cents - s.loss_cents), 0) as took
    from deposit_payments p join disputes s on s.payment_intent = p.payment_intent
    where p.deposit_id = d.id and s.kind = 'dispute' and s.status = 'lost'
  ) s
  where d.lost_cents <> s.took
  union all
  select 'nothing is lost while the deposit can cover it', s.id, format('%s, left %s', s.loss_cents,
    d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents - f.pending)
  from disputes s
  join deposit_payments p on p.payment_intent = s.payment_intent
  join deposits d on d.id = p.deposit_id
  cross join lateral (select coalesce(sum(amount_cents), 0) as pending from refunds
    where deposit_id = d.id and status = 'pending') f
  where s.status = 'lost' and s.loss_cents > 0
    and d.kept_cents + d.refunded_cents + d.lost_cents + f.pending < d.amount_cents
  union all
  select 'only a deleted account leaves a contact', o.id::text, o.status
  from checkout_orders o join user_profiles p on p.id = o.user_id
  where o.contact_email is not null and p.deleted_at is null
  union all
  select 'a claim is the amount on its rental', r.id::text,
    format('%s, claim %s', r.deposit_kept_amount, coalesce(c.kept_cents, 0))
  from rentals r left join deposit_claims c on c.rental_id = r.id
  where r.deposit_kept_amount <> coalesce(c.kept_cents, 0)
  union all
  select 'a claim rests on the deposit of its rental', c.rental_id::text, c.deposit_id::text
  from deposit_claims c join rentals r on r.id = c.rental_id
  where r.deposit_id is distinct from c.deposit_id
  union all
  select 'a claim that is not released rests on a deposit that is still held', c.rental_id::text,
    d.id::text
  from deposit_claims c join deposits d on d.id = c.deposit_id
  where c.released_at is null and (d.closed_at is not null or d.refund_requested_at is not null)
  union all
  select 'a deposit keeps what its claims keep and have not returned', d.id::text,
    format('%s, claims %s', d.kept_cents, coalesce(c.kept, 0))
  from deposits d
  left join lateral (select sum(kept_cents - returned_cents) as kept from deposit_claims
    where deposit_id = d.id) c on true
  where d.kept_cents <> coalesce(c.kept, 0)
  union all
  select 'a claim returned what its appeal decided', c.rental_id::text,
    format('%s, appeal %s', c.returned_cents, coalesce(a.returned_cents, 0))
  from deposit_claims c left join deposit_appeals a on a.rental_id = c.rental_id
  where c.returned_cents <> coalesce(a.returned_cents, 0)
  union all
  select 'an appeal is open exactly while its claim is not final', a.rental_id::text, a.status
  from deposit_appeals a join deposit_claims c on c.rental_id = a.rental_id
  where (a.decided_at is null) <> (c.final_at is null)
  union all
  select 'appeals refund no more than they return', c.deposit_id::text,
    format('%s of %s', f.cents, sum(a.refund_cents))
  from deposit_appeals a join deposit_claims c on c.rental_id = a.rental_id
  cross join lateral (select coalesce(sum(amount_cents), 0) as cents from refunds
    where deposit_id = c.deposit_id and reason = 'appeal' and retry_of is null) f
  group by c.deposit_id, f.cents
  having f.cents > sum(a.refund_cents)
  union all
  select 'what an appeal returns is on its way', d.id::text, format('%s left',
    d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents)
  from deposits d
  where d.closed_at is null and d.refund_requested_at is not null and d.frozen_at is null
    and not exists (select from refunds f where f.deposit_id = d.id and f.status = 'pending')
    and not exists (select from refunds f where f.deposit_id = d.id and f.status = 'failed'
      and refund_cents_left(f) > 0
      and not exists (select from refunds again where again.retry_of = f.id));
