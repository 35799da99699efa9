-- What people say to and about each other: appeals, return requests, ratings, reports, messages, blocks
-- and feedback.

-- A renter appeals what was withheld from the deposit.
create table deposit_appeals (
  rental_id uuid primary key references deposit_claims (rental_id),
  words text not null,
  image_ids uuid[] not null default '{}',
  filed_at timestamptz not null,
  status text not null default 'open',
  answer text,
  answer_image_ids uuid[] not null default '{}',
  answered_at timestamptz,
  answered_by uuid references user_profiles (id),
  -- The closet answers by then; without an answer the appeal is granted.
  answer_due_at timestamptz not null,
  -- The latest daily reminder of the closet.
  reminded_at timestamptz,
  decided_at timestamptz,
  -- Null when nobody answered in time, or its renter withdrew it.
  decided_by uuid references user_profiles (id),
  reasons text,
  returned_cents integer not null default 0,
  -- What needs a refund of its own, because the rest of the deposit was refunded before.
  refund_cents integer not null default 0,
  constraint appeal_status_is_known check
    (status in ('open', 'answered', 'upheld', 'reduced', 'overturned', 'withdrawn')),
  constraint appeal_says_something check (btrim(words) <> '' and char_length(words) <= 4000),
  constraint answer_says_something check (btrim(answer) <> '' and char_length(answer) <= 4000),
  constraint reasons_of_an_appeal_are_short check (char_length(reasons) <= 2000),
  constraint answered_appeal_has_an_answer check
    ((answer is null) = (answered_at is null) and (status <> 'answered' or answer is not null)
      and (status <> 'open' or answer is null)),
  constraint decided_appeal_says_when check
    ((status in ('open', 'answered')) = (decided_at is null)),
  constraint appeal_returns_as_decided check
    ((status in ('reduced', 'overturned')) = (returned_cents > 0)),
  constraint appeal_refunds_at_most_what_it_returns check
    (refund_cents between 0 and returned_cents)
);
create index appeals_open on deposit_appeals (answer_due_at) where status in ('open', 'answered');
create index appeals_to_answer on deposit_appeals (answer_due_at, rental_id)
  where status = 'open';
create index appeals_to_decide on deposit_appeals (answered_at, rental_id)
  where status = 'answered';
create index appeals_decided on deposit_appeals (decided_at desc, rental_id desc)
  where status in ('upheld', 'reduced', 'overturned', 'withdrawn');

-- Right after the delivery a renter asks to send an item back, because it does not fit or is not as
-- described. Once it is accepted and the item is back, credits are given back.
create table return_requests (
  rental_id uuid primary key references rentals (id),
  reason text not null,
  words text not null default '',
  image_ids uuid[] not null default '{}',
  status text not null default 'open',
  asked_at timestamptz not null,
  -- The closet accepts or contests by then; without an answer the request is accepted.
  answer_due_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  answered_by uuid references user_profiles (id),
  -- The latest daily reminder of the closet.
  reminded_at timestamptz,
  decided_at timestamptz,
  -- Null when nobody answered in time, or its renter withdrew it.
  decided_by uuid references user_profiles (id),
  -- Why an admin decided so.
  reasons text,
  -- Given back once the item is returned.
  credits_back integer not null default 0,
  constraint return_reason_is_known check (reason in ('does_not_fit', 'not_as_described')),
  constraint return_request_status_is_known check
    (status in ('open', 'contested', 'accepted', 'refused', 'withdrawn')),
  constraint words_of_a_return_request_are_short check (char_length(words) <= 2000),
  constraint return_request_has_at_most_6_photos check (cardinality(image_ids) <= 6),
  constraint difference_is_shown_in_a_photo check
    (reason <> 'not_as_described' or cardinality(image_ids) > 0),
  constraint answer_to_a_return_request_is_short check
    (btrim(answer) <> '' and char_length(answer) <= 2000),
  constraint answer_to_a_return_request_has_a_time check
    ((answered_at is null) = (answered_by is null) and (answer is null or answered_at is not null)),
  constraint contested_return_request_says_why check (status <> 'contested' or answer is not null),
  constraint open_return_request_has_no_answer check (status <> 'open' or answered_at is null),
  constraint decided_return_request_says_when check
    ((status in ('open', 'contested')) = (decided_at is null)),
  constraint return_request_is_decided_by_somebody check
    (decided_by is null or status in ('accepted', 'refused')),
  constraint refused_return_request_says_why check
    (status <> 'refused' or (answer is not null and reasons is not null)),
  constraint reasons_about_a_return_request_are_short check
    (btrim(reasons) <> '' and char_length(reasons) <= 2000),
  constraint only_an_accepted_return_request_gives_back check
    (credits_back >= 0 and (credits_back = 0 or status = 'accepted'))
);
create index return_requests_to_answer on return_requests (answer_due_at, rental_id)
  where status = 'open';
create index return_requests_to_decide on return_requests (answered_at, rental_id)
  where status = 'contested';
create index return_requests_decided on return_requests (decided_at desc, rental_id desc)
  where status in ('accepted', 'refused', 'withdrawn');
create index return_requests_that_gave_back on return_requests (rental_id)
  include (credits_back) where credits_back > 0;

-- Ratings ("reviews" on screen): each side of a completed rental about the other. Nobody sees one
-- before it is published: when both are written, or 14 days after the completion.
create table ratings (
  id uuid primary key,
  rental_id uuid not null references rentals (id),
  side text not null,
  item_id uuid not null references clothing_items (id),
  about_id uuid not null references user_profiles (id),
  writer_id uuid not null references user_profiles (id),
  stars smallint not null,
  words text not null default '',
  fit text,
  usual_size text,
  height_cm smallint,
  image_ids uuid[] not null default '{}',
  written_at timestamptz not null,
  -- Published by then, whether the other side has written or not.
  due_at timestamptz not null,
  published_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid references user_profiles (id),
  hidden_reason text,
  reply text,
  replied_at timestamptz,
  constraint one_rating_per_side unique (rental_id, side),
  constraint rating_side_is_known check (side in ('renter', 'owner')),
  constraint stars_are_1_to_5 check (stars between 1 and 5),
  constraint rating_words_are_short check (char_length(words) <= 2000),
  constraint fit_is_known check (fit in ('small', 'true', 'large')),
  constraint only_renters_rate_the_fit check
    (side = 'renter' or num_nonnulls(fit, usual_size, height_cm) = 0),
  constraint only_renters_show_photos check (side = 'renter' or image_ids = '{}'),
  constraint rating_has_at_most_4_photos check (cardinality(image_ids) <= 4),
  constraint rated_size_is_known check (usual_size in ('XS', 'S', 'M', 'L', 'XL', 'XXL')),
  constraint rated_height_is_that_of_a_person check (height_cm between 100 and 250),
  constraint only_a_published_rating_is_hidden check (hidden_at is null or published_at is not null),
  constraint hidden_rating_says_why check
    ((hidden_at is null) = (hidden_reason is null) and (hidden_at is null) = (hidden_by is null)),
  constraint only_a_published_rating_has_a_reply check
    (replied_at is null or published_at is not null),
  -- An admin can remove the words of a reply; there is no second one.
  constraint reply_has_a_time check (reply is null or replied_at is not null),
  constraint reply_says_something check (btrim(reply) <> '' and char_length(reply) <= 2000)
);
create index ratings_of_item on ratings (item_id, published_at desc, id desc)
  where side = 'renter' and published_at is not null and hidden_at is null;
create index ratings_about_renter on ratings (about_id, published_at desc, id desc)
  where side = 'owner' and published_at is not null and hidden_at is null;
create index ratings_to_publish on ratings (due_at, id) where published_at is null;
create index ratings_shown on ratings (published_at desc, id desc)
  where published_at is not null and hidden_at is null;
create index ratings_hidden on ratings (hidden_at desc, id desc) where hidden_at is not null;
create index ratings_by_writer on ratings (writer_id);
create index ratings_by_person on ratings (about_id);

-- What is published and visible, added up: of items by their renters, of renters by closets.
create table item_rating_sums (
  item_id uuid primary key references clothing_items (id) on delete cascade,
  ratings integer not null default 0,
  stars integer not null default 0,
  small integer not null default 0,
  true_to_size integer not null default 0,
  large integer not null default 0
);

create table renter_rating_sums (
  renter_id uuid primary key references user_profiles (id) on delete cascade,
  ratings integer not null default 0,
  stars integer not null default 0
);

-- Reports of listings, people, messages and reviews, and how admins decided them.
create table reports (
  id uuid primary key,
  reporter_id uuid not null references user_profiles (id),
  noun text not null,
  -- The item, the person, the message or the review. They stay in their own tables.
  noun_id uuid not null,
  -- Whose it is: the lister, the person, the writer.
  reported_id uuid not null references user_profiles (id),
  -- What it said when it was reported: it can change afterwards.
  shown text not null,
  reason text not null,
  words text not null,
  at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references user_profiles (id),
  outcome text,
  outcome_reasons text,
  -- When the emails to both sides were queued.
  told_at timestamptz,
  constraint reported_noun_is_known check (noun in ('item', 'person', 'message', 'review')),
  constraint report_reason_is_known check
    (reason in ('misleading', 'counterfeit', 'offensive', 'fraud', 'unlawful', 'private', 'other')),
  constraint report_outcome_is_known check
    (outcome in ('no_action', 'warned', 'removed', 'blocked')),
  constraint report_says_what_is_wrong check
    (btrim(words) <> '' and char_length(words) <= 2000 and char_length(shown) <= 4000),
  constraint report_is_decided_with_reasons check
    ((decided_at is null) = (outcome is null) and (outcome is null) = (outcome_reasons is null)
      and (decided_at is null) = (told_at is null) and (decided_at is null) = (decided_by is null)
      and btrim(outcome_reasons) <> '' and char_length(outcome_reasons) <= 2000),
  constraint nobody_reports_themselves check (reporter_id <> reported_id)
);
create unique index one_open_report_per_person_and_thing
  on reports (noun, noun_id, reporter_id) where decided_at is null;
create index reports_to_decide on reports (at, id) where decided_at is null;
create index reports_decided on reports (decided_at desc, id desc) where decided_at is not null;
create index reports_by_reporter on reports (reporter_id, at desc);
create index reports_about_person on reports (reported_id, at desc);

-- Between a shopper and the lister of an item.
create table conversations (
  id uuid primary key,
  item_id uuid not null references clothing_items (id),
  shopper_id uuid not null references user_profiles (id),
  -- Who lists the item. If it is an admin, any admin reads and answers.
  lister_id uuid not null references user_profiles (id),
  last_message_at timestamptz not null,
  -- Nobody writes any more: the account of one side is deleted.
  closed_at timestamptz,
  -- Messages of the other side that this side has not read, withdrawn ones left out.
  shopper_unread integer not null default 0,
  lister_unread integer not null default 0,
  -- Every message up to here has been read by this side.
  shopper_read_at timestamptz,
  lister_read_at timestamptz,
  -- Every message up to here has been read or mailed, and when the last email was.
  shopper_mailed_at timestamptz,
  lister_mailed_at timestamptz,
  constraint one_conversation_per_item_and_shopper unique (item_id, shopper_id),
  constraint nobody_writes_to_themselves check (shopper_id <> lister_id),
  constraint unread_is_not_negative check (shopper_unread >= 0 and lister_unread >= 0)
) with (autovacuum_vacuum_scale_factor = 0.01);
create index conversations_of_shopper on conversations (shopper_id, last_message_at desc, id desc);
create index conversations_of_lister on conversations (lister_id, last_message_at desc, id desc);
create index unread_of_shopper on conversations (shopper_id, last_message_at)
  where shopper_unread > 0;
create index unread_of_lister on conversations (lister_id, last_message_at)
  where lister_unread > 0;
-- For their removal. By day, so that the planner never reads the list of one person by this index.
create index conversations_by_day on conversations (((last_message_at at time zone 'UTC')::date));

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  writer_id uuid not null references user_profiles (id),
  body text not null,
  image_ids uuid[] not null default '{}',
  request_key uuid not null,
  -- No two messages of a conversation have the same: later ones are later.
  written_at timestamptz not null,
  withdrawn_at timestamptz,
  -- Admins remove single messages of a reported conversation, with a reason. What they said stays
  -- stored, as with withdrawn ones, for a further report and for an objection.
  removed_at timestamptz,
  removed_by uuid references user_profiles (id),
  removed_reason text,
  constraint request_sends_once unique (request_key),
  constraint message_says_something check
    (char_length(body) <= 2000 and cardinality(image_ids) <= 4
      and (btrim(body) <> '' or cardinality(image_ids) > 0)),
  constraint message_is_withdrawn_within_10_minutes check
    (withdrawn_at <= written_at + interval '10 minutes'),
  constraint message_is_removed_with_a_reason check
    ((removed_at is null) = (removed_by is null) and (removed_at is null) = (removed_reason is null)
      and btrim(removed_reason) <> '' and char_length(removed_reason) <= 1000)
) with (autovacuum_vacuum_insert_scale_factor = 0.01);
create index messages_newest_first on messages (conversation_id, written_at desc, id desc);
create index messages_by_writer on messages (writer_id, written_at);

-- People can block each other: they no longer rent from one another, and cannot write to each other.
create table blocks (
  blocker_id uuid not null references user_profiles (id),
  blocked_id uuid not null references user_profiles (id),
  at timestamptz not null,
  constraint one_block_per_person primary key (blocker_id, blocked_id),
  constraint nobody_blocks_themselves check (blocker_id <> blocked_id)
);
create index blocks_newest_first on blocks (blocker_id, at desc, blocked_id desc);
create index blocks_of_blocked on blocks (blocked_id);

-- What people say about the shop.
create table feedback (
  id uuid primary key,
  user_id uuid references user_profiles (id) on delete set null,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null,
  -- Only processes of version 0.1.0 write it, while they are replaced.
  rental_id uuid references rentals (id) on delete set null,
  constraint feedback_is_not_blank
    check (btrim(name) <> '' and btrim(email) <> '' and btrim(message) <> ''),
  constraint feedback_is_short
    check (char_length(name) <= 120 and char_length(email) <= 254 and char_length(message) <= 5000)
);
create index feedback_newest_first on feedback (created_at desc, id desc);
create index feedback_of_rental on feedback (rental_id, created_at);

create function change_rating_sums(r ratings, change integer) returns void language plpgsql as $$
begin
  if r.published_at is null or r.hidden_at is not null then
    return;
  end if;
  if r.side = 'renter' then
    insert into item_rating_sums as s (item_id, ratings, stars, small, true_to_size, large)
    values (r.item_id, change, change * r.stars,
      change * (r.fit is not distinct from 'small')::integer,
      change * (r.fit is not distinct from 'true')::integer,
      change * (r.fit is not distinct from 'large')::integer)
    on conflict (item_id) do update set ratings = s.ratings + excluded.ratings,
      stars = s.stars + excluded.stars, small = s.small + excluded.small,
      true_to_size = s.true_to_size + excluded.true_to_size, large = s.large + excluded.large;
  else
    insert into renter_rating_sums as s (renter_id, ratings, stars)
    values (r.about_id, change, change * r.stars)
    on conflict (renter_id) do update set ratings = s.ratings + excluded.ratings,
      stars = s.stars + excluded.stars;
  end if;
end $$;

create function add_up_ratings() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform change_rating_sums(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform change_rating_sums(new, 1);
  end if;
  return null;
end $$;
create trigger rating_changes_its_sums after insert or delete or
  update of published_at, hidden_at, stars, fit, side, item_id, about_id on ratings
  for each row execute function add_up_ratings();

-- What one account can write within 30 days. One at a time, so that simultaneous messages are counted.
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
