create table images (
  id uuid primary key,
  owner_id uuid references user_profiles (id) on delete set null,
  use text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz not null,
  -- Null until a form that carries the id is saved; the sweeper removes what stays null for a day.
  attached_at timestamptz,
  constraint image_use_is_known
    check (use in ('item', 'outfit', 'logo', 'founder', 'section', 'handover')),
  constraint image_has_pixels check (width > 0 and height > 0 and bytes > 0)
);
create index images_unattached on images (created_at) where attached_at is null;

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

create table brands (
  id uuid primary key,
  name text not null,
  logo_image_id uuid references images (id),
  logo_url text generated always as ('/images/' || logo_image_id::text) stored,
  description text,
  deal_details text,
  is_active boolean not null default true,
  created_at timestamptz not null,
  constraint brand_name_is_not_blank check (btrim(name) <> '' and char_length(name) <= 80)
);
create index brands_by_name on brands (name collate "C", id);

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
  constraint item_title_is_not_blank check (btrim(title) <> '' and char_length(title) <= 120),
  constraint item_description_is_short check (char_length(description) <= 4000),
  constraint credits_per_day_is_not_negative check (credits_per_day between 0 and 1000),
  constraint item_approval_is_known check (approval_status in ('pending', 'approved', 'denied'))
);
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

create function lister_is_in_good_standing(lister user_profiles) returns boolean
  language sql immutable as $$
  select lister.deleted_at is null
    and (lister.account_type = 'admin'
      or (lister.account_type = 'business' and lister.business_status = 'approved'))
$$;

create function lister_location(lister user_profiles) returns text language sql immutable as $$
  select case when btrim(coalesce(lister.city, '')) = '' or btrim(coalesce(lister.state, '')) = ''
    then null else btrim(lister.city) || ', ' || btrim(lister.state) end
$$;

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
  if lister_is_in_good_standing(new) is distinct from lister_is_in_good_standing(old)
    or lister_location(new) is distinct from lister_location(old) then
    update clothing_items
      set lister_in_good_standing = lister_is_in_good_standing(new),
          location = lister_location(new)
      where business_id = new.id;
  end if;
  return null;
end $$;
create trigger items_follow_their_lister after update on user_profiles
  for each row execute function copy_lister_onto_items();

-- Group counts: every change of what the public sees adds rows here and touches no row that
-- another renter waits for; a job folds them. A count is sum(delta).
create table listed_count_deltas (
  kind text not null,
  value text not null,
  delta integer not null,
  constraint count_kind_is_known check (kind in ('style', 'occasion', 'size', 'location', 'public', 'all'))
);
create index listed_counts on listed_count_deltas (kind, value collate "C") include (delta);

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

create view clothing_items_with_location as
  select i.*, p.city as owner_city, p.state as owner_state
  from clothing_items i join user_profiles p on p.id = i.business_id
  where i.deleted_at is null;

create table rental_availability (
  item_id uuid not null references clothing_items (id) on delete cascade,
  blocked_date date not null,
  primary key (item_id, blocked_date)
);

create table likes (
  user_id uuid not null references user_profiles (id) on delete cascade,
  item_id uuid not null references clothing_items (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, item_id)
);
create index likes_by_item on likes (item_id);
create index likes_newest_first on likes (user_id, created_at desc, item_id desc);

create table business_applications (
  id uuid primary key,
  user_id uuid not null references user_profiles (id) on delete cascade,
  full_name text not null,
  city text not null,
  state text not null,
  instagram text not null,
  outfit_images uuid[] not null,
  driving_distance text not null,
  meeting_flexibility text not null,
  contact_phone text not null,
  status text not null default 'pending',
  applied_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by uuid references user_profiles (id) on delete set null,
  constraint application_status_is_known check (status in ('pending', 'approved', 'denied')),
  constraint driving_distance_is_known check
    (driving_distance in ('5 miles', '10 miles', '15 miles', '20 miles', '30+ miles')),
  constraint application_shows_one_to_eight_outfits check (cardinality(outfit_images) between 1 and 8)
);
create unique index one_application_waits_per_person on business_applications (user_id)
  where status = 'pending';
create index applications_newest_first on business_applications (applied_at desc, id desc);
