-- The category and the color by which an item is searched and counted, stored: naming them by the title
-- for each item that is counted took most of the time of a search.
alter table clothing_items
  add column category_group text,
  add column colour_group text;
update clothing_items
  set category_group = category_or_named(category, title), colour_group = colour_or_named(colour, title);

create function name_fields_by_title() returns trigger language plpgsql as $$
begin
  new.category_group := category_or_named(new.category, new.title);
  new.colour_group := colour_or_named(new.colour, new.title);
  return new;
end $$;
create trigger fields_are_named_by_the_title before insert or update of category, colour, title
  on clothing_items for each row execute function name_fields_by_title();

create or replace function search_filters(item clothing_items) returns text[]
  language sql immutable as $$
  select array_remove(array[
    'f:brand:' || item.brand_id, 'f:category:' || item.category_group,
    'f:city:' || item.location_group, 'f:colour:' || item.colour_group,
    'f:fabric:' || item.fabric, 'f:occasion:' || item.occasion_group,
    'f:price:' || item.credits_per_day * 7, 'f:reach:' || item.reach, 'f:size:' || item.size_group,
    'f:style:' || item.style_group], null)
$$;

create or replace view invariant_violations_of_items (check_name, subject, detail) as
  select 'counts of listed items are exact', kind || ' ' || value, sum(delta)::text
  from (
    select kind, value, delta from listed_count_deltas
    union all select 'public', '', -1 from clothing_items where is_public
    union all select 'all', '', -1 from clothing_items where deleted_at is null
    union all select 'style', style_group, -1 from clothing_items where is_public
    union all select 'occasion', occasion_group, -1 from clothing_items where is_public
    union all select 'size', size_group, -1 from clothing_items where is_public
    union all select 'location', location_group, -1 from clothing_items where is_public
    union all select 'reach', reach, -1 from clothing_items where is_public
  ) counted
  group by kind, value having sum(delta) <> 0
  union all
  select 'an item carries the standing, place and reach of its lister', i.id::text, i.title
  from clothing_items i join user_profiles p on p.id = i.business_id
  where (i.lister_in_good_standing <> lister_is_in_good_standing(p)
      or i.location is distinct from lister_location(p)
      or i.reach <> lister_reach(p))
    and not exists (select from lister_changes c where c.lister_id = p.id)
  union all
  select 'items follow a change of their lister within an hour', lister_id::text, created_at::text
  from lister_changes where created_at < now() - interval '1 hour'
  union all
  select 'a brand is deleted within an hour', id::text, deletion_requested_at::text
  from brands where deletion_requested_at < now() - interval '1 hour'
  union all
  select 'photos of an item follow each other', p.item_id::text, string_agg(place::text, ', ')
  from item_photos p
  group by p.item_id
  having max(place) <> count(*)
  union all
  select 'photos are shown once and not deleted', p.item_id::text, p.image_id::text
  from item_photos p join images m on m.id = p.image_id
  where m.removed_at is not null or exists (select from clothing_items i where i.image_id = p.image_id)
  union all
  select 'every item that can be public is found by search, and no other', i.id::text,
    can_be_public(i)::text
  from clothing_items i left join item_search s on s.item_id = i.id
  where can_be_public(i) <> (s.item_id is not null)
  union all
  -- The words of a brand follow its name a little later, so they are not compared.
  select 'search finds every item by its filters', i.id::text, search_filters(i)::text
  from clothing_items i join item_search s on s.item_id = i.id
  where search_filters(i) collate "C" <> array(select lexeme from unnest(tsvector_to_array(s.doc)) lexeme
    where starts_with(lexeme, 'f:') order by lexeme collate "C")
  union all
  select 'search finds every item by whom it should fit', s.item_id::text, m.item_id::text
  from item_search s left join item_measurements m on m.item_id = s.item_id
  where coalesce((select array_agg(word order by word collate "C") from unnest(fit_filters(m)) word), '{}')
    <> array(select lexeme from unnest(tsvector_to_array(s.doc)) lexeme
      where starts_with(lexeme, 'm:') order by lexeme collate "C")
  union all
  select 'a category and a color that are not stated are named by the title', id::text, title
  from clothing_items
  where category_group is distinct from category_or_named(category, title)
    or colour_group is distinct from colour_or_named(colour, title);
