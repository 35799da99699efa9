-- The customer at Stripe that a person pays as.
create table stripe_customers (
  user_id uuid primary key references user_profiles (id),
  stripe_customer_id text not null,
  created_at timestamptz not null,
  constraint stripe_customer_belongs_to_one_person unique (stripe_customer_id)
);

-- What a person set out to buy, recorded before Stripe hears of it.
create table checkout_orders (
  id uuid primary key,
  user_id uuid not null references user_profiles (id),
  product_type text not null,
  amount_cents integer not null,
  currency text not null default 'usd',
  credits integer not null,
  status text not null default 'open',
  stripe_session_id text,
  payment_intent text,
  return_to text not null default '/',
  gift_recipient_email text,
  created_at timestamptz not null,
  paid_at timestamptz,
  fulfilled_at timestamptz,
  constraint order_product_is_known check (product_type in
    ('deposit', 'one_time', 'gift', 'subscription_monthly', 'subscription_annual')),
  constraint order_status_is_known check
    (status in ('open', 'fulfilled', 'expired', 'refunded')),
  constraint order_amount_is_positive check (amount_cents > 0 and credits >= 0),
  constraint fulfilled_order_was_paid check
    ((status in ('fulfilled', 'refunded')) = (paid_at is not null)),
  constraint stripe_session_pays_one_order unique (stripe_session_id),
  constraint payment_pays_one_order unique (payment_intent),
  constraint gift_names_its_recipient check
    ((product_type = 'gift') = (gift_recipient_email is not null))
);
create index orders_by_person on checkout_orders (user_id, created_at desc);
create index open_orders on checkout_orders (created_at) where status = 'open';

-- The webhook's inbox: stored and answered at once, worked off by a job.
create table stripe_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  done_at timestamptz,
  last_error text
);
create index stripe_events_waiting on stripe_events (received_at) where done_at is null;

-- The row that every change of somebody's credits locks first.
create table wallets (
  user_id uuid primary key references user_profiles (id),
  freeze_reason text
);
create function give_every_person_a_wallet() returns trigger language plpgsql as $$
begin
  insert into wallets (user_id) values (new.id);
  return null;
end $$;
create trigger every_person_has_a_wallet after insert on user_profiles
  for each row execute function give_every_person_a_wallet();

create table gift_codes (
  id uuid primary key,
  code text not null,
  buyer_id uuid not null references user_profiles (id),
  order_id uuid not null references checkout_orders (id),
  recipient_email text not null,
  credits_amount integer not null,
  claimed boolean not null default false,
  claimed_at timestamptz,
  claimed_by uuid references user_profiles (id),
  expires_at timestamptz not null,
  payment_intent text not null,
  frozen_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  constraint gift_code_is_unique unique (code),
  constraint gift_code_has_8_plain_characters check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  constraint order_makes_one_gift_code unique (order_id),
  constraint gift_code_claimed_once check
    (claimed = (claimed_at is not null) and claimed = (claimed_by is not null)),
  constraint gift_code_is_not_for_its_buyer check (claimed_by <> buyer_id),
  constraint gift_code_holds_credits check (credits_amount > 0)
);
create index gift_codes_by_buyer on gift_codes (buyer_id, created_at desc);

-- The operations on a wallet: the statement that a shopper reads.
create table credit_transactions (
  id uuid primary key,
  user_id uuid not null references wallets (user_id),
  kind text not null,
  amount integer not null,
  idempotency_key text not null,
  payment_intent text,
  order_id uuid references checkout_orders (id),
  gift_code_id uuid references gift_codes (id),
  rental_id uuid,
  note text,
  effective_at timestamptz not null,
  constraint credit_operation_happens_once unique (idempotency_key),
  constraint credit_operation_is_known check (kind in
    ('purchase', 'gift_claim', 'subscription', 'goodwill', 'grant', 'rental', 'cancellation',
     'expiry', 'revocation'))
);
create index credit_transactions_newest_first on credit_transactions
  (user_id, effective_at desc, id desc);
create index credit_transactions_by_payment on credit_transactions (payment_intent)
  where payment_intent is not null;
create index credit_transactions_by_rental on credit_transactions (rental_id)
  where rental_id is not null;

create table credit_lots (
  id uuid primary key,
  user_id uuid not null references wallets (user_id),
  source text not null,
  source_key text not null,
  minted integer not null default 0,
  available integer not null default 0,
  spent integer not null default 0,
  expired integer not null default 0,
  revoked integer not null default 0,
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  frozen_at timestamptz,
  payment_intent text,
  constraint lot_comes_from_one_source unique (source_key),
  constraint lot_source_is_known check (source in
    ('one_time', 'gift', 'gift_claim', 'subscription', 'goodwill', 'grant')),
  constraint no_lot_below_zero check
    (available >= 0 and spent >= 0 and expired >= 0 and revoked >= 0),
  constraint credits_are_conserved check (minted = available + spent + expired + revoked)
);
create index lots_with_credits on credit_lots (user_id, expires_at, id) where available > 0;
create index lots_to_expire on credit_lots (expires_at) where available > 0;
create index lots_by_payment on credit_lots (payment_intent) where payment_intent is not null;

-- The only way a lot changes: credits leave one side and arrive at another.
create table credit_movements (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references credit_transactions (id),
  lot_id uuid not null references credit_lots (id),
  from_side text not null,
  to_side text not null,
  amount integer not null,
  constraint movement_moves_something check (amount > 0),
  constraint movement_is_allowed check ((from_side, to_side) in (
    ('mint', 'available'), ('available', 'spent'), ('available', 'expired'),
    ('available', 'revoked'), ('spent', 'available'), ('spent', 'expired'), ('spent', 'revoked')
  ))
);
create index movements_by_lot on credit_movements (lot_id);
create index movements_by_transaction on credit_movements (transaction_id);

create function move_credits() returns trigger language plpgsql as $$
begin
  update credit_lots l set
    minted = l.minted + m.minted,
    available = l.available + m.available,
    spent = l.spent + m.spent,
    expired = l.expired + m.expired,
    revoked = l.revoked + m.revoked
  from (
    select lot_id,
      coalesce(sum(amount) filter (where from_side = 'mint'), 0) as minted,
      coalesce(sum(amount) filter (where to_side = 'available'), 0)
        - coalesce(sum(amount) filter (where from_side = 'available'), 0) as available,
      coalesce(sum(amount) filter (where to_side = 'spent'), 0)
        - coalesce(sum(amount) filter (where from_side = 'spent'), 0) as spent,
      coalesce(sum(amount) filter (where to_side = 'expired'), 0) as expired,
      coalesce(sum(amount) filter (where to_side = 'revoked'), 0) as revoked
    from moved group by lot_id
  ) m
  where l.id = m.lot_id;
  return null;
end $$;
create trigger movements_change_lots after insert on credit_movements
  referencing new table as moved for each statement execute function move_credits();
create trigger movements_are_append_only before update or delete on credit_movements
  for each row execute function refuse_rewriting_history();

create function lots_change_by_movements_only() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'credit_lots changes by credit_movements only'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lots_change_by_movements_only
  before update of minted, available, spent, expired, revoked on credit_lots
  for each row execute function lots_change_by_movements_only();
create function lots_begin_empty() returns trigger language plpgsql as $$
begin
  if (new.minted, new.available, new.spent, new.expired, new.revoked) <> (0, 0, 0, 0, 0) then
    raise exception 'a lot begins empty and is filled by credit_movements'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lots_begin_empty before insert on credit_lots
  for each row execute function lots_begin_empty();

create table deposits (
  id uuid primary key,
  user_id uuid not null references user_profiles (id),
  order_id uuid not null references checkout_orders (id),
  payment_intent text not null,
  amount_cents integer not null,
  kept_cents integer not null default 0,
  refunded_cents integer not null default 0,
  paid_at timestamptz not null,
  frozen_at timestamptz,
  refund_requested_at timestamptz,
  closed_at timestamptz,
  constraint order_pays_one_deposit unique (order_id),
  constraint deposit_pays_out_what_it_holds check (
    amount_cents > 0 and kept_cents >= 0 and refunded_cents >= 0
    and kept_cents + refunded_cents <= amount_cents
  ),
  constraint closed_deposit_is_settled check
    (closed_at is null or kept_cents + refunded_cents = amount_cents)
);
create unique index one_live_deposit_per_person on deposits (user_id) where closed_at is null;
create index deposits_by_person on deposits (user_id, paid_at desc);

-- Recorded before Stripe is called; the id is the idempotency key of that call.
create table refunds (
  id uuid primary key,
  order_id uuid not null references checkout_orders (id),
  deposit_id uuid references deposits (id),
  amount_cents integer not null,
  reason text not null,
  status text not null default 'pending',
  stripe_refund_id text,
  requested_at timestamptz not null,
  finished_at timestamptz,
  failure text,
  constraint refund_status_is_known check (status in ('pending', 'succeeded', 'failed')),
  constraint refund_reason_is_known check
    (reason in ('deposit_returned', 'duplicate_payment', 'account_closed')),
  constraint refund_is_positive check (amount_cents > 0),
  constraint stripe_refund_answers_one_refund unique (stripe_refund_id)
);
create unique index one_open_refund_per_deposit on refunds (deposit_id) where status = 'pending';
create index refunds_waiting on refunds (requested_at) where status = 'pending';

-- Which payment a person's deposit rests on, in the specification's terms.
create view payment_customers as
  select p.id as user_id, c.stripe_customer_id,
    (d.id is not null and d.kept_cents = 0 and d.refund_requested_at is null
      and d.frozen_at is null) as deposit_paid,
    d.paid_at as deposit_paid_at,
    coalesce(d.paid_at, c.created_at, p.created_at) as updated_at
  from user_profiles p
  left join stripe_customers c on c.user_id = p.id
  left join deposits d on d.user_id = p.id and d.closed_at is null;

create table credit_subscriptions (
  id uuid primary key,
  user_id uuid not null references user_profiles (id),
  stripe_subscription_id text not null,
  product_type text not null,
  status text not null,
  credits_per_period integer not null default 30,
  -- The first paid start; month k of the grants begins at anchor + k months and never moves.
  anchor_at timestamptz,
  cancel_at timestamptz,
  pending_product_type text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint stripe_subscription_is_kept_once unique (stripe_subscription_id),
  constraint subscription_product_is_known check
    (product_type in ('subscription_monthly', 'subscription_annual')),
  constraint pending_product_is_known check
    (pending_product_type in ('subscription_monthly', 'subscription_annual')),
  constraint subscription_status_is_known check
    (status in ('active', 'past_due', 'incomplete', 'canceled'))
);
create unique index one_subscription_per_person on credit_subscriptions (user_id)
  where status in ('active', 'past_due');

create table subscription_coverage (
  id uuid primary key,
  subscription_id uuid not null references credit_subscriptions (id),
  stripe_invoice_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint invoice_covers_once unique (stripe_invoice_id),
  constraint coverage_has_length check (starts_at < ends_at)
);

create table disputes (
  id text primary key,
  order_id uuid not null references checkout_orders (id),
  amount_cents integer not null,
  status text not null,
  loss_cents integer not null default 0,
  loss_credits integer not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint dispute_status_is_known check (status in ('open', 'won', 'lost'))
);

-- The balance counts unexpired lots only, whether or not the expiry job has run.
create view user_credits as
  select w.user_id,
    coalesce((select sum(l.available) from credit_lots l
      where l.user_id = w.user_id and l.available > 0 and l.frozen_at is null
        and l.expires_at > now()), 0)::integer as credits_balance,
    s.id is not null as subscription_active,
    s.credits_per_period as subscription_credits_per_period,
    (select s.anchor_at + make_interval(months => k)
      from generate_series(0, 1200) k
      where s.anchor_at + make_interval(months => k) > now()
        and exists (select from subscription_coverage c where c.subscription_id = s.id
          and s.anchor_at + make_interval(months => k) >= c.starts_at
          and s.anchor_at + make_interval(months => k) < c.ends_at)
      order by k limit 1) as next_credit_date
  from wallets w
  left join credit_subscriptions s on s.user_id = w.user_id and s.status in ('active', 'past_due');
