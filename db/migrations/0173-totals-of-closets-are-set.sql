-- What the totals of closets have to be.
create view actual_closet_totals as
  select e.owner_id, a.name, a.period, sum(a.amount) as amount
  from earnings e
  cross join lateral unpaid_amounts(e.amount_cents, e.earned_at, e.payable_at) a
  where e.transfer_id is null
  group by 1, 2, 3;

-- Each by how much it differs.
create view wrong_closet_totals as
  select owner_id, name, period, sum(amount)::bigint as difference
  from (
    select owner_id, name, period, amount from actual_closet_totals
    union all
    select owner_id, name, period, -amount from closet_total_amounts
  ) t
  group by owner_id, name, period having sum(amount) <> 0;

alter view invariant_violations rename to invariant_violations_before_closet_totals;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_closet_totals
  union all
  select 'what a closet is owed is that of its earnings',
    concat_ws(' ', owner_id, name, to_char(period at time zone 'UTC', 'YYYY-MM-DD')),
    format('differs by %s', difference)
  from wrong_closet_totals;

-- Corrects those of the shop and of closets; exact while others write and while changes are folded, as
-- of 0154.
create or replace function set_running_totals() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('set-running-totals'));
  insert into running_total_changes (name, period, amount)
    select name, period, difference from wrong_totals;
  insert into closet_total_changes (owner_id, name, period, amount)
    select owner_id, name, period, difference from wrong_closet_totals;
$$;
select set_running_totals();
