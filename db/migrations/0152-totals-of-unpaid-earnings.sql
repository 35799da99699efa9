-- Earnings that no transfer pays yet, by the day (UTC) on which they become payable: a transfer pays
-- many at once, and those of closets without an account stay for years. Earnings are never deleted.
create function payable_day(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('1 day', at, timestamptz '2000-01-01 00:00:00+00')
$$;
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
