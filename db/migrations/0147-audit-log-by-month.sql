-- The audit log is divided by month (UTC). Its partitions have a schema of their own.
create schema audit_log_months;

-- The table so far becomes the partition of everything until then, such as until_2027_01.
drop trigger audit_log_is_append_only on audit_log;
alter table audit_log set schema audit_log_months;
alter table audit_log_months.audit_log drop constraint audit_log_pkey;
alter table audit_log_months.audit_log
  add constraint audit_log_pkey primary key using index audit_log_by_id_and_time;

create table audit_log (
  id uuid not null,
  actor_id uuid references user_profiles (id),
  action text not null,
  noun text not null,
  noun_id text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null,
  primary key (id, at)
) partition by range (at);
create index audit_log_newest_first on audit_log (at desc, id desc);
create index audit_log_by_noun on audit_log (noun, noun_id, at desc);
create index audit_log_by_actor on audit_log (actor_id, at desc);
create index audit_log_by_kind_of_noun on audit_log (noun, at desc, id desc);
create index audit_log_by_action on audit_log (action, at desc, id desc);
create index audit_log_by_noun_and_action on audit_log (noun, action, at desc, id desc);

do $$
declare
  ends timestamptz := (
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''')::timestamptz
    from pg_constraint
    where conname = 'audit_log_ends' and conrelid = 'audit_log_months.audit_log'::regclass);
begin
  execute format('alter table audit_log attach partition audit_log_months.audit_log
    for values from (minvalue) to (%L)', ends);
  execute format('alter table audit_log_months.audit_log rename to %I',
    'until_' || to_char(ends at time zone 'UTC', 'YYYY_MM'));
  execute format('alter table audit_log_months.%I drop constraint audit_log_ends',
    'until_' || to_char(ends at time zone 'UTC', 'YYYY_MM'));
end $$;

-- A line of a month without a partition is never refused.
create table audit_log_months.other partition of audit_log default;

create function refuse_changing_the_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_changing_the_audit_log();

-- Adds the partitions of this month and of the three after it, those that are missing. A month that
-- has lines among the others already stays there.
create function add_audit_log_months(today timestamptz) returns integer language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', today at time zone 'UTC');
  starts timestamp;
  part text;
  is_there boolean;
  added integer := 0;
begin
  for n in 0 .. 3 loop
    starts := this_month + n * interval '1 month';
    part := to_char(starts, '"m"YYYY_MM');
    is_there := exists (
      select from pg_class where relnamespace = 'audit_log_months'::regnamespace and relkind = 'r'
        and (relname = part or relname like 'until\_%' and relname > 'until_' || to_char(starts, 'YYYY_MM')))
      or exists (select from audit_log_months.other
        where at >= starts at time zone 'UTC' and at < (starts + interval '1 month') at time zone 'UTC');
    continue when is_there;
    execute format('create table audit_log_months.%I (like audit_log including defaults)
      with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)', part);
    execute format('alter table audit_log attach partition audit_log_months.%I
      for values from (%L) to (%L)', part,
      starts at time zone 'UTC', (starts + interval '1 month') at time zone 'UTC');
    added := added + 1;
  end loop;
  return added;
end $$;
select add_audit_log_months(now());

-- What an operator has written to a file and removed: the page of the audit log says so.
create table archived_audit_months (
  -- That of the partition.
  name text primary key,
  -- The lines are older than this.
  ends_at timestamptz not null,
  lines bigint not null,
  file_name text not null,
  -- Of the file, as hexadecimal digits.
  sha256 text not null,
  archived_at timestamptz not null
);
