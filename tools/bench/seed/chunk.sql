-- Rentals number $1 to $2 - 1, in the order of time. Each item is rented once in every tenth of the time,
-- so its rentals are far apart. One shopper in all made a rental in a thousand.
create temporary table chunk on commit drop as
with numbered as (
  select n, n % p.items as i, p.closets, p.people, p.ends, p.paid_from,
    p.begins + (p.ends - p.begins) * (n::float8 / p.rentals) as created_at,
    n * 7919 % 1000003 as spread
  from bench_seed.plan p, generate_series($1::bigint, $2::bigint - 1) n
), dated as (
  select *,
    case when n % 1000 = 0 then closets
      else closets + 1 + n * 104729 % (people - closets - 1) end as shopper,
    bench_seed.closet_of(i, closets) as closet,
    bench_seed.price_of(i) as price,
    (created_at at time zone 'UTC')::date + 2 + (spread % 5)::integer as start_date,
    (case when spread % 100 < 70 then 4 + spread % 4 when spread % 100 < 95 then 8 + spread % 7
      else 15 + spread % 14 end)::integer as days
  from numbered
), placed as (
  select *, start_date + days - 1 as end_date, (ends at time zone 'UTC')::date as today,
    (days + 6) / 7 * 7 * price as credits
  from dated
)
select n, i, shopper, closet, price, days, credits, created_at, start_date, end_date, spread, ends, paid_from,
  bench_seed.id(3, created_at, n) as id,
  bench_seed.person(shopper) as renter_id,
  bench_seed.person(closet) as owner_id,
  bench_seed.item(i) as item_id,
  case when created_at >= paid_from then 45 else 0 end as rate,
  i % 10 = 0 as is_booked_ahead,
  case when spread % 20 = 0 and created_at + interval '6 hours' < ends then 'cancelled'
    when end_date < today - 3 then 'completed'
    when start_date <= today then 'delivered'
    when spread % 3 = 0 then 'pending'
    else 'confirmed' end as status,
  end_date < today as is_back,
  least(created_at + interval '2 hours', ends) as confirmed_at,
  created_at + interval '6 hours' as cancelled_at,
  least((start_date + time '10:00') at time zone 'UTC', ends) as delivered_at,
  least((end_date + 1 + time '09:00') at time zone 'UTC', ends) as returned_at,
  (end_date + 2 + time '15:00') at time zone 'UTC' as reviewed_at
from placed
