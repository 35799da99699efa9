-- Admins are few among many people: their listings are found through them.
create index admins on user_profiles (id) where account_type = 'admin' and deleted_at is null;
create index people_by_account_type on user_profiles (account_type, created_at desc, id desc)
  where deleted_at is null;

create index brands_search on brands using gin (name gin_trgm_ops);
create index cities_by_name on cities (name collate "C", state collate "C", id);
create index cities_search on cities using gin ((name || ' ' || state) gin_trgm_ops);

create index audit_log_by_kind_of_noun on audit_log (noun, at desc, id desc);
create index audit_log_by_action on audit_log (action, at desc, id desc);

create index mail_outbox_search on mail_outbox
  using gin ((to_address || ' ' || subject) gin_trgm_ops);
create index mail_outbox_failed on mail_outbox (created_at desc, id desc)
  where sent_at is null and last_error is not null;

-- The figures of the last weeks.
create index credit_transactions_by_time on credit_transactions (effective_at)
  include (kind, amount);
create index deposits_held on deposits (paid_at) where closed_at is null;
