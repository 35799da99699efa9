-- What admins look at: the audit log, totals and figures, and the integrity checks.

-- The audit log is divided by month (UTC). Its partitions have a schema of their own.
create schema audit_log_months;
create table audit_log (
  id uuid not null,
  actor_id uuid references user_profiles (id),
  action text not null,
  noun text not null,
  noun_id text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null,
  primary key (id, at)
) partition by range (at);
create index audit_log_newest_first on audit_log (at desc, id desc);
create index audit_log_by_noun on audit_log (noun, noun_id, at desc);
create index audit_log_by_actor on audit_log (actor_id, at desc);
create index audit_log_by_kind_of_noun on audit_log (noun, at desc, id desc);
create index audit_log_by_action on audit_log (action, at desc, id desc);
create index audit_log_by_noun_and_action on audit_log (noun, action, at desc, id desc);
-- What somebody has done of one kind, newest first, without the rest of what they did.
create index audit_log_by_actor_and_kind on audit_log
  (actor_id, noun, action, at desc, id desc);

-- A line of a month without a partition is never refused.
create table audit_log_months.other partition of audit_log default;

-- What an operator has written to a file and removed: the page of the audit log says so.
create table archived_audit_months (
  -- That of the partition.
  name text primary key,
  -- The lines are older than this.
  ends_at timestamptz not null,
  lines bigint not null,
  file_name text not null,
  -- Of the file, as hexadecimal digits.
  sha256 text not null,
  archived_at timestamptz not null
);

-- What each integrity check last found: a job runs them, and the admin page shows this.
create table integrity_results (
  check_name text primary key,
  checked_at timestamptz not null,
  -- A check is repeated more rarely the longer it takes.
  took_ms integer not null,
  -- False when it took too long: then nothing is known.
  is_complete boolean not null,
  -- The first hundred, each with subject and detail.
  violations jsonb not null default '[]',
  -- When an admin last asked for it.
  requested_at timestamptz,
  constraint check_takes_some_time check (took_ms >= 0),
  constraint violations_are_a_list check (jsonb_typeof(violations) = 'array'),
  constraint only_complete_checks_find_violations check (is_complete or violations = '[]')
);

-- Sums over tables that grow with the shop, kept while these tables change, so that no page adds up
-- all rows. A total is sum(amount) of the view total_amounts, read in one statement. A trigger adds a
-- change in the transaction that made it, which nobody waits for; a job adds changes to running_totals.
-- set_running_totals() corrects them. A total that depends on time, such as what expires later, is kept by
-- period.
create table running_totals (
  name text not null,
  -- The start of the time for which the amount stands, in totals that are kept by time.
  period timestamptz,
  amount bigint not null,
  constraint running_total_is_stored_once unique nulls not distinct (name, period),
  constraint running_total_is_known check (name in ('deposits_held',
    'deposits_held_cents', 'rentals_live', 'credits_owed', 'credits_owed_millicents',
    'earnings_unpaid_cents', 'transfers_pending_cents', 'transfers_waiting', 'transfers_waiting_cents'))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create table running_total_changes (
  name text not null,
  period timestamptz,
  amount bigint not null,
  constraint change_of_a_total_changes_it check (amount <> 0),
  constraint change_of_a_total_is_known check (name in (
    'deposits_held', 'deposits_held_cents', 'rentals_live', 'credits_owed', 'credits_owed_millicents',
    'earnings_unpaid_cents', 'transfers_pending_cents', 'transfers_waiting', 'transfers_waiting_cents'))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The figures of the overview, by the quarter of an hour: months of every time zone and the last thirty
-- days are sums of these, and no page adds up the rows of a month. They are kept as running totals are:
-- a trigger adds a change in the transaction that makes it, and a job adds changes to figures.
create table figures (
  name text not null,
  period timestamptz not null,
  amount bigint not null,
  constraint figure_is_known check (name in ('rentals_new', 'people_new', 'credits_sold',
    'credits_spent', 'income_packs', 'income_gifts', 'income_plans', 'income_refunds', 'deposits_paid',
    'deposits_returned')),
  constraint figure_is_stored_once primary key (name, period)
);
create index figures_of_0 on figures (name) where amount = 0;

create table figure_changes (
  name text not null,
  period timestamptz not null,
  amount bigint not null,
  constraint changed_figure_is_known check (name in ('rentals_new', 'people_new', 'credits_sold',
    'credits_spent', 'income_packs', 'income_gifts', 'income_plans', 'income_refunds', 'deposits_paid',
    'deposits_returned')),
  constraint change_of_a_figure_changes_it check (amount <> 0)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- When each job worker was last alive: a starting process frees only the jobs of silent ones.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null
);

create function refuse_changing_the_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_changing_the_audit_log();

-- Adds the partitions of this month and of the three after it, those that are missing. A month that
-- has lines among the others already stays there.
create function add_audit_log_months(today timestamptz) returns integer language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', today at time zone 'UTC');
  starts timestamp;
  part text;
  is_there boolean;
  added integer := 0;
begin
  for n in 0 .. 3 loop
    starts := this_month + n * interval '1 month';
    part := to_char(starts, '"m"YYYY_MM');
    is_there := exists (
      select from pg_class where relnamespace = 'audit_log_months'::regnamespace and relkind = 'r'
        and (relname = part or relname like 'until\_%' and relname > 'until_' || to_char(starts, 'YYYY_MM')))
      or exists (select from audit_log_months.other
        where at >= starts at time zone 'UTC' and at < (starts + interval '1 month') at time zone 'UTC');
    continue when is_there;
    execute format('create table audit_log_months.%I (like audit_log including defaults)
      with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)', part);
    execute format('alter table audit_log attach partition audit_log_months.%I
      for values from (%L) to (%L)', part,
      starts at time zone 'UTC', (starts + interval '1 month') at time zone 'UTC');
    added := added + 1;
  end loop;
  return added;
end $$;

-- The first partition has all lines until the end of next month, also those of a restored backup.
do $$
declare
  ends timestamp := date_trunc('month', now() at time zone 'UTC') + interval '2 months';
begin
  execute format('create table audit_log_months.%I partition of audit_log
    for values from (minvalue) to (%L)
    with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)',
    to_char(ends, '"until_"YYYY_MM'), ends at time zone 'UTC');
end $$;
select add_audit_log_months(now());

create function total_deposits() returns trigger language plpgsql as $$
declare
  held integer := 0;
  cents integer := 0;
begin
  if tg_op <> 'INSERT' and old.closed_at is null then
    held := held - 1;
    cents := cents - held_cents(old);
  end if;
  if tg_op <> 'DELETE' and new.closed_at is null then
    held := held + 1;
    cents := cents + held_cents(new);
  end if;
  insert into running_total_changes (name, amount)
    select v.name, v.amount
    from (values ('deposits_held', held), ('deposits_held_cents', cents)) as v (name, amount)
    where v.amount <> 0;
  return null;
end $$;
create trigger held_deposits_are_totalled
  after insert or delete or update of amount_cents, kept_cents, refunded_cents, lost_cents, closed_at
  on deposits for each row execute function total_deposits();

-- A lot begins empty, and one that has had credits is never deleted: its movements refer to it.
create function total_credits() returns trigger language plpgsql as $$
begin
  insert into running_total_changes (name, period, amount)
  select v.name, quarter_hour(l.expires_at), sum(v.amount)
  from (
    select available, payment_cents, payment_credits, expires_at, 1 as sign from after_it
    union all
    select available, payment_cents, payment_credits, expires_at, -1 from before_it
  ) l
  cross join lateral (values
    ('credits_owed', l.sign * l.available),
    ('credits_owed_millicents',
      l.sign * millicents_paid(l.available, l.payment_cents, l.payment_credits))
  ) as v (name, amount)
  group by 1, 2 having sum(v.amount) <> 0;
  return null;
end $$;
create trigger credits_in_wallets_are_totalled after update on credit_lots
  referencing old table as before_it new table as after_it
  for each statement execute function total_credits();

create function total_gift_codes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into running_total_changes (name, period, amount)
      select a.name, a.period, -a.amount from amounts_of_gift_code(old) a;
  end if;
  if tg_op <> 'DELETE' then
    insert into running_total_changes (name, period, amount)
      select a.name, a.period, a.amount from amounts_of_gift_code(new) a;
  end if;
  return null;
end $$;
create trigger unclaimed_gift_codes_are_totalled
  after insert or delete or update of credits_amount, order_id, expires_at, claimed, revoked_at
  on gift_codes for each row execute function total_gift_codes();

-- A rental becomes live once and ends once; its other steps add no change.
create function total_live_rentals() returns trigger language plpgsql as $$
declare
  live constant text[] := '{pending,confirmed,delivered}';
  change integer := 0;
begin
  if tg_op <> 'INSERT' and old.status = any (live) then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.status = any (live) then change := change + 1; end if;
  if change <> 0 then
    insert into running_total_changes (name, amount) values ('rentals_live', change);
  end if;
  return null;
end $$;
create trigger live_rentals_are_totalled after insert or update of status or delete on rentals
  for each row execute function total_live_rentals();

create function total_earnings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into running_total_changes (name, period, amount)
    select 'earnings_unpaid_cents', payable_day(payable_at), sum(amount_cents)
    from after_it where transfer_id is null
    group by 2 having sum(amount_cents) <> 0;
  else
    insert into running_total_changes (name, period, amount)
    select 'earnings_unpaid_cents', payable_day(e.payable_at), sum(e.cents)
    from (
      select payable_at, amount_cents as cents from after_it where transfer_id is null
      union all
      select payable_at, -amount_cents from before_it where transfer_id is null
    ) e
    group by 2 having sum(e.cents) <> 0;
  end if;
  return null;
end $$;
create trigger new_earnings_are_totalled after insert on earnings
  referencing new table as after_it
  for each statement execute function total_earnings();
create trigger unpaid_earnings_are_totalled after update on earnings
  referencing old table as before_it new table as after_it
  for each statement execute function total_earnings();

-- Corrects all totals; exact while others write and while changes are added up: each statement reads
-- rows, changes and totals of one moment, and what is committed later adds its own change.
create function set_running_totals() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('set-running-totals'));
  insert into running_total_changes (name, period, amount)
    select name, period, difference from wrong_totals;
  insert into closet_total_changes (owner_id, name, period, amount)
    select owner_id, name, period, difference from wrong_closet_totals;
  insert into figure_changes (name, period, amount)
    select name, period, difference from wrong_figures('-infinity');
$$;

-- Waiting is a pending transfer that was tried: too little was available. One changes at a time.
create function total_transfers() returns trigger language plpgsql as $$
declare
  pending_cents integer := 0;
  waiting integer := 0;
  waiting_cents integer := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'pending' then
    pending_cents := pending_cents - old.amount_cents;
    if old.tries > 0 then
      waiting := waiting - 1;
      waiting_cents := waiting_cents - old.amount_cents;
    end if;
  end if;
  if tg_op <> 'DELETE' and new.status = 'pending' then
    pending_cents := pending_cents + new.amount_cents;
    if new.tries > 0 then
      waiting := waiting + 1;
      waiting_cents := waiting_cents + new.amount_cents;
    end if;
  end if;
  insert into running_total_changes (name, amount)
    select v.name, v.amount
    from (values ('transfers_pending_cents', pending_cents), ('transfers_waiting', waiting),
      ('transfers_waiting_cents', waiting_cents)) as v (name, amount)
    where v.amount <> 0;
  return null;
end $$;
create trigger pending_transfers_are_totalled
  after insert or delete or update of status, tries, amount_cents
  on transfers for each row execute function total_transfers();

create function total_earnings_of_closets() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into closet_total_changes (owner_id, name, period, amount)
    select e.owner_id, a.name, a.period, sum(a.amount)
    from after_it e cross join lateral unpaid_amounts(e.amount_cents, e.earned_at, e.payable_at) a
    where e.transfer_id is null
    group by 1, 2, 3 having sum(a.amount) <> 0;
  else
    insert into closet_total_changes (owner_id, name, period, amount)
    select e.owner_id, a.name, a.period, sum(e.sign * a.amount)
    from (
      select owner_id, amount_cents, earned_at, payable_at, 1 as sign
      from after_it where transfer_id is null
      union all
      select owner_id, amount_cents, earned_at, payable_at, -1
      from before_it where transfer_id is null
    ) e
    cross join lateral unpaid_amounts(e.amount_cents, e.earned_at, e.payable_at) a
    group by 1, 2, 3 having sum(e.sign * a.amount) <> 0;
  end if;
  return null;
end $$;
create trigger new_earnings_of_closets_are_totalled after insert on earnings
  referencing new table as after_it
  for each statement execute function total_earnings_of_closets();
create trigger unpaid_earnings_of_closets_are_totalled after update on earnings
  referencing old table as before_it new table as after_it
  for each statement execute function total_earnings_of_closets();

-- Each rental counts in the quarter of an hour in which it was requested.
create function figures_of_rental(r rentals)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select 'rentals_new', quarter_hour(r.created_at), 1::bigint where r.created_at is not null
$$;

create function add_figures_of_rental() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_rental(old)
    union all
    select name, period, amount from figures_of_rental(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger rentals_are_in_figures
  after insert or delete or update of created_at
  on rentals for each row execute function add_figures_of_rental();

-- A deleted account no longer counts as a new person.
create function figures_of_person(p user_profiles)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select 'people_new', quarter_hour(p.created_at), 1::bigint
  where p.created_at is not null and p.deleted_at is null
$$;

create function add_figures_of_person() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_person(old)
    union all
    select name, period, amount from figures_of_person(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger people_are_in_figures
  after insert or delete or update of created_at, deleted_at
  on user_profiles for each row execute function add_figures_of_person();

-- Credits that were sold, and those that were spent less what was refunded.
create function figures_of_credits(t credit_transactions)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select case when t.kind in ('purchase', 'gift_claim', 'subscription') then 'credits_sold'
      else 'credits_spent' end,
    quarter_hour(t.effective_at),
    case when t.kind in ('purchase', 'gift_claim', 'subscription') then t.amount else -t.amount end::bigint
  where t.amount <> 0 and t.kind in ('purchase', 'gift_claim', 'subscription', 'rental',
    'cancellation', 'return_request')
$$;

create function add_figures_of_credits() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_credits(old)
    union all
    select name, period, amount from figures_of_credits(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger credits_are_in_figures
  after insert or delete or update of kind, amount, effective_at
  on credit_transactions for each row execute function add_figures_of_credits();

-- What was paid, by what it was for; plans are paid by their invoices.
create function figures_of_order(o checkout_orders)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select case o.product_type when 'one_time' then 'income_packs' when 'gift' then 'income_gifts'
      else 'deposits_paid' end,
    quarter_hour(o.paid_at), o.amount_cents::bigint
  where o.paid_at is not null and o.amount_cents <> 0
    and o.product_type in ('one_time', 'gift', 'deposit', 'deposit_top_up')
$$;

create function add_figures_of_order() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_order(old)
    union all
    select name, period, amount from figures_of_order(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger orders_are_in_figures
  after insert or delete or update of product_type, amount_cents, paid_at
  on checkout_orders for each row execute function add_figures_of_order();

-- Every payment of a plan, including the first one.
create function figures_of_coverage(c subscription_coverage)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select 'income_plans', quarter_hour(c.paid_at), c.paid_cents::bigint
  where c.paid_at is not null and c.paid_cents <> 0
$$;

create function add_figures_of_coverage() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_coverage(old)
    union all
    select name, period, amount from figures_of_coverage(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger plans_are_in_figures
  after insert or delete or update of paid_at, paid_cents
  on subscription_coverage for each row execute function add_figures_of_coverage();

-- Refunds that succeeded, by what their order was for, which never changes.
create function figures_of_refund(f refunds)
returns table (name text, period timestamptz, amount bigint) language sql stable as $$
  select case when o.product_type in ('deposit', 'deposit_top_up') then 'deposits_returned'
      else 'income_refunds' end,
    quarter_hour(f.finished_at), f.amount_cents::bigint
  from checkout_orders o
  where o.id = f.order_id and f.status = 'succeeded' and f.amount_cents <> 0
$$;

create function add_figures_of_refund() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_refund(old)
    union all
    select name, period, amount from figures_of_refund(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger refunds_are_in_figures
  after insert or delete or update of order_id, amount_cents, status, finished_at
  on refunds for each row execute function add_figures_of_refund();

-- Disputes that were lost, but not those of deposits.
create function figures_of_dispute(d disputes)
returns table (name text, period timestamptz, amount bigint) language sql stable as $$
  select 'income_refunds', quarter_hour(d.closed_at), d.amount_cents::bigint
  where d.status = 'lost' and d.amount_cents <> 0 and not exists (select from checkout_orders o
    where o.id = d.order_id and o.product_type in ('deposit', 'deposit_top_up'))
$$;

create function add_figures_of_dispute() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_dispute(old)
    union all
    select name, period, amount from figures_of_dispute(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger disputes_are_in_figures
  after insert or delete or update of order_id, amount_cents, status, closed_at
  on disputes for each row execute function add_figures_of_dispute();

-- By how much the figures since the beginning of a quarter of an hour differ from those of the rows.
create function wrong_figures(since timestamptz)
returns table (name text, period timestamptz, difference bigint) language sql stable as $$
  select w.name, w.period, sum(w.amount)::bigint
  from (
    select f.name, f.period, f.amount
    from rentals r cross join lateral figures_of_rental(r) f where r.created_at >= since
    union all
    select f.name, f.period, f.amount
    from user_profiles p cross join lateral figures_of_person(p) f where p.created_at >= since
    union all
    select f.name, f.period, f.amount
    from credit_transactions t cross join lateral figures_of_credits(t) f where t.effective_at >= since
    union all
    select f.name, f.period, f.amount
    from checkout_orders o cross join lateral figures_of_order(o) f where o.paid_at >= since
    union all
    select f.name, f.period, f.amount
    from subscription_coverage c cross join lateral figures_of_coverage(c) f where c.paid_at >= since
    union all
    select f.name, f.period, f.amount
    from refunds r cross join lateral figures_of_refund(r) f where r.finished_at >= since
    union all
    select f.name, f.period, f.amount
    from disputes d cross join lateral figures_of_dispute(d) f where d.closed_at >= since
    union all
    select a.name, a.period, -a.amount from figure_amounts a where a.period >= since
  ) w
  group by 1, 2 having sum(w.amount) <> 0
$$;

create view total_amounts as
  select name, period, amount from running_totals
  union all
  select name, period, amount from running_total_changes;

-- What the totals have to be.
create view actual_totals as
  select 'deposits_held' as name, null::timestamptz as period, count(*) as amount
  from deposits where closed_at is null
  union all
  select 'deposits_held_cents', null, sum(held_cents(d)) from deposits d where closed_at is null
  union all
  select 'rentals_live', null, count(*) from rentals where status in ('pending', 'confirmed', 'delivered')
  union all
  select 'credits_owed', quarter_hour(expires_at), sum(available)
  from credit_lots where available > 0 group by 2
  union all
  select 'credits_owed_millicents', quarter_hour(expires_at),
    sum(millicents_paid(available, payment_cents, payment_credits))
  from credit_lots where available > 0 group by 2
  union all
  select a.name, a.period, a.amount
  from gift_codes c cross join lateral amounts_of_gift_code(c) a
  where not c.claimed and c.revoked_at is null
  union all
  select 'earnings_unpaid_cents', payable_day(payable_at), sum(amount_cents)
  from earnings where transfer_id is null group by 2
  union all
  select 'transfers_pending_cents', null, sum(amount_cents) from transfers where status = 'pending'
  union all
  select 'transfers_waiting', null, count(*) from transfers where status = 'pending' and tries > 0
  union all
  select 'transfers_waiting_cents', null, sum(amount_cents)
  from transfers where status = 'pending' and tries > 0;

-- By how much each differs.
create view wrong_totals as
  select name, period, sum(amount)::bigint as difference
  from (
    select name, period, amount from actual_totals
    union all
    select name, period, -amount from total_amounts
  ) t
  group by name, period having sum(amount) <> 0;

create view figure_amounts as
  select name, period, amount from figures
  union all
  select name, period, amount from figure_changes;

-- Integrity checks: rules over several rows. Each view has a row for every violation, so none.

-- Items, their photos, and how search finds them.
create view invariant_violations_of_items (check_name, subject, detail) as
  select 'counts of listed items are exact', kind || ' ' || value, sum(delta)::text
  from (
    select kind, value, delta from listed_count_deltas
    union all select 'public', '', -1 from clothing_items where is_public
    union all select 'all', '', -1 from clothing_items where deleted_at is null
    union all select 'style', style_group, -1 from clothing_items where is_public
    union all select 'occasion', occasion_group, -1 from clothing_items where is_public
    union all select 'size', size_group, -1 from clothing_items where is_public
    union all select 'location', location_group, -1 from clothing_items where is_public
  ) counted
  group by kind, value having sum(delta) <> 0
  union all
  select 'an item carries the standing and place of its lister', i.id::text, i.title
  from clothing_items i join user_profiles p on p.id = i.business_id
  where (i.lister_in_good_standing <> lister_is_in_good_standing(p)
      or i.location is distinct from lister_location(p))
    and not exists (select from lister_changes c where c.lister_id = p.id)
  union all
  select 'items follow a change of their lister within an hour', lister_id::text, created_at::text
  from lister_changes where created_at < now() - interval '1 hour'
  union all
  select 'a brand is deleted within an hour', id::text, deletion_requested_at::text
  from brands where deletion_requested_at < now() - interval '1 hour'
  union all
  select 'photos of an item follow each other', p.item_id::text, string_agg(place::text, ', ')
  from item_photos p
  group by p.item_id
  having max(place) <> count(*)
  union all
  select 'photos are shown once and not deleted', p.item_id::text, p.image_id::text
  from item_photos p join images m on m.id = p.image_id
  where m.removed_at is not null or exists (select from clothing_items i where i.image_id = p.image_id)
  union all
  select 'every item that can be public is found by search, and no other', i.id::text,
    can_be_public(i)::text
  from clothing_items i left join item_search s on s.item_id = i.id
  where can_be_public(i) <> (s.item_id is not null)
  union all
  -- The words of a brand follow its name a little later, so they are not compared.
  select 'search finds every item by its filters', i.id::text, search_filters(i)::text
  from clothing_items i join item_search s on s.item_id = i.id
  where search_filters(i) collate "C" <> array(select lexeme from unnest(tsvector_to_array(s.doc)) lexeme
    where starts_with(lexeme, 'f:') order by lexeme collate "C")
  union all
  select 'search finds every item by whom it should fit', s.item_id::text, m.item_id::text
  from item_search s left join item_measurements m on m.item_id = s.item_id
  where coalesce((select array_agg(word order by word collate "C") from unnest(fit_filters(m)) word), '{}')
    <> array(select lexeme from unnest(tsvector_to_array(s.doc)) lexeme
      where starts_with(lexeme, 'm:') order by lexeme collate "C");

-- Rentals and the days they hold.
-- A renter gets goodwill once for a late rental, and at most three times in 30 days.
create view invariant_violations_of_rentals (check_name, subject, detail) as
  select 'the count of rentals is exact', 'rentals', format('counted %s, are %s', counted, are)
  from (select coalesce(sum(delta), 0) as counted from rental_count_deltas) c,
    (select count(*) as are from rentals where status <> 'cancelled') r
  where counted <> are
  union all
  select 'the owner of a rental is the lister of its item or was when it was rented', r.id::text, ''
  from rentals r join clothing_items i on i.id = r.item_id
  where r.status in ('pending', 'confirmed', 'delivered') and i.business_id <> r.owner_id
  union all
  select 'live rentals of an item never overlap', a.id::text, b.id::text
  from rentals a join rentals b on b.item_id = a.item_id and b.id > a.id
    and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')
  where a.status in ('pending', 'confirmed', 'delivered')
    and b.status in ('pending', 'confirmed', 'delivered')
  union all
  select 'an item is available when it can be booked ahead or has no live rental', i.id::text,
    i.available::text
  from clothing_items i
  where i.available <> (i.advance_booking or not exists (select from rentals r
    where r.item_id = i.id and r.status in ('pending', 'confirmed', 'delivered')))
  union all
  select 'every rental has the booked period of its days', r.id::text,
    format('%s: %s, not %s', r.status, b.period, period_of(r))
  from rentals r left join booked_periods b on b.rental_id = r.id
  where b.period is distinct from period_of(r)
    -- Past periods of completed rentals are removed at night.
    and not (r.status = 'completed' and b.period is null)
  union all
  select 'an item is with one person', r.item_id::text, count(*)::text
  from rentals r where r.status = 'delivered' and r.return_status <> 'returned'
  group by r.item_id having count(*) > 1
  union all
  select 'booked periods never overlap', a.id::text, b.id::text
  from (select *, coalesce(rental_id, waitlist_entry_id) as id from booked_periods) a
  join (select *, coalesce(rental_id, waitlist_entry_id) as id from booked_periods) b
    on b.item_id = a.item_id and b.id > a.id and b.period && a.period
  union all
  select 'a rental is at risk from another of its item', r.id::text, late.id::text
  from rentals r join rentals late on late.id = r.at_risk_from
  where late.item_id <> r.item_id or late.start_date >= r.start_date
  union all
  select 'a swapped rental became one of another item from the same day', r.id::text, o.id::text
  from rentals r join rentals o on o.id = r.swapped_for
  where o.item_id = r.item_id or o.renter_id <> r.renter_id or o.start_date <> r.start_date
  union all
  select 'a rental cancelled because the one before was late was compensated', r.id::text,
    r.at_risk_from::text
  from rentals r
  where r.cancellation = 'previous_rental_late'
    and (r.at_risk_from is null
      or not exists (select from credit_transactions t
          where t.idempotency_key = 'goodwill:late:' || r.id and t.user_id = r.renter_id)
        and not exists (select from credit_transactions t join rentals o on o.id = t.rental_id
          where t.user_id = r.renter_id and t.idempotency_key = 'goodwill:late:' || o.id
            and o.at_risk_from = r.at_risk_from)
        and (select count(*) from credit_transactions t
          where t.user_id = r.renter_id and t.idempotency_key = 'goodwill:late:' || t.rental_id
            and t.effective_at <= r.cancelled_at
            and t.effective_at > r.cancelled_at - interval '30 days') < 3)
  union all
  select 'an accepted return request of a returned rental gave its credits back',
    coalesce(q.rental_id, m.rental_id)::text,
    format('%s: %s, not %s', q.status, coalesce(m.credits, 0), coalesce(q.credits, 0))
  from (select rq.rental_id, rq.status, case when rq.status = 'accepted'
      and r.return_status = 'returned' then rq.credits_back else 0 end as credits
    from return_requests rq join rentals r on r.id = rq.rental_id) q
  full join (select t.rental_id, sum(m.amount) as credits
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
    where t.kind = 'return_request' and m.from_side = 'spent'
    group by t.rental_id) m on m.rental_id = q.rental_id
  where coalesce(m.credits, 0) <> coalesce(q.credits, 0)
  union all
  select 'an accepted return request gives back what its reason says', q.rental_id::text,
    format('%s: %s of %s', q.reason, q.credits_back, r.total_credits)
  from return_requests q join rentals r on r.id = q.rental_id
  where q.status = 'accepted' and q.credits_back <> case q.reason
    when 'not_as_described' then r.total_credits
    else greatest(r.total_credits - 2 * r.credits_per_day, 0) end
  union all
  select 'a return request that is open or accepted is about a delivered rental', q.rental_id::text,
    r.status
  from return_requests q join rentals r on r.id = q.rental_id
  where q.status in ('open', 'contested', 'accepted')
    and r.status not in ('delivered', 'completed');

-- Waitlists and their offers.
create view invariant_violations_of_waitlist (check_name, subject, detail) as
  select 'open offers of the waitlist hold their days, ended ones none', w.id::text,
    format('%s: %s', w.status, b.period)
  from waitlist_entries w left join booked_periods b on b.waitlist_entry_id = w.id
  where case when w.status = 'offered'
    then b.period is null or not b.period @> daterange(w.start_date, w.end_date, '[]')
    else b.period is not null end
  union all
  select 'an open offer of the waitlist is for an item that can be rented', w.id::text, i.title
  from waitlist_entries w
  join clothing_items i on i.id = w.item_id
  where w.status = 'offered'
    and not (i.approval_status = 'approved' and i.deleted_at is null and not i.paused
      and i.lister_in_good_standing)
    and not exists (select from lister_changes c where c.lister_id = i.business_id)
  union all
  select 'nobody waits for days that are free', w.id::text,
    format('%s: %s to %s', w.item_id, w.start_date, w.end_date)
  from waitlist_entries w
  join clothing_items i on i.id = w.item_id
  where w.status = 'waiting' and w.due_since is null
    and i.approval_status = 'approved' and i.deleted_at is null and not i.paused
    and i.lister_in_good_standing
    and not exists (select from lister_changes c where c.lister_id = i.business_id)
    and check_item_availability(w.item_id, w.start_date, w.end_date, null, w.shopper_id)
    and not exists (select from waitlist_entries o
      where o.shopper_id = w.shopper_id and o.status = 'offered')
    -- An item that is late is not free, which depends on the day.
    and not exists (select from rentals r where r.item_id = w.item_id
      and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < w.start_date)
  union all
  select 'nobody is on more waitlists than allowed', w.shopper_id::text, count(*)::text
  from waitlist_entries w where w.status in ('waiting', 'offered')
  group by w.shopper_id having count(*) > 5
  union all
  select 'no waitlist is longer than allowed', w.item_id::text, count(*)::text
  from waitlist_entries w where w.status in ('waiting', 'offered')
  group by w.item_id having count(*) > 20;

-- The ledger of credits.
create view invariant_violations_of_credits (check_name, subject, detail) as
  select 'a lot equals the sum of its movements' as promise, l.id::text as subject,
    format('minted %s/%s available %s/%s', l.minted, m.minted, l.available, m.available) as detail
  from credit_lots l
  cross join lateral (
    select
      coalesce(sum(amount) filter (where from_side = 'mint'), 0) as minted,
      coalesce(sum(amount) filter (where to_side = 'available'), 0)
        - coalesce(sum(amount) filter (where from_side = 'available'), 0) as available,
      coalesce(sum(amount) filter (where to_side = 'spent'), 0)
        - coalesce(sum(amount) filter (where from_side = 'spent'), 0) as spent,
      coalesce(sum(amount) filter (where to_side = 'expired'), 0) as expired,
      coalesce(sum(amount) filter (where to_side = 'revoked'), 0) as revoked
    from credit_movements where lot_id = l.id
  ) m
  where (l.minted, l.available, l.spent, l.expired, l.revoked)
    <> (m.minted, m.available, m.spent, m.expired, m.revoked)
  union all
  select 'a lot holds something', id::text, source from credit_lots where minted = 0
  union all
  select 'a movement stays in one wallet', m.id::text, t.kind
  from credit_movements m
  join credit_transactions t on t.id = m.transaction_id
  join credit_lots l on l.id = m.lot_id
  where l.user_id <> t.user_id
  union all
  select 'a transaction says what its movements did', t.id::text,
    format('%s: says %s, moved %s', t.kind, t.amount, coalesce(m.change, 0))
  from credit_transactions t
  left join lateral (
    select sum(case when to_side = 'available' then amount else 0 end
      - case when from_side = 'available' then amount else 0 end) as change
    from credit_movements where transaction_id = t.id
  ) m on true
  where t.amount <> coalesce(m.change, 0)
  union all
  select 'a fulfilled order gave exactly its credits', o.id::text, o.product_type
  from checkout_orders o
  left join (
    select t.order_id, sum(m.amount) as credits
    from credit_transactions t
    join credit_movements m on m.transaction_id = t.id and m.from_side = 'mint'
    where t.kind = 'purchase' group by t.order_id
  ) minted on minted.order_id = o.id
  left join (
    select order_id, sum(credits_amount) as credits from gift_codes group by order_id
  ) given on given.order_id = o.id
  where o.product_type in ('one_time', 'gift') and (o.status = 'fulfilled')
    is distinct from (coalesce(minted.credits, 0) + coalesce(given.credits, 0) = o.credits)
  union all
  select 'what statements show on hold is frozen', user_id::text,
    format('on hold %s, frozen %s', coalesce(t.held, 0), coalesce(l.frozen, 0))
  from (
    select user_id, sum(held) as held from credit_transactions where held <> 0 group by user_id
  ) t
  full join (
    select user_id, sum(available) as frozen from credit_lots
    where frozen_at is not null group by user_id
  ) l using (user_id)
  where coalesce(t.held, 0) <> coalesce(l.frozen, 0)
  union all
  select 'a rental spent its credits, a cancelled one gave them back', r.id::text,
    format('%s: %s', r.status, coalesce(s.net, 0))
  from rentals r
  left join lateral (
    select sum(case when m.to_side = 'spent' then m.amount when m.from_side = 'spent' then -m.amount
      else 0 end) as net
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
    where t.rental_id = r.id and t.kind in ('rental', 'cancellation')
  ) s on true
  where coalesce(s.net, 0) <> case when r.status = 'cancelled' then 0 else r.total_credits end
  union all
  select 'a claimed gift code became exactly one lot', g.id::text, g.claimed::text
  from gift_codes g
  where g.claimed <> exists (select from credit_lots l
    where l.source_key = 'gift-code:' || g.id::text and l.user_id = g.claimed_by
      and l.minted = g.credits_amount)
  union all
  select 'both halves of a gift lapse together', g.id::text, g.code
  from gift_codes g join credit_lots l on l.source_key = 'order:' || g.order_id::text
  where l.expires_at <> g.expires_at
  union all
  select 'what a friend claimed lapses with the gift', g.id::text, g.code
  from gift_codes g join credit_lots l on l.source_key = 'gift-code:' || g.id::text
  where l.expires_at <> g.expires_at;

-- Payments, subscriptions, refunds and disputes.
create view invariant_violations_of_payments (check_name, subject, detail) as
  select 'a payment for nothing is given back', o.id::text, o.product_type
  from checkout_orders o
  where o.status = 'refunded'
    -- One that an admin made by hand is what was owed by then: less what a dispute or the payment
    -- provider's dashboard had taken.
    and not exists (select from refunds r where r.order_id = o.id and (r.amount_cents = o.amount_cents
      or (r.settled_by is not null and r.amount_cents >= o.amount_cents - (
        select coalesce(sum(s.amount_cents), 0) from disputes s
        where s.payment_intent = o.payment_intent and (s.status = 'lost' or s.kind = 'refund')))))
  union all
  select 'a month of credits was paid for and is granted once' as promise, l.id::text as subject,
    l.source_key as detail
  from credit_lots l
  where l.source = 'subscription' and not exists (
    select from credit_subscriptions s join subscription_coverage c on c.subscription_id = s.id
    where s.id::text = split_part(l.source_key, ':', 2) and s.user_id = l.user_id
      and s.anchor_at + make_interval(months => split_part(l.source_key, ':', 3)::integer)
        between c.starts_at and c.ends_at - interval '1 microsecond'
      -- Lots of earlier versions expire within a day, later ones at its end.
      and l.expires_at - (s.anchor_at
        + make_interval(months => split_part(l.source_key, ':', 3)::integer + 2))
        between interval '0' and interval '25 hours'
      and l.minted = s.credits_per_period
  )
  union all
  select 'a paid plan is a subscription', o.id::text, o.product_type
  from checkout_orders o
  where o.product_type in ('subscription_monthly', 'subscription_annual')
    and o.status = 'fulfilled'
    and not exists (select from credit_subscriptions s
      where s.order_id = o.id and s.user_id = o.user_id and s.refused_at is null)
  union all
  select 'a refused subscription grants nothing', s.id::text, s.stripe_subscription_id
  from credit_subscriptions s
  where s.refused_at is not null
    and exists (select from subscription_coverage c where c.subscription_id = s.id)
  union all
  select 'a subscription begins with its first paid day', s.id::text, s.anchor_at::text
  from credit_subscriptions s
  left join lateral (select min(starts_at) as first from subscription_coverage
    where subscription_id = s.id) c on true
  where s.anchor_at is distinct from c.first
  union all
  select 'a purchase is refunded once', o.id::text, format('%s of %s', f.cents, o.amount_cents)
  from checkout_orders o
  join (select order_id, sum(amount_cents) as cents from refunds
    where reason = 'purchase_refunded' and status <> 'failed' group by order_id) f
    on f.order_id = o.id
  where f.cents > o.amount_cents
  union all
  select 'a refund of a purchase took exactly its credits', f.id::text,
    format('%s: took %s, says %s', f.status, c.credits, f.credits)
  from refunds f
  left join gift_codes g on g.id = f.gift_code_id
  cross join lateral (
    select coalesce(sum(case when m.to_side = 'revoked' then m.amount when m.from_side = 'mint'
      then -m.amount else 0 end), 0) as credits
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
    where t.refund_id = coalesce(f.credits_revoked_by, f.id)
  ) c
  where f.reason = 'purchase_refunded' and (case
    when f.status <> 'failed' or f.credits_revoked_by is not null then
      c.credits <> f.credits - coalesce(g.credits_amount, 0)
      or (g.id is not null and (g.claimed or g.revoked_at is null))
    -- What a dispute or the payment provider's dashboard has taken since does not come back.
    else c.credits < 0 or (c.credits > 0 and not exists (select from disputes s
      join checkout_orders o on o.payment_intent = s.payment_intent
      where o.id = f.order_id and (s.status = 'lost' or s.kind = 'refund')))
    end)
  union all
  select 'a payment that was taken back left nothing to spend', t.payment_intent, l.id::text
  from payments_taken_back t join credit_lots l on l.payment_intent = t.payment_intent
  where t.taken_cents = t.paid_cents and l.source <> 'gift_claim' and l.available > 0
  union all
  select 'a payment that was taken back left no code to claim', t.payment_intent, g.code
  from payments_taken_back t join gift_codes g on g.payment_intent = t.payment_intent
  where t.taken_cents = t.paid_cents and g.revoked_at is null and not g.claimed
  union all
  select 'a payment taken back in part takes its share of the credits', t.payment_intent,
    format('took %s of %s credits for %s of %s cents', c.credits, t.credits,
      least(t.paid_cents, t.taken_cents + f.cents), t.paid_cents)
  from payments_taken_back t
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from disputes
    where payment_intent = t.payment_intent and kind = 'refund' and status = 'won'
  ) f
  cross join lateral (
    select coalesce((select sum(l.revoked - case l.source when 'goodwill' then l.minted else 0 end)
        from credit_lots l
        where l.payment_intent = t.payment_intent and l.source <> 'gift_claim'), 0)
      + coalesce((select sum(g.credits_amount) from gift_codes g
        where g.payment_intent = t.payment_intent and g.revoked_at is not null), 0) as credits
  ) c
  where c.credits >
    round(t.credits * least(t.paid_cents, t.taken_cents + f.cents)::numeric / t.paid_cents)
  union all
  select 'a refund made elsewhere is in the books once', s.id, format('refunded %s, counted %s, loss %s',
    s.amount_cents, coalesce(f.amount_cents, 0), s.loss_cents)
  from disputes s
  join deposit_payments p on p.payment_intent = s.payment_intent
  left join refunds f on f.stripe_refund_id = s.id
  where s.kind = 'refund' and s.status = 'lost'
    and s.amount_cents <> coalesce(f.amount_cents, 0) + s.loss_cents
  union all
  select 'a dispute loses no more than it is about', s.id, s.loss_cents::text
  from disputes s where s.loss_cents > s.amount_cents
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
      and s.kind = 'dispute' and s.status <> 'won');

-- Deposits, what is kept of them, and appeals.
-- What an appeal returns waits only for failed refunds of which something is still owed: the money of
-- the others went back another way.
create view invariant_violations_of_deposits (check_name, subject, detail) as
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

-- What closets earn and are paid.
create view invariant_violations_of_payouts (check_name, subject, detail) as
  select 'a completed rental earned its credits at its rate, but not those given back', r.id::text,
    format('%s: %s, not %s', r.status, coalesce(e.cents, 0), d.cents)
  from rentals r
  left join return_requests q on q.rental_id = r.id
  join lateral (select case
    when r.status = 'completed' and (q.status in ('open', 'contested')) is not true
    then (r.total_credits - coalesce(q.credits_back, 0)) * r.cents_per_credit else 0
    end as cents) d on true
  left join (select rental_id, sum(amount_cents) as cents from earnings
    where kind in ('rental', 'taken_back') group by rental_id) e on e.rental_id = r.id
  where coalesce(e.cents, 0) <> d.cents
  union all
  select 'an earning for damage is what its final claim keeps', e.id::text,
    format('%s, not %s', e.amount_cents, c.kept_cents - c.returned_cents)
  from earnings e left join deposit_claims c on c.rental_id = e.rental_id
  where e.kind = 'damage'
    and (c.final_at is null or c.kept_cents - c.returned_cents is distinct from e.amount_cents)
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

-- Messages and reviews.
create view invariant_violations_of_messages_and_ratings (check_name, subject, detail) as
  select 'unread counters equal unread messages', c.id::text,
    format('%s and %s, unread %s and %s', c.shopper_unread, c.lister_unread, m.shopper, m.lister)
  from conversations c
  cross join lateral (
    select
      count(*) filter (where writer_id <> c.shopper_id
        and written_at > coalesce(c.shopper_read_at, '-infinity')) as shopper,
      count(*) filter (where writer_id = c.shopper_id
        and written_at > coalesce(c.lister_read_at, '-infinity')) as lister
    from messages
    where conversation_id = c.id and withdrawn_at is null
      and written_at > least(coalesce(c.shopper_read_at, '-infinity'),
        coalesce(c.lister_read_at, '-infinity'))
  ) m
  where (c.shopper_unread, c.lister_unread) <> (m.shopper, m.lister)
  union all
  select 'a conversation is as new as its last message', c.id::text,
    format('%s, last message %s', c.last_message_at, m.written_at)
  from conversations c
  left join lateral (select written_at from messages where conversation_id = c.id
    order by written_at desc, id desc limit 1) m on true
  where m.written_at is distinct from c.last_message_at
  union all
  select 'the sums of an item are those of its visible ratings', coalesce(s.item_id, r.item_id)::text,
    format('%s, not %s', s, r)
  from (select item_id, ratings::bigint, stars::bigint, small::bigint, true_to_size::bigint,
    large::bigint from item_rating_sums where ratings <> 0 or stars <> 0) s
  full join (select item_id, count(*) as ratings, sum(stars) as stars,
      count(*) filter (where fit = 'small') as small,
      count(*) filter (where fit = 'true') as true_to_size,
      count(*) filter (where fit = 'large') as large
    from ratings where side = 'renter' and published_at is not null and hidden_at is null
    group by item_id) r on r.item_id = s.item_id
  where (s.ratings, s.stars, s.small, s.true_to_size, s.large)
    is distinct from (r.ratings, r.stars, r.small, r.true_to_size, r.large)
  union all
  select 'the sums of a renter are those of their visible ratings',
    coalesce(s.renter_id, r.renter_id)::text, format('%s, not %s', s, r)
  from (select renter_id, ratings::bigint, stars::bigint from renter_rating_sums
    where ratings <> 0 or stars <> 0) s
  full join (select about_id as renter_id, count(*) as ratings, sum(stars) as stars
    from ratings where side = 'owner' and published_at is not null and hidden_at is null
    group by about_id) r on r.renter_id = s.renter_id
  where (s.ratings, s.stars) is distinct from (r.ratings, r.stars)
  union all
  select 'the ratings of a rental are published together', a.rental_id::text, a.side
  from ratings a join ratings b on b.rental_id = a.rental_id and b.side <> a.side
  where a.published_at is null and b.published_at is not null
  union all
  select 'a rating is about its rental', x.id::text, x.side
  from ratings x join rentals r on r.id = x.rental_id
  where x.item_id <> r.item_id
    or (case x.side when 'renter' then x.writer_id else x.about_id end) <> r.renter_id;

-- Imports and webhooks.
create view invariant_violations_of_imports_and_webhooks (check_name, subject, detail) as
  select 'a listing import counts its rows', m.id::text,
    format('%s %s %s', m.created, m.changed, m.refused)
  from listing_imports m
  left join lateral (
    select count(*) as rows,
      count(*) filter (where outcome in ('add', 'added')) as created,
      count(*) filter (where outcome in ('change', 'changed')) as changed,
      count(*) filter (where outcome = 'refused') as refused,
      bool_or(outcome is null) as unchecked,
      bool_or(outcome in ('add', 'change')) as unfinished
    from listing_import_rows r where r.import_id = m.id
  ) r on true
  where m.status in ('checked', 'importing', 'done')
    and ((r.rows, r.created, r.changed, r.refused) is distinct from
        (m.row_count, m.created, m.changed, m.refused)
      or r.unchecked or (m.status = 'done' and r.unfinished))
  union all
  select 'an endpoint belongs to an approved closet', e.id::text, p.account_type
  from webhook_endpoints e join user_profiles p on p.id = e.owner_id
  where p.account_type <> 'business' or p.business_status is distinct from 'approved'
    or p.deleted_at is not null
  union all
  select 'an event is delivered to endpoints of its own closet', d.id::text, null
  from webhook_deliveries d
  join webhook_endpoints e on e.id = d.endpoint_id join outgoing_events o on o.id = d.event_id
  where e.owner_id <> o.owner_id;

-- Totals that triggers keep.
create view invariant_violations_of_totals (check_name, subject, detail) as
  select 'a running total is that of its rows',
    concat_ws(' ', name, to_char(period at time zone 'UTC', 'YYYY-MM-DD HH24:MI')),
    format('differs by %s', difference)
  from wrong_totals
  union all
  select 'what a closet is owed is that of its earnings',
    concat_ws(' ', owner_id, name, to_char(period at time zone 'UTC', 'YYYY-MM-DD')),
    format('differs by %s', difference)
  from wrong_closet_totals
  union all
  select 'a figure of the overview is that of its rows',
    concat_ws(' ', name, to_char(period at time zone 'UTC', 'YYYY-MM-DD HH24:MI')),
    format('differs by %s', difference)
  from wrong_figures(date_trunc('day', now(), 'UTC') - interval '7 months');

create view invariant_violations as
  select * from invariant_violations_of_items
  union all select * from invariant_violations_of_rentals
  union all select * from invariant_violations_of_waitlist
  union all select * from invariant_violations_of_credits
  union all select * from invariant_violations_of_payments
  union all select * from invariant_violations_of_deposits
  union all select * from invariant_violations_of_payouts
  union all select * from invariant_violations_of_messages_and_ratings
  union all select * from invariant_violations_of_imports_and_webhooks
  union all select * from invariant_violations_of_totals;
