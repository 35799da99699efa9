-- no transaction
-- The tab of rentals that are over, newest first: of a closet, and of all for admins. Most of the
-- newest rentals are live, and were all read before the first one that is over.
create index concurrently rentals_of_closet_that_are_over on rentals
  (owner_id, created_at desc, id desc) where status in ('completed', 'cancelled');
create index concurrently rentals_that_are_over on rentals (created_at desc, id desc)
  where status in ('completed', 'cancelled');
