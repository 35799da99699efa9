-- When an item was approved for the first time: it is new from then on. Null for items from before.
alter table clothing_items add column approved_at timestamptz;
create function item_is_approved() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.approval_status <> 'approved' then
    new.approved_at := coalesce(new.approved_at, new.updated_at);
  end if;
  return new;
end $$;
create trigger item_is_new_once_approved before insert or update of approval_status on clothing_items
  for each row when (new.approval_status = 'approved') execute function item_is_approved();

-- Searches about whose new items shoppers get an email.
create table saved_searches (
  user_id uuid not null references user_profiles (id) on delete cascade,
  position smallint not null,
  -- Its address after the '?', and the same in words.
  query text not null,
  name text not null,
  created_at timestamptz not null,
  -- Items approved by then are known.
  checked_at timestamptz not null,
  primary key (user_id, position),
  constraint search_is_saved_once unique (user_id, query),
  constraint a_shopper_saves_10_searches check (position between 1 and 10),
  constraint saved_search_has_1_to_4000_characters check (char_length(query) between 1 and 4000),
  constraint saved_search_name_has_1_to_200_characters check (char_length(name) between 1 and 200)
);
create index saved_searches_to_check on saved_searches (checked_at, user_id);
