-- Between the password and the code: who has given the first and owes the second.
create table second_steps (
  token_hash text primary key,
  user_id uuid not null references user_profiles (id) on delete cascade,
  wrong_codes integer not null default 0 constraint wrong_codes_are_counted check (wrong_codes >= 0),
  expires_at timestamptz not null
);
create index second_steps_by_person on second_steps (user_id);
create index second_steps_over on second_steps (expires_at);

-- The half minute whose code was last used: a code opens once.
alter table auth_two_factors add column last_step integer not null default 0;
