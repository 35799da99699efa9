-- no transaction
-- A year of a closet's earnings is read from these indexes alone. Of their columns, only those change
-- after the delivery that other indexes have too.
create index concurrently earning_rentals_of_closet on rentals (owner_id, delivered_at)
  include (id, item_id, total_credits, cents_per_credit) where delivered_at is not null;
create index concurrently rentals_with_kept_deposits on rentals (owner_id, condition_reviewed_at)
  include (id, item_id, deposit_kept_amount) where deposit_kept_amount > 0;
create index concurrently return_requests_that_gave_back on return_requests (rental_id)
  include (credits_back) where credits_back > 0;
create index concurrently items_of_closet on clothing_items (business_id)
  include (id, title, deleted_at);
-- These have the first columns of the above.
drop index concurrently if exists earning_rentals_of_owner;
drop index concurrently if exists items_of_lister;
