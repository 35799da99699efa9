-- What admins have granted in the last 30 days, which is limited.
create index credit_transactions_of_grants on credit_transactions (effective_at) include (amount)
  where kind = 'grant';
