-- Closets that have been owed money for a year, as a job found them: pages look at these alone.
create table closets_owed_for_a_year (
  owner_id uuid primary key references user_profiles (id)
);
