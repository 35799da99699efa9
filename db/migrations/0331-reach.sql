-- Where closets are and how their pieces change hands, so that search knows whom an item can reach.

-- Private; of a shopper, where pieces should come to.
alter table user_profiles
  add column zip text,
  add column delivers boolean not null default true,
  add column offers_pickup boolean not null default false,
  add column ships boolean not null default false;
alter table user_profiles
  add constraint zip_has_five_digits check (zip ~ '^[0-9]{5}$') not valid,
  add constraint pieces_change_hands_somehow check (delivers or offers_pickup or ships) not valid,
  add constraint a_gone_person_has_no_zip check (deleted_at is null or zip is null) not valid;

-- '02116~dp~10': the place of the lister, the ways (deliver, pick up, ship), and how many miles it
-- delivers. Read by domain/catalogue/reach/reach.ts. Never shown: a ZIP is private.
create function lister_reach(lister user_profiles) returns text language sql immutable as $$
  select coalesce(lister.zip, lister_location(lister), '') || '~'
    || case when lister.delivers then 'd' else '' end
    || case when lister.offers_pickup then 'p' else '' end
    || case when lister.ships then 's' else '' end || '~'
    || case when lister.delivers then coalesce(replace(lister.driving_distance, ' miles', ''), '')
       else '' end
$$;

-- Copied from the lister by triggers, as its location is.
alter table clothing_items add column reach text not null default '~d~';
update clothing_items i set reach = lister_reach(p) from user_profiles p where p.id = i.business_id;

create or replace function copy_lister_onto_item() returns trigger language plpgsql as $$
declare lister user_profiles;
begin
  -- Shared lock: a change of the lister that runs at the same time waits, then finds this item.
  select * into lister from user_profiles where id = new.business_id for share;
  new.lister_in_good_standing := coalesce(lister_is_in_good_standing(lister), false);
  new.location := lister_location(lister);
  new.reach := lister_reach(lister);
  return new;
end $$;

create or replace function copy_lister_onto_items() returns trigger language plpgsql as $$
begin
  if lister_is_in_good_standing(new) is not distinct from lister_is_in_good_standing(old)
    and lister_location(new) is not distinct from lister_location(old)
    and lister_reach(new) is not distinct from lister_reach(old) then
    return null;
  end if;
  if has_many_items(new.id) then
    perform change_items_in_batches(new.id);
  else
    update clothing_items
      set lister_in_good_standing = lister_is_in_good_standing(new),
          location = lister_location(new),
          reach = lister_reach(new)
      where business_id = new.id;
  end if;
  return null;
end $$;

alter table listed_count_deltas drop constraint count_kind_is_known;
alter table listed_count_deltas add constraint count_kind_is_known
  check (kind in ('style', 'occasion', 'size', 'location', 'reach', 'public', 'all')) not valid;

create or replace function count_listed_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (old.is_public, old.style_group, old.occasion_group, old.size_group, old.location_group,
         old.reach, old.deleted_at is null)
      is not distinct from
        (new.is_public, new.style_group, new.occasion_group, new.size_group, new.location_group,
         new.reach, new.deleted_at is null)
  then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    if old.deleted_at is null then
      insert into listed_count_deltas values ('all', '', -1);
    end if;
    if old.is_public then
      insert into listed_count_deltas values
        ('public', '', -1), ('style', old.style_group, -1), ('occasion', old.occasion_group, -1),
        ('size', old.size_group, -1), ('location', old.location_group, -1), ('reach', old.reach, -1);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.deleted_at is null then
      insert into listed_count_deltas values ('all', '', 1);
    end if;
    if new.is_public then
      insert into listed_count_deltas values
        ('public', '', 1), ('style', new.style_group, 1), ('occasion', new.occasion_group, 1),
        ('size', new.size_group, 1), ('location', new.location_group, 1), ('reach', new.reach, 1);
    end if;
  end if;
  return null;
end $$;
insert into listed_count_deltas
  select 'reach', reach, count(*) from clothing_items where is_public group by reach;

create or replace function search_filters(item clothing_items) returns text[]
  language sql immutable as $$
  select array_remove(array[
    'f:brand:' || item.brand_id,
    'f:category:' || category_or_named(item.category, item.title),
    'f:city:' || item.location_group,
    'f:colour:' || colour_or_named(item.colour, item.title),
    'f:fabric:' || item.fabric, 'f:occasion:' || item.occasion_group,
    'f:price:' || item.credits_per_day * 7, 'f:reach:' || item.reach, 'f:size:' || item.size_group,
    'f:style:' || item.style_group], null)
$$;

drop trigger changed_items_are_found on clothing_items;
create trigger changed_items_are_found
  after update of title, description, size, style, event_type, category, colour, fabric,
    credits_per_day, brand_id, business_id, location, reach, lister_in_good_standing,
    approval_status, deleted_at
  on clothing_items for each row execute function index_item_for_search();
update item_search s set doc = s.doc || array_to_tsvector(array['f:reach:' || i.reach])
from clothing_items i where i.id = s.item_id;

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
      where starts_with(lexeme, 'm:') order by lexeme collate "C");
