-- Closets that are owed money and have no account that it can be sent to get a reminder each month.

create table payout_reminders (
  owner_id uuid primary key references user_profiles (id),
  -- The day of the last one, in the time zone of the shop.
  reminded_on date not null
);

-- After a year, admins are told instead: what is still unpaid by then is little.
create index earnings_unpaid_oldest_first on earnings (earned_at, owner_id)
  where transfer_id is null and amount_cents > 0;
