-- What changed credits, deposits and what closets are owed, by the quarter of an hour, and the months that an
-- admin has closed. The first word of a figure's name is its account. Amounts are signed, so that the amount of
-- an account at any time is the sum of its figures before it. Millicents are what was paid for credits.

-- When the amounts of a deposit changed last; null until they do.
alter table deposits add column changed_at timestamptz;

create table closed_months (
  month text primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz not null,
  closed_by uuid not null references user_profiles (id),
  constraint closed_month_is_a_month check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  constraint month_is_closed_once_it_is_over check (starts_at < ends_at and ends_at <= closed_at),
  constraint closed_months_end_apart unique (ends_at)
);
create trigger closed_months_never_change before update or delete on closed_months
  for each row execute function refuse_rewriting_history();

create table closed_month_lines (
  month text not null references closed_months (month),
  name text not null,
  amount bigint not null,
  primary key (month, name),
  constraint closed_line_is_known check (name in ('credits_opening', 'millicents_opening',
    'deposits_opening', 'earnings_opening', 'credits_sold', 'credits_given', 'credits_spent',
    'credits_returned', 'credits_expired', 'credits_refunded', 'millicents_sold', 'millicents_given',
    'millicents_spent', 'millicents_returned', 'millicents_expired', 'millicents_refunded',
    'deposits_taken', 'deposits_returned', 'deposits_withheld', 'deposits_disputed', 'earnings_earned',
    'earnings_corrected', 'earnings_paid'))
);
create trigger closed_month_lines_never_change before update or delete on closed_month_lines
  for each row execute function refuse_rewriting_history();

create function closed_months_follow_each_other() returns trigger language plpgsql as $$
begin
  if new.starts_at <> (select max(ends_at) from closed_months) then
    raise exception 'a month is closed after the month before it'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger closed_months_follow_each_other before insert on closed_months
  for each row execute function closed_months_follow_each_other();

create table month_figures (
  name text not null,
  period timestamptz not null,
  amount bigint not null,
  constraint month_figure_is_known check (name in ('credits_sold', 'credits_given', 'credits_spent',
    'credits_returned', 'credits_expired', 'credits_refunded', 'millicents_sold', 'millicents_given',
    'millicents_spent', 'millicents_returned', 'millicents_expired', 'millicents_refunded',
    'deposits_taken', 'deposits_returned', 'deposits_withheld', 'deposits_disputed', 'earnings_earned',
    'earnings_corrected', 'earnings_paid')),
  constraint month_figure_is_stored_once primary key (name, period)
);
create index month_figures_by_time on month_figures (period) include (name, amount);
create index month_figures_of_0 on month_figures (name) where amount = 0;

create table month_figure_changes (
  name text not null,
  period timestamptz not null,
  amount bigint not null,
  constraint changed_month_figure_is_known check (name in ('credits_sold', 'credits_given',
    'credits_spent', 'credits_returned', 'credits_expired', 'credits_refunded', 'millicents_sold',
    'millicents_given', 'millicents_spent', 'millicents_returned', 'millicents_expired',
    'millicents_refunded', 'deposits_taken', 'deposits_returned', 'deposits_withheld', 'deposits_disputed',
    'earnings_earned', 'earnings_corrected', 'earnings_paid')),
  constraint change_of_a_month_changes_it check (amount <> 0)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create view month_figure_amounts as
  select name, period, amount from month_figures
  union all
  select name, period, amount from month_figure_changes;

-- What comes late counts in the first month that is open. Closing a month takes the same lock alone, so that
-- it waits for changes that are not committed and no change misses that the month was closed.
create function change_open_months_only() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('close-month'));
  new.period := greatest(new.period, (select max(ends_at) from closed_months));
  return new;
end $$;
create trigger only_open_months_change before insert on month_figure_changes
  for each row execute function change_open_months_only();

-- The figures of a movement; `left_after` is what its lot has available after it. What was paid for a lot is
-- divided so that the parts of all its movements add up to it.
create function month_figures_of_movement(from_side text, to_side text, moved integer,
  l credit_lots, is_refund boolean, left_after integer)
returns table (name text, amount bigint) language sql stable as $$
  select v.name, v.amount
  from (
    select case
        when to_side = 'spent' then 'spent'
        when to_side = 'expired' then 'expired'
        when from_side = 'spent' then 'returned'
        when to_side = 'revoked' or is_refund then 'refunded'
        when l.source in ('goodwill', 'grant') then 'given'
        else 'sold'
      end as kind,
      left_after - s.left_before as credits,
      millicents_paid(left_after, l.payment_cents, l.payment_credits)
        - millicents_paid(s.left_before, l.payment_cents, l.payment_credits) as millicents
    from (select case to_side when 'available' then left_after - moved
      else left_after + moved end as left_before) s
    where 'available' in (from_side, to_side)
    union all
    -- Credits that were spent come back, and are gone at once.
    select kind, sign * moved, sign * millicents_paid(moved, l.payment_cents, l.payment_credits)
    from (values ('returned', 1),
      (case to_side when 'expired' then 'expired' else 'refunded' end, -1)) as both_ways (kind, sign)
    where from_side = 'spent' and to_side <> 'available'
  ) k
  cross join lateral (values ('credits_' || k.kind, k.credits::bigint),
    ('millicents_' || k.kind, k.millicents::bigint)) as v (name, amount)
$$;

create function add_month_figures_of_movements() returns trigger language plpgsql as $$
begin
  insert into month_figure_changes (name, period, amount)
  select f.name, quarter_hour(t.effective_at), sum(f.amount)
  from (
    -- The lots have changed already: what a movement left is what is there now without the later ones.
    select m.id, m.transaction_id, l.id as lot_id, l.available - coalesce(sum(
        case when m.to_side = 'available' then m.amount
          when m.from_side = 'available' then -m.amount else 0 end)
      over (partition by m.lot_id order by m.id rows between 1 following and unbounded following), 0)
      as left_after
    from moved m join credit_lots l on l.id = m.lot_id
  ) s
  join moved m on m.id = s.id
  join credit_lots l on l.id = s.lot_id
  join credit_transactions t on t.id = s.transaction_id
  cross join lateral month_figures_of_movement(m.from_side, m.to_side, m.amount, l,
    t.refund_id is not null, s.left_after::integer) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
-- After movements_change_lots: triggers fire in the order of their names.
create trigger movements_count_in_months after insert on credit_movements
  referencing new table as moved for each statement execute function add_month_figures_of_movements();

-- A code is sold with its order. Once it is claimed, its credits are those of a lot; until then they expire
-- without anything that says so, and count as expired from the day on which they do.
create function month_figures_of_gift_code(c gift_codes)
returns table (name text, period timestamptz, amount bigint) language sql stable as $$
  select v.account || k.kind, quarter_hour(k.at), k.sign * v.amount
  from checkout_orders o
  cross join lateral (values
    ('credits_', c.credits_amount::bigint),
    ('millicents_', millicents_paid(c.credits_amount, o.amount_cents, o.credits))
  ) as v (account, amount)
  cross join lateral (values
    ('sold', c.created_at, 1),
    (case when c.claimed then 'sold' when c.revoked_at is null then 'expired' else 'refunded' end,
      coalesce(c.claimed_at, c.revoked_at, c.expires_at), -1)
  ) as k (kind, at, sign)
  where o.id = c.order_id and v.amount <> 0
$$;

create function add_month_figures_of_gift_code() returns trigger language plpgsql as $$
begin
  insert into month_figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from month_figures_of_gift_code(old)
    union all
    select name, period, amount from month_figures_of_gift_code(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger gift_codes_count_in_months
  after insert or delete or update of credits_amount, order_id, expires_at, claimed, claimed_at, revoked_at
  on gift_codes for each row execute function add_month_figures_of_gift_code();

create function add_month_figures_of_deposit() returns trigger language plpgsql as $$
begin
  insert into month_figure_changes (name, period, amount)
  select v.name, quarter_hour(coalesce(new.changed_at, new.paid_at)), v.amount
  from (values
    ('deposits_taken', coalesce(new.amount_cents, 0) - coalesce(old.amount_cents, 0)),
    ('deposits_returned', coalesce(old.refunded_cents, 0) - coalesce(new.refunded_cents, 0)),
    ('deposits_withheld', coalesce(old.kept_cents, 0) - coalesce(new.kept_cents, 0)),
    ('deposits_disputed', coalesce(old.lost_cents, 0) - coalesce(new.lost_cents, 0))
  ) as v (name, amount)
  where v.amount <> 0;
  return null;
end $$;
create trigger deposits_count_in_months
  after insert or update of amount_cents, kept_cents, refunded_cents, lost_cents
  on deposits for each row execute function add_month_figures_of_deposit();

create function add_month_figures_of_earnings() returns trigger language plpgsql as $$
begin
  insert into month_figure_changes (name, period, amount)
  select case when kind in ('rental', 'damage') then 'earnings_earned' else 'earnings_corrected' end,
    quarter_hour(earned_at), sum(amount_cents)
  from after_it group by 1, 2 having sum(amount_cents) <> 0;
  return null;
end $$;
create trigger earnings_count_in_months after insert on earnings
  referencing new table as after_it
  for each statement execute function add_month_figures_of_earnings();

create function add_month_figures_of_transfer() returns trigger language plpgsql as $$
begin
  insert into month_figure_changes (name, period, amount)
  select 'earnings_paid', t.period, sum(t.cents)
  from (
    select quarter_hour(old.finished_at) as period, old.amount_cents as cents where old.status = 'made'
    union all
    select quarter_hour(new.finished_at), -new.amount_cents where new.status = 'made'
  ) t
  group by 2 having sum(t.cents) <> 0;
  return null;
end $$;
create trigger transfers_count_in_months
  after insert or delete or update of status, finished_at, amount_cents
  on transfers for each row execute function add_month_figures_of_transfer();

-- The figures of all rows, while no month is closed. Of a deposit, only the last change has a time.
create view actual_month_figures as
  select f.name, quarter_hour(t.effective_at) as period, sum(f.amount)::bigint as amount
  from (
    select m.*, sum(case when m.to_side = 'available' then m.amount
        when m.from_side = 'available' then -m.amount else 0 end)
      over (partition by m.lot_id order by m.id) as left_after
    from credit_movements m
  ) m
  join credit_lots l on l.id = m.lot_id
  join credit_transactions t on t.id = m.transaction_id
  cross join lateral month_figures_of_movement(m.from_side, m.to_side, m.amount, l,
    t.refund_id is not null, m.left_after::integer) f
  group by 1, 2
  union all
  select f.name, f.period, f.amount
  from gift_codes c cross join lateral month_figures_of_gift_code(c) f
  union all
  select 'deposits_taken', quarter_hour(p.paid_at), p.amount_cents from deposit_payments p
  union all
  select v.name, quarter_hour(coalesce(d.changed_at, d.paid_at)), v.amount
  from deposits d
  cross join lateral (values ('deposits_returned', -d.refunded_cents), ('deposits_withheld', -d.kept_cents),
    ('deposits_disputed', -d.lost_cents)) as v (name, amount)
  union all
  select case when kind in ('rental', 'damage') then 'earnings_earned' else 'earnings_corrected' end,
    quarter_hour(earned_at), amount_cents
  from earnings
  union all
  select 'earnings_paid', quarter_hour(finished_at), -amount_cents from transfers where status = 'made';

-- For rows that were inserted without triggers. A closed month is never added up again.
create function set_month_figures() returns void language sql as $$
  insert into month_figure_changes (name, period, amount)
  select name, period, sum(amount)
  from (
    select name, period, amount from actual_month_figures
    union all
    select name, period, -amount from month_figure_amounts
  ) f
  where not exists (select from closed_months)
  group by 1, 2 having sum(amount) <> 0
$$;

create or replace function set_running_totals() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('set-running-totals'));
  insert into running_total_changes (name, period, amount)
    select name, period, difference from wrong_totals;
  insert into closet_total_changes (owner_id, name, period, amount)
    select owner_id, name, period, difference from wrong_closet_totals;
  insert into figure_changes (name, period, amount)
    select name, period, difference from wrong_figures('-infinity');
  select set_month_figures();
$$;
select set_month_figures();

create view invariant_violations_of_months (check_name, subject, detail) as
  select 'the figures of all months add up to what is there', account, format('differs by %s', sum(amount))
  from (
    select split_part(name, '_', 1) as account, -amount as amount from month_figure_amounts
    union all
    select 'credits', available from credit_lots where available > 0
    union all
    select 'millicents', millicents_paid(available, payment_cents, payment_credits)
    from credit_lots where available > 0
    union all
    select 'deposits', held_cents(d) from deposits d
    union all
    select 'earnings', amount_cents from earnings
    union all
    select 'earnings', -amount_cents from transfers where status = 'made'
  ) a
  group by account having sum(amount) <> 0
  union all
  select 'a closed month opens with what the month before closed with', m.month, l.account
  from closed_months m
  join closed_months before on before.ends_at = m.starts_at
  cross join lateral (
    select split_part(name, '_', 1) as account,
      sum(case when month = before.month then amount when name like '%\_opening' then -amount else 0 end)
        as difference
    from closed_month_lines where month in (m.month, before.month) group by 1
  ) l
  where l.difference <> 0
  union all
  select 'a closed month is that of its figures', m.month, f.name
  from closed_months m
  cross join lateral (
    select name, sum(amount) as difference
    from (
      select name, amount from closed_month_lines
      where month = m.month and name not like '%\_opening'
      union all
      select name, -amount from month_figure_amounts where period >= m.starts_at and period < m.ends_at
    ) a
    group by name having sum(amount) <> 0
  ) f
  union all
  select 'a closed month has all of its lines', m.month, count(l.name)::text
  from closed_months m left join closed_month_lines l on l.month = m.month
  group by m.month having count(l.name) <> 23;

create or replace view invariant_violations as
  select * from invariant_violations_of_items
  union all select * from invariant_violations_of_rentals
  union all select * from invariant_violations_of_waitlist
  union all select * from invariant_violations_of_credits
  union all select * from invariant_violations_of_payments
  union all select * from invariant_violations_of_deposits
  union all select * from invariant_violations_of_payouts
  union all select * from invariant_violations_of_messages_and_ratings
  union all select * from invariant_violations_of_imports_and_webhooks
  union all select * from invariant_violations_of_totals
  union all select * from invariant_violations_of_rental_checkouts
  union all select * from invariant_violations_of_months;
