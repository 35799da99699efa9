-- As before, but one at a time for each closet and each writer, so that simultaneous items and messages
-- are counted.
create or replace function closet_has_room() returns trigger language plpgsql as $$
begin
  if (select account_type = 'admin' from user_profiles where id = new.business_id) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('listings ' || new.business_id, 0));
  if (select count(*) from (select from clothing_items
      where business_id = new.business_id and deleted_at is null limit 20000) items) >= 20000 then
    raise check_violation using message = 'the closet has too many items',
      constraint = 'closet_has_at_most_20000_items';
  end if;
  if new.image_id is null and new.approval_status = 'pending' and (select count(*) from (select from clothing_items
      where business_id = new.business_id and deleted_at is null and image_id is null
        and approval_status = 'pending'
      limit 2000) drafts) >= 2000 then
    raise check_violation using message = 'the closet has too many drafts',
      constraint = 'closet_has_at_most_2000_drafts';
  end if;
  return new;
end $$;

create or replace function writer_has_room() returns trigger language plpgsql as $$
declare
  written bigint;
  photos bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('messages ' || new.writer_id, 0));
  select count(*), coalesce(sum(cardinality(image_ids)), 0) into written, photos
  from (select image_ids from messages
    where writer_id = new.writer_id and written_at > new.written_at - interval '30 days'
    limit 10000) recent;
  if written >= 10000 then
    raise check_violation using message = 'too many messages in 30 days',
      constraint = 'writer_sends_at_most_10000_messages_in_30_days';
  end if;
  if photos + cardinality(new.image_ids) > 1000 and cardinality(new.image_ids) > 0 then
    raise check_violation using message = 'too many photos in messages in 30 days',
      constraint = 'writer_sends_at_most_1000_photos_in_30_days';
  end if;
  return new;
end $$;
