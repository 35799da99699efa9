-- What was paid for the credits that a lot or a code still has counts in whole cents, so that people, months and
-- files add up to the same amount. It stays in thousandths of a cent, as the totals have it.
create or replace function millicents_paid(credits integer, payment_cents integer, payment_credits integer)
returns bigint language sql immutable as $$
  select coalesce(round(1.0 * credits * payment_cents / nullif(payment_credits, 0)) * 1000, 0)::bigint
$$;
