-- no transaction
-- Items without a photo are in no list for admins; an import can add thousands of them.
create index concurrently reviewed_items_newest_first on clothing_items (created_at desc, id desc)
  where deleted_at is null and not (approval_status = 'pending' and image_id is null);
create index concurrently paused_items_of_lister on clothing_items
  (business_id, created_at desc, id desc) where paused and deleted_at is null;
create index concurrently mail_outbox_to_send on mail_outbox (created_at desc, id desc)
  where sent_at is null and last_error is null;
create index concurrently disputes_open_newest_first on disputes (opened_at desc, id desc)
  where status = 'open';
-- Those above and mail_outbox_failed have their rows.
drop index concurrently if exists disputes_open;
drop index concurrently if exists mail_outbox_waiting;
