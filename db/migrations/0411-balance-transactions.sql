-- The balance transactions of Stripe: every transaction of money there, with our record that explains it.
create table balance_transactions (
  id text primary key,
  -- Stripe's word, such as 'charge'.
  type text not null,
  -- What moved the money: a payment intent, a refund, a dispute, a transfer; Stripe's id of anything else.
  source text,
  -- Positive when we received it.
  amount_cents integer not null,
  fee_cents integer not null,
  net_cents integer not null generated always as (amount_cents - fee_cents) stored,
  created_at timestamptz not null,
  -- The last time that a record was looked for.
  tried_at timestamptz,
  explained_by text,
  explained_at timestamptz,
  -- An admin knows what it was.
  explained_by_admin uuid references user_profiles (id),
  note text,
  constraint explanation_is_known check
    (explained_by in ('payment', 'refund', 'dispute', 'transfer', 'bank', 'stripe', 'admin')),
  constraint explained_transaction_says_when
    check ((explained_by is null) = (explained_at is null)),
  constraint admin_says_what_a_transaction_was check
    ((explained_by is not distinct from 'admin') = (explained_by_admin is not null)
      and (explained_by_admin is null) = (note is null) and btrim(note) <> ''),
  constraint note_of_a_transaction_is_short check (char_length(note) <= 1000)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index balance_transactions_by_time on balance_transactions (created_at)
  include (amount_cents, explained_at);
create index balance_transactions_by_source on balance_transactions (source, created_at, id);
create index balance_transactions_unexplained on balance_transactions (created_at, id)
  where explained_at is null;
create index balance_transactions_to_explain on balance_transactions (tried_at nulls first, id)
  where explained_at is null;

-- How far they have been read, newest first within a period, and what the last 30 days come to.
create table balance_reading (
  is_only_row boolean primary key default true check (is_only_row),
  -- Everything before was read.
  read_until timestamptz,
  -- The period that is being read, and the last transaction that was.
  period_from timestamptz,
  period_until timestamptz,
  after_id text,
  moved_cents bigint not null default 0,
  explained_cents bigint not null default 0,
  constraint period_has_a_start_and_an_end check
    ((period_from is null) = (period_until is null) and period_from < period_until
      and (after_id is null or period_from is not null)),
  constraint no_more_is_explained_than_moved
    check (explained_cents between 0 and moved_cents)
);
insert into balance_reading default values;

-- Whether our record of a refund explains that its money left, or that it returned because the refund
-- failed. An admin can have returned less in another way since. A refund made in Stripe's dashboard that
-- failed before we knew of it leaves no record: both of its transactions explain each other.
create function refund_explains(b balance_transactions) returns boolean language sql stable as $$
  select
    exists (select from refunds f where f.stripe_refund_id = b.source
      and f.reason <> 'made_at_stripe'
      and (f.amount_cents = abs(b.amount_cents)
        or f.settled_by is not null and f.amount_cents < abs(b.amount_cents))
      and (b.amount_cents < 0 or f.status = 'failed' or f.settled_by is not null))
    or abs(b.amount_cents) = (
      select sum(d.amount_cents) from disputes d
      where d.id in (b.source, b.source || '#deposit') and d.kind = 'refund'
        and (b.amount_cents < 0 or d.status = 'won'))
    or (exists (select from balance_transactions o
        where o.source = b.source and o.amount_cents = -b.amount_cents)
      and not exists (select from refunds f where f.stripe_refund_id = b.source)
      and not exists (select from disputes d where d.id in (b.source, b.source || '#deposit')))
$$;

-- Which of our records explains a balance transaction, with an equal amount; null while none does.
-- A deposit that was paid with credits is a record of its own, with `#deposit` after the id at Stripe.
create function explanation_of(b balance_transactions) returns text language sql stable as $$
  select case
    when b.type in ('charge', 'payment') and (
      b.amount_cents = (select sum(o.amount_cents) from checkout_orders o
        where o.payment_intent in (b.source, b.source || '#deposit') and o.paid_at is not null)
      or b.amount_cents = (select sum(c.paid_cents) from subscription_coverage c
        where c.payment_intent = b.source))
    then 'payment'
    when b.type in ('refund', 'payment_refund', 'refund_failure', 'payment_failure_refund')
      and refund_explains(b)
    then 'refund'
    when b.type = 'adjustment' and abs(b.amount_cents) = (
      select sum(d.amount_cents) from disputes d
      where d.id in (b.source, b.source || '#deposit') and d.kind = 'dispute'
        and (b.amount_cents < 0 or d.status = 'won'))
    then 'dispute'
    when b.type = 'transfer' and (
      exists (select from transfers t where t.stripe_transfer_id = b.source
        and t.status = 'made' and t.amount_cents = -b.amount_cents)
      -- Made in Stripe's dashboard, and explained by an admin where transfers are compared.
      or exists (select from transfer_differences d where d.stripe_transfer_id = b.source
        and d.accepted_by is not null and d.stripe_cents = -b.amount_cents))
    then 'transfer'
    when b.type in ('transfer_refund', 'transfer_cancel', 'transfer_failure') and (
      select t.reversed_cents from transfers t where t.stripe_transfer_id = b.source) >= (
      select sum(r.amount_cents) from balance_transactions r
      where r.source = b.source and r.type <> 'transfer'
        and (r.created_at, r.id) <= (b.created_at, b.id))
    then 'transfer'
    when b.type in ('payout', 'payout_cancel', 'payout_failure', 'topup', 'topup_reversal')
    then 'bank'
    when b.type in ('stripe_fee', 'stripe_fx_fee', 'tax_fee', 'fee_credit_funding')
    then 'stripe'
  end
$$;
