-- no transaction
create unique index concurrently sku_is_once_per_closet on clothing_items (business_id, sku)
  where sku is not null and deleted_at is null;
-- Lists of admins have no drafts: however many there are, none is read.
create index concurrently items_to_review on clothing_items (created_at desc, id desc)
  where approval_status = 'pending' and image_id is not null and deleted_at is null;
create index concurrently reviewed_items_by_style on clothing_items
  (style_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null
    and (approval_status <> 'pending' or image_id is not null);
create index concurrently reviewed_items_by_occasion on clothing_items
  (occasion_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null
    and (approval_status <> 'pending' or image_id is not null);
create index concurrently reviewed_items_by_size on clothing_items
  (size_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null
    and (approval_status <> 'pending' or image_id is not null);
create index concurrently reviewed_items_by_location on clothing_items
  (location_group collate "C", created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null
    and (approval_status <> 'pending' or image_id is not null);
drop index concurrently if exists unapproved_items_by_style;
drop index concurrently if exists unapproved_items_by_occasion;
drop index concurrently if exists unapproved_items_by_size;
drop index concurrently if exists unapproved_items_by_location;
