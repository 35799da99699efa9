-- From the first schema of Hemline 0.1.0 (its last migration was 0246) to its last one: tables, functions
-- and triggers. Rows and indexes follow in the next two migrations. A database that came through the
-- migrations after 0246 one by one has these changes already (db/baseline.ts).
-- small tables: legal_pages, closet_holidays

-- The columns of a listings file that are not read, each with an example, so that its closet sees them
-- before it imports the file.
alter table listing_imports add column ignored_columns jsonb not null default '[]';

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

-- The time zone in which the shop last started. Credits expire at the end of a day there, also where a
-- command does not know the settings of the app.
create table shop_time_zone (
  is_only_row boolean primary key default true check (is_only_row),
  time_zone text not null
);

create or replace view invariant_violations_of_payments (check_name, subject, detail) as
  select 'a payment for nothing is given back', o.id::text, o.product_type
  from checkout_orders o
  where o.status = 'refunded'
    -- One that an admin made by hand is what was owed by then: less what a dispute or the payment
    -- provider's dashboard had taken.
    and not exists (select from refunds r where r.order_id = o.id and (r.amount_cents = o.amount_cents
      or (r.settled_by is not null and r.amount_cents >= o.amount_cents - (
        select coalesce(sum(s.amount_cents), 0) from disputes s
        where s.payment_intent = o.payment_intent and (s.status = 'lost' or s.kind = 'refund')))))
  union all
  select 'a month of credits was paid for and is granted once' as promise, l.id::text as subject,
    l.source_key as detail
  from credit_lots l
  where l.source = 'subscription' and not exists (
    select from credit_subscriptions s join subscription_coverage c on c.subscription_id = s.id
    where s.id::text = split_part(l.source_key, ':', 2) and s.user_id = l.user_id
      and s.anchor_at + make_interval(months => split_part(l.source_key, ':', 3)::integer)
        between c.starts_at and c.ends_at - interval '1 microsecond'
      -- Lots of earlier versions expire within a day, later ones at its end.
      and l.expires_at - (s.anchor_at
        + make_interval(months => split_part(l.source_key, ':', 3)::integer + 2))
        between interval '0' and interval '25 hours'
      and l.minted = s.credits_per_period
  )
  union all
  select 'a paid plan is a subscription', o.id::text, o.product_type
  from checkout_orders o
  where o.product_type in ('subscription_monthly', 'subscription_annual')
    and o.status = 'fulfilled'
    and not exists (select from credit_subscriptions s
      where s.order_id = o.id and s.user_id = o.user_id and s.refused_at is null)
  union all
  select 'a refused subscription grants nothing', s.id::text, s.stripe_subscription_id
  from credit_subscriptions s
  where s.refused_at is not null
    and exists (select from subscription_coverage c where c.subscription_id = s.id)
  union all
  select 'a subscription begins with its first paid day', s.id::text, s.anchor_at::text
  from credit_subscriptions s
  left join lateral (select min(starts_at) as first from subscription_coverage
    where subscription_id = s.id) c on true
  where s.anchor_at is distinct from c.first
  union all
  select 'a purchase is refunded once', o.id::text, format('%s of %s', f.cents, o.amount_cents)
  from checkout_orders o
  join (select order_id, sum(amount_cents) as cents from refunds
    where reason = 'purchase_refunded' and status <> 'failed' group by order_id) f
    on f.order_id = o.id
  where f.cents > o.amount_cents
  union all
  select 'a refund of a purchase took exactly its credits', f.id::text,
    format('%s: took %s, says %s', f.status, c.credits, f.credits)
  from refunds f
  left join gift_codes g on g.id = f.gift_code_id
  cross join lateral (
    select coalesce(sum(case when m.to_side = 'revoked' then m.amount when m.from_side = 'mint'
      then -m.amount else 0 end), 0) as credits
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
    where t.refund_id = coalesce(f.credits_revoked_by, f.id)
  ) c
  where f.reason = 'purchase_refunded' and (case
    when f.status <> 'failed' or f.credits_revoked_by is not null then
      c.credits <> f.credits - coalesce(g.credits_amount, 0)
      or (g.id is not null and (g.claimed or g.revoked_at is null))
    -- What a dispute or the payment provider's dashboard has taken since does not come back.
    else c.credits < 0 or (c.credits > 0 and not exists (select from disputes s
      join checkout_orders o on o.payment_intent = s.payment_intent
      where o.id = f.order_id and (s.status = 'lost' or s.kind = 'refund')))
    end)
  union all
  select 'a payment that was taken back left nothing to spend', t.payment_intent, l.id::text
  from payments_taken_back t join credit_lots l on l.payment_intent = t.payment_intent
  where t.taken_cents = t.paid_cents and l.source <> 'gift_claim' and l.available > 0
  union all
  select 'a payment that was taken back left no code to claim', t.payment_intent, g.code
  from payments_taken_back t join gift_codes g on g.payment_intent = t.payment_intent
  where t.taken_cents = t.paid_cents and g.revoked_at is null and not g.claimed
  union all
  select 'a payment taken back in part takes its share of the credits', t.payment_intent,
    format('took %s of %s credits for %s of %s cents', c.credits, t.credits,
      least(t.paid_cents, t.taken_cents + f.cents), t.paid_cents)
  from payments_taken_back t
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from disputes
    where payment_intent = t.payment_intent and kind = 'refund' and status = 'won'
  ) f
  cross join lateral (
    select coalesce((select sum(l.revoked - case l.source when 'goodwill' then l.minted else 0 end)
        from credit_lots l
        where l.payment_intent = t.payment_intent and l.source <> 'gift_claim'), 0)
      + coalesce((select sum(g.credits_amount) from gift_codes g
        where g.payment_intent = t.payment_intent and g.revoked_at is not null), 0) as credits
  ) c
  where c.credits >
    round(t.credits * least(t.paid_cents, t.taken_cents + f.cents)::numeric / t.paid_cents)
  union all
  select 'a refund made elsewhere is in the books once', s.id, format('refunded %s, counted %s, loss %s',
    s.amount_cents, coalesce(f.amount_cents, 0), s.loss_cents)
  from disputes s
  join deposit_payments p on p.payment_intent = s.payment_intent
  left join refunds f on f.stripe_refund_id = s.id
  where s.kind = 'refund' and s.status = 'lost'
    and s.amount_cents <> coalesce(f.amount_cents, 0) + s.loss_cents
  union all
  select 'a dispute loses no more than it is about', s.id, s.loss_cents::text
  from disputes s where s.loss_cents > s.amount_cents
  union all
  select 'an open dispute freezes what it was paid for', s.id, x.id
  from disputes s
  join (
    select p.payment_intent, d.id::text from deposit_payments p join deposits d on d.id = p.deposit_id
    where d.closed_at is null and d.frozen_at is null
    union all
    select payment_intent, id::text from credit_lots
    where source <> 'gift_claim' and frozen_at is null and revoked_at is null
    union all
    select payment_intent, id::text from gift_codes
    where not claimed and frozen_at is null and revoked_at is null
  ) x on x.payment_intent = s.payment_intent
  where s.kind = 'dispute' and s.status = 'open'
  union all
  select 'what is frozen is disputed', l.id::text, l.payment_intent
  from credit_lots l
  where l.frozen_at is not null and l.payment_intent is not null
    and not exists (select from disputes s where s.payment_intent = l.payment_intent
      and s.kind = 'dispute' and s.status <> 'won');

-- What a version changes, from when it applies (empty: from its publication), and whether it is
-- still a draft that no lawyer has checked. The texts that come with Hemline are drafts in any case.
alter table legal_pages add column summary text not null default '';
alter table legal_pages add column applies_from timestamptz;
alter table legal_pages add column is_draft boolean not null default false;
alter table legal_pages
  add constraint legal_summary_is_short check (char_length(summary) <= 500);
alter table legal_pages
  add constraint legal_text_applies_after_publication check (applies_from >= published_at);

create extension if not exists unaccent;

-- Text as search compares it, stored or typed: without accents and apostrophes, which phones and
-- keyboards write in several ways. Slashes, commas and long dashes part words.
create function search_text(text) returns text language sql stable as $$
  select translate(
    unaccent(normalize(
      translate($1, U&'\2018\2019\02BC\02B9\00B4\2032`\2010\2011/,\2013\2014', '''''''''''''''--    '),
      nfkc)),
    '''', '')
$$;

create or replace function search_document(item clothing_items) returns tsvector
  language sql stable as $$
  select setweight(to_tsvector('english', search_text(item.title)), 'A')
    || setweight(to_tsvector('english',
      search_text(concat_ws(' ', b.name, item.colour, item.category))), 'B')
    || setweight(to_tsvector('english', search_text(item.description)), 'C')
    || array_to_tsvector(search_filters(item))
    || array_to_tsvector(coalesce(fit_filters(m), '{}'))
  from (select) one
  left join brands b on b.id = item.brand_id and b.is_active
  left join item_measurements m on m.item_id = item.id
$$;

-- Wrong codes since the last right one, and how often they locked the second step since then.
alter table auth_two_factors
  add column wrong_codes integer not null default 0,
  add column locks integer not null default 0;

-- What one closet can list, deleted items apart: nobody needs more, and a script could. Admins list
-- for the whole shop.
create function closet_has_room() returns trigger language plpgsql as $$
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
create trigger closets_have_room before insert on clothing_items
  for each row execute function closet_has_room();

-- What one account can write within 30 days. One at a time for each closet and each writer, so that
-- simultaneous items and messages are counted.
create function writer_has_room() returns trigger language plpgsql as $$
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
create trigger writers_have_room before insert on messages
  for each row execute function writer_has_room();

-- The name of a closet is public, so a new one waits here until an admin has approved it.
alter table user_profiles
  add column requested_name text,
  add column name_requested_at timestamptz;
alter table user_profiles
  add constraint only_closets_request_names
    check (requested_name is null or account_type = 'business') not valid,
  add constraint requested_name_is_short
    check (char_length(requested_name) between 1 and 120) not valid,
  add constraint requested_name_is_another check (requested_name <> full_name) not valid,
  add constraint requested_name_has_its_time
    check ((requested_name is null) = (name_requested_at is null)) not valid;

create function closet_is_renamed_after_review() returns trigger language plpgsql as $$
begin
  if new.account_type <> 'business' then
    new.requested_name := null;
    new.name_requested_at := null;
  elsif old.account_type = 'business' and new.full_name <> old.full_name
      and new.full_name is distinct from old.requested_name then
    raise check_violation using message = 'a closet gets only a name that was requested',
      constraint = 'closets_are_renamed_after_review';
  end if;
  return new;
end $$;
create trigger closets_are_renamed_after_review
  before update of full_name, account_type on user_profiles
  for each row execute function closet_is_renamed_after_review();

-- What is kept of a closet's events: no delivery beyond 1,100 that wait for an endpoint, and the newest
-- 10,000 events. An older one stays while a delivery of it waits. The command that records an event never
-- fails because of this.
create function closet_keeps_newest_events() returns trigger language plpgsql as $$
declare
  oldest_kept uuid;
begin
  -- One at a time for each closet, so that simultaneous events are counted. The trigger runs at the end of
  -- the transaction, so nothing else is locked afterward.
  perform pg_advisory_xact_lock(hashtextextended('webhook events ' || new.owner_id, 0));
  delete from webhook_deliveries d
  where d.event_id = new.id and d.next_at is not null
    and (select count(*) from (select from webhook_deliveries w
      where w.endpoint_id = d.endpoint_id and w.next_at is not null limit 1101) waiting) > 1100;
  if found then
    delete from outgoing_events o
    where o.id = new.id and not exists (select from webhook_deliveries d where d.event_id = o.id);
  end if;
  select id into oldest_kept from outgoing_events
  where owner_id = new.owner_id order by id desc offset 9999 limit 1;
  if found then
    delete from outgoing_events where id in (
      select o.id from outgoing_events o
      where o.owner_id = new.owner_id and o.id < oldest_kept and not exists (
        select from webhook_deliveries d where d.event_id = o.id and d.next_at is not null)
      order by o.id limit 100 for update skip locked);
  end if;
  return null;
end $$;
create constraint trigger closets_keep_newest_events after insert on outgoing_events
  deferrable initially deferred for each row execute function closet_keeps_newest_events();

-- What a closet tells shoppers about its time off; '' for nothing.
alter table closet_holidays add column note text not null default '';
alter table closet_holidays add constraint note_of_a_holiday_has_at_most_200_characters
  check (char_length(note) <= 200);
