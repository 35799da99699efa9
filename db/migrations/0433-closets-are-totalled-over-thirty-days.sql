-- What closets earned and were paid is totalled over thirty days too, in cents, as other totals of closets are:
-- what a closet was owed at any time adds up few of these, while no month is closed as well. So no balance has to
-- be stored for that when a month is closed.

drop trigger closet_figures_store_balances on closet_month_figures;

create function total_closet_figures() returns trigger language plpgsql as $$
begin
  insert into closet_total_changes (owner_id, name, period, amount)
  select owner_id, name, thirty_days(period), sum(amount)
  from after_it group by 1, 2, 3 having sum(amount) <> 0;
  return null;
end $$;
create trigger closet_figures_are_totalled after insert on closet_month_figures
  referencing new table as after_it for each statement execute function total_closet_figures();

alter table closet_total_changes drop constraint changed_total_of_a_closet_is_known;
alter table closet_total_changes add constraint changed_total_of_a_closet_is_known
  check (name in ('unpaid_earnings', 'payable_cents', 'earned_cents', 'rentals',
    'withheld_deposits', 'corrected', 'paid')) not valid;
alter table closet_totals drop constraint total_of_a_closet_is_known;
alter table closet_totals add constraint total_of_a_closet_is_known
  check (name in ('unpaid_earnings', 'payable_cents', 'earned_cents', 'rentals',
    'withheld_deposits', 'corrected', 'paid')) not valid;

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
  select 'the figures of thirty days add up to their sum', starts_at::text,
    format('%s differs by %s', name, sum(amount))
  from (
    select starts_at, name, amount from month_figure_sums
    union all
    select thirty_days(period), name, -amount from month_figures
  ) f
  group by starts_at, name having sum(amount) <> 0;

drop function store_closet_balances();
drop function closet_balance(uuid, timestamptz);
drop table closet_balances;
