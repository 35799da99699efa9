-- no transaction
-- From the first schema of Hemline 0.1.0 to its last one: indexes.
-- For what one account stores without using it.
create index concurrently unattached_images_by_owner on images (owner_id) include (bytes)
  where attached_at is null and not of_import;
-- For what waits in the imports of a closet.
create index concurrently images_of_imports_by_owner on images (owner_id) include (bytes)
  where of_import;
create index concurrently unread_photos_by_owner on listing_import_photos (owner_id) include (bytes)
  where read_at is null;
-- For what one account has written within 30 days.
create index concurrently messages_by_writer on messages (writer_id, written_at);
-- For how many items of a closet wait for a photo.
create index concurrently drafts_of_closet on clothing_items (business_id)
  where image_id is null and approval_status = 'pending' and deleted_at is null;
-- For the list of names to review.
create index concurrently names_to_review on user_profiles (name_requested_at desc, id desc)
  where requested_name is not null;
-- For the newest events of a closet, and for removing them with it.
create index concurrently outgoing_events_by_owner on outgoing_events (owner_id, id);
