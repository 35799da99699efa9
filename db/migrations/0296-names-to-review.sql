-- no transaction
-- For the list of names to review.
create index concurrently names_to_review on user_profiles (name_requested_at desc, id desc)
  where requested_name is not null;
