-- small tables: brands
-- Deleting a brand took it from all its items in one statement, however many. One with more than 1,000 is hidden
-- at once now, and a job takes it from them in batches and then deletes it.
alter table brands
  -- That of the database, to which an integrity check compares it.
  add column deletion_requested_at timestamptz,
  add constraint brand_that_is_being_deleted_is_inactive
    check (deletion_requested_at is null or not is_active);
create index brands_being_deleted on brands (deletion_requested_at)
  where deletion_requested_at is not null;

-- For everybody it is gone, so its name is free.
drop index brand_is_listed_once;
create unique index brand_is_listed_once on brands (lower(btrim(name)))
  where deletion_requested_at is null;

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
  ) counted
  group by kind, value having sum(delta) <> 0
  union all
  select 'an item carries the standing and place of its lister', i.id::text, i.title
  from clothing_items i join user_profiles p on p.id = i.business_id
  where (i.lister_in_good_standing <> lister_is_in_good_standing(p)
      or i.location is distinct from lister_location(p))
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
      where starts_with(lexeme, 'm:') order by lexeme collate "C");
