-- no transaction
-- For what waits in the imports of a closet.
create index concurrently images_of_imports_by_owner on images (owner_id) include (bytes)
  where of_import;
create index concurrently unread_photos_by_owner on listing_import_photos (owner_id) include (bytes)
  where read_at is null;
