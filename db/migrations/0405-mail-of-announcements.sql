-- no transaction
create index concurrently mail_of_announcements on mail_outbox (announcement_id, sent_at)
  where announcement_id is not null;
-- The renters of a city.
create index concurrently people_by_city on user_profiles (lower(city), lower(state), id)
  where city is not null and deleted_at is null;
