-- no transaction
-- A closet's calendar reads the days blocked for one item; most others are of holidays.
create index concurrently blocked_dates_of_item on rental_availability (item_id, blocked_date)
  where holiday_id is null;
-- What a file of listings calls an item without a SKU.
create index concurrently items_by_name_of_id on clothing_items
  (business_id, right(id::text, 12)) where deleted_at is null;
-- Most entries wait, and were read with the few that have an offer.
create index concurrently offers_of_item on waitlist_entries (item_id) where status = 'offered';
