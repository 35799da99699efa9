create table bench_seed.live as
  select distinct item_id from rentals where status in ('pending', 'confirmed', 'delivered');
create unique index on bench_seed.live (item_id);
create table bench_seed.spent as
  select renter_id, sum(total_credits)::integer as credits from rentals where status <> 'cancelled'
  group by 1;
create unique index on bench_seed.spent (renter_id);
analyze bench_seed.live;
analyze bench_seed.spent;
