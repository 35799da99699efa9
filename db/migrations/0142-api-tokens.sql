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

-- What was answered to a request with an `Idempotency-Key`. Written in the transaction of what the
-- request did, so that a row is there exactly when it was done. Removed after a day.
create table api_requests (
  token_id uuid not null references api_tokens (id) on delete cascade,
  key text not null,
  body_hash text not null,
  -- Null only within the transaction.
  status smallint,
  answer json,
  at timestamptz not null,
  primary key (token_id, key),
  constraint api_request_key_is_short check (char_length(key) between 1 and 255),
  constraint api_request_hash_is_sha256 check (body_hash ~ '^[0-9a-f]{64}$'),
  constraint api_request_has_succeeded check (status between 200 and 299)
);
create index api_requests_by_time on api_requests (at);
