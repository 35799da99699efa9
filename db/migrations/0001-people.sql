-- Trigram search for every searchable list; gist over uuid for the calendar's exclusion constraint.
create extension if not exists pg_trgm;
create extension if not exists btree_gist;

create table user_profiles (
  id uuid primary key,
  full_name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  phone text,
  city text,
  state text,
  instagram_handle text,
  delivery_address text,
  account_type text not null default 'regular',
  business_status text,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint account_type_is_known check (account_type in ('regular', 'business', 'admin')),
  constraint business_status_is_known
    check (business_status in ('pending', 'approved', 'denied', 'blocked')),
  constraint only_approved_closets_are_business_accounts
    check (account_type <> 'business' or business_status = 'approved'),
  constraint full_name_is_short check (char_length(full_name) between 1 and 120),
  constraint email_is_short check (char_length(email) <= 254)
);
create unique index email_belongs_to_one_person on user_profiles (lower(email));
create index user_profiles_newest_first on user_profiles (created_at desc, id desc);
create index user_profiles_search on user_profiles
  using gin ((full_name || ' ' || email) gin_trgm_ops);
create index approved_closets on user_profiles (id) where business_status = 'approved';

create table auth_sessions (
  id uuid primary key,
  token text not null,
  user_id uuid not null references user_profiles (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint session_token_is_unique unique (token)
);
create index auth_sessions_by_person on auth_sessions (user_id);

create table auth_accounts (
  id uuid primary key,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references user_profiles (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_accounts_by_person on auth_accounts (user_id);

create table auth_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_by_identifier on auth_verifications (identifier);

-- Who did what to which thing; written by every admin and closet command in its own transaction.
create table audit_log (
  id uuid primary key,
  actor_id uuid references user_profiles (id),
  action text not null,
  noun text not null,
  noun_id text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null
);
create index audit_log_newest_first on audit_log (at desc, id desc);
create index audit_log_by_noun on audit_log (noun, noun_id, at desc);
create index audit_log_by_actor on audit_log (actor_id, at desc);

create function refuse_rewriting_history() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_rewriting_history();

-- The counters of rate-limiter-flexible, in the columns that it expects.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table platform_settings (
  setting_key text primary key,
  setting_value boolean not null,
  updated_at timestamptz not null default now()
);
insert into platform_settings (setting_key, setting_value) values ('user_to_user_enabled', true);

-- Job workers say that they live; a starting process frees only the jobs of silent ones.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null
);

create table mail_outbox (
  id uuid primary key,
  message_id text not null,
  template text not null,
  recipient_id uuid references user_profiles (id) on delete set null,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  constraint message_id_is_stable_and_unique unique (message_id)
);
create index mail_outbox_newest_first on mail_outbox (created_at desc, id desc);
create index mail_outbox_waiting on mail_outbox (created_at) where sent_at is null;

create table feedback (
  id uuid primary key,
  user_id uuid references user_profiles (id) on delete set null,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null,
  constraint feedback_is_not_blank
    check (btrim(name) <> '' and btrim(email) <> '' and btrim(message) <> ''),
  constraint feedback_is_short
    check (char_length(name) <= 120 and char_length(email) <= 254 and char_length(message) <= 5000)
);
create index feedback_newest_first on feedback (created_at desc, id desc);
