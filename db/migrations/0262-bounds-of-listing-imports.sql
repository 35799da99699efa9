-- What a closet can keep of its imports of listings: files, photos that wait in them, and rows.

-- The cells of its rows, as text.
alter table listing_imports add column bytes integer not null default 0;
alter table listing_imports add constraint listing_import_has_at_most_16_mb
  check (bytes between 0 and 16 * 1024 * 1024) not valid;
-- The file as it was sent, which is stored until it is read.
alter table listing_import_photos add column bytes integer not null default 0;

create function add_bytes_of_import_rows() returns trigger language plpgsql as $$
begin
  update listing_imports m set bytes = m.bytes + a.bytes
  from (select import_id, sum(octet_length(given::text)) as bytes from added group by import_id) a
  where m.id = a.import_id;
  return null;
end $$;
create trigger listing_imports_count_their_bytes after insert on listing_import_rows
  referencing new table as added for each statement execute function add_bytes_of_import_rows();

-- One at a time for each closet, so that simultaneous ones are counted.
create function closet_has_room_for_imports() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('listing imports ' || new.owner_id, 0));
  if tg_op = 'INSERT' and (select count(*) from listing_imports
      where owner_id = new.owner_id) >= 100 then
    raise check_violation using message = 'the closet has too many imports',
      constraint = 'closet_keeps_at_most_100_listing_imports';
  end if;
  if tg_op = 'UPDATE' and (select sum(bytes) from listing_imports
      where owner_id = new.owner_id) > 100 * 1024 * 1024 then
    raise check_violation using message = 'the imports of the closet are too large',
      constraint = 'closet_keeps_at_most_100_mb_of_listing_imports';
  end if;
  return new;
end $$;
create trigger closets_have_room_for_imports before insert on listing_imports
  for each row execute function closet_has_room_for_imports();
create trigger closets_have_room_for_rows after update of bytes on listing_imports
  for each row execute function closet_has_room_for_imports();

-- Photos count until an item shows them or they are deleted. A file that was sent counts until it is
-- read; then its image does, beside the files that are not read yet.
create function closet_has_room_for_photos() returns trigger language plpgsql as $$
declare
  waiting bigint;
  waiting_bytes bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('photos of imports ' || new.owner_id, 0));
  select count(*), coalesce(sum(bytes), 0) into waiting, waiting_bytes
  from images where owner_id = new.owner_id and of_import;
  if tg_table_name = 'listing_import_photos' then
    select waiting + count(*), waiting_bytes + coalesce(sum(bytes), 0) into waiting, waiting_bytes
    from listing_import_photos where owner_id = new.owner_id and read_at is null;
  end if;
  if waiting >= 4000 then
    raise check_violation using message = 'too many photos wait in imports',
      constraint = 'closet_keeps_at_most_4000_photos_of_imports';
  end if;
  if waiting_bytes + new.bytes > 400 * 1024 * 1024 then
    raise check_violation using message = 'the photos that wait in imports are too large',
      constraint = 'closet_keeps_at_most_400_mb_of_photos_of_imports';
  end if;
  return new;
end $$;
create trigger closets_have_room_for_sent_photos before insert on listing_import_photos
  for each row when (new.read_at is null) execute function closet_has_room_for_photos();
create trigger closets_have_room_for_photos before insert on images
  for each row when (new.of_import) execute function closet_has_room_for_photos();

-- A file has at most 2,000 photos, with those that were left out.
create function import_has_few_photos() returns trigger language plpgsql as $$
begin
  if exists (select from (select distinct import_id from added where import_id is not null) c
      where (select count(*) from listing_import_photos p where p.import_id = c.import_id) > 2000) then
    raise check_violation using message = 'too many photos in an import',
      constraint = 'listing_import_has_at_most_2000_photos';
  end if;
  return null;
end $$;
create trigger imports_have_few_photos after insert on listing_import_photos
  referencing new table as added for each statement execute function import_has_few_photos();

-- Photos that wait in imports of earlier versions.
update images i set of_import = true
from listing_import_photos p join listing_imports m on m.id = p.import_id
where p.image_id = i.id and m.status in ('checking', 'checked', 'importing')
  and not exists (select from clothing_items c where c.image_id = i.id)
  and not exists (select from item_photos o where o.image_id = i.id);
