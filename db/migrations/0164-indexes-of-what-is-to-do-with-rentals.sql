-- no transaction
-- Live rentals by what has to be done with them and the day on which it is due: of all, for admins,
-- and of a closet. The first rows of each task are read in their order, and no others.
create index concurrently live_rentals_by_task on rentals (
  (case when status = 'pending' then 'answer' when status = 'confirmed' then 'deliver'
    when return_status = 'returned' then 'review' else 'collect' end),
  (case when status in ('pending', 'confirmed') then start_date else end_date end), id)
  where status in ('pending', 'confirmed', 'delivered');
create index concurrently live_rentals_of_closet_by_task on rentals (owner_id,
  (case when status = 'pending' then 'answer' when status = 'confirmed' then 'deliver'
    when return_status = 'returned' then 'review' else 'collect' end),
  (case when status in ('pending', 'confirmed') then start_date else end_date end), id)
  where status in ('pending', 'confirmed', 'delivered');
-- In their order, rentals that need nothing are between the others.
drop index concurrently if exists live_rentals_by_due;
