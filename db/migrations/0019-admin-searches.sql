-- What an admin looks for among all rentals: by the item's title, retired ones too, and by names.
create index rentals_of_item on rentals (item_id, created_at desc, id desc);
create index retired_items_search on clothing_items using gin (title gin_trgm_ops)
  where deleted_at is not null;
create index disputes_of_person on disputes (user_id, opened_at desc, id desc);

-- The words that items carry, which a carousel may be filtered by: each found by one step.
create index items_by_style_word on clothing_items (style collate "C") where deleted_at is null;
create index items_by_occasion_word on clothing_items (occasion collate "C")
  where deleted_at is null;
