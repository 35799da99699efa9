-- no transaction
-- All items of a lister, retired ones included: the download of their own data and a closet's earnings.
create index concurrently items_of_lister on clothing_items (business_id);
-- What the hourly cleanup deletes.
create index concurrently auth_sessions_over on auth_sessions (expires_at);
create index concurrently auth_verifications_over on auth_verifications (expires_at);
