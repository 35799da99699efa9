-- The monthly run of payouts, what Stripe reports about transfers and bank payouts, and where its
-- list of transfers differs from ours.

alter table transfers
  -- The account that it is sent to: its owner can have another one later.
  add column sent_to text,
  -- The last time that Stripe was asked to make it.
  add column tried_at timestamptz,
  -- How much of it was taken back at Stripe.
  add column reversed_cents integer not null default 0,
  -- The last comparison that found it in Stripe's list.
  add column compared_at timestamptz,
  add constraint reversal_is_part_of_a_made_transfer check
    (reversed_cents = 0 or (status = 'made' and reversed_cents between 0 and amount_cents));
create index transfers_failed on transfers (requested_at desc, id desc) where status = 'failed';
create index transfers_reversed on transfers (requested_at desc, id desc) where reversed_cents > 0;

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
