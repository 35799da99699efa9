-- The figures of all months added up over thirty days, so that a month that is open is not read from the
-- opening of the shop on. Only the job that folds changes writes either table.

create function thirty_days(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('30 days', at, timestamptz '2000-01-01 00:00:00+00')
$$;

create table month_figure_sums (
  starts_at timestamptz not null,
  name text not null,
  amount bigint not null,
  constraint sum_of_month_figures_is_stored_once primary key (starts_at, name)
);

create function add_up_month_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into month_figure_sums as s (starts_at, name, amount)
    select thirty_days(period), name, sum(amount) from after_it group by 1, 2
    on conflict on constraint sum_of_month_figures_is_stored_once
      do update set amount = s.amount + excluded.amount;
  elsif tg_op = 'UPDATE' then
    insert into month_figure_sums as s (starts_at, name, amount)
    select thirty_days(period), name, sum(amount)
    from (
      select name, period, amount from after_it
      union all
      select name, period, -amount from before_it
    ) f
    group by 1, 2
    on conflict on constraint sum_of_month_figures_is_stored_once
      do update set amount = s.amount + excluded.amount;
  else
    insert into month_figure_sums as s (starts_at, name, amount)
    select thirty_days(period), name, -sum(amount) from before_it group by 1, 2 having sum(amount) <> 0
    on conflict on constraint sum_of_month_figures_is_stored_once
      do update set amount = s.amount + excluded.amount;
  end if;
  return null;
end $$;

-- Nothing is folded from here on until all earlier figures are added up.
select pg_advisory_xact_lock(hashtext('fold-figures'));
create trigger new_month_figures_are_added_up after insert on month_figures
  referencing new table as after_it for each statement execute function add_up_month_figures();
create trigger changed_month_figures_are_added_up after update on month_figures
  referencing old table as before_it new table as after_it
  for each statement execute function add_up_month_figures();
create trigger old_month_figures_are_taken_away after delete on month_figures
  referencing old table as before_it for each statement execute function add_up_month_figures();
insert into month_figure_sums (starts_at, name, amount)
  select thirty_days(period), name, sum(amount) from month_figures group by 1, 2;

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
  where b.cents <> b.cents_before + coalesce(f.cents, 0)
  union all
  select 'the figures of thirty days add up to their sum', starts_at::text,
    format('%s differs by %s', name, sum(amount))
  from (
    select starts_at, name, amount from month_figure_sums
    union all
    select thirty_days(period), name, -amount from month_figures
  ) f
  group by starts_at, name having sum(amount) <> 0;
