-- no transaction
create index concurrently public_items_by_category
  on clothing_items (category_group, created_at desc, id desc) where is_public;
