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
  from earnings where transfer_id is null group by 2;

-- Each by how much it differs.
create view wrong_totals as
  select name, period, sum(amount)::bigint as difference
  from (
    select name, period, amount from actual_totals
    union all
    select name, period, -amount from total_amounts
  ) t
  group by name, period having sum(amount) <> 0;

alter view invariant_violations rename to invariant_violations_before_totals;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_totals
  union all
  select 'a running total is that of its rows',
    concat_ws(' ', name, to_char(period at time zone 'UTC', 'YYYY-MM-DD HH24:MI')),
    format('differs by %s', difference)
  from wrong_totals;

-- Corrects the totals; exact while others write and while changes are folded. The second statement
-- reads rows, changes and totals of one moment: what is committed later adds its own change.
create function set_running_totals() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('set-running-totals'));
  insert into running_total_changes (name, period, amount)
    select name, period, difference from wrong_totals;
$$;
select set_running_totals();
