-- A blocked account cannot be signed in to: as an admin it would count as another one, and as a closet
-- nobody would answer its rentals.
alter table user_profiles
  add constraint only_customers_are_blocked
    check (blocked_at is null or account_type = 'regular') not valid;
