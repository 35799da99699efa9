-- no transaction
-- All items of a lister, in the order in which a job changes them, and what a closet's earnings read of them.
create index concurrently items_of_lister_by_id on clothing_items (business_id, id)
  include (title, deleted_at);
-- Has the first columns of the above.
drop index concurrently if exists items_of_closet;
