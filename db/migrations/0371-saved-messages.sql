-- What a closet writes often. One of them can be sent to the renter with each acceptance.
create table saved_messages (
  owner_id uuid not null references user_profiles (id) on delete cascade,
  position smallint not null,
  body text not null,
  at_acceptance boolean not null default false,
  saved_at timestamptz not null,
  primary key (owner_id, position),
  constraint a_closet_saves_20_messages check (position between 1 and 20),
  constraint saved_message_has_1_to_1000_characters check (char_length(body) between 1 and 1000)
);
create unique index one_saved_message_is_sent_at_acceptance on saved_messages (owner_id)
  where at_acceptance;
