-- From the first schema of Hemline 0.1.0 to its last one: rows. A backup of the first one is restored into
-- today's schema and then needs these alone, so each statement can run on a database that has them.

insert into shop_time_zone (time_zone) values ('America/New_York') on conflict do nothing;

-- SKUs are stored with composed accents and without zero-width spaces, so that a listings file finds
-- its item whatever wrote the file. An item stays as it is if another one of its closet has that SKU.
with one as (
  select distinct on (business_id, clean) id, business_id, clean
  from clothing_items, lateral (select
    normalize(translate(sku, U&'\200B\FEFF', ''), nfc) as clean) c
  where sku <> clean and deleted_at is null and btrim(clean) <> '' and char_length(clean) <= 64
  order by business_id, clean, created_at, id)
update clothing_items i set sku = one.clean
from one
where i.id = one.id
  and not exists (select from clothing_items o
    where o.business_id = one.business_id and o.sku = one.clean and o.deleted_at is null);

-- Photos that wait in imports of earlier versions.
update images i set of_import = true
from listing_import_photos p join listing_imports m on m.id = p.import_id
where p.image_id = i.id and m.status in ('checking', 'checked', 'importing')
  and not exists (select from clothing_items c where c.image_id = i.id)
  and not exists (select from item_photos o where o.image_id = i.id);

-- Only the text that the site came with is replaced.
update about_content
  set content = 'What we have built together so far.'
  where section = 'stats'
    and content = 'What we have built together so far. Customers and satisfaction are estimates.';

-- Of the others, every word stays the same.
update item_search s set doc = search_document(i)
from clothing_items i left join brands b on b.id = i.brand_id
where s.item_id = i.id
  and concat_ws(' ', i.title, b.name, i.description) ~ '[^\x01-\x7F]|[''`/]'
  and s.doc <> search_document(i);

-- Checked here, as rows are read while others write.
alter table listing_imports validate constraint listing_import_has_at_most_16_mb;
alter table user_profiles validate constraint only_closets_request_names;
alter table user_profiles validate constraint requested_name_is_short;
alter table user_profiles validate constraint requested_name_is_another;
alter table user_profiles validate constraint requested_name_has_its_time;
