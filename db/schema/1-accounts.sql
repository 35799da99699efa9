-- People, how they sign in, their tokens and sizes, and applications to become a closet.

-- Shoppers, closets and admins. A closed account stays without personal data, for the books.
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
  two_factor_enabled boolean not null default false,
  -- Blocked by an admin: nobody can sign in to it.
  blocked_at timestamptz,
  blocked_reason text,
  -- What a shopper tells every closet about deliveries, beside the address.
  delivery_notes text,
  -- Of a closet: how far it delivers, and how many days before the first day it must be asked.
  driving_distance text,
  notice_days integer not null default 0,
  -- The name of a closet is public, so a new one waits here until an admin has approved it.
  requested_name text,
  name_requested_at timestamptz,
  constraint account_type_is_known check (account_type in ('regular', 'business', 'admin')),
  constraint business_status_is_known
    check (business_status in ('pending', 'approved', 'denied', 'blocked')),
  constraint only_approved_closets_are_business_accounts
    check (account_type <> 'business' or business_status = 'approved'),
  constraint full_name_is_short check (char_length(full_name) between 1 and 120),
  constraint email_is_short check (char_length(email) <= 254),
  -- A deleted account keeps no personal data: only the books refer to it.
  constraint a_gone_person_has_no_face check (
    deleted_at is null or (phone is null and city is null and state is null
      and instagram_handle is null and delivery_address is null and image is null)
  ),
  constraint block_has_a_reason check
    ((blocked_at is null) = (blocked_reason is null) and char_length(blocked_reason) <= 1000),
  constraint profile_driving_distance_is_known check
    (driving_distance in ('5 miles', '10 miles', '15 miles', '20 miles', '30+ miles')),
  constraint notice_is_at_most_two_weeks check (notice_days between 0 and 14),
  -- A blocked account cannot be signed in to: as an admin it would count as another one, and as a closet
  -- nobody would answer its rentals.
  constraint only_customers_are_blocked
    check (blocked_at is null or account_type = 'regular'),
  constraint only_closets_request_names
    check (requested_name is null or account_type = 'business'),
  constraint requested_name_is_short
    check (char_length(requested_name) between 1 and 120),
  constraint requested_name_is_another check (requested_name <> full_name),
  constraint requested_name_has_its_time
    check ((requested_name is null) = (name_requested_at is null))
) with (autovacuum_vacuum_scale_factor = 0.01);
create unique index email_belongs_to_one_person on user_profiles (lower(email));
create index user_profiles_newest_first on user_profiles (created_at desc, id desc);
create index user_profiles_search on user_profiles
  using gin ((full_name || ' ' || email) gin_trgm_ops);
create index approved_closets on user_profiles (id) where business_status = 'approved';
-- Admins are few among many people: their listings are found through them.
create index admins on user_profiles (id) where account_type = 'admin' and deleted_at is null;
create index people_by_account_type on user_profiles (account_type, created_at desc, id desc)
  where deleted_at is null;
create index people_phone_search on user_profiles
  using gin ((regexp_replace(phone, '\D', '', 'g')) gin_trgm_ops)
  where phone is not null;
create index names_to_review on user_profiles (name_requested_at desc, id desc)
  where requested_name is not null;

-- auth_sessions, auth_accounts and auth_verifications have the columns that better-auth expects.
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
) with (autovacuum_vacuum_scale_factor = 0.05);
create index auth_sessions_by_person on auth_sessions (user_id);
-- What the hourly cleanup deletes.
create index auth_sessions_over on auth_sessions (expires_at);

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
create index auth_verifications_over on auth_verifications (expires_at);

-- The second factor in the columns of better-auth: a secret, encrypted, and hashes of backup codes.
create table auth_two_factors (
  id uuid primary key,
  user_id uuid not null references user_profiles (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  -- The half minute whose code was last used: a code works once.
  last_step integer not null default 0,
  -- Wrong codes since the last right one, and how often they locked the second step since then.
  wrong_codes integer not null default 0,
  locks integer not null default 0,
  constraint one_second_factor_per_person unique (user_id)
);

-- Between the password and the code: who has entered the first and not yet the second.
create table second_steps (
  token_hash text primary key,
  user_id uuid not null references user_profiles (id) on delete cascade,
  wrong_codes integer not null default 0 constraint wrong_codes_are_counted check (wrong_codes >= 0),
  expires_at timestamptz not null
);
create index second_steps_by_person on second_steps (user_id);
create index second_steps_over on second_steps (expires_at);

-- A new email address, until the link that was sent there is followed.
create table email_changes (
  user_id uuid primary key references user_profiles (id) on delete cascade,
  new_email text not null,
  token_hash text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint email_change_link_is_unique unique (token_hash),
  constraint changed_email_is_short check (char_length(new_email) <= 254)
);
create index email_changes_over on email_changes (expires_at);

-- The counters of rate-limiter-flexible, in the columns that it expects.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
) with (autovacuum_vacuum_scale_factor = 0.05);

-- Tokens for programs that act for a person. Only the hash of a token is stored.
create table api_tokens (
  id uuid primary key,
  owner_id uuid not null references user_profiles (id),
  name text not null,
  -- The first characters, by which its owner recognizes it.
  prefix text not null,
  token_hash text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint api_token_is_known_once unique (token_hash),
  constraint api_token_has_a_name check (btrim(name) <> '' and char_length(name) <= 60),
  constraint api_token_prefix_has_its_form check (prefix ~ '^hml_[a-z0-9]{8}$'),
  constraint api_token_hash_is_sha256 check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint api_token_can_do_something check (cardinality(scopes) > 0),
  constraint api_token_scopes_are_known check (scopes <@ array[
    'likes:read', 'likes:write', 'my-rentals:read', 'credits:read',
    'listings:read', 'listings:write', 'rentals:read', 'rentals:write', 'earnings:read',
    'webhooks:read', 'webhooks:write']),
  constraint api_token_expires_within_a_year check
    (expires_at > created_at and expires_at <= created_at + interval '366 days')
);
create index api_tokens_of_owner on api_tokens (owner_id, created_at desc);
create index api_tokens_by_end on api_tokens (least(expires_at, revoked_at));

-- Seen by nobody but the person.
create table size_profiles (
  user_id uuid primary key references user_profiles (id) on delete cascade,
  usual_size text,
  height_cm smallint,
  bust_cm smallint,
  waist_cm smallint,
  hips_cm smallint,
  updated_at timestamptz not null,
  constraint usual_size_is_known check
    (usual_size in ('XS', 'S', 'M', 'L', 'XL', 'XXL')),
  constraint body_is_as_large_as_a_person check (
    height_cm between 100 and 250 and bust_cm between 40 and 200 and waist_cm between 40 and 200
      and hips_cm between 40 and 200),
  constraint size_profile_says_something check
    (num_nonnulls(usual_size, height_cm, bust_cm, waist_cm, hips_cm) > 0)
);

-- To become a closet.
create table business_applications (
  id uuid primary key,
  user_id uuid not null references user_profiles (id) on delete cascade,
  full_name text not null,
  city text not null,
  state text not null,
  instagram text not null,
  outfit_images uuid[] not null,
  driving_distance text not null,
  meeting_flexibility text not null,
  contact_phone text not null,
  status text not null default 'pending',
  applied_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by uuid references user_profiles (id) on delete set null,
  denial_reason text,
  constraint application_status_is_known check (status in ('pending', 'approved', 'denied')),
  constraint driving_distance_is_known check
    (driving_distance in ('5 miles', '10 miles', '15 miles', '20 miles', '30+ miles')),
  constraint application_shows_one_to_eight_outfits check (cardinality(outfit_images) between 1 and 8),
  constraint denial_reason_is_short check (char_length(denial_reason) <= 1000)
);
create unique index one_application_waits_per_person on business_applications (user_id)
  where status = 'pending';
create index applications_newest_first on business_applications (applied_at desc, id desc);
create index applications_by_status on business_applications (status, applied_at desc, id desc);
-- An application is found by the name on it and by its applicant's name and address.
create index applications_search on business_applications using gin (full_name gin_trgm_ops);
create index applications_of_person on business_applications (user_id);

-- Whose items can be public.
create function lister_is_in_good_standing(lister user_profiles) returns boolean
  language sql immutable as $$
  select lister.deleted_at is null
    and (lister.account_type = 'admin'
      or (lister.account_type = 'business' and lister.business_status = 'approved'))
$$;

create function lister_location(lister user_profiles) returns text language sql immutable as $$
  select case when btrim(coalesce(lister.city, '')) = '' or btrim(coalesce(lister.state, '')) = ''
    then null else btrim(lister.city) || ', ' || btrim(lister.state) end
$$;

create function give_every_person_a_wallet() returns trigger language plpgsql as $$
begin
  insert into wallets (user_id) values (new.id);
  return null;
end $$;
create trigger every_person_has_a_wallet after insert on user_profiles
  for each row execute function give_every_person_a_wallet();

-- Admins cannot be blocked and block nobody: nobody could end a block from before somebody became one.
create function remove_blocks_of_admin() returns trigger language plpgsql as $$
begin
  -- Waits for blocks that are being stored: their foreign keys lock the account.
  perform from user_profiles where id = new.id for update;
  delete from blocks where blocker_id = new.id or blocked_id = new.id;
  return null;
end $$;
create trigger admins_have_no_blocks after update of account_type on user_profiles
  for each row when (new.account_type = 'admin' and old.account_type <> 'admin')
  execute function remove_blocks_of_admin();

-- See requested_name.
create function closet_is_renamed_after_review() returns trigger language plpgsql as $$
begin
  if new.account_type <> 'business' then
    new.requested_name := null;
    new.name_requested_at := null;
  elsif old.account_type = 'business' and new.full_name <> old.full_name
      and new.full_name is distinct from old.requested_name then
    raise check_violation using message = 'a closet gets only a name that was requested',
      constraint = 'closets_are_renamed_after_review';
  end if;
  return new;
end $$;
create trigger closets_are_renamed_after_review
  before update of full_name, account_type on user_profiles
  for each row execute function closet_is_renamed_after_review();
