-- Sleeves, length and neckline of an item: shown, filtered and found by their words. They are empty for
-- all items so far, so no document of the search changes.

alter table clothing_items
  add column sleeves text, add column hemline text, add column neckline text;
alter table clothing_items
  add constraint item_sleeves_are_known check (sleeves in
    ('Sleeveless', 'Short sleeves', 'Three-quarter sleeves', 'Long sleeves')) not valid,
  add constraint item_hemline_is_known check (hemline in
    ('Mini', 'Knee-length', 'Midi', 'Maxi')) not valid,
  add constraint item_neckline_is_known check (neckline in
    ('V-neck', 'Round neck', 'Square neck', 'Sweetheart', 'Halter', 'High neck', 'One shoulder',
     'Off the shoulder', 'Strapless', 'Collar', 'Other')) not valid;

create or replace function search_filters(item clothing_items) returns text[]
  language sql immutable as $$
  select array_remove(array[
    'f:accepts:' || nullif(item.accepts_automatically, 'nobody'),
    'f:brand:' || item.brand_id, 'f:category:' || item.category_group,
    'f:city:' || item.location_group, 'f:colour:' || item.colour_group,
    'f:fabric:' || item.fabric, 'f:hemline:' || item.hemline, 'f:neckline:' || item.neckline,
    'f:occasion:' || item.occasion_group, 'f:price:' || item.credits_per_day * 7,
    'f:reach:' || item.reach, 'f:size:' || item.size_group, 'f:sleeves:' || item.sleeves,
    'f:style:' || item.style_group], null)
$$;

create or replace function search_document(item clothing_items) returns tsvector
  language sql stable as $$
  select setweight(to_tsvector('english', search_text(item.title)), 'A')
    || setweight(to_tsvector('english', search_text(concat_ws(' ', b.name, item.colour, item.fabric,
      item.sleeves, item.hemline, item.neckline, item.category))), 'B')
    || setweight(to_tsvector('english', search_text(item.description)), 'C')
    || array_to_tsvector(search_filters(item))
    || array_to_tsvector(coalesce(fit_filters(m), '{}'))
  from (select) one
  left join brands b on b.id = item.brand_id and b.is_active
  left join item_measurements m on m.item_id = item.id
$$;

drop trigger changed_items_are_found on clothing_items;
create trigger changed_items_are_found
  after update of title, description, size, style, event_type, category, colour, fabric, sleeves,
    hemline, neckline, credits_per_day, brand_id, business_id, location, reach,
    accepts_automatically, lister_in_good_standing, approval_status, deleted_at
  on clothing_items for each row execute function index_item_for_search();
