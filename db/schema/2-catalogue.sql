-- What can be rented: items with their brands, cities and photos, how search finds them, likes, and
-- imports of listings from a file.

-- Cities that people choose from.
create table cities (
  id uuid primary key,
  name text not null,
  state text not null,
  is_active boolean not null default true,
  created_by uuid references user_profiles (id) on delete set null,
  created_at timestamptz not null,
  constraint city_is_not_blank check (btrim(name) <> '' and btrim(state) <> ''),
  constraint city_is_short check (char_length(name) <= 80 and char_length(state) <= 40)
);
create unique index city_is_listed_once on cities (lower(name), lower(state));
create index cities_by_name on cities (name collate "C", state collate "C", id);
create index cities_search on cities using gin ((name || ' ' || state) gin_trgm_ops);
create index cities_by_status_and_name on cities
  (is_active, name collate "C", state collate "C", id);

create table images (
  id uuid primary key,
  owner_id uuid references user_profiles (id) on delete set null,
  use text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz not null,
  -- Null until a form with its id is saved; a job removes what stays null for a day.
  attached_at timestamptz,
  -- Set before an image's files are deleted: from then on nothing can attach it.
  removed_at timestamptz,
  -- Images that only some people may see (messages, condition reports, appeals, return requests,
  -- applications) are stored where `/images/:id` does not look.
  is_private boolean not null default false,
  -- SHA-256 of the file as it was sent, so that sending the same photo again changes nothing.
  source_hash text,
  -- It waits in a listing import.
  of_import boolean not null default false,
  constraint image_has_pixels check (width > 0 and height > 0 and bytes > 0),
  constraint removed_image_is_unattached
    check (removed_at is null or attached_at is null),
  constraint image_use_is_known check (use in ('item', 'outfit', 'logo',
    'founder', 'section', 'handover', 'appeal', 'message', 'rating', 'return_request'))
);
create index images_unattached on images (created_at) where attached_at is null;
-- For what one account stores without using it.
create index unattached_images_by_owner on images (owner_id) include (bytes)
  where attached_at is null and not of_import;
-- For what waits in the imports of a closet.
create index images_of_imports_by_owner on images (owner_id) include (bytes)
  where of_import;

create table brands (
  id uuid primary key,
  name text not null,
  logo_image_id uuid references images (id),
  logo_url text generated always as ('/images/' || logo_image_id::text) stored,
  description text,
  deal_details text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  -- A brand of more than 1,000 items is hidden at once; a job takes it from them in batches and then
  -- deletes it. The time is the database's, to which an integrity check compares it.
  deletion_requested_at timestamptz,
  constraint brand_name_is_not_blank check (btrim(name) <> '' and char_length(name) <= 80),
  constraint brand_that_is_being_deleted_is_inactive
    check (deletion_requested_at is null or not is_active)
);
create index brands_by_name on brands (name collate "C", id);
create index brands_by_logo on brands (logo_image_id) where logo_image_id is not null;
create index brands_search on brands using gin (name gin_trgm_ops);
-- Lists and searches of those that are inactive read all others as well.
create index brands_by_status_and_name on brands (is_active, name collate "C", id);
create index brands_being_deleted on brands (deletion_requested_at)
  where deletion_requested_at is not null;
create unique index brand_is_listed_once on brands (lower(btrim(name)))
  where deletion_requested_at is null;

-- An item without a photo is a draft: its closet sees it, and nobody reviews it.
create table clothing_items (
  id uuid primary key,
  business_id uuid not null references user_profiles (id),
  title text not null,
  description text not null default '',
  image_id uuid references images (id),
  image_url text generated always as ('/images/' || image_id::text) stored,
  size text not null,
  style text not null,
  event_type text not null,
  occasion text generated always as (event_type) stored,
  credits_per_day integer not null,
  brand_id uuid references brands (id) on delete set null,
  approval_status text not null default 'pending',
  -- Written by renting and its end only; pausing is the closet's own switch.
  available boolean not null default true,
  paused boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Copied from the lister by triggers, so that public lists read one index of one table.
  lister_in_good_standing boolean not null default false,
  location text,
  is_public boolean not null generated always as (
    approval_status = 'approved' and available and not paused and deleted_at is null
    and lister_in_good_standing
  ) stored,
  style_group text not null generated always as (
    case when style in ('Casual', 'Formal', 'Bohemian', 'Vintage', 'Modern', 'Classic')
      then style else 'Other' end
  ) stored,
  occasion_group text not null generated always as (
    case when event_type in
      ('Wedding', 'Party', 'Business', 'Date Night', 'Vacation', 'Special Occasion')
      then event_type else 'Other' end
  ) stored,
  size_group text not null generated always as (
    case when size in ('XS', 'S', 'M', 'L', 'XL', 'XXL') then size else 'Other' end
  ) stored,
  location_group text not null generated always as (
    coalesce(location, 'Location not specified')
  ) stored,
  -- Why it was turned down, for its closet.
  denial_reason text,
  -- Whether it takes several rentals in advance, or one live rental at a time, and the days between
  -- rentals. The days that a rental holds, those in between included, are its booked period; periods of
  -- an item never overlap.
  advance_booking boolean not null default false,
  turnaround_days smallint not null default 0,
  category text,
  colour text,
  -- What it costs to replace it; without, the rule of high_value_cents does not apply.
  replacement_value_cents integer,
  -- Whether it can be sent back when it does not fit.
  fit_returns boolean not null default false,
  -- By which a row of a listings file names its item.
  sku text,
  constraint item_title_is_not_blank check (btrim(title) <> '' and char_length(title) <= 120),
  constraint item_description_is_short check (char_length(description) <= 4000),
  constraint credits_per_day_is_not_negative check (credits_per_day between 0 and 1000),
  constraint item_approval_is_known check (approval_status in ('pending', 'approved', 'denied')),
  constraint denial_reason_is_short check (char_length(denial_reason) <= 1000),
  constraint turnaround_is_0_to_14_days check (turnaround_days between 0 and 14),
  constraint item_category_is_known check (category in
    ('Dress', 'Gown', 'Top', 'Skirt', 'Trousers', 'Jumpsuit', 'Suit', 'Jacket', 'Coat', 'Knitwear',
     'Accessory')),
  constraint item_colour_is_known check (colour in
    ('Black', 'White', 'Ivory', 'Grey', 'Red', 'Pink', 'Orange', 'Yellow', 'Green', 'Blue', 'Purple',
     'Brown', 'Gold', 'Silver', 'Multi')),
  constraint replacement_value_is_1_to_100000_dollars check
    (replacement_value_cents between 100 and 10000000),
  constraint sku_is_short
    check (btrim(sku) <> '' and char_length(sku) <= 64)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
create index items_newest_first on clothing_items (created_at desc, id desc)
  where deleted_at is null;
create index public_items_newest_first on clothing_items (created_at desc, id desc)
  where is_public;
create index public_items_by_style on clothing_items (style_group, created_at desc, id desc)
  where is_public;
create index public_items_by_occasion on clothing_items (occasion_group, created_at desc, id desc)
  where is_public;
create index public_items_by_size on clothing_items (size_group, created_at desc, id desc)
  where is_public;
create index public_items_by_location on clothing_items
  (location_group collate "C", created_at desc, id desc) where is_public;
create index items_by_lister on clothing_items (business_id, created_at desc, id desc)
  where deleted_at is null;
create index items_by_brand on clothing_items (brand_id, created_at desc, id desc)
  where brand_id is not null and deleted_at is null;
create index items_by_approval on clothing_items (approval_status, created_at desc, id desc)
  where deleted_at is null;
create index items_search on clothing_items using gin (title gin_trgm_ops)
  where deleted_at is null;
-- Deleting an image looks for what still shows it.
create index items_by_image on clothing_items (image_id) where image_id is not null;
-- Carousels of one brand, or of all brands in turn.
create index public_items_by_brand on clothing_items (brand_id, created_at desc, id desc)
  where is_public and brand_id is not null;
create index retired_items_search on clothing_items using gin (title gin_trgm_ops)
  where deleted_at is not null;
-- The styles and occasions that items have, by which a carousel can be filtered: each found in one step.
create index items_by_style_word on clothing_items (style collate "C") where deleted_at is null;
create index items_by_occasion_word on clothing_items (occasion collate "C")
  where deleted_at is null;
-- The public page of a closet, and its other items beside one of them.
create index public_items_by_lister on clothing_items (business_id, created_at desc, id desc)
  where is_public;
-- Cheapest first, and newest first at the same price. The price is negated so that all three keys
-- run in one direction: the place after a row is then a single range of the index.
create index public_items_by_price on clothing_items
  ((-credits_per_day) desc, created_at desc, id desc) where is_public;
create unique index sku_is_once_per_closet on clothing_items (business_id, sku)
  where sku is not null and deleted_at is null;
-- Lists of admins have no drafts: however many there are, none is read.
create index items_to_review on clothing_items (created_at desc, id desc)
  where approval_status = 'pending' and image_id is not null and deleted_at is null;
create index reviewed_items_by_style on clothing_items
  (style_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null
    and (approval_status <> 'pending' or image_id is not null);
create index reviewed_items_by_occasion on clothing_items
  (occasion_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null
    and (approval_status <> 'pending' or image_id is not null);
create index reviewed_items_by_size on clothing_items
  (size_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null
    and (approval_status <> 'pending' or image_id is not null);
create index reviewed_items_by_location on clothing_items
  (location_group collate "C", created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null
    and (approval_status <> 'pending' or image_id is not null);
-- Items without a photo are in no list for admins; an import can add thousands of them.
create index reviewed_items_newest_first on clothing_items (created_at desc, id desc)
  where deleted_at is null and not (approval_status = 'pending' and image_id is null);
create index paused_items_of_lister on clothing_items
  (business_id, created_at desc, id desc) where paused and deleted_at is null;
-- What a file of listings calls an item without a SKU.
create index items_by_name_of_id on clothing_items
  (business_id, right(id::text, 12)) where deleted_at is null;
-- All items of a lister, in the order in which a job changes them, and what a closet's earnings read of them.
create index items_of_lister_by_id on clothing_items (business_id, id)
  include (title, deleted_at);
-- All items of a brand, retired ones too: in the order in which a job takes the brand from them, and for
-- the foreign key of a brand that is deleted.
create index items_of_brand_by_id on clothing_items (brand_id, id)
  where brand_id is not null;
create index drafts_of_closet on clothing_items (business_id)
  where image_id is null and approval_status = 'pending' and deleted_at is null;

-- After the first photo, which stays `clothing_items.image_id`: eight in all.
create table item_photos (
  item_id uuid not null references clothing_items (id) on delete cascade,
  place smallint not null,
  image_id uuid not null unique references images (id),
  primary key (item_id, place),
  constraint item_has_at_most_7_more_photos check (place between 1 and 7)
);

-- Around the body, and from the shoulder or the waistband to the hem. Centimeters.
create table item_measurements (
  item_id uuid primary key references clothing_items (id) on delete cascade,
  stretch text,
  bust_cm numeric(4, 1),
  waist_cm numeric(4, 1),
  hips_cm numeric(4, 1),
  length_cm numeric(4, 1),
  constraint stretch_is_known check (stretch in ('none', 'some', 'much')),
  constraint item_is_as_large_as_a_piece_of_clothing check (
    bust_cm between 30 and 250 and waist_cm between 30 and 250 and hips_cm between 30 and 250
      and length_cm between 10 and 250),
  constraint measurements_say_something check
    (num_nonnulls(stretch, bust_cm, waist_cm, hips_cm, length_cm) > 0)
);

create table likes (
  user_id uuid not null references user_profiles (id) on delete cascade,
  item_id uuid not null references clothing_items (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, item_id)
);
create index likes_by_item on likes (item_id);
create index likes_newest_first on likes (user_id, created_at desc, item_id desc);

-- Counts of groups: every change of what the public sees adds rows here and changes none, so that no
-- renter waits for another; a job adds them up. A count is sum(delta).
create table listed_count_deltas (
  kind text not null,
  value text not null,
  delta integer not null,
  constraint count_kind_is_known check (kind in ('style', 'occasion', 'size', 'location', 'public', 'all'))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index listed_counts on listed_count_deltas (kind, value collate "C") include (delta);

-- The words and filters of every item that can be public: whether it is available or paused at the
-- moment is left to the item, so that renting writes nothing here. Filters are lexemes as well, such
-- as f:size:M; so one index finds every combination of words and filters.
create table item_search (
  item_id uuid primary key references clothing_items (id) on delete cascade,
  doc tsvector not null
) with (autovacuum_vacuum_scale_factor = 0.01);
-- Few pending entries: every search reads all of them.
create index item_search_doc on item_search using gin (doc) with (gin_pending_list_limit = 512);

-- How many items have a word or filter, estimated at night: search chooses its plan by it.
create table search_word_counts (
  word text primary key,
  items integer not null
);

-- A search that found nothing, once a day for each visitor; a visitor is one of 16,384 numbers, so
-- that a day has a bounded number of rows and none of them names anybody.
create table unmet_search_marks (
  searched_on date not null,
  visitor smallint not null,
  size text not null,
  category text not null,
  primary key (searched_on, visitor, size, category),
  constraint unmet_visitor_is_a_small_number check (visitor between 0 and 16383),
  constraint unmet_size_is_known check (size = '' or size in ('XS', 'S', 'M', 'L', 'XL', 'XXL', 'Other')),
  constraint unmet_category_is_known check (category = '' or category in ('Dress', 'Gown', 'Top',
    'Skirt', 'Trousers', 'Jumpsuit', 'Suit', 'Jacket', 'Coat', 'Knitwear', 'Accessory'))
);

-- Searches that found nothing by day, for a year; '' where the search named none.
create table unmet_searches (
  searched_on date not null,
  size text not null,
  category text not null,
  searches integer not null,
  primary key (searched_on, size, category),
  constraint unmet_searches_are_counted check (searches > 0)
);

-- Closets add and change items by rows of a CSV file, with photos beside it.
create table listing_imports (
  id uuid primary key,
  owner_id uuid not null references user_profiles (id),
  status text not null default 'checking',
  file_name text not null,
  -- As in the file, for the file of refused rows.
  columns text[] not null,
  row_count integer not null,
  -- Rows that add or change an item, or are refused: first what will become of them, then what has.
  created integer not null default 0,
  changed integer not null default 0,
  refused integer not null default 0,
  made_at timestamptz not null,
  done_at timestamptz,
  -- The columns of the file that are not read, each with an example, so that its closet sees them before
  -- it imports the file.
  ignored_columns jsonb not null default '[]',

  -- The cells of its rows, as text.
  bytes integer not null default 0,
  constraint listing_import_status_is_known check
    (status in ('checking', 'checked', 'importing', 'done', 'discarded')),
  constraint listing_import_has_1_to_2000_rows check (row_count between 1 and 2000),
  constraint listing_import_counts_its_rows check
    (least(created, changed, refused) >= 0 and created + changed + refused <= row_count),
  constraint ended_listing_import_has_a_time check
    ((status in ('done', 'discarded')) = (done_at is not null)),
  constraint listing_import_has_at_most_16_mb
    check (bytes between 0 and 16 * 1024 * 1024)
);
create index listing_imports_newest_first on listing_imports (owner_id, made_at desc, id desc);
create unique index one_listing_import_is_checked_at_a_time on listing_imports (owner_id)
  where status = 'checking';
create index listing_imports_by_age on listing_imports (made_at);

create table listing_import_rows (
  import_id uuid not null references listing_imports (id) on delete cascade,
  -- As a spreadsheet numbers it: the titles are row 1.
  row_no integer not null,
  given jsonb not null,
  -- Empty until it is checked. 'add' and 'change' are still to be done.
  outcome text,
  problems jsonb,
  item_id uuid references clothing_items (id),
  primary key (import_id, row_no),
  constraint import_outcome_is_known check
    (outcome in ('add', 'change', 'added', 'changed', 'unchanged', 'refused')),
  constraint refused_row_says_why check ((outcome = 'refused') = (problems is not null)),
  constraint imported_row_has_an_item check
    (outcome not in ('added', 'changed') or item_id is not null)
);

-- A photo that was sent with a file. Its bytes are in the image store until they have been read.
create table listing_import_photos (
  id uuid primary key,
  owner_id uuid not null references user_profiles (id),
  -- Empty until the whole form has arrived, and once the import is removed.
  import_id uuid references listing_imports (id) on delete set null,
  file_name text not null,
  source_hash text not null,
  sent_at timestamptz not null,
  -- The row that it belongs to, by its name, and its place among the photos of the item.
  row_no integer,
  place smallint,
  read_at timestamptz,
  image_id uuid references images (id) on delete set null,
  problem text,
  -- The file as it was sent, which is stored until it is read.
  bytes integer not null default 0,
  constraint photo_of_a_row_has_a_place check
    ((row_no is null) = (place is null) and place between 1 and 8)
);
create index listing_import_photos_by_row on listing_import_photos (import_id, row_no, place);
create index listing_import_photos_by_image on listing_import_photos (image_id)
  where image_id is not null;
create index listing_import_photos_to_remove on listing_import_photos (sent_at)
  where import_id is null;
create index unread_photos_by_owner on listing_import_photos (owner_id) include (bytes)
  where read_at is null;

-- Items have a copy of the standing and place of their lister. Of a lister with more than 1,000, a job
-- changes them in batches, and this is what is left of it.
create table lister_changes (
  lister_id uuid primary key references user_profiles (id),
  -- The account is closed: its items are retired.
  retires boolean not null default false,
  -- Listings of a former admin pass to this one: those that were there by then, newer ones stay.
  transfers_to uuid references user_profiles (id),
  transfers_until timestamptz,
  -- Items are changed in the order of their ids; this one was the last. Null at the beginning.
  after_item_id uuid references clothing_items (id),
  -- That of the database, to which an integrity check compares it.
  created_at timestamptz not null default now(),
  constraint nobody_transfers_to_themselves check (transfers_to <> lister_id)
);

create function copy_lister_onto_item() returns trigger language plpgsql as $$
declare lister user_profiles;
begin
  -- Shared lock: a change of the lister that runs at the same time waits, then finds this item.
  select * into lister from user_profiles where id = new.business_id for share;
  new.lister_in_good_standing := coalesce(lister_is_in_good_standing(lister), false);
  new.location := lister_location(lister);
  return new;
end $$;
create trigger item_takes_after_its_lister before insert or update of business_id on clothing_items
  for each row execute function copy_lister_onto_item();

create function copy_lister_onto_items() returns trigger language plpgsql as $$
begin
  if lister_is_in_good_standing(new) is not distinct from lister_is_in_good_standing(old)
    and lister_location(new) is not distinct from lister_location(old) then
    return null;
  end if;
  if has_many_items(new.id) then
    perform change_items_in_batches(new.id);
  else
    update clothing_items
      set lister_in_good_standing = lister_is_in_good_standing(new),
          location = lister_location(new)
      where business_id = new.id;
  end if;
  return null;
end $$;
create trigger items_follow_their_lister after update on user_profiles
  for each row execute function copy_lister_onto_items();

create function count_listed_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (old.is_public, old.style_group, old.occasion_group, old.size_group, old.location_group,
         old.deleted_at is null)
      is not distinct from
        (new.is_public, new.style_group, new.occasion_group, new.size_group, new.location_group,
         new.deleted_at is null)
  then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    if old.deleted_at is null then
      insert into listed_count_deltas values ('all', '', -1);
    end if;
    if old.is_public then
      insert into listed_count_deltas values
        ('public', '', -1), ('style', old.style_group, -1), ('occasion', old.occasion_group, -1),
        ('size', old.size_group, -1), ('location', old.location_group, -1);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.deleted_at is null then
      insert into listed_count_deltas values ('all', '', 1);
    end if;
    if new.is_public then
      insert into listed_count_deltas values
        ('public', '', 1), ('style', new.style_group, 1), ('occasion', new.occasion_group, 1),
        ('size', new.size_group, 1), ('location', new.location_group, 1);
    end if;
  end if;
  return null;
end $$;
create trigger listed_items_are_counted after insert or update or delete on clothing_items
  for each row execute function count_listed_item();

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
create function search_document(item clothing_items) returns tsvector
  language sql stable as $$
  select setweight(to_tsvector('english', search_text(item.title)), 'A')
    || setweight(to_tsvector('english',
      search_text(concat_ws(' ', b.name, item.colour, item.category))), 'B')
    || setweight(to_tsvector('english', search_text(item.description)), 'C')
    || array_to_tsvector(search_filters(item))
    || array_to_tsvector(coalesce(fit_filters(m), '{}'))
  from (select) one
  left join brands b on b.id = item.brand_id and b.is_active
  left join item_measurements m on m.item_id = item.id
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

-- The search for what should fit: one word of an item's document for each body that it fits at bust,
-- waist or hips, in whole centimeters, as size profiles are. The same rule is in
-- domain/accounts/sizes/should-fit.ts. An item without any of the three has no such word.
create function fit_filters(item_measurements) returns text[] language sql immutable as $$
  select coalesce(array_agg(word), '{}')
  from (values ('bust', $1.bust_cm), ('waist', $1.waist_cm), ('hips', $1.hips_cm)) as p (point, cm)
  cross join lateral (
    select format('m:%s:any', point) as word where cm is null
    union all
    select format('m:%s:%s', point, body)
    from generate_series(greatest(40, ceil(cm - 10)::integer),
      least(200, floor(cm - case $1.stretch when 'much' then -8 when 'some' then -2 else 2 end)::integer))
      as body
    where cm is not null
  ) words
  where num_nonnulls($1.bust_cm, $1.waist_cm, $1.hips_cm) > 0
$$;

-- Behind the lock of the item, which every change of its measurements takes.
create function index_measured_item() returns trigger language plpgsql as $$
begin
  update item_search s set doc = search_document(i)
  from clothing_items i
  where i.id = coalesce(new.item_id, old.item_id) and s.item_id = i.id;
  return null;
end $$;
create trigger measured_items_are_found after insert or update or delete on item_measurements
  for each row execute function index_measured_item();

-- An item is approved with a photo, and keeps it.
create function item_keeps_its_photo() returns trigger language plpgsql as $$
begin
  if new.image_id is null and (old.image_id is not null
      or (new.approval_status = 'approved' and old.approval_status = 'pending')) then
    raise exception 'item % needs a photo', new.id
      using errcode = 'check_violation', constraint = 'item_has_a_photo';
  end if;
  return new;
end $$;
create trigger item_keeps_its_photo before update of image_id, approval_status on clothing_items
  for each row execute function item_keeps_its_photo();

-- The rest of an earlier change decides how these go on, however few there are.
create function has_many_items(p_lister uuid) returns boolean language sql stable as $$
  select exists (select from lister_changes where lister_id = p_lister)
    or (select count(*) > 1000
      from (select from clothing_items where business_id = p_lister limit 1001) counted)
$$;

-- Queues the job. What an earlier change of the same lister has left to do is done together with this one.
create function change_items_in_batches(
  p_lister uuid, p_retires boolean default false, p_transfers_to uuid default null
) returns void language plpgsql as $$
begin
  insert into lister_changes as c (lister_id, retires, transfers_to, transfers_until)
  select p_lister, p_retires, p_transfers_to, (select max(created_at) from clothing_items
    where business_id = p_lister and deleted_at is null and p_transfers_to is not null)
  on conflict (lister_id) do update set
    retires = c.retires or excluded.retires,
    transfers_to = coalesce(excluded.transfers_to, c.transfers_to),
    transfers_until = coalesce(excluded.transfers_until, c.transfers_until),
    after_item_id = null,
    created_at = excluded.created_at;
  perform graphile_worker.add_job('change-items',
    payload := json_build_object('listerId', p_lister), job_key := 'change-items:' || p_lister);
end $$;

-- What one account can store in images that nothing shows: uploads that no saved form refers to, and
-- former photos until they are deleted. Images that wait in a listing import have a bound of their
-- own. Admins upload for the whole shop.
create function uploader_has_room() returns trigger language plpgsql as $$
declare
  stored bigint;
  stored_bytes bigint;
begin
  if new.owner_id is null or new.attached_at is not null or new.of_import
      or (select account_type = 'admin' from user_profiles where id = new.owner_id) then
    return new;
  end if;
  -- One at a time for each person, so that simultaneous uploads are counted.
  perform pg_advisory_xact_lock(hashtextextended('unattached images ' || new.owner_id, 0));
  select count(*), coalesce(sum(bytes), 0) into stored, stored_bytes
  from (select bytes from images
    where owner_id = new.owner_id and attached_at is null and not of_import limit 200) own;
  if stored >= 200 then
    raise check_violation using message = 'too many unattached images',
      constraint = 'owner_has_at_most_200_unattached_images';
  end if;
  if stored_bytes + new.bytes > 100 * 1024 * 1024 then
    raise check_violation using message = 'the unattached images are too large',
      constraint = 'owner_has_at_most_100_mb_of_unattached_images';
  end if;
  return new;
end $$;
create trigger uploaders_have_room before insert on images
  for each row execute function uploader_has_room();

-- What a closet can keep of its imports: files, photos that wait in them, and rows.
create function add_bytes_of_import_rows() returns trigger language plpgsql as $$
begin
  update listing_imports m set bytes = m.bytes + a.bytes
  from (select import_id, sum(octet_length(given::text)) as bytes from added group by import_id) a
  where m.id = a.import_id;
  return null;
end $$;
create trigger listing_imports_count_their_bytes after insert on listing_import_rows
  referencing new table as added for each statement execute function add_bytes_of_import_rows();

-- One at a time for each closet, so that simultaneous ones are counted.
create function closet_has_room_for_imports() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('listing imports ' || new.owner_id, 0));
  if tg_op = 'INSERT' and (select count(*) from listing_imports
      where owner_id = new.owner_id) >= 100 then
    raise check_violation using message = 'the closet has too many imports',
      constraint = 'closet_keeps_at_most_100_listing_imports';
  end if;
  if tg_op = 'UPDATE' and (select sum(bytes) from listing_imports
      where owner_id = new.owner_id) > 100 * 1024 * 1024 then
    raise check_violation using message = 'the imports of the closet are too large',
      constraint = 'closet_keeps_at_most_100_mb_of_listing_imports';
  end if;
  return new;
end $$;
create trigger closets_have_room_for_imports before insert on listing_imports
  for each row execute function closet_has_room_for_imports();
create trigger closets_have_room_for_rows after update of bytes on listing_imports
  for each row execute function closet_has_room_for_imports();

-- Photos count until an item shows them or they are deleted. A file that was sent counts until it is
-- read; then its image does, beside the files that are not read yet.
create function closet_has_room_for_photos() returns trigger language plpgsql as $$
declare
  waiting bigint;
  waiting_bytes bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('photos of imports ' || new.owner_id, 0));
  select count(*), coalesce(sum(bytes), 0) into waiting, waiting_bytes
  from images where owner_id = new.owner_id and of_import;
  if tg_table_name = 'listing_import_photos' then
    select waiting + count(*), waiting_bytes + coalesce(sum(bytes), 0) into waiting, waiting_bytes
    from listing_import_photos where owner_id = new.owner_id and read_at is null;
  end if;
  if waiting >= 4000 then
    raise check_violation using message = 'too many photos wait in imports',
      constraint = 'closet_keeps_at_most_4000_photos_of_imports';
  end if;
  if waiting_bytes + new.bytes > 400 * 1024 * 1024 then
    raise check_violation using message = 'the photos that wait in imports are too large',
      constraint = 'closet_keeps_at_most_400_mb_of_photos_of_imports';
  end if;
  return new;
end $$;
create trigger closets_have_room_for_sent_photos before insert on listing_import_photos
  for each row when (new.read_at is null) execute function closet_has_room_for_photos();
create trigger closets_have_room_for_photos before insert on images
  for each row when (new.of_import) execute function closet_has_room_for_photos();

-- A file has at most 2,000 photos, with those that were left out.
create function import_has_few_photos() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct import_id from added where import_id is not null) c
      where (select count(*) from listing_import_photos p where p.import_id = c.import_id) > 2000) then
    raise check_violation using message = 'too many photos in an import',
      constraint = 'listing_import_has_at_most_2000_photos';
  end if;
  return null;
end $$;
create trigger imports_have_few_photos after insert on listing_import_photos
  referencing new table as added for each statement execute function import_has_few_photos();

-- Text as search compares it, stored or typed: without accents and apostrophes, which phones and
-- keyboards write in several ways. Slashes, commas and long dashes part words.
create function search_text(text) returns text language sql stable as $$
  select translate(
    unaccent(normalize(
      translate($1, U&'\2018\2019\02BC\02B9\00B4\2032`\2010\2011/,\2013\2014', '''''''''''''''--    '),
      nfkc)),
    '''', '')
$$;

-- What one closet can list, deleted items apart: nobody needs more, and a script could. Admins list
-- for the whole shop. One at a time for each closet, so that simultaneous items are counted.
create function closet_has_room() returns trigger language plpgsql as $$
begin
  if (select account_type = 'admin' from user_profiles where id = new.business_id) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('listings ' || new.business_id, 0));
  if (select count(*) from (select from clothing_items
      where business_id = new.business_id and deleted_at is null limit 20000) items) >= 20000 then
    raise check_violation using message = 'the closet has too many items',
      constraint = 'closet_has_at_most_20000_items';
  end if;
  if new.image_id is null and new.approval_status = 'pending' and (select count(*) from (select from clothing_items
      where business_id = new.business_id and deleted_at is null and image_id is null
        and approval_status = 'pending'
      limit 2000) drafts) >= 2000 then
    raise check_violation using message = 'the closet has too many drafts',
      constraint = 'closet_has_at_most_2000_drafts';
  end if;
  return new;
end $$;
create trigger closets_have_room before insert on clothing_items
  for each row execute function closet_has_room();

-- Items with the place of their lister.
create view clothing_items_with_location as
  select i.id, i.business_id, i.title, i.description, i.image_id, i.image_url, i.size, i.style,
    i.event_type, i.occasion, i.credits_per_day, i.brand_id, i.approval_status, i.available, i.paused,
    i.deleted_at, i.created_at, i.updated_at, i.lister_in_good_standing, i.location, i.is_public,
    i.style_group, i.occasion_group, i.size_group, i.location_group,
    p.city as owner_city, p.state as owner_state
  from clothing_items i join user_profiles p on p.id = i.business_id
  where i.deleted_at is null;
