-- no transaction
-- For what one account stores without using it.
create index concurrently unattached_images_by_owner on images (owner_id) include (bytes)
  where attached_at is null and not of_import;
