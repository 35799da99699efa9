-- A deposit of which something was taken can be topped up: paid up to what it first was, so that
-- rentals can rest on it again.
alter table checkout_orders drop constraint order_product_is_known;
alter table checkout_orders add constraint order_product_is_known check (product_type in
  ('deposit', 'deposit_top_up', 'one_time', 'gift', 'subscription_monthly', 'subscription_annual'));

-- Of what was paid in all (`amount_cents`), what came after the first payment.
alter table deposits add column topped_up_cents integer not null default 0;
alter table deposits add constraint deposit_is_more_than_its_top_ups
  check (topped_up_cents >= 0 and topped_up_cents < amount_cents);

create table deposit_top_ups (
  order_id uuid primary key references checkout_orders (id),
  deposit_id uuid not null references deposits (id),
  payment_intent text not null,
  amount_cents integer not null,
  paid_at timestamptz not null,
  constraint payment_tops_up_once unique (payment_intent),
  constraint top_up_is_positive check (amount_cents > 0)
);
create index top_ups_of_deposit on deposit_top_ups (deposit_id, paid_at);

-- Everything that was paid for a deposit, the first payment included.
create view deposit_payments as
  select id as deposit_id, order_id, payment_intent,
    amount_cents - topped_up_cents as amount_cents, paid_at
  from deposits
  union all
  select deposit_id, order_id, payment_intent, amount_cents, paid_at from deposit_top_ups;

-- A deposit goes back by one refund for each payment.
drop index one_open_refund_per_deposit;
create unique index one_open_refund_per_deposit_payment on refunds (order_id)
  where deposit_id is not null and status = 'pending';

-- Fewer than 50 cents cannot be paid by card: a deposit that lacks so little still serves.
create or replace view payment_customers as
  select p.id as user_id, c.stripe_customer_id,
    (d.id is not null and d.frozen_at is null
      and d.kept_cents + d.refunded_cents + d.lost_cents - d.topped_up_cents < 50) as deposit_paid,
    d.paid_at as deposit_paid_at,
    coalesce(d.paid_at, c.created_at, p.created_at) as updated_at
  from user_profiles p
  left join stripe_customers c on c.user_id = p.id
  left join deposits d
    on d.user_id = p.id and d.closed_at is null and d.refund_requested_at is null;

alter view invariant_violations rename to invariant_violations_before_top_ups;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_before_top_ups
  where promise not in ('a refund belongs to the order of its deposit',
    'the rest of a touched deposit goes back when nothing is open on it',
    'an open dispute freezes what it was paid for', 'what is frozen is disputed',
    'a deposit lost what its lost disputes took', 'a refund made elsewhere is in the books once',
    'nothing is lost while the deposit can cover it')
  union all
  select 'a refund belongs to a payment of its deposit', f.id::text, f.reason
  from refunds f
  where f.deposit_id is not null and not exists (select from deposit_payments p
    where p.order_id = f.order_id and p.deposit_id = f.deposit_id)
  union all
  select 'a payment of a deposit gives back no more than it was', p.order_id::text,
    format('%s of %s', f.cents, p.amount_cents)
  from deposit_payments p
  cross join lateral (select coalesce(sum(amount_cents), 0) as cents from refunds
    where order_id = p.order_id and deposit_id = p.deposit_id and status <> 'failed'
      and settled_by is null) f
  where f.cents > p.amount_cents
  union all
  select 'a deposit is what was paid for it', d.id::text,
    format('topped up %s, payments %s', d.topped_up_cents, t.cents)
  from deposits d
  cross join lateral (select coalesce(sum(amount_cents), 0) as cents from deposit_top_ups
    where deposit_id = d.id) t
  where d.topped_up_cents <> t.cents
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
  select 'the rest of a touched deposit goes back when nothing is open on it', d.id::text,
    format('kept %s, refunded %s', d.kept_cents, d.refunded_cents)
  from deposits d
  where d.closed_at is null and d.refund_requested_at is null and d.frozen_at is null
    and d.kept_cents + d.refunded_cents + d.lost_cents > d.topped_up_cents
    and not exists (select from rentals r where r.deposit_id = d.id
      and r.status in ('pending', 'confirmed', 'delivered'))
    and not exists (select from deposit_claims c where c.deposit_id = d.id and c.final_at is null)
    and not exists (select from refunds f where f.deposit_id = d.id and f.status = 'pending')
  union all
  select 'an open dispute freezes what it was paid for', s.id, x.id
  from disputes s
  join (
    select p.payment_intent, d.id::text from deposit_payments p join deposits d on d.id = p.deposit_id
    where d.closed_at is null and d.frozen_at is null
    union all
    select payment_intent, id::text from credit_lots
    where source <> 'gift_claim' and frozen_at is null and revoked_at is null
    union all
    select payment_intent, id::text from gift_codes
    where not claimed and frozen_at is null and revoked_at is null
  ) x on x.payment_intent = s.payment_intent
  where s.kind = 'dispute' and s.status = 'open'
  union all
  select 'what is frozen is disputed', l.id::text, l.payment_intent
  from credit_lots l
  where l.frozen_at is not null and l.payment_intent is not null
    and not exists (select from disputes s where s.payment_intent = l.payment_intent
      and s.kind = 'dispute' and s.status <> 'won')
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
  select 'a refund made elsewhere is in the books once', s.id, format('refunded %s, counted %s, loss %s',
    s.amount_cents, coalesce(f.amount_cents, 0), s.loss_cents)
  from disputes s
  join deposit_payments p on p.payment_intent = s.payment_intent
  left join refunds f on f.stripe_refund_id = s.id
  where s.kind = 'refund' and s.status = 'lost'
    and s.amount_cents <> coalesce(f.amount_cents, 0) + s.loss_cents
  union all
  select 'nothing is lost while the deposit can cover it', s.id, format('%s, left %s', s.loss_cents,
    d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents - f.pending)
  from disputes s
  join deposit_payments p on p.payment_intent = s.payment_intent
  join deposits d on d.id = p.deposit_id
  cross join lateral (select coalesce(sum(amount_cents), 0) as pending from refunds
    where deposit_id = d.id and status = 'pending') f
  where s.status = 'lost' and s.loss_cents > 0
    and d.kept_cents + d.refunded_cents + d.lost_cents + f.pending < d.amount_cents;
