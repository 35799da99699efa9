-- no transaction
create index concurrently requests_by_answer_time on rentals (answer_by, id) where status = 'pending';
drop index concurrently pending_rentals_by_start;
