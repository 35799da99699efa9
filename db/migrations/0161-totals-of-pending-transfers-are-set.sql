-- What the totals have to be, now with those of pending transfers.
create or replace view actual_totals as
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

select set_running_totals();
