-- The second factor: a secret and its backup codes, both encrypted, in the columns of better-auth.
alter table user_profiles add column two_factor_enabled boolean not null default false;

create table auth_two_factors (
  id uuid primary key,
  user_id uuid not null references user_profiles (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  constraint one_second_factor_per_person unique (user_id)
);

-- An address that somebody wants to change to, until the link that was mailed there is followed.
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

-- What is left of a person who has gone: the books, without a name.
alter table user_profiles add constraint a_gone_person_has_no_face check (
  deleted_at is null or (phone is null and city is null and state is null
    and instagram_handle is null and delivery_address is null and image is null)
);
