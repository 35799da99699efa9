-- no transaction
-- The primary key of the audit log once it is divided by month.
create unique index concurrently audit_log_by_id_and_time on audit_log (id, at);
