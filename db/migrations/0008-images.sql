-- Set before an image's files go: from then on nothing can attach it, whatever happens meanwhile.
alter table images add column removed_at timestamptz;
alter table images add constraint removed_image_is_unattached
  check (removed_at is null or attached_at is null);

-- Deleting an image asks whether something still shows it.
create index items_by_image on clothing_items (image_id) where image_id is not null;
create index brands_by_logo on brands (logo_image_id) where logo_image_id is not null;

-- What is put in once at an install's first start; the row is locked while that is under way.
create table seedings (
  name text primary key,
  done_at timestamptz
);
