-- no transaction
-- A transfer deducts these first, and then pays the oldest earnings, up to a number.
create index concurrently deductions_of_closet on earnings (owner_id, payable_at, id)
  include (amount_cents) where transfer_id is null and amount_cents < 0;
-- What a closet was paid in a year.
create index concurrently transfers_made_to_owner on transfers (owner_id, finished_at)
  include (amount_cents) where status = 'made';
