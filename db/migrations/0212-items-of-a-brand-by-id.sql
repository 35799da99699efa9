-- no transaction
-- All items of a brand, retired ones too: in the order in which a job takes the brand from them, and for the foreign
-- key of a brand that is deleted.
create index concurrently items_of_brand_by_id on clothing_items (brand_id, id)
  where brand_id is not null;
