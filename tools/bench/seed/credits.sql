-- Of shoppers number $1 to $2 - 1: a purchase of what their rentals cost and 50 more, and a gift of 20.
with shopper as (
  select n, bench_seed.person(n) as id, bench_seed.joined(n) as joined, coalesce(s.credits, 0) as spent
  from generate_series($1::bigint, $2::bigint - 1) n
  left join bench_seed.spent s on s.renter_id = bench_seed.person(n)
), orders as (
  insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status,
    stripe_session_id, payment_intent, created_at, paid_at, fulfilled_at)
  select bench_seed.of_shopper(8, n), id, 'one_time', 100 * (spent + 50), spent + 50, 'fulfilled',
    'cs_credits_' || n, 'pi_credits_' || n, joined, joined, joined
  from shopper
), lots as (
  insert into credit_lots (id, user_id, source, source_key, minted, available, spent, granted_at,
    expires_at, payment_intent, payment_cents, payment_credits)
  select bench_seed.of_shopper(7, n), id, 'one_time', 'order:' || bench_seed.of_shopper(8, n),
    spent + 50, 50, spent, joined, timestamptz '2099-01-01Z', 'pi_credits_' || n,
    100 * (spent + 50), spent + 50
  from shopper
  union all
  select bench_seed.of_shopper(9, n), id, 'grant', 'grant:' || bench_seed.of_shopper(9, n), 20, 20, 0,
    joined, timestamptz '2099-01-01Z', null, null, null
  from shopper
), operations as (
  insert into credit_transactions (id, user_id, kind, amount, idempotency_key, payment_intent, order_id,
    effective_at)
  select bench_seed.of_shopper(10, n), id, 'purchase', spent + 50,
    'order:' || bench_seed.of_shopper(8, n), 'pi_credits_' || n, bench_seed.of_shopper(8, n), joined
  from shopper
  union all
  select bench_seed.of_shopper(23, n), id, 'grant', 20, 'grant:' || bench_seed.of_shopper(9, n), null,
    null, joined
  from shopper
)
insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
select bench_seed.of_shopper(10, n), bench_seed.of_shopper(7, n), 'mint', 'available', spent + 50
from shopper
union all
select bench_seed.of_shopper(23, n), bench_seed.of_shopper(9, n), 'mint', 'available', 20 from shopper
