-- People can block each other: they no longer rent from one another, and cannot write to each other.

create table blocks (
  blocker_id uuid not null references user_profiles (id),
  blocked_id uuid not null references user_profiles (id),
  at timestamptz not null,
  constraint one_block_per_person primary key (blocker_id, blocked_id),
  constraint nobody_blocks_themselves check (blocker_id <> blocked_id)
);
create index blocks_newest_first on blocks (blocker_id, at desc, blocked_id desc);
create index blocks_of_blocked on blocks (blocked_id);
