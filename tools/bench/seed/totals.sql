-- What follows from the rows.
delete from listed_count_deltas;
insert into listed_count_deltas (kind, value, delta)
select 'all', '', count(*) from clothing_items
union all select 'public', '', count(*) from clothing_items where is_public
union all select 'style', style_group, count(*) from clothing_items where is_public group by 2
union all select 'occasion', occasion_group, count(*) from clothing_items where is_public group by 2
union all select 'size', size_group, count(*) from clothing_items where is_public group by 2
union all select 'location', location_group, count(*) from clothing_items where is_public group by 2
union all select 'reach', reach, count(*) from clothing_items where is_public group by 2;
delete from rental_count_deltas;
insert into rental_count_deltas (delta) select count(*) from rentals where status <> 'cancelled';
delete from item_rating_sums;
insert into item_rating_sums (item_id, ratings, stars, small, true_to_size, large)
select item_id, count(*), sum(stars), count(*) filter (where fit = 'small'),
  count(*) filter (where fit = 'true'), count(*) filter (where fit = 'large')
from ratings group by 1;
delete from transfers;
delete from payout_accounts;
insert into payout_accounts (owner_id, stripe_account_id, state, payouts_enabled, created_at, updated_at)
select bench_seed.person(n), 'acct_bench_' || n, 'ready', true, bench_seed.joined(n), now()
from bench_seed.plan p, generate_series(0, p.closets - 1) n;
-- Only final transfers may be of less than 25 dollars.
insert into transfers (id, owner_id, amount_cents, final, stripe_transfer_id, status, requested_at, finished_at,
  sent_to, compared_at)
select transfer_id, owner_id, sum(amount_cents), sum(amount_cents) < 2500, 'tr_bench_' || transfer_id, 'made', paid_at, paid_at,
  'acct_bench', now()
from earnings
cross join lateral (select
  least(bench_seed.month_of(payable_at, p.paid_from) + interval '1 month 4 days', p.ends) as paid_at
  from bench_seed.plan p) p
where transfer_id is not null group by transfer_id, owner_id, paid_at;
select set_running_totals();
