-- no transaction
-- Which tasks are an admin's is read from indexes alone: the first rows of each task have those of all closets
-- before them. Replaces live_rentals_by_task, which has the same columns in the same order.
create index concurrently live_tasks_by_due on rentals (
  (case when status = 'pending' then 'answer' when status = 'confirmed' then 'deliver'
    when return_status = 'returned' then 'review' else 'collect' end),
  (case when status in ('pending', 'confirmed') then start_date else end_date end), id)
  include (owner_id, renter_id, proposed_at, status, return_status, start_date, end_date)
  where status in ('pending', 'confirmed', 'delivered');
drop index concurrently live_rentals_by_task;
create index concurrently closets_that_can_sign_in on user_profiles (id)
  where account_type = 'business' and business_status = 'approved' and deleted_at is null;
create index concurrently disputes_of_order on disputes (order_id, opened_at desc);
