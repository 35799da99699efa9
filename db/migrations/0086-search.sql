-- Search. Closets say what a piece is and which colour it has; older items have neither.
alter table clothing_items
  add column category text,
  add column colour text,
  add constraint item_category_is_known check (category in
    ('Dress', 'Gown', 'Top', 'Skirt', 'Trousers', 'Jumpsuit', 'Suit', 'Jacket', 'Coat', 'Knitwear',
     'Accessory')),
  add constraint item_colour_is_known check (colour in
    ('Black', 'White', 'Ivory', 'Grey', 'Red', 'Pink', 'Orange', 'Yellow', 'Green', 'Blue', 'Purple',
     'Brown', 'Gold', 'Silver', 'Multi'));

-- Cheapest first, and newest first at the same price. The price is negated so that all three keys
-- run in one direction: the place after a row is then a single range of the index.
create index public_items_by_price on clothing_items
  ((-credits_per_day) desc, created_at desc, id desc) where is_public;

-- The words and filters of every item that can be public: whether it is available or paused at the
-- moment is left to the item, so that renting writes nothing here. Filters are lexemes as well, such
-- as f:size:M; so one index finds every combination of words and filters.
create table item_search (
  item_id uuid primary key references clothing_items (id) on delete cascade,
  doc tsvector not null
);
-- Few pending entries: every search reads all of them.
create index item_search_doc on item_search using gin (doc) with (gin_pending_list_limit = 512);

-- How many items have a word or filter, estimated at night: search chooses its plan by it.
create table search_word_counts (
  word text primary key,
  items integer not null
);

create function can_be_public(item clothing_items) returns boolean language sql immutable as $$
  select item.approval_status = 'approved' and item.deleted_at is null
    and item.lister_in_good_standing
$$;

create function search_filters(item clothing_items) returns text[] language sql immutable as $$
  select array_remove(array[
    'f:brand:' || item.brand_id, 'f:category:' || item.category, 'f:city:' || item.location_group,
    'f:colour:' || item.colour, 'f:occasion:' || item.occasion_group,
    'f:price:' || item.credits_per_day * 7, 'f:size:' || item.size_group,
    'f:style:' || item.style_group], null)
$$;

-- The name of a hidden brand is not shown, and so not found.
create function search_document(item clothing_items) returns tsvector language sql stable as $$
  select setweight(to_tsvector('english', item.title), 'A')
    || setweight(to_tsvector('english', concat_ws(' ', b.name, item.colour, item.category)), 'B')
    || setweight(to_tsvector('english', item.description), 'C')
    || array_to_tsvector(search_filters(item))
  from (select) one left join brands b on b.id = item.brand_id and b.is_active
$$;

create function index_item_for_search() returns trigger language plpgsql as $$
begin
  if can_be_public(new) then
    -- Shared lock: a change of the brand that runs at the same time waits, then finds this item.
    perform from brands where id = new.brand_id for share;
    insert into item_search (item_id, doc) values (new.id, search_document(new))
    on conflict (item_id) do update set doc = excluded.doc where item_search.doc <> excluded.doc;
  else
    delete from item_search where item_id = new.id;
  end if;
  return null;
end $$;
create trigger new_items_are_found after insert on clothing_items
  for each row execute function index_item_for_search();
-- Changing the lister also changes the location, and whether the lister is in good standing.
create trigger changed_items_are_found
  after update of title, description, size, style, event_type, category, colour, credits_per_day,
    brand_id, business_id, location, lister_in_good_standing, approval_status, deleted_at
  on clothing_items for each row execute function index_item_for_search();

insert into item_search (item_id, doc)
  select i.id, search_document(i) from clothing_items i where can_be_public(i);

-- The items whose documents match, as the index returns them. A function, since no plan may read all
-- documents instead, however many items the planner expects.
create function items_with_document(query tsquery, most integer) returns setof uuid
  language sql stable rows 1000 set enable_seqscan = off as $$
  select item_id from item_search where doc @@ query limit most
$$;

-- The titles most similar to misspelled words. A function, since an index reads the threshold from
-- a setting; the default of 0.6 misses most errors in short words.
create function items_of_similar_titles(words text, most integer) returns setof uuid
  language sql stable set pg_trgm.word_similarity_threshold = 0.4 as $$
  select id from clothing_items
  where deleted_at is null and is_public and words <% title
  order by word_similarity(words, title) desc, created_at desc, id desc limit most
$$;

alter view invariant_violations rename to invariant_violations_before_search;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_search
  union all
  select 'every item that can be public is found by search, and no other', i.id::text,
    can_be_public(i)::text
  from clothing_items i left join item_search s on s.item_id = i.id
  where can_be_public(i) <> (s.item_id is not null)
  union all
  -- The words of a brand follow its name a little later, so they are not compared.
  select 'search finds every item by its filters', i.id::text, search_filters(i)::text
  from clothing_items i join item_search s on s.item_id = i.id
  where search_filters(i) collate "C" <> array(select lexeme from unnest(tsvector_to_array(s.doc)) lexeme
    where starts_with(lexeme, 'f:') order by lexeme collate "C");
