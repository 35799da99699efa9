-- no transaction
create index concurrently transfers_to_handle on transfers (requested_at desc, id desc)
  where status = 'failed' and not is_replaced;
-- The above is the part of it that is read.
drop index concurrently if exists transfers_failed;
