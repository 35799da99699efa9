-- no transaction
-- How the newest items of a closet are used, whatever else it rented.
create index concurrently deliveries_of_item on rentals (item_id, delivered_at)
  include (owner_id, returned_on, sent_back_at, returned_at) where delivered_at is not null;
-- A closet's earnings; the days of return are in the index above.
create index concurrently earning_deliveries_of_closet on rentals (owner_id, delivered_at)
  include (id, item_id, total_credits, cents_per_credit) where delivered_at is not null;
-- What a closet is owed is added up from this index alone.
create index concurrently unpaid_earnings_of_closet on earnings (owner_id, payable_at)
  include (amount_cents) where transfer_id is null;
-- These have the first columns of the above.
drop index concurrently if exists deliveries_of_closet;
drop index concurrently if exists earnings_unpaid;
