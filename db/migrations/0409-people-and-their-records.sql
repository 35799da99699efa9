-- no transaction
-- Other accounts of the same person: by the last ten digits of the phone, and by the letters and digits of
-- the address.
create index concurrently people_by_phone on user_profiles (right(regexp_replace(phone, '\D', '', 'g'), 10))
  where phone is not null and deleted_at is null;
create index concurrently people_by_address
  on user_profiles (left(regexp_replace(lower(delivery_address), '[^[:alnum:]]', '', 'g'), 200))
  where delivery_address is not null and deleted_at is null;
-- What a person's page shows of many rows, newest first.
create index concurrently marked_rentals_of_renter on rentals (renter_id, start_date desc, id desc)
  where late_at is not null or cancellation = 'no_show';
create index concurrently published_ratings_about on ratings (about_id, published_at desc, id desc)
  where published_at is not null;
create index concurrently published_ratings_by on ratings (writer_id, published_at desc, id desc)
  where published_at is not null;
-- Gifts that were claimed, newest first.
create index concurrently gift_claims_newest_first on gift_codes (claimed_at desc, id desc)
  where claimed_at is not null;
