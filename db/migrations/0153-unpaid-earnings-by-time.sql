-- no transaction
-- What becomes payable in the course of today; the days before are running totals.
create index concurrently earnings_unpaid_by_time on earnings (payable_at) include (amount_cents)
  where transfer_id is null;
