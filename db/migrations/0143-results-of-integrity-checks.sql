-- What each integrity check last found: a job runs them, and the admin page shows this.
create table integrity_results (
  check_name text primary key,
  checked_at timestamptz not null,
  -- A check is repeated more rarely the longer it takes.
  took_ms integer not null,
  -- False when it took too long: then nothing is known.
  is_complete boolean not null,
  -- The first hundred, each with subject and detail.
  violations jsonb not null default '[]',
  -- When an admin last asked for it.
  requested_at timestamptz,
  constraint check_takes_some_time check (took_ms >= 0),
  constraint violations_are_a_list check (jsonb_typeof(violations) = 'array'),
  constraint only_complete_checks_find_violations check (is_complete or violations = '[]')
);
