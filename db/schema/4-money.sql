-- Orders and payments, credits, gift codes, plans, deposits, refunds, disputes, and payouts to closets.
-- Cents are real money; credits are what people rent with.

-- Customers, payments and the accounts of closets exist in the payment sandbox, in Stripe's test mode or
-- in its live mode, and in one of them alone. The shop does not open in another mode than theirs.
create table payment_mode (
  is_only_row boolean primary key default true check (is_only_row),
  mode text not null,
  constraint payment_mode_is_known check (mode in ('sandbox', 'test', 'live'))
);

-- The customer at Stripe as whom a person pays.
create table stripe_customers (
  user_id uuid primary key references user_profiles (id),
  stripe_customer_id text not null,
  created_at timestamptz not null,
  constraint stripe_customer_belongs_to_one_person unique (stripe_customer_id)
);

-- What a person is buying, recorded before Stripe is called.
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
  -- The origin at which it was begun, for links in emails about it.
  origin text,
  asked_at timestamptz,
  -- One checkout may buy several packs.
  quantity integer not null default 1,
  -- Whom to write to about a refund to somebody whose account is deleted; removed when it cannot fail any
  -- more.
  contact_email text,
  contact_name text,
  constraint order_status_is_known check
    (status in ('open', 'fulfilled', 'expired', 'refunded')),
  constraint order_product_is_known check (product_type in
    ('deposit', 'deposit_top_up', 'one_time', 'gift', 'subscription_monthly', 'subscription_annual')),
  constraint order_amount_is_positive check (amount_cents > 0 and credits >= 0),
  constraint fulfilled_order_was_paid check
    ((status in ('fulfilled', 'refunded')) = (paid_at is not null)),
  constraint stripe_session_pays_one_order unique (stripe_session_id),
  constraint payment_pays_one_order unique (payment_intent),
  constraint gift_names_its_recipient check
    ((product_type = 'gift') = (gift_recipient_email is not null)),
  constraint order_quantity_is_small
    check (quantity between 1 and 10 and (quantity = 1 or product_type = 'one_time')),
  constraint contact_has_name_and_email
    check ((contact_email is null) = (contact_name is null))
);
create index orders_by_person on checkout_orders (user_id, created_at desc);
create index open_orders on checkout_orders (created_at) where status = 'open';
create index orders_with_contact on checkout_orders (id) where contact_email is not null;
-- Money in and out, in the order of time.
create index orders_by_payment_time on checkout_orders (paid_at, id) where paid_at is not null;
create index orders_by_payment_day on checkout_orders (paid_at) where paid_at is not null;

-- Webhooks of Stripe: stored and answered at once, processed by a job.
create table stripe_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  done_at timestamptz,
  last_error text,
  -- An event that could not be processed for days: an admin decides.
  given_up_at timestamptz,
  -- An event is not given up by its age alone: a shop that was down for days tries often enough first.
  tries integer not null default 0
    constraint tries_are_counted check (tries >= 0),
  constraint given_up_is_done
    check (given_up_at is null or done_at is not null)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index stripe_events_waiting on stripe_events (received_at) where done_at is null;
create index stripe_events_given_up on stripe_events (given_up_at desc, id desc)
  where given_up_at is not null;
-- What is deleted by its age.
create index stripe_events_done on stripe_events (received_at)
  where done_at is not null and given_up_at is null;

-- The row that every change of somebody's credits locks first.
create table wallets (
  user_id uuid primary key references user_profiles (id),
  freeze_reason text
);

-- Credits for whoever has the code.
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
  mailed_at timestamptz,
  times_mailed integer not null default 0,
  reminded_at timestamptz,
  constraint gift_code_is_unique unique (code),
  constraint gift_code_has_8_plain_characters check (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  constraint order_makes_one_gift_code unique (order_id),
  constraint gift_code_claimed_once check
    (claimed = (claimed_at is not null) and claimed = (claimed_by is not null)),
  constraint gift_code_is_not_for_its_buyer check (claimed_by <> buyer_id),
  constraint gift_code_holds_credits check (credits_amount > 0)
);
create index gift_codes_by_buyer on gift_codes (buyer_id, created_at desc);
create index gift_codes_to_remind on gift_codes (expires_at)
  where not claimed and reminded_at is null;
create index gift_codes_to_expire on gift_codes (expires_at) include (credits_amount, order_id)
  where not claimed and revoked_at is null;

-- Credits by where they came from and when they expire. A lot changes by movements only.
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
  -- When its owner was told that it expires soon.
  reminded_at timestamptz,
  -- Credits that come back to a revoked lot are revoked as well.
  revoked_at timestamptz,
  -- A lost dispute takes what was disputed and no more. Of a payment that is lost in part, what was
  -- spent before is owed: as much is revoked when it comes back to its lot.
  owed integer not null default 0,

  -- Of the payment that bought the lot: its cents, and the credits that it bought in all. Null for credits
  -- that nobody paid for.
  payment_cents integer,
  payment_credits integer,
  constraint lot_comes_from_one_source unique (source_key),
  constraint lot_source_is_known check (source in
    ('one_time', 'gift', 'gift_claim', 'subscription', 'goodwill', 'grant')),
  constraint no_lot_below_zero check
    (available >= 0 and spent >= 0 and expired >= 0 and revoked >= 0),
  constraint credits_are_conserved check (minted = available + spent + expired + revoked),
  constraint lot_owes_no_more_than_was_spent
    check (owed >= 0 and owed <= spent),
  constraint payment_of_a_lot_bought_credits check
    ((payment_cents is null) = (payment_credits is null)
      and payment_cents >= 0 and payment_credits > 0)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
create index lots_with_credits on credit_lots (user_id, expires_at, id) where available > 0;
create index lots_by_payment on credit_lots (payment_intent) where payment_intent is not null;
create index lots_to_remind on credit_lots (expires_at) where available > 0 and reminded_at is null;
create index lots_to_expire on credit_lots (expires_at)
  include (available, payment_cents, payment_credits) where available > 0;

-- The credits of each past day in the time zone of the shop, so that a year is 366 rows.
create table credit_days (
  day date primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  sold integer not null,
  given integer not null,
  -- Less than 0 on a day on which more was returned than spent.
  spent integer not null,
  expired integer not null,
  revoked integer not null,
  -- What was paid for the credits spent, after fees.
  brought_cents double precision not null,
  -- What closets earn for them, at the rates of their rentals.
  closet_cents bigint not null,
  totalled_at timestamptz not null,
  constraint day_of_credits_ends_after_it_starts check (ends_at > starts_at)
);
create unique index credit_days_by_end on credit_days (ends_at);

-- Payments that arrive late, months that were on hold and expiry are recorded at the time at which
-- they took effect, which can be on a day that was added up already: these times are noted, and their
-- days added up again. Rows are only added and removed, so that nothing waits for anything else. What
-- rentals spend takes effect at once.
create table late_credits (
  effective_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The refundable deposit that secures a person's rentals.
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
  -- What a lost dispute took out of a deposit. Kept, refunded and lost never exceed what was paid.
  lost_cents integer not null default 0,
  -- Of what was paid in all (`amount_cents`), what came after the first payment.
  topped_up_cents integer not null default 0,
  constraint order_pays_one_deposit unique (order_id),
  constraint deposit_pays_out_what_it_holds check (
    amount_cents > 0 and kept_cents >= 0 and refunded_cents >= 0 and lost_cents >= 0
    and kept_cents + refunded_cents + lost_cents <= amount_cents
  ),
  constraint closed_deposit_is_settled
    check (closed_at is null or kept_cents + refunded_cents + lost_cents = amount_cents),
  constraint deposit_is_more_than_its_top_ups
    check (topped_up_cents >= 0 and topped_up_cents < amount_cents)
);
create index deposits_by_person on deposits (user_id, paid_at desc);
create unique index one_live_deposit_per_person on deposits (user_id)
  where closed_at is null and refund_requested_at is null;
create index deposits_held on deposits (paid_at) where closed_at is null;
alter table rentals add foreign key (deposit_id) references deposits (id);

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

-- What is withheld from a deposit after the review of a rental.
create table deposit_claims (
  rental_id uuid primary key references rentals (id),
  deposit_id uuid not null references deposits (id),
  kept_cents integer not null,
  decided_by uuid references user_profiles (id),
  decided_at timestamptz not null,
  -- What is kept of a deposit can be corrected until then; meanwhile the rest is not refunded.
  released_at timestamptz,
  final_at timestamptz,
  returned_cents integer not null default 0,
  constraint claim_keeps_something check (kept_cents > 0),
  constraint claim_returns_at_most_itself check (returned_cents between 0 and kept_cents),
  constraint only_a_final_claim_returns_something check
    (returned_cents = 0 or final_at is not null)
);
create index deposit_claims_by_deposit on deposit_claims (deposit_id);
create index deposit_claims_newest_first on deposit_claims (decided_at desc, rental_id desc);
create index deposit_claims_not_released on deposit_claims (decided_at) where released_at is null;
create index deposit_claims_not_released_by_deposit on deposit_claims (deposit_id)
  where released_at is null;
create index deposit_claims_to_make_final on deposit_claims (decided_at, rental_id)
  where final_at is null;

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
  -- A refund that failed is tried again as another refund, or settled by an admin outside Stripe.
  retry_of uuid references refunds (id),
  settled_by uuid references user_profiles (id),
  settlement_note text,
  credits integer,
  gift_code_id uuid references gift_codes (id),
  note text,
  -- A failed refund stays as it is when it is retried. Every page for admins counts those to handle.
  is_retried boolean not null default false,
  -- Of a failed refund, a dispute, a claim or spent credits can have taken everything since. A job marks
  -- those of which nothing is left, and checks them again: a canceled rental restores credits.
  has_nothing_left boolean not null default false,
  -- A failed refund of a purchase returns its credits unless nobody could use them any more: then it keeps
  -- them, and the money is still owed. This is the refund that revoked them: itself, or the one it retries.
  credits_revoked_by uuid,
  constraint refund_status_is_known check (status in ('pending', 'succeeded', 'failed')),
  constraint refund_is_positive check (amount_cents > 0),
  constraint stripe_refund_answers_one_refund unique (stripe_refund_id),
  constraint failed_refund_is_retried_once unique (retry_of),
  constraint refund_settled_by_hand_is_over
    check (settled_by is null or status = 'succeeded'),
  constraint finished_refund_says_when
    check ((status = 'pending') = (finished_at is null)),
  constraint refund_reason_is_known check
    (reason in ('deposit_returned', 'duplicate_payment', 'account_closed', 'made_at_stripe',
      'purchase_refunded', 'appeal')),
  constraint refund_of_a_purchase_takes_credits
    check ((reason = 'purchase_refunded') = (credits is not null) and credits > 0
      and (gift_code_id is null or credits is not null)),
  constraint credits_are_revoked_by_a_refund
    foreign key (credits_revoked_by) references refunds (id),
  constraint only_credits_are_revoked
    check (credits_revoked_by is null or credits is not null)
);
create index refunds_waiting on refunds (requested_at) where status = 'pending';
create index refunds_of_deposit on refunds (deposit_id, requested_at) where deposit_id is not null;
create index refunds_of_order on refunds (order_id);
create index refunds_by_time on refunds (requested_at, id);
create index refunds_by_last_day on refunds (finished_at) where status = 'succeeded';
create unique index one_open_refund_per_deposit_payment on refunds (order_id)
  where deposit_id is not null and status = 'pending';
create unique index one_open_refund_per_purchase on refunds (order_id)
  where status = 'pending' and reason = 'purchase_refunded';
create index refunds_to_handle on refunds (requested_at desc, id desc)
  where status = 'failed' and not is_retried;
-- The job reads all of them by refunds_to_handle.
create index refunds_owed on refunds (requested_at desc, id desc)
  where status = 'failed' and not is_retried and not has_nothing_left;

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
  -- Credits that go on hold while their payment is disputed, or come off it, with the operation that
  -- did it: what a statement shows adds up to the balance.
  held integer not null default 0,
  refund_id uuid references refunds (id),
  constraint credit_operation_happens_once unique (idempotency_key),
  constraint credit_operation_names_a_rental
    foreign key (rental_id) references rentals (id),
  constraint credit_operation_is_known check (kind in
    ('purchase', 'gift_claim', 'subscription', 'goodwill', 'grant', 'rental', 'cancellation',
      'return_request', 'expiry', 'revocation', 'hold', 'release'))
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
create index credit_transactions_newest_first on credit_transactions
  (user_id, effective_at desc, id desc);
create index credit_transactions_by_payment on credit_transactions (payment_intent)
  where payment_intent is not null;
create index credit_transactions_by_rental on credit_transactions (rental_id)
  where rental_id is not null;
-- The figures of the last weeks.
create index credit_transactions_by_time on credit_transactions (effective_at)
  include (kind, amount);
create index credit_transactions_by_refund on credit_transactions (refund_id)
  where refund_id is not null;
-- What admins have granted in the last 30 days, which is limited.
create index credit_transactions_of_grants on credit_transactions (effective_at) include (amount)
  where kind = 'grant';
-- The integrity check of credits on hold reads these few lines instead of every statement.
create index held_credit_transactions on credit_transactions (user_id) include (held)
  where held <> 0;

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
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
create index movements_by_lot on credit_movements (lot_id);
create index movements_by_transaction on credit_movements (transaction_id);
create trigger movements_are_append_only before update or delete on credit_movements
  for each row execute function refuse_rewriting_history();

-- Numbers the reads of Stripe: an older one that is written later changes nothing.
create sequence subscription_reads;

-- Plans: credits each month.
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
  order_id uuid references checkout_orders (id),
  -- A second one, paid in another tab: it grants nothing, is ended and refunded.
  refused_at timestamptz,
  -- The end of what was billed last, at which Stripe bills again.
  renews_at timestamptz,
  pending_from timestamptz,
  ended_at timestamptz,
  -- The start of the next month that is paid for and not yet granted; null while there is none.
  next_grant_at timestamptz,
  -- The newest read: from subscription_reads.
  read_no bigint not null default 0,
  -- Counts the changes of plan that were asked for: two clicks are one request, a later try another.
  plan_changes integer not null default 0,
  constraint stripe_subscription_is_kept_once unique (stripe_subscription_id),
  constraint subscription_product_is_known check
    (product_type in ('subscription_monthly', 'subscription_annual')),
  constraint pending_product_is_known check
    (pending_product_type in ('subscription_monthly', 'subscription_annual')),
  constraint subscription_status_is_known check
    (status in ('active', 'past_due', 'incomplete', 'canceled')),
  constraint order_begins_one_subscription unique (order_id),
  constraint refused_subscription_is_over
    check (refused_at is null or status = 'canceled'),
  constraint pending_plan_says_when
    check ((pending_product_type is null) = (pending_from is null))
);
create unique index one_subscription_per_person on credit_subscriptions (user_id)
  where status in ('active', 'past_due');
create index subscriptions_by_person on credit_subscriptions (user_id, created_at desc);
create index subscriptions_to_grant on credit_subscriptions (next_grant_at)
  where next_grant_at is not null;

-- The time that a payment of a plan covers.
create table subscription_coverage (
  id uuid primary key,
  subscription_id uuid not null references credit_subscriptions (id),
  stripe_invoice_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  product_type text not null,
  paid_at timestamptz not null,
  paid_cents integer not null,
  payment_intent text,
  -- While its payment is disputed it grants nothing; once it is lost, never again.
  frozen_at timestamptz,
  revoked_at timestamptz,
  constraint invoice_covers_once unique (stripe_invoice_id),
  constraint coverage_has_length check (starts_at < ends_at),
  constraint covered_product_is_known check
    (product_type in ('subscription_monthly', 'subscription_annual'))
);
create index coverage_by_subscription on subscription_coverage (subscription_id, starts_at);
create index coverage_by_payment on subscription_coverage (payment_intent)
  where payment_intent is not null;
create index coverage_by_payment_time on subscription_coverage (paid_at, id);
create index coverage_by_payment_day on subscription_coverage (paid_at);

-- Disputes of payments, and refunds that were made at the payment provider (kind refund).
create table disputes (
  id text primary key,
  order_id uuid references checkout_orders (id),
  amount_cents integer not null,
  status text not null,
  loss_cents integer not null default 0,
  loss_credits integer not null default 0,
  opened_at timestamptz not null,
  closed_at timestamptz,
  kind text not null default 'dispute',
  payment_intent text not null,
  user_id uuid references user_profiles (id),
  reason text,
  -- Until when evidence can be sent to the payment provider; null where it names no date.
  evidence_due_at timestamptz,
  constraint dispute_status_is_known check (status in ('open', 'won', 'lost')),
  constraint dispute_kind_is_known check (kind in ('dispute', 'refund')),
  constraint closed_dispute_says_when
    check ((status = 'open') = (closed_at is null)),
  constraint dispute_loses_no_less_than_nothing
    check (loss_cents >= 0 and loss_credits >= 0)
);
create index disputes_newest_first on disputes (opened_at desc, id desc);
create index disputes_by_payment on disputes (payment_intent);
create index disputes_of_person on disputes (user_id, opened_at desc, id desc);
create index disputes_by_deadline on disputes (evidence_due_at, id) where status = 'open';
create index disputes_lost_by_day on disputes (closed_at) where status = 'lost';
create index disputes_open_newest_first on disputes (opened_at desc, id desc)
  where status = 'open';

-- A closet earns a fixed number of cents for each credit spent on its items, known when they are rented, and
-- the money withheld from deposits for damage. Transfers send what is owed to its account at Stripe.

-- Append-only; the newest one that applies counts. Nobody set the first one.
create table payout_rates (
  id uuid primary key,
  cents_per_credit smallint not null,
  announced_at timestamptz not null,
  from_at timestamptz not null,
  set_by uuid references user_profiles (id),
  constraint rate_is_announced_30_days_ahead check
    (from_at >= announced_at + interval '30 days' or set_by is null),
  constraint rate_is_within_a_dollar check (cents_per_credit between 0 and 100)
);
create index payout_rates_newest_first on payout_rates (from_at desc, announced_at desc, id desc);
create trigger payout_rates_are_append_only before update or delete on payout_rates
  for each row execute function refuse_rewriting_history();

create sequence payout_account_reads;

-- The account of a closet at Stripe.
create table payout_accounts (
  owner_id uuid primary key references user_profiles (id),
  stripe_account_id text not null unique,
  state text not null default 'incomplete',
  payouts_enabled boolean not null default false,
  -- What the payment provider needs, by its names.
  due text[] not null default '{}',
  -- The newest read: from payout_account_reads.
  read_no bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payout_account_state_is_known check
    (state in ('incomplete', 'in_review', 'ready', 'restricted', 'gone'))
);
create index payout_accounts_to_read on payout_accounts (updated_at) where state <> 'gone';

-- The id is the transfer group and the idempotency key at the payment provider.
create table transfers (
  id uuid primary key,
  owner_id uuid not null references payout_accounts (owner_id),
  amount_cents integer not null,
  -- The last one of somebody who leaves: it may be smaller.
  final boolean not null default false,
  stripe_transfer_id text unique,
  status text not null default 'pending',
  requested_at timestamptz not null,
  finished_at timestamptz,
  failure text,
  tries integer not null default 0,
  -- The account that it is sent to: its owner can have another one later.
  sent_to text,
  -- The last time that Stripe was asked to make it.
  tried_at timestamptz,
  -- How much of it was taken back at Stripe.
  reversed_cents integer not null default 0,
  -- The last comparison that found it in Stripe's list.
  compared_at timestamptz,
  -- A failed transfer stays as it is when a later one of its owner replaces it.
  is_replaced boolean not null default false,
  -- More was payable than one transfer takes: the next one is recorded when this one was made.
  has_more boolean not null default false,
  constraint transfer_status_is_known check (status in ('pending', 'made', 'failed')),
  constraint transfer_is_at_least_25_dollars check
    (amount_cents >= case when final then 1 else 2500 end),
  constraint finished_transfer_has_an_end check ((status = 'pending') = (finished_at is null)),
  constraint made_transfer_is_at_stripe check (status <> 'made' or stripe_transfer_id is not null),
  constraint failed_transfer_says_why check (status <> 'failed' or failure is not null),
  constraint transfer_of_its_owner unique (id, owner_id),
  constraint reversal_is_part_of_a_made_transfer check
    (reversed_cents = 0 or (status = 'made' and reversed_cents between 0 and amount_cents))
);
create unique index one_transfer_under_way on transfers (owner_id) where status = 'pending';
create index transfers_to_make on transfers (requested_at, id) where status = 'pending';
create index transfers_made on transfers (finished_at, id) where status = 'made';
create index transfers_newest_first on transfers (requested_at desc, id desc);
create index transfers_of_owner on transfers (owner_id, requested_at desc, id desc);
create index transfers_reversed on transfers (requested_at desc, id desc) where reversed_cents > 0;
create index transfers_to_handle on transfers (requested_at desc, id desc)
  where status = 'failed' and not is_replaced;
-- What a closet was paid in a year.
create index transfers_made_to_owner on transfers (owner_id, finished_at)
  include (amount_cents) where status = 'made';

-- Append-only but for the transfer that pays an earning.
create table earnings (
  id uuid primary key,
  owner_id uuid not null references user_profiles (id),
  kind text not null,
  rental_id uuid references rentals (id),
  amount_cents integer not null,
  source_key text not null unique,
  earned_at timestamptz not null,
  payable_at timestamptz not null,
  transfer_id uuid,
  note text,
  made_by uuid references user_profiles (id),
  constraint earning_kind_is_known check (kind in ('rental', 'damage', 'taken_back', 'correction')),
  constraint earning_moves_something check (amount_cents <> 0),
  constraint only_what_is_taken_back_is_negative check
    (kind = 'correction' or (kind = 'taken_back') = (amount_cents < 0)),
  constraint earning_of_a_rental_names_it check (kind = 'correction' or rental_id is not null),
  constraint correction_says_who_and_why check
    (kind <> 'correction' or (made_by is not null and btrim(note) <> '')),
  constraint note_of_an_earning_is_short check (char_length(note) <= 2000),
  constraint earning_is_paid_to_its_owner foreign key (transfer_id, owner_id)
    references transfers (id, owner_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
create index earnings_unpaid_newest_first on earnings (owner_id, earned_at desc, id desc)
  where transfer_id is null;
create index earnings_of_rental on earnings (rental_id) where rental_id is not null;
create index earnings_of_transfer on earnings (transfer_id) where transfer_id is not null;
-- After a year, admins are told: what is still unpaid by then is little.
create index earnings_unpaid_oldest_first on earnings (earned_at, owner_id)
  where transfer_id is null and amount_cents > 0;
-- What becomes payable during today; the days before are running totals.
create index earnings_unpaid_by_time on earnings (payable_at) include (amount_cents)
  where transfer_id is null;
create index earnings_of_closet on earnings (owner_id, earned_at desc, id desc)
  include (kind, amount_cents);
-- What a closet is owed is added up from this index alone.
create index unpaid_earnings_of_closet on earnings (owner_id, payable_at)
  include (amount_cents) where transfer_id is null;
-- A transfer deducts these first, and then pays the oldest earnings, up to a number.
create index deductions_of_closet on earnings (owner_id, payable_at, id)
  include (amount_cents) where transfer_id is null and amount_cents < 0;
create trigger earnings_are_append_only before delete on earnings
  for each row execute function refuse_rewriting_history();

-- One run a month. The accounts are visited in the order of their owners' ids.
create table payout_runs (
  month date primary key,
  started_at timestamptz not null,
  paid_through uuid,
  finished_at timestamptz,
  constraint payout_run_is_of_a_month check (extract(day from month) = 1)
);

-- What an account's balance sends to its bank account: Stripe makes these, we record them.
create table bank_payouts (
  stripe_payout_id text primary key,
  owner_id uuid not null references payout_accounts (owner_id),
  amount_cents integer not null,
  status text not null,
  failure text,
  reported_at timestamptz not null,
  constraint bank_payout_status_is_known check (status in ('paid', 'failed'))
);
create index bank_payouts_of_owner on bank_payouts (owner_id, reported_at desc);

-- Where Stripe's transfers differ from ours, or ours from their earnings. While one is open, nothing
-- is paid. It is resolved when a comparison no longer finds it, or when an admin accepts it.
create table transfer_differences (
  id uuid primary key,
  kind text not null,
  transfer_id uuid references transfers (id),
  stripe_transfer_id text,
  owner_id uuid references user_profiles (id),
  our_cents integer,
  stripe_cents integer,
  -- When the transfer was made.
  made_at timestamptz not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  accepted_by uuid references user_profiles (id),
  note text,
  difference_key text not null,
  constraint transfer_difference_is_found_once unique (difference_key),
  constraint transfer_difference_is_known check
    (kind in ('missing', 'unknown', 'amount', 'account', 'not_made', 'earnings')),
  constraint difference_is_about_a_transfer check (num_nonnulls(transfer_id, stripe_transfer_id) > 0),
  constraint accepted_difference_says_why check
    (accepted_by is null or (resolved_at is not null and btrim(note) <> ''))
);
create index transfer_differences_open on transfer_differences (found_at desc, id desc)
  where resolved_at is null;

-- Closets that are owed money and have no account that it can be sent to get a reminder each month.
create table payout_reminders (
  owner_id uuid primary key references user_profiles (id),
  -- The day of the last one, in the time zone of the shop.
  reminded_on date not null,
  -- They are reminded for a year, counted from the first reminder: a shop can set up Connect long after the
  -- first earnings.
  first_reminded_on date not null
);

-- Closets that have been owed money for a year, as a job found them: pages look at these alone.
create table closets_owed_for_a_year (
  owner_id uuid primary key references user_profiles (id)
);

-- What a closet is owed, which can be the earnings of years while it has no account at Stripe. Kept as
-- running_totals is: a trigger adds a change that nobody waits for, and a job adds changes up.
create table closet_totals (
  owner_id uuid not null,
  name text not null,
  -- The start of the day (UTC), in totals that are kept by day.
  period timestamptz,
  amount bigint not null,
  constraint total_of_a_closet_is_known check
    (name in ('unpaid_earnings', 'payable_cents', 'earned_cents')),
  constraint total_of_a_closet_is_stored_once unique nulls not distinct (owner_id, name, period)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index closets_with_unpaid_earnings on closet_totals (owner_id) include (amount)
  where name = 'unpaid_earnings';
create index closet_totals_of_0 on closet_totals (owner_id) where amount = 0;

create table closet_total_changes (
  owner_id uuid not null,
  name text not null,
  period timestamptz,
  amount bigint not null,
  constraint changed_total_of_a_closet_is_known check
    (name in ('unpaid_earnings', 'payable_cents', 'earned_cents')),
  constraint change_of_a_closet_changes_it check (amount <> 0)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index changes_of_a_closet on closet_total_changes (owner_id);

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

-- After a refund of a purchase has failed its credits are back. It can be made once more as long as
-- they are there; when they were spent, or are disputed, nothing is owed.
create function refund_can_take_credits(f refunds) returns boolean language sql stable as $$
  select f.credits is null or (
    (select coalesce(sum(l.available), 0) from credit_lots l
      join checkout_orders o on o.payment_intent = l.payment_intent and o.user_id = l.user_id
      where o.id = f.order_id and l.source <> 'gift_claim' and l.frozen_at is null
        and l.revoked_at is null)
    + coalesce((select g.credits_amount from gift_codes g where g.id = f.gift_code_id
        and not g.claimed and g.revoked_at is null and g.frozen_at is null), 0) >= f.credits
    and not exists (select from gift_codes g where g.id = f.gift_code_id
      and (g.claimed or g.revoked_at is not null or g.frozen_at is not null)))
$$;

-- Everything that was paid for a deposit, the first payment included.
create view deposit_payments as
  select id as deposit_id, order_id, payment_intent,
    amount_cents - topped_up_cents as amount_cents, paid_at
  from deposits
  union all
  select deposit_id, order_id, payment_intent, amount_cents, paid_at from deposit_top_ups;

-- Cents of a payment of a deposit that neither a refund nor a lost dispute has taken.
create function payment_cents_left(p deposit_payments) returns integer language sql stable as $$
  select (p.amount_cents
    - coalesce((select sum(f.amount_cents) from refunds f
        where f.order_id = p.order_id and f.deposit_id = p.deposit_id and f.status <> 'failed'), 0)
    - coalesce((select sum(case s.kind when 'dispute' then s.amount_cents else s.loss_cents end)
        from disputes s where s.payment_intent = p.payment_intent and s.status = 'lost'), 0)
    )::integer
$$;

-- Cents of a failed refund that are still owed. Of a payment that could not be used, a dispute or
-- another refund can have taken a part since. Of a deposit, so can a claim. Of credits that were returned,
-- all or nothing is owed; of credits that it keeps, what a dispute or another refund has left. While a
-- deposit secures rentals, only what it has beyond its full amount is owed: a claim that came after the
-- refund failed comes first.
create function refund_cents_left(r refunds) returns integer language sql stable as $$
  select case
    when r.credits_revoked_by is not null then (
      select greatest(0, least(r.amount_cents, o.amount_cents
        - coalesce((select sum(s.amount_cents) from disputes s
            where s.payment_intent = o.payment_intent and s.status <> 'won'), 0)
        - coalesce((select sum(f.amount_cents) from refunds f
            where f.order_id = o.id and f.status <> 'failed'), 0)))::integer
      from checkout_orders o where o.id = r.order_id)
    when r.credits is not null
    then case when refund_can_take_credits(r) then r.amount_cents else 0 end
    when r.deposit_id is null then (
      select greatest(0, least(r.amount_cents, o.amount_cents
        - coalesce((select sum(s.amount_cents) from disputes s
            where s.payment_intent = o.payment_intent and s.status = 'lost'), 0)
        - coalesce((select sum(f.amount_cents) from refunds f
            where f.order_id = o.id and f.status <> 'failed'), 0)))::integer
      from checkout_orders o where o.id = r.order_id)
    else coalesce((
      select greatest(0, least(r.amount_cents, payment_cents_left(p),
        d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents
        - case when d.refund_requested_at is null and r.reason <> 'made_at_stripe'
            then d.amount_cents - d.topped_up_cents else 0 end
        - coalesce((select sum(f.amount_cents) from refunds f
            where f.deposit_id = d.id and f.status = 'pending'), 0)))::integer
      from deposits d join deposit_payments p on p.deposit_id = d.id and p.order_id = r.order_id
      where d.id = r.deposit_id and d.closed_at is null), 0) end
$$;

create function earnings_change_their_transfer_only() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'transfer_id' <> to_jsonb(old) - 'transfer_id' then
    raise exception 'of earnings, only the transfer changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger earnings_change_their_transfer_only before update on earnings
  for each row execute function earnings_change_their_transfer_only();

create function note_late_credits() returns trigger language plpgsql as $$
begin
  if exists (select from credit_days where ends_at > new.effective_at) then
    insert into late_credits values (new.effective_at);
  end if;
  return null;
end $$;
create trigger late_credits_are_noted after insert on credit_transactions
  for each row when (new.kind not in ('rental', 'cancellation', 'return_request'))
  execute function note_late_credits();

-- Deposits that are held now, and the cents in them. One changes at a time.
create function held_cents(d deposits) returns integer language sql immutable as $$
  select d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents
$$;

create function millicents_paid(credits integer, payment_cents integer, payment_credits integer)
returns bigint language sql immutable as $$
  select coalesce(round(credits * 1000.0 * payment_cents / nullif(payment_credits, 0)), 0)::bigint
$$;

-- The credits of gift codes that nobody has claimed, in the same totals as those in wallets. The
-- amounts of an order never change.
create function amounts_of_gift_code(c gift_codes)
returns table (name text, period timestamptz, amount bigint) language sql stable as $$
  select v.name, quarter_hour(c.expires_at), v.amount
  from checkout_orders o
  cross join lateral (values
    ('credits_owed', c.credits_amount::bigint),
    ('credits_owed_millicents', millicents_paid(c.credits_amount, o.amount_cents, o.credits))
  ) as v (name, amount)
  where o.id = c.order_id and not c.claimed and c.revoked_at is null and v.amount <> 0
$$;

-- Earnings that no transfer pays yet, by the day (UTC) on which they become payable: a transfer pays
-- many at once, and those of closets without an account stay for years. Earnings are never deleted.
create function payable_day(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('1 day', at, timestamptz '2000-01-01 00:00:00+00')
$$;

create function refund_is_retried() returns trigger language plpgsql as $$
begin
  update refunds set is_retried = true where id = new.retry_of;
  return null;
end $$;
create trigger failed_refund_is_retried after insert on refunds
  for each row when (new.retry_of is not null) execute function refund_is_retried();

create function transfer_replaces_failed() returns trigger language plpgsql as $$
begin
  update transfers set is_replaced = true
  where owner_id = new.owner_id and status = 'failed' and not is_replaced and id <> new.id;
  return null;
end $$;
create trigger failed_transfers_are_replaced after insert on transfers
  for each row execute function transfer_replaces_failed();

-- Of an unpaid earning: that there is one, its cents by the day on which they become payable, and those
-- that were not taken back by the day on which they were earned.
create function unpaid_amounts(cents integer, earned_at timestamptz, payable_at timestamptz)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  values
    ('unpaid_earnings', null::timestamptz, 1::bigint),
    ('payable_cents', payable_day(payable_at), cents::bigint),
    ('earned_cents', payable_day(earned_at), greatest(cents, 0)::bigint)
$$;

-- Whether the credits that a refund of a purchase revoked are still revoked. A retry counts for the
-- refund that it retries.
create function refund_holds_credits(r refunds) returns boolean language sql immutable as $$
  select r.credits is not null
    and (r.status <> 'failed' or (r.credits_revoked_by is not null and not r.is_retried))
$$;

-- The balance counts unexpired lots only, whether or not the expiry job has run. The next grant is a month
-- that is paid for, or one that a renewal will pay for.
create view user_credits as
  select w.user_id,
    coalesce((select sum(l.available) from credit_lots l
      where l.user_id = w.user_id and l.available > 0 and l.frozen_at is null
        and l.expires_at > now()), 0)::integer as credits_balance,
    s.id is not null as subscription_active,
    s.credits_per_period as subscription_credits_per_period,
    (select min(month_start)
      from credit_subscriptions every_one
      cross join lateral (
        select every_one.anchor_at + make_interval(months => k) as month_start
        from generate_series(
          greatest(0, (extract(epoch from now() - every_one.anchor_at) / 2678400)::integer - 1),
          (extract(epoch from now() - every_one.anchor_at) / 2419200)::integer + 2
        ) k
      ) month
      where every_one.user_id = w.user_id and every_one.anchor_at is not null
        and month_start > now()
        and ((every_one.status = 'active'
            and (every_one.cancel_at is null or month_start < every_one.cancel_at))
          or exists (select from subscription_coverage c
            where c.subscription_id = every_one.id and c.frozen_at is null
              and c.revoked_at is null
              and month_start >= c.starts_at and month_start < c.ends_at))
    ) as next_credit_date
  from wallets w
  left join credit_subscriptions s on s.user_id = w.user_id and s.status in ('active', 'past_due');

-- Which payment a person's deposit rests on, in the specification's terms.
-- Fewer than 50 cents cannot be paid by card: a deposit that lacks so little still serves.
create view payment_customers as
  select p.id as user_id, c.stripe_customer_id,
    (d.id is not null and d.frozen_at is null
      and d.kept_cents + d.refunded_cents + d.lost_cents - d.topped_up_cents < 50) as deposit_paid,
    d.paid_at as deposit_paid_at,
    coalesce(d.paid_at, c.created_at, p.created_at) as updated_at
  from user_profiles p
  left join stripe_customers c on c.user_id = p.id
  left join deposits d
    on d.user_id = p.id and d.closed_at is null and d.refund_requested_at is null;

create view closet_total_amounts as
  select owner_id, name, period, amount from closet_totals
  union all
  select owner_id, name, period, amount from closet_total_changes;

-- What the totals of closets have to be.
create view actual_closet_totals as
  select e.owner_id, a.name, a.period, sum(a.amount) as amount
  from earnings e
  cross join lateral unpaid_amounts(e.amount_cents, e.earned_at, e.payable_at) a
  where e.transfer_id is null
  group by 1, 2, 3;

-- By how much each differs.
create view wrong_closet_totals as
  select owner_id, name, period, sum(amount)::bigint as difference
  from (
    select owner_id, name, period, amount from actual_closet_totals
    union all
    select owner_id, name, period, -amount from closet_total_amounts
  ) t
  group by owner_id, name, period having sum(amount) <> 0;

-- Of each payment: what was paid, how much of it disputes, refunds made at the payment provider
-- and refunds of purchases by admins have taken, and all the credits that it bought.
create view payments_taken_back as
  select p.payment_intent, p.paid_cents, p.credits, least(p.paid_cents, t.taken_cents) as taken_cents
  from (
    select payment_intent, sum(cents) as taken_cents
    from (
      select payment_intent, amount_cents as cents from disputes where status = 'lost'
      union all
      select o.payment_intent, f.amount_cents from refunds f
      join checkout_orders o on o.id = f.order_id
      where refund_holds_credits(f)
    ) one group by payment_intent
  ) t
  join (
    select payment_intent, amount_cents as paid_cents, credits from checkout_orders
    where payment_intent is not null
    union all
    select c.payment_intent, c.paid_cents,
      30 * case c.product_type when 'subscription_annual' then 12 else 1 end
    from subscription_coverage c
    where c.payment_intent is not null and not exists
      (select from checkout_orders o where o.payment_intent = c.payment_intent)
  ) p on p.payment_intent = t.payment_intent;

-- In force from the beginning: what a closet earns of a credit until an admin announces another rate.
insert into payout_rates (id, cents_per_credit, announced_at, from_at)
  values (gen_random_uuid(), 45, '2000-01-01T00:00:00Z', '2000-01-01T00:00:00Z');
