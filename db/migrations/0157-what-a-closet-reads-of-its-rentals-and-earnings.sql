-- no transaction
-- A closet's figures are read from these indexes alone, as its earnings are. Each has the columns of
-- the one it replaces.
create index concurrently deliveries_of_closet on rentals (owner_id, delivered_at)
  include (id, item_id, total_credits, cents_per_credit, returned_on, sent_back_at, returned_at)
  where delivered_at is not null;
create index concurrently live_rentals_of_closet on rentals (owner_id, end_date, id) include (item_id)
  where status in ('pending', 'confirmed', 'delivered');
create index concurrently earnings_of_closet on earnings (owner_id, earned_at desc, id desc)
  include (kind, amount_cents);
drop index concurrently if exists earning_rentals_of_closet;
drop index concurrently if exists live_rentals_of_owner;
drop index concurrently if exists earnings_of_owner;
