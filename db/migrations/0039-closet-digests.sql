-- The days on which a closet was told by mail what there is to do: once a day.
create table closet_digests (
  owner_id uuid not null references user_profiles (id),
  day date not null,
  made_at timestamptz not null,
  constraint one_digest_a_day primary key (owner_id, day)
);
