-- What changed what each closet is owed, by the quarter of an hour: the closets' part of month_figures, which
-- now adds these up. Append-only, and what comes late counts in the first open month, so that a closed month
-- never changes by closet either.

create table closet_month_figures (
  owner_id uuid not null,
  name text not null,
  period timestamptz not null,
  amount bigint not null,
  constraint closet_figure_is_known check (name in ('rentals', 'withheld_deposits', 'corrected', 'paid')),
  constraint closet_figure_changes_something check (amount <> 0)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
-- A page adds up the months of a closet from this index alone.
create index closet_month_figures_in_order on closet_month_figures (owner_id, period)
  include (name, amount);

-- What a closet was owed when a closed month ended, so that nobody adds up the months before it again. Stored
-- with the first change after it. Two at once store the same amount: neither waits for the other.
create table closet_balances (
  owner_id uuid not null,
  at timestamptz not null,
  cents bigint not null
);
create index closet_balances_in_order on closet_balances (owner_id, at) include (cents);

create function closet_figure_of(kind text) returns text language sql immutable as $$
  select case kind when 'rental' then 'rentals' when 'damage' then 'withheld_deposits' else 'corrected' end
$$;

-- The figure of all closets that a figure of one belongs to.
create function month_figure_of_closets(name text) returns text language sql immutable as $$
  select case name when 'paid' then 'earnings_paid' when 'corrected' then 'earnings_corrected'
    else 'earnings_earned' end
$$;

create view actual_closet_figures as
  select owner_id, closet_figure_of(kind) as name, quarter_hour(earned_at) as period,
    amount_cents::bigint as amount
  from earnings
  union all
  select owner_id, 'paid', quarter_hour(finished_at), -amount_cents from transfers where status = 'made';

-- What a closet was owed at a time, in cents.
create function closet_balance(owner uuid, until timestamptz) returns bigint language sql stable as $$
  with stored as (
    select at, cents from closet_balances where owner_id = owner and at <= until order by at desc limit 1
  )
  select coalesce((select cents from stored), 0) + coalesce(sum(f.amount), 0)::bigint
  from closet_month_figures f
  where f.owner_id = owner and f.period >= coalesce((select at from stored), '-infinity')
    and f.period < until
$$;

create function store_closet_balances() returns trigger language plpgsql as $$
begin
  insert into closet_balances (owner_id, at, cents)
  select o.owner_id, c.ends_at, closet_balance(o.owner_id, c.ends_at)
  from (select distinct owner_id from after_it) o
  cross join (select max(ends_at) as ends_at from closed_months) c
  where c.ends_at is not null
    and not exists (select from closet_balances b where b.owner_id = o.owner_id and b.at = c.ends_at);
  return null;
end $$;

create function add_month_figures_of_closets() returns trigger language plpgsql as $$
begin
  insert into month_figure_changes (name, period, amount)
  select month_figure_of_closets(name), period, sum(amount)
  from after_it group by 1, 2 having sum(amount) <> 0;
  return null;
end $$;

create or replace function add_month_figures_of_earnings() returns trigger language plpgsql as $$
begin
  insert into closet_month_figures (owner_id, name, period, amount)
  select owner_id, closet_figure_of(kind), quarter_hour(earned_at), sum(amount_cents)
  from after_it group by 1, 2, 3 having sum(amount_cents) <> 0;
  return null;
end $$;

create or replace function add_month_figures_of_transfer() returns trigger language plpgsql as $$
begin
  insert into closet_month_figures (owner_id, name, period, amount)
  select t.owner_id, 'paid', t.period, sum(t.cents)
  from (
    select old.owner_id, quarter_hour(old.finished_at) as period, old.amount_cents as cents
    where old.status = 'made'
    union all
    select new.owner_id, quarter_hour(new.finished_at), -new.amount_cents where new.status = 'made'
  ) t
  group by 1, 3 having sum(t.cents) <> 0;
  return null;
end $$;

-- Nothing is recorded from here on until all earlier rows are counted. The months have those already.
create or replace trigger earnings_count_in_months after insert on earnings
  referencing new table as after_it
  for each statement execute function add_month_figures_of_earnings();
create or replace trigger transfers_count_in_months
  after insert or delete or update of status, finished_at, amount_cents
  on transfers for each row execute function add_month_figures_of_transfer();
insert into closet_month_figures (owner_id, name, period, amount)
  select owner_id, name, period, sum(amount) from actual_closet_figures
  group by 1, 2, 3 having sum(amount) <> 0;

create trigger closet_figures_never_change before update or delete on closet_month_figures
  for each row execute function refuse_rewriting_history();
create trigger closet_balances_never_change before update or delete on closet_balances
  for each row execute function refuse_rewriting_history();
create trigger only_open_months_of_closets_change before insert on closet_month_figures
  for each row execute function change_open_months_only();

create trigger closet_figures_count_in_months after insert on closet_month_figures
  referencing new table as after_it
  for each statement execute function add_month_figures_of_closets();
create trigger closet_figures_store_balances after insert on closet_month_figures
  referencing new table as after_it
  for each statement execute function store_closet_balances();

-- For rows that were inserted without triggers. A closed month is never added up again.
create function set_closet_month_figures() returns void language sql as $$
  insert into closet_month_figures (owner_id, name, period, amount)
  select owner_id, name, period, sum(amount)
  from (
    select owner_id, name, period, amount from actual_closet_figures
    union all
    select owner_id, name, period, -amount from closet_month_figures
  ) f
  where not exists (select from closed_months)
  group by 1, 2, 3 having sum(amount) <> 0
$$;

create or replace function set_running_totals() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('set-running-totals'));
  insert into running_total_changes (name, period, amount)
    select name, period, difference from wrong_totals;
  insert into closet_total_changes (owner_id, name, period, amount)
    select owner_id, name, period, difference from wrong_closet_totals;
  insert into figure_changes (name, period, amount)
    select name, period, difference from wrong_figures('-infinity');
  -- Changes the months too, which are compared after it.
  select set_closet_month_figures();
  select set_month_figures();
$$;

create or replace view invariant_violations_of_months (check_name, subject, detail) as
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
  group by m.month having count(l.name) <> 23
  union all
  -- Of a closed month as it was closed, of any other by its figures.
  select 'what closets earned and were paid in a month is that of the month', coalesce(m.month, 'open'),
    format('%s differs by %s', f.name, sum(f.amount))
  from (
    select month_figure_of_closets(name) as name, period, amount from closet_month_figures
    union all
    select name, period, -amount from month_figure_amounts
    where name like 'earnings\_%'
      and not exists (select from closed_months c where period >= c.starts_at and period < c.ends_at)
    union all
    select l.name, c.starts_at, -l.amount from closed_month_lines l join closed_months c using (month)
    where l.name like 'earnings\_%' and l.name <> 'earnings_opening'
  ) f
  left join closed_months m on f.period >= m.starts_at and f.period < m.ends_at
  group by m.month, f.name having sum(f.amount) <> 0
  union all
  select 'the figures of a closet add up to what it is owed', owner_id::text,
    format('differs by %s', sum(amount))
  from (
    select owner_id, amount from closet_month_figures
    union all
    select owner_id, -amount from actual_closet_figures
  ) f
  group by owner_id having sum(amount) <> 0
  union all
  select 'a balance of a closet is the sum of its figures', b.owner_id::text,
    format('%s: %s, not %s', b.at, b.cents, b.cents_before + coalesce(f.cents, 0))
  from (
    select distinct owner_id, at, cents,
      coalesce(lag(at) over by_time, '-infinity') as at_before,
      coalesce(lag(cents) over by_time, 0) as cents_before
    from closet_balances window by_time as (partition by owner_id order by at)
  ) b
  cross join lateral (
    select sum(amount) as cents from closet_month_figures
    where owner_id = b.owner_id and period >= b.at_before and period < b.at
  ) f
  where b.cents <> b.cents_before + coalesce(f.cents, 0);
