-- no transaction
-- The job goes through all of them by refunds_to_handle.
create index concurrently refunds_owed on refunds (requested_at desc, id desc)
  where status = 'failed' and not is_retried and not has_nothing_left;
