-- Credits in wallets that have not been spent, and what was paid for them in thousandths of a cent, by
-- the quarter of an hour in which they expire: months of every time zone begin with one, and how many
-- there are does not depend on the shop.
create function quarter_hour(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00')
$$;
create function millicents_paid(credits integer, payment_cents integer, payment_credits integer)
returns bigint language sql immutable as $$
  select coalesce(round(credits * 1000.0 * payment_cents / nullif(payment_credits, 0)), 0)::bigint
$$;

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
