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
