-- What a lost dispute took out of a deposit. Kept, refunded and lost never exceed what was paid.
alter table deposits add column lost_cents integer not null default 0;
alter table deposits drop constraint deposit_pays_out_what_it_holds;
alter table deposits add constraint deposit_pays_out_what_it_holds check (
  amount_cents > 0 and kept_cents >= 0 and refunded_cents >= 0 and lost_cents >= 0
  and kept_cents + refunded_cents + lost_cents <= amount_cents
);
alter table deposits drop constraint closed_deposit_is_settled;
alter table deposits add constraint closed_deposit_is_settled
  check (closed_at is null or kept_cents + refunded_cents + lost_cents = amount_cents);

-- A deposit on its way back is no longer the one that rentals rest on: a refund may fail weeks
-- later, and whoever asked for it may have paid a new one by then.
drop index one_live_deposit_per_person;
create unique index one_live_deposit_per_person on deposits (user_id)
  where closed_at is null and refund_requested_at is null;

create or replace view payment_customers as
  select p.id as user_id, c.stripe_customer_id,
    (d.id is not null and d.kept_cents = 0 and d.refunded_cents = 0 and d.lost_cents = 0
      and d.frozen_at is null) as deposit_paid,
    d.paid_at as deposit_paid_at,
    coalesce(d.paid_at, c.created_at, p.created_at) as updated_at
  from user_profiles p
  left join stripe_customers c on c.user_id = p.id
  left join deposits d
    on d.user_id = p.id and d.closed_at is null and d.refund_requested_at is null;

-- A refund that failed is tried anew as another refund, or settled by an admin outside Stripe.
alter table refunds add column retry_of uuid references refunds (id);
alter table refunds add column settled_by uuid references user_profiles (id);
alter table refunds add column settlement_note text;
alter table refunds add constraint failed_refund_is_retried_once unique (retry_of);
alter table refunds add constraint refund_settled_by_hand_is_over
  check (settled_by is null or status = 'succeeded');
alter table refunds add constraint finished_refund_says_when
  check ((status = 'pending') = (finished_at is null));
alter table refunds drop constraint refund_reason_is_known;
alter table refunds add constraint refund_reason_is_known check
  (reason in ('deposit_returned', 'duplicate_payment', 'account_closed', 'made_at_stripe'));
create index refunds_failed on refunds (requested_at desc, id desc) where status = 'failed';
create index refunds_of_deposit on refunds (deposit_id, requested_at) where deposit_id is not null;
create index refunds_of_order on refunds (order_id);

-- Money that was taken back from us: by a dispute, or by a refund made in the payment provider's
-- dashboard. Not every payment has an order of ours: the renewals of a subscription have none.
alter table disputes alter column order_id drop not null;
alter table disputes add column kind text not null default 'dispute';
alter table disputes add column payment_intent text not null;
alter table disputes add column user_id uuid references user_profiles (id);
alter table disputes add column reason text;
alter table disputes add constraint dispute_kind_is_known check (kind in ('dispute', 'refund'));
alter table disputes add constraint closed_dispute_says_when
  check ((status = 'open') = (closed_at is null));
alter table disputes add constraint dispute_loses_no_less_than_nothing
  check (loss_cents >= 0 and loss_credits >= 0);
create index disputes_newest_first on disputes (opened_at desc, id desc);
create index disputes_by_payment on disputes (payment_intent);
create index disputes_open on disputes (opened_at) where status = 'open';

-- Credits that come back to a revoked lot are revoked as well.
alter table credit_lots add column revoked_at timestamptz;

alter table rentals add column review_reminded_at timestamptz;
create index rentals_to_review on rentals (returned_at)
  where status = 'delivered' and return_status = 'returned';
create index undelivered_rentals_by_end on rentals (end_date)
  where status in ('pending', 'confirmed');
create index deposit_claims_newest_first on deposit_claims (decided_at desc, rental_id desc);

alter view invariant_violations rename to invariant_violations_of_the_house;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_of_the_house
  union all
  select 'a claim rests on the deposit of its rental', c.rental_id::text, c.deposit_id::text
  from deposit_claims c join rentals r on r.id = c.rental_id
  where r.deposit_id is distinct from c.deposit_id
  union all
  select 'a deposit that serves is not on its way back', r.id::text, d.id::text
  from rentals r join deposits d on d.id = r.deposit_id
  where r.status in ('pending', 'confirmed', 'delivered') and d.refund_requested_at is not null
  union all
  select 'a refund of a deposit gives no more than is left', d.id::text, format('%s of %s',
    d.kept_cents + d.refunded_cents + d.lost_cents + f.pending, d.amount_cents)
  from deposits d
  join lateral (select coalesce(sum(amount_cents), 0) as pending from refunds
    where deposit_id = d.id and status = 'pending') f on true
  where d.kept_cents + d.refunded_cents + d.lost_cents + f.pending > d.amount_cents
  union all
  select 'a refund belongs to the order of its deposit', f.id::text, f.reason
  from refunds f join deposits d on d.id = f.deposit_id
  where f.order_id <> d.order_id
  union all
  select 'a settled deposit with no rental on it is closed', d.id::text, d.amount_cents::text
  from deposits d
  where d.closed_at is null and d.kept_cents + d.refunded_cents + d.lost_cents = d.amount_cents
    and not exists (select from rentals r where r.deposit_id = d.id
      and r.status in ('pending', 'confirmed', 'delivered'))
  union all
  select 'the rest of a touched deposit goes back when no rental is on it', d.id::text,
    format('kept %s, refunded %s', d.kept_cents, d.refunded_cents)
  from deposits d
  where d.closed_at is null and d.refund_requested_at is null and d.frozen_at is null
    and d.kept_cents + d.refunded_cents + d.lost_cents > 0
    and not exists (select from rentals r where r.deposit_id = d.id
      and r.status in ('pending', 'confirmed', 'delivered'))
  union all
  select 'a deposit on its way back has a refund', d.id::text, d.amount_cents::text
  from deposits d
  where d.closed_at is null and d.refund_requested_at is not null
    and not exists (select from refunds f where f.deposit_id = d.id)
  union all
  select 'an open dispute freezes what it was paid for', s.id, x.id
  from disputes s
  join (
    select payment_intent, id::text from deposits where closed_at is null and frozen_at is null
    union all
    select payment_intent, id::text from credit_lots
    where source <> 'gift_claim' and frozen_at is null and revoked_at is null
    union all
    select payment_intent, id::text from gift_codes
    where not claimed and frozen_at is null and revoked_at is null
  ) x on x.payment_intent = s.payment_intent
  where s.kind = 'dispute' and s.status = 'open'
  union all
  select 'what is frozen is disputed', x.id, x.payment_intent
  from (
    select payment_intent, id::text from deposits
    where closed_at is null and frozen_at is not null and lost_cents = 0
    union all
    select payment_intent, id::text from credit_lots
    where frozen_at is not null and payment_intent is not null
  ) x
  where not exists (select from disputes s where s.payment_intent = x.payment_intent
    and s.kind = 'dispute' and s.status <> 'won')
  union all
  select 'a lost dispute left nothing to spend', s.id, l.id::text
  from disputes s join credit_lots l on l.payment_intent = s.payment_intent
  where s.status = 'lost' and l.source <> 'gift_claim' and l.available > 0
  union all
  select 'a lost dispute left no code to claim', s.id, g.id::text
  from disputes s join gift_codes g on g.payment_intent = s.payment_intent
  where s.status = 'lost' and g.revoked_at is null and not g.claimed
  union all
  select 'a lost dispute left nothing in the deposit', s.id, d.id::text
  from disputes s join deposits d on d.payment_intent = s.payment_intent
  where s.kind = 'dispute' and s.status = 'lost'
    and d.kept_cents + d.refunded_cents + d.lost_cents + coalesce((select sum(f.amount_cents)
      from refunds f where f.deposit_id = d.id and f.status = 'pending'), 0) < d.amount_cents
  union all
  select 'a dispute loses no more than it is about', s.id, s.loss_cents::text
  from disputes s where s.loss_cents > s.amount_cents;
