-- no transaction
-- What a closet earned in a period, with the rentals in earning_deliveries_of_closet: neither table is read.
-- Replaces earnings_of_closet, which has the same columns in the same order.
create index concurrently earnings_of_closet_newest_first on earnings (owner_id, earned_at desc, id desc)
  include (kind, amount_cents, rental_id, source_key);
drop index concurrently earnings_of_closet;
-- What a closet can expect, and which of its items are out.
create index concurrently rentals_out_of_closet on rentals (owner_id, end_date desc)
  include (id, item_id, total_credits, cents_per_credit)
  where status in ('pending', 'confirmed', 'delivered') and delivered_at is not null;
create index concurrently return_requests_undecided on return_requests (rental_id)
  where status in ('open', 'contested');
