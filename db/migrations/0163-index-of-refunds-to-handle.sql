-- no transaction
create index concurrently refunds_to_handle on refunds (requested_at desc, id desc)
  where status = 'failed' and not is_retried;
-- The above is the part of it that is read.
drop index concurrently if exists refunds_failed;
