-- The public page of a closet, and what else it has beside one of its items.
create index public_items_by_lister on clothing_items (business_id, created_at desc, id desc)
  where is_public;
