-- Whose requests a closet accepts automatically: nobody's, those of renters with a completed rental, or
-- everybody's.
alter table user_profiles add column accepts_automatically text not null default 'nobody';
alter table user_profiles add constraint automatic_acceptance_is_known
  check (accepts_automatically in ('nobody', 'returning', 'everybody')) not valid;

-- Only what the closet chose is accepted in its place, and nothing that it has to arrange first.
create function check_automatic_acceptance() returns trigger language plpgsql as $$
begin
  if new.handover = 'ask' or not exists (select from user_profiles p where p.id = new.owner_id
    and case p.accepts_automatically when 'everybody' then true when 'returning' then exists
      (select from rentals r where r.renter_id = new.renter_id and r.status = 'completed')
      else false end)
  then
    raise exception 'its closet does not accept rental % automatically', new.id
      using errcode = 'check_violation', constraint = 'automatic_acceptance_is_chosen';
  end if;
  return new;
end $$;
create trigger automatic_acceptance_is_chosen before insert on rentals
  for each row when (new.confirmed_at is not null and new.confirmed_by is null)
  execute function check_automatic_acceptance();

-- Copied from the lister by triggers, as its reach is.
alter table clothing_items add column accepts_automatically text not null default 'nobody';

create or replace function copy_lister_onto_item() returns trigger language plpgsql as $$
declare lister user_profiles;
begin
  -- Shared lock: a change of the lister that runs at the same time waits, then finds this item.
  select * into lister from user_profiles where id = new.business_id for share;
  new.lister_in_good_standing := coalesce(lister_is_in_good_standing(lister), false);
  new.location := lister_location(lister);
  new.reach := lister_reach(lister);
  new.accepts_automatically := lister.accepts_automatically;
  return new;
end $$;

create or replace function copy_lister_onto_items() returns trigger language plpgsql as $$
begin
  if lister_is_in_good_standing(new) is not distinct from lister_is_in_good_standing(old)
    and lister_location(new) is not distinct from lister_location(old)
    and lister_reach(new) is not distinct from lister_reach(old)
    and new.accepts_automatically = old.accepts_automatically then
    return null;
  end if;
  if has_many_items(new.id) then
    perform change_items_in_batches(new.id);
  else
    update clothing_items
      set lister_in_good_standing = lister_is_in_good_standing(new),
          location = lister_location(new),
          reach = lister_reach(new),
          accepts_automatically = new.accepts_automatically
      where business_id = new.id;
  end if;
  return null;
end $$;

create or replace function search_filters(item clothing_items) returns text[]
  language sql immutable as $$
  select array_remove(array[
    'f:accepts:' || nullif(item.accepts_automatically, 'nobody'),
    'f:brand:' || item.brand_id, 'f:category:' || item.category_group,
    'f:city:' || item.location_group, 'f:colour:' || item.colour_group,
    'f:fabric:' || item.fabric, 'f:occasion:' || item.occasion_group,
    'f:price:' || item.credits_per_day * 7, 'f:reach:' || item.reach, 'f:size:' || item.size_group,
    'f:style:' || item.style_group], null)
$$;

drop trigger changed_items_are_found on clothing_items;
create trigger changed_items_are_found
  after update of title, description, size, style, event_type, category, colour, fabric,
    credits_per_day, brand_id, business_id, location, reach, accepts_automatically,
    lister_in_good_standing, approval_status, deleted_at
  on clothing_items for each row execute function index_item_for_search();

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
  select 'an item carries standing, place, reach and acceptance of its lister', i.id::text, i.title
  from clothing_items i join user_profiles p on p.id = i.business_id
  where (i.lister_in_good_standing <> lister_is_in_good_standing(p)
      or i.location is distinct from lister_location(p)
      or i.reach <> lister_reach(p) or i.accepts_automatically <> p.accepts_automatically)
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
