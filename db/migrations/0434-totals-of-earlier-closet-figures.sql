create or replace view actual_closet_totals as
  select e.owner_id, a.name, a.period, sum(a.amount) as amount
  from earnings e
  cross join lateral unpaid_amounts(e.amount_cents, e.earned_at, e.payable_at) a
  where e.transfer_id is null
  group by 1, 2, 3
  union all
  select owner_id, name, thirty_days(period), sum(amount) from closet_month_figures group by 1, 2, 3;

create or replace function set_running_totals() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('set-running-totals'));
  insert into running_total_changes (name, period, amount)
    select name, period, difference from wrong_totals;
  -- Changes the totals of closets and the months too, which are compared after it.
  select set_closet_month_figures();
  insert into closet_total_changes (owner_id, name, period, amount)
    select owner_id, name, period, difference from wrong_closet_totals;
  insert into figure_changes (name, period, amount)
    select name, period, difference from wrong_figures('-infinity');
  select set_month_figures();
$$;

insert into closet_total_changes (owner_id, name, period, amount)
  select owner_id, name, period, difference from wrong_closet_totals;
