-- What people write to the admins when something is wrong, and what the admins answer.
create table support_requests (
  id uuid primary key,
  person_id uuid not null references user_profiles (id),
  kind text not null,
  status text not null,
  -- What it is about, if anything.
  rental_id uuid references rentals (id),
  item_id uuid references clothing_items (id),
  -- Its rental was out or about to start when the person wrote last.
  is_urgent boolean not null,
  opened_at timestamptz not null,
  -- Until when an admin answers while it is open.
  due_at timestamptz not null,
  message_count integer not null,
  last_message_at timestamptz not null,
  assigned_to uuid references user_profiles (id),
  answered_at timestamptz,
  closed_at timestamptz,
  -- Empty if nobody wrote any more.
  closed_by uuid references user_profiles (id),
  constraint support_request_kind_is_known check (kind in ('not_arrived', 'not_as_described',
    'damaged', 'payment', 'account', 'safety', 'other')),
  constraint support_request_status_is_known check (status in ('open', 'answered', 'closed')),
  constraint support_request_is_about_a_rental_or_an_item
    check (rental_id is null or item_id is null),
  constraint support_request_has_time_for_an_answer check (due_at > opened_at),
  constraint support_request_has_at_most_100_messages check (message_count between 1 and 100),
  constraint answered_support_request_has_an_answer
    check (status <> 'answered' or answered_at is not null),
  constraint support_request_is_closed_with_its_time
    check ((status = 'closed') = (closed_at is not null)
      and (closed_by is null or closed_at is not null)),
  -- Only its person closes it before an admin has answered.
  constraint support_request_is_closed_after_an_answer
    check (status <> 'closed' or answered_at is not null or closed_by is not distinct from person_id)
);
-- The lists of admins.
create index support_requests_due on support_requests (due_at, id) where status = 'open';
create index support_requests_due_by_kind on support_requests (kind, due_at, id)
  where status = 'open';
create index support_requests_due_of_admin on support_requests (assigned_to, due_at, id)
  where status <> 'closed';
create index support_requests_by_status on support_requests (status, last_message_at desc, id desc);
create index support_requests_by_kind
  on support_requests (status, kind, last_message_at desc, id desc);
create index support_requests_of_person
  on support_requests (person_id, last_message_at desc, id desc);
create index support_requests_of_rental on support_requests (rental_id, last_message_at desc, id desc)
  where rental_id is not null;
-- For their removal.
create index support_requests_by_last_message on support_requests (last_message_at);

create table support_messages (
  -- The key of its form: it is stored once, however often the form is sent.
  id uuid primary key,
  request_id uuid not null references support_requests (id) on delete cascade,
  writer_id uuid not null references user_profiles (id),
  -- Written by an admin.
  is_answer boolean not null,
  body text not null,
  image_ids uuid[] not null default '{}',
  written_at timestamptz not null,
  constraint support_message_says_something
    check (btrim(body) <> '' and char_length(body) <= 2000 and cardinality(image_ids) <= 3)
);
create index support_messages_in_order on support_messages (request_id, written_at, id);
create index support_messages_by_writer on support_messages (writer_id);

-- What admins answer often.
create table saved_answers (
  id uuid primary key,
  title text not null,
  body text not null,
  updated_at timestamptz not null,
  constraint saved_answer_has_a_title check (btrim(title) <> '' and char_length(title) <= 80),
  constraint saved_answer_says_something check (btrim(body) <> '' and char_length(body) <= 2000)
);
create unique index saved_answer_titles_differ on saved_answers (lower(title));

-- One at a time, so that simultaneous ones are counted.
create function person_has_room_for_support_request() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('support ' || new.person_id, 0));
  if (select count(*) from (select from support_requests
      where person_id = new.person_id and status <> 'closed' limit 5) open) >= 5 then
    raise check_violation using message = 'too many support requests that are not closed',
      constraint = 'person_has_at_most_5_support_requests';
  end if;
  if (select count(*) from (select from support_requests where person_id = new.person_id
      and opened_at > new.opened_at - interval '1 day' limit 10) recent) >= 10 then
    raise check_violation using message = 'too many support requests in a day',
      constraint = 'person_opens_at_most_10_support_requests_a_day';
  end if;
  return new;
end $$;
create trigger people_have_room_for_support_requests before insert on support_requests
  for each row execute function person_has_room_for_support_request();

create function at_most_50_saved_answers() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('saved answers', 0));
  if (select count(*) from saved_answers) >= 50 then
    raise check_violation using message = 'too many saved answers',
      constraint = 'there_are_at_most_50_saved_answers';
  end if;
  return new;
end $$;
create trigger saved_answers_are_few before insert on saved_answers
  for each row execute function at_most_50_saved_answers();

create or replace view invariant_violations_of_messages_and_ratings (check_name, subject, detail) as
  select 'unread counters equal unread messages', c.id::text,
    format('%s and %s, unread %s and %s', c.shopper_unread, c.lister_unread, m.shopper, m.lister)
  from conversations c
  cross join lateral (
    select
      count(*) filter (where writer_id <> c.shopper_id
        and written_at > coalesce(c.shopper_read_at, '-infinity')) as shopper,
      count(*) filter (where writer_id = c.shopper_id
        and written_at > coalesce(c.lister_read_at, '-infinity')) as lister
    from messages
    where conversation_id = c.id and withdrawn_at is null
      and written_at > least(coalesce(c.shopper_read_at, '-infinity'),
        coalesce(c.lister_read_at, '-infinity'))
  ) m
  where (c.shopper_unread, c.lister_unread) <> (m.shopper, m.lister)
  union all
  select 'a conversation is as new as its last message', c.id::text,
    format('%s, last message %s', c.last_message_at, m.written_at)
  from conversations c
  left join lateral (select written_at from messages where conversation_id = c.id
    order by written_at desc, id desc limit 1) m on true
  where m.written_at is distinct from c.last_message_at
  union all
  select 'the sums of an item are those of its visible ratings', coalesce(s.item_id, r.item_id)::text,
    format('%s, not %s', s, r)
  from (select item_id, ratings::bigint, stars::bigint, small::bigint, true_to_size::bigint,
    large::bigint from item_rating_sums where ratings <> 0 or stars <> 0) s
  full join (select item_id, count(*) as ratings, sum(stars) as stars,
      count(*) filter (where fit = 'small') as small,
      count(*) filter (where fit = 'true') as true_to_size,
      count(*) filter (where fit = 'large') as large
    from ratings where side = 'renter' and published_at is not null and hidden_at is null
    group by item_id) r on r.item_id = s.item_id
  where (s.ratings, s.stars, s.small, s.true_to_size, s.large)
    is distinct from (r.ratings, r.stars, r.small, r.true_to_size, r.large)
  union all
  select 'the sums of a renter are those of their visible ratings',
    coalesce(s.renter_id, r.renter_id)::text, format('%s, not %s', s, r)
  from (select renter_id, ratings::bigint, stars::bigint from renter_rating_sums
    where ratings <> 0 or stars <> 0) s
  full join (select about_id as renter_id, count(*) as ratings, sum(stars) as stars
    from ratings where side = 'owner' and published_at is not null and hidden_at is null
    group by about_id) r on r.renter_id = s.renter_id
  where (s.ratings, s.stars) is distinct from (r.ratings, r.stars)
  union all
  select 'the ratings of a rental are published together', a.rental_id::text, a.side
  from ratings a join ratings b on b.rental_id = a.rental_id and b.side <> a.side
  where a.published_at is null and b.published_at is not null
  union all
  select 'a rating is about its rental', x.id::text, x.side
  from ratings x join rentals r on r.id = x.rental_id
  where x.item_id <> r.item_id
    or (case x.side when 'renter' then x.writer_id else x.about_id end) <> r.renter_id
  union all
  select 'a support request counts its messages and is as new as the last one', q.id::text,
    format('%s until %s, not %s until %s', q.message_count, q.last_message_at, m.counted, m.newest)
  from support_requests q
  left join (select request_id, count(*) as counted, max(written_at) as newest
    from support_messages group by request_id) m on m.request_id = q.id
  where m.counted is distinct from q.message_count or m.newest is distinct from q.last_message_at
  union all
  select 'an answered support request ends with an answer, an open one does not', q.id::text, q.status
  from support_requests q
  cross join lateral (select is_answer from support_messages where request_id = q.id
    order by written_at desc, id desc limit 1) m
  where q.status <> 'closed' and m.is_answer <> (q.status = 'answered');
