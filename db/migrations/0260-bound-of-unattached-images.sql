-- What one account can store in images that nothing shows: uploads that no saved form refers to, and
-- former photos until they are deleted. Images that wait in a listing import have a bound of their
-- own. Admins upload for the whole shop.
alter table images add column of_import boolean not null default false;

create function uploader_has_room() returns trigger language plpgsql as $$
declare
  stored bigint;
  stored_bytes bigint;
begin
  if new.owner_id is null or new.attached_at is not null or new.of_import
      or (select account_type = 'admin' from user_profiles where id = new.owner_id) then
    return new;
  end if;
  -- One at a time for each person, so that simultaneous uploads are counted.
  perform pg_advisory_xact_lock(hashtextextended('unattached images ' || new.owner_id, 0));
  select count(*), coalesce(sum(bytes), 0) into stored, stored_bytes
  from (select bytes from images
    where owner_id = new.owner_id and attached_at is null and not of_import limit 200) own;
  if stored >= 200 then
    raise check_violation using message = 'too many unattached images',
      constraint = 'owner_has_at_most_200_unattached_images';
  end if;
  if stored_bytes + new.bytes > 100 * 1024 * 1024 then
    raise check_violation using message = 'the unattached images are too large',
      constraint = 'owner_has_at_most_100_mb_of_unattached_images';
  end if;
  return new;
end $$;
create trigger uploaders_have_room before insert on images
  for each row execute function uploader_has_room();
