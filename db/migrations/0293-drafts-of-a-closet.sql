-- no transaction
-- For how many items of a closet wait for a photo.
create index concurrently drafts_of_closet on clothing_items (business_id)
  where image_id is null and approval_status = 'pending' and deleted_at is null;
