-- Payouts. A closet earns a fixed number of cents for each credit spent on its items, known when
-- they are rented, and the money withheld from deposits for damage. Transfers send what is owed to
-- its account at the payment provider.

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
insert into payout_rates (id, cents_per_credit, announced_at, from_at)
  values (gen_random_uuid(), 45, '2000-01-01T00:00:00Z', '2000-01-01T00:00:00Z');

-- Fixed when rented. Earlier rentals and listings of admins earn nothing.
alter table rentals
  add column cents_per_credit smallint not null default 0,
  add constraint rate_of_rental_is_within_a_dollar check (cents_per_credit between 0 and 100);

create table payout_accounts (
  owner_id uuid primary key references user_profiles (id),
  stripe_account_id text not null unique,
  state text not null default 'incomplete',
  payouts_enabled boolean not null default false,
  -- What the payment provider needs, by its names.
  due text[] not null default '{}',
  -- The newest read of the account; an older one that is written later changes nothing.
  read_no bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payout_account_state_is_known check
    (state in ('incomplete', 'in_review', 'ready', 'restricted', 'gone'))
);
create index payout_accounts_to_read on payout_accounts (updated_at) where state <> 'gone';
create sequence payout_account_reads;

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
  constraint transfer_status_is_known check (status in ('pending', 'made', 'failed')),
  constraint transfer_is_at_least_25_dollars check
    (amount_cents >= case when final then 1 else 2500 end),
  constraint finished_transfer_has_an_end check ((status = 'pending') = (finished_at is null)),
  constraint made_transfer_is_at_stripe check (status <> 'made' or stripe_transfer_id is not null),
  constraint failed_transfer_says_why check (status <> 'failed' or failure is not null),
  constraint transfer_of_its_owner unique (id, owner_id)
);
create unique index one_transfer_under_way on transfers (owner_id) where status = 'pending';
create index transfers_to_make on transfers (requested_at, id) where status = 'pending';
create index transfers_made on transfers (finished_at, id) where status = 'made';
create index transfers_newest_first on transfers (requested_at desc, id desc);
create index transfers_of_owner on transfers (owner_id, requested_at desc, id desc);

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
);
create index earnings_unpaid on earnings (owner_id, payable_at) where transfer_id is null;
create index earnings_of_owner on earnings (owner_id, earned_at desc, id desc);
create index earnings_unpaid_newest_first on earnings (owner_id, earned_at desc, id desc)
  where transfer_id is null;
create index earnings_of_rental on earnings (rental_id) where rental_id is not null;
create index earnings_of_transfer on earnings (transfer_id) where transfer_id is not null;

create function earnings_change_their_transfer_only() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'transfer_id' <> to_jsonb(old) - 'transfer_id' then
    raise exception 'of earnings, only the transfer changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger earnings_change_their_transfer_only before update on earnings
  for each row execute function earnings_change_their_transfer_only();
create trigger earnings_are_append_only before delete on earnings
  for each row execute function refuse_rewriting_history();

alter view invariant_violations rename to invariant_violations_before_payouts;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_payouts
  union all
  select 'a completed rental earned its credits at its rate', r.id::text,
    format('%s: %s, not %s', r.status, coalesce(e.cents, 0), d.cents)
  from rentals r
  join lateral (select case when r.status = 'completed'
    then r.total_credits * r.cents_per_credit else 0 end as cents) d on true
  left join (select rental_id, sum(amount_cents) as cents from earnings
    where kind in ('rental', 'taken_back') group by rental_id) e on e.rental_id = r.id
  where coalesce(e.cents, 0) <> d.cents
  union all
  select 'an earning for damage is the final claim of its rental', e.id::text,
    format('%s, not %s', e.amount_cents, c.kept_cents)
  from earnings e left join deposit_claims c on c.rental_id = e.rental_id
  where e.kind = 'damage'
    and (c.final_at is null or c.kept_cents is distinct from e.amount_cents)
  union all
  select 'a transfer is the sum of its earnings', t.id::text,
    format('%s: %s, not %s', t.status, coalesce(e.cents, 0), t.amount_cents)
  from transfers t
  left join (select transfer_id, sum(amount_cents) as cents from earnings
    where transfer_id is not null group by transfer_id) e on e.transfer_id = t.id
  where coalesce(e.cents, 0) <> case when t.status = 'failed' then 0 else t.amount_cents end
  union all
  select 'a payout account that is gone has no pending transfer', a.owner_id::text, t.id::text
  from payout_accounts a
  join transfers t on t.owner_id = a.owner_id and t.status = 'pending'
  where a.state = 'gone';
