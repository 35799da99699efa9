-- A board plans one occasion: its days, its place, the people who dress for it, and the pieces that they
-- consider. People without an account are known by a key that only their browser has.
create table boards (
  id uuid primary key,
  name text not null,
  start_date date not null,
  end_date date not null,
  zip text,
  -- The secret part of the link by which people join.
  share_code text not null,
  created_at timestamptz not null,
  constraint share_code_opens_one_board unique (share_code),
  constraint board_name_has_1_to_80_characters check (char_length(name) between 1 and 80),
  constraint board_dates_are_1_to_84_days check (end_date - start_date between 0 and 83),
  constraint board_zip_has_5_digits check (zip ~ '^[0-9]{5}$')
);
create index boards_to_remove on boards (end_date, id);

create table board_people (
  id uuid primary key,
  board_id uuid not null references boards (id) on delete cascade,
  -- In the order in which they joined; the first one runs the board.
  position smallint not null,
  user_id uuid references user_profiles (id),
  visitor_key_hash bytea,
  first_name text not null,
  size text,
  joined_at timestamptz not null,
  constraint a_board_has_12_people check (position between 1 and 12),
  constraint board_position_is_taken_once unique (board_id, position),
  constraint person_joins_a_board_once unique (user_id, board_id),
  constraint visitor_joins_a_board_once unique (visitor_key_hash, board_id),
  constraint board_person_is_known check (num_nonnulls(user_id, visitor_key_hash) = 1),
  constraint visitor_key_hash_has_32_bytes check (octet_length(visitor_key_hash) = 32),
  constraint board_person_has_a_first_name check (char_length(first_name) between 1 and 40),
  constraint board_size_is_known check (size in ('XS', 'S', 'M', 'L', 'XL', 'XXL')),
  -- What references a person references the board too: both are always of the same one.
  constraint board_person_is_of_their_board unique (board_id, id)
);

create table board_pieces (
  board_id uuid not null references boards (id) on delete cascade,
  position smallint not null,
  item_id uuid not null references clothing_items (id),
  added_by uuid,
  -- Who would wear it.
  worn_by uuid,
  added_at timestamptz not null,
  primary key (board_id, item_id),
  constraint a_board_has_20_pieces check (position between 1 and 20),
  constraint piece_position_is_taken_once unique (board_id, position),
  constraint piece_is_added_by_a_person_of_the_board foreign key (board_id, added_by)
    references board_people (board_id, id) on delete set null (added_by),
  constraint piece_is_worn_by_a_person_of_the_board foreign key (board_id, worn_by)
    references board_people (board_id, id) on delete set null (worn_by)
);
create index board_pieces_of_item on board_pieces (item_id);
create index board_pieces_added_by on board_pieces (board_id, added_by);
create index board_pieces_worn_by on board_pieces (board_id, worn_by);

create table board_votes (
  board_id uuid not null,
  item_id uuid not null,
  person_id uuid not null,
  primary key (board_id, item_id, person_id),
  foreign key (board_id, item_id) references board_pieces (board_id, item_id) on delete cascade,
  foreign key (board_id, person_id) references board_people (board_id, id) on delete cascade
);
create index board_votes_of_person on board_votes (board_id, person_id);

-- The occasion that a rental is for.
alter table rentals add column board_id uuid;
alter table rentals add constraint rental_is_for_a_board foreign key (board_id)
  references boards (id) on delete set null not valid;
alter table rental_checkouts add column board_id uuid;
alter table rental_checkouts add constraint checkout_is_for_a_board foreign key (board_id)
  references boards (id) on delete set null not valid;

create view invariant_violations_of_boards (check_name, subject, detail) as
  select 'a board has somebody who runs it', b.id::text, b.name
  from boards b where not exists (select from board_people p where p.board_id = b.id)
  union all
  select 'a rental is for a board that was made before', r.id::text, r.board_id::text
  from rentals r join boards b on b.id = r.board_id
  where r.created_at < b.created_at;

create or replace view invariant_violations as
  select * from invariant_violations_of_items
  union all select * from invariant_violations_of_rentals
  union all select * from invariant_violations_of_waitlist
  union all select * from invariant_violations_of_credits
  union all select * from invariant_violations_of_payments
  union all select * from invariant_violations_of_deposits
  union all select * from invariant_violations_of_payouts
  union all select * from invariant_violations_of_messages_and_ratings
  union all select * from invariant_violations_of_imports_and_webhooks
  union all select * from invariant_violations_of_totals
  union all select * from invariant_violations_of_rental_checkouts
  union all select * from invariant_violations_of_months
  union all select * from invariant_violations_of_boards;
