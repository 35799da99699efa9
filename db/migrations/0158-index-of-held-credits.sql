-- no transaction
-- The integrity check of credits on hold reads these few lines instead of every statement.
create index concurrently held_credit_transactions on credit_transactions (user_id) include (held)
  where held <> 0;
