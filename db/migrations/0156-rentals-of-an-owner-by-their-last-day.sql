-- no transaction
-- The calendar of a closet, without the rentals of earlier years.
create index concurrently rentals_of_owner_by_last_day on rentals (owner_id, end_date)
  where status <> 'cancelled';
