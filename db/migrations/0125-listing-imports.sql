-- Listings from a file: closets add and change items by rows of a CSV file, with photos beside it. A row
-- names its item by a SKU. An item without a photo is a draft: its closet sees it, and nobody reviews it.

alter table clothing_items add column sku text;
alter table clothing_items add constraint sku_is_short
  check (btrim(sku) <> '' and char_length(sku) <= 64) not valid;

-- SHA-256 of the file as it was sent, so that sending the same photo again changes nothing.
alter table images add column source_hash text;

-- Items of earlier versions stay as they are, also when an admin restores one.
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

create table listing_imports (
  id uuid primary key,
  owner_id uuid not null references user_profiles (id),
  status text not null default 'checking',
  file_name text not null,
  -- As the file has them, for the file of refused rows.
  columns text[] not null,
  row_count integer not null,
  -- Rows that add or change an item, or are refused: first what will become of them, then what has.
  created integer not null default 0,
  changed integer not null default 0,
  refused integer not null default 0,
  made_at timestamptz not null,
  done_at timestamptz,
  constraint listing_import_status_is_known check
    (status in ('checking', 'checked', 'importing', 'done', 'discarded')),
  constraint listing_import_has_1_to_2000_rows check (row_count between 1 and 2000),
  constraint listing_import_counts_its_rows check
    (least(created, changed, refused) >= 0 and created + changed + refused <= row_count),
  constraint ended_listing_import_has_a_time check
    ((status in ('done', 'discarded')) = (done_at is not null))
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
  constraint photo_of_a_row_has_a_place check
    ((row_no is null) = (place is null) and place between 1 and 8)
);
create index listing_import_photos_by_row on listing_import_photos (import_id, row_no, place);
create index listing_import_photos_by_image on listing_import_photos (image_id)
  where image_id is not null;
create index listing_import_photos_to_remove on listing_import_photos (sent_at)
  where import_id is null;

alter view invariant_violations rename to invariant_violations_before_imports;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_imports
  union all
  select 'a listing import counts its rows', m.id::text,
    format('%s %s %s', m.created, m.changed, m.refused)
  from listing_imports m
  left join lateral (
    select count(*) as rows,
      count(*) filter (where outcome in ('add', 'added')) as created,
      count(*) filter (where outcome in ('change', 'changed')) as changed,
      count(*) filter (where outcome = 'refused') as refused,
      bool_or(outcome is null) as unchecked,
      bool_or(outcome in ('add', 'change')) as unfinished
    from listing_import_rows r where r.import_id = m.id
  ) r on true
  where m.status in ('checked', 'importing', 'done')
    and ((r.rows, r.created, r.changed, r.refused) is distinct from
        (m.row_count, m.created, m.changed, m.refused)
      or r.unchecked or (m.status = 'done' and r.unfinished));
