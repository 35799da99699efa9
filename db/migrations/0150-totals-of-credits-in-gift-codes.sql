-- The credits of gift codes that nobody has claimed, in the same totals as those in wallets. The
-- amounts of an order never change.
create function amounts_of_gift_code(c gift_codes)
returns table (name text, period timestamptz, amount bigint) language sql stable as $$
  select v.name, quarter_hour(c.expires_at), v.amount
  from checkout_orders o
  cross join lateral (values
    ('credits_owed', c.credits_amount::bigint),
    ('credits_owed_millicents', millicents_paid(c.credits_amount, o.amount_cents, o.credits))
  ) as v (name, amount)
  where o.id = c.order_id and not c.claimed and c.revoked_at is null and v.amount <> 0
$$;
create function total_gift_codes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into running_total_changes (name, period, amount)
      select a.name, a.period, -a.amount from amounts_of_gift_code(old) a;
  end if;
  if tg_op <> 'DELETE' then
    insert into running_total_changes (name, period, amount)
      select a.name, a.period, a.amount from amounts_of_gift_code(new) a;
  end if;
  return null;
end $$;
create trigger unclaimed_gift_codes_are_totalled
  after insert or delete or update of credits_amount, order_id, expires_at, claimed, revoked_at
  on gift_codes for each row execute function total_gift_codes();
