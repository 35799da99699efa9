-- People number $1 to $2 - 1: closets, then shoppers with a deposit.
with person as (
  select n, bench_seed.person(n) as id, bench_seed.joined(n) as joined, n < p.closets as is_closet
  from bench_seed.plan p, generate_series($1::bigint, $2::bigint - 1) n
), profiles as (
  insert into user_profiles (id, full_name, email, email_verified, account_type, business_status,
    city, state, zip, driving_distance, offers_pickup, ships, created_at, updated_at)
  select id,
    case when is_closet then 'Closet ' || n else
      (array['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gina', 'Hugo', 'Ines', 'Jonas'])[1 + n % 10]
        || ' ' || (array['Lee', 'Moss', 'Nash', 'Ortiz', 'Park', 'Quinn', 'Ross'])[1 + n % 7]
        || ' ' || n end,
    case when is_closet then 'closet-' || n else 'shopper-' || n end || '@bench.test', true,
    case when is_closet then 'business' else 'regular' end,
    case when is_closet then 'approved' end,
    'City ' || n % 40, 'NY',
    (array['10001', '10463', '11201', '11530', '10701', '07030', '06901', '12207', '02116', '02139',
      '01608', '19103', '15222', '60601', '78701', '94103', '90012', '98101', '33131', '80202'])[1 + n % 20],
    (array['5 miles', '10 miles', '15 miles', '20 miles', '30+ miles'])[1 + n / 20 % 5],
    n % 3 = 0, n % 7 = 0, joined, joined
  from person
), wallet as (
  insert into wallets (user_id) select id from person
), orders as (
  insert into checkout_orders (id, user_id, product_type, amount_cents, credits, status,
    stripe_session_id, payment_intent, created_at, paid_at, fulfilled_at)
  select bench_seed.of_shopper(5, n), id, 'deposit', 5000, 0, 'fulfilled',
    'cs_deposit_' || n, 'pi_deposit_' || n, joined, joined, joined
  from person where not is_closet
)
insert into deposits (id, user_id, order_id, payment_intent, amount_cents, paid_at)
select bench_seed.of_shopper(6, n), id, bench_seed.of_shopper(5, n), 'pi_deposit_' || n, 5000, joined
from person where not is_closet
