-- The fabric of an item: shown, filtered and found by its word. It is empty for all items so far, so no
-- document of the search changes.

alter table clothing_items add column fabric text;
alter table clothing_items add constraint item_fabric_is_known check (fabric in
  ('Cotton', 'Silk', 'Wool', 'Linen', 'Velvet', 'Satin', 'Lace', 'Sequin', 'Leather', 'Denim',
   'Synthetic', 'Other')) not valid;

create or replace function search_filters(item clothing_items) returns text[]
  language sql immutable as $$
  select array_remove(array[
    'f:brand:' || item.brand_id, 'f:category:' || item.category, 'f:city:' || item.location_group,
    'f:colour:' || item.colour, 'f:fabric:' || item.fabric, 'f:occasion:' || item.occasion_group,
    'f:price:' || item.credits_per_day * 7, 'f:size:' || item.size_group,
    'f:style:' || item.style_group], null)
$$;

create or replace function search_document(item clothing_items) returns tsvector
  language sql stable as $$
  select setweight(to_tsvector('english', search_text(item.title)), 'A')
    || setweight(to_tsvector('english',
      search_text(concat_ws(' ', b.name, item.colour, item.fabric, item.category))), 'B')
    || setweight(to_tsvector('english', search_text(item.description)), 'C')
    || array_to_tsvector(search_filters(item))
    || array_to_tsvector(coalesce(fit_filters(m), '{}'))
  from (select) one
  left join brands b on b.id = item.brand_id and b.is_active
  left join item_measurements m on m.item_id = item.id
$$;

drop trigger changed_items_are_found on clothing_items;
create trigger changed_items_are_found
  after update of title, description, size, style, event_type, category, colour, fabric,
    credits_per_day, brand_id, business_id, location, lister_in_good_standing, approval_status,
    deleted_at
  on clothing_items for each row execute function index_item_for_search();
