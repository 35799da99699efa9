-- By default PostgreSQL vacuums a table when a fifth of it is dead, which is two million rows of ten
-- million rentals. Where rows change, it is done after one in a hundred.
alter table rentals set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table credit_lots set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table clothing_items set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
alter table item_search set (autovacuum_vacuum_scale_factor = 0.01);
alter table user_profiles set (autovacuum_vacuum_scale_factor = 0.01);
alter table conversations set (autovacuum_vacuum_scale_factor = 0.01);
alter table booked_periods set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table mail_outbox set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table stripe_events set (autovacuum_vacuum_scale_factor = 0.02);
-- Rows come and go all the time, and a page or a job reads all of them.
alter table listed_count_deltas set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table rental_count_deltas set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table late_credits set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table rate_limits set (autovacuum_vacuum_scale_factor = 0.05);
alter table auth_sessions set (autovacuum_vacuum_scale_factor = 0.05);
-- Rows are only added. They are frozen while there are few new ones, and the planner knows of the newest.
alter table audit_log set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table credit_transactions set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table credit_movements set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table earnings set (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
alter table messages set (autovacuum_vacuum_insert_scale_factor = 0.01);
