-- One conversation per shopper and item, with the closet that lists it.

alter table images drop constraint image_use_is_known;
alter table images add constraint image_use_is_known check
  (use in ('item', 'outfit', 'logo', 'founder', 'section', 'handover', 'appeal', 'message'));

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
);
create index conversations_of_shopper on conversations (shopper_id, last_message_at desc, id desc);
create index conversations_of_lister on conversations (lister_id, last_message_at desc, id desc);
create index unread_of_shopper on conversations (shopper_id, last_message_at)
  where shopper_unread > 0;
create index unread_of_lister on conversations (lister_id, last_message_at)
  where lister_unread > 0;
-- For their removal. By day, so that no list of one person is read by walking through all of them.
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
  constraint request_sends_once unique (request_key),
  constraint message_says_something check
    (char_length(body) <= 2000 and cardinality(image_ids) <= 4
      and (btrim(body) <> '' or cardinality(image_ids) > 0)),
  constraint message_is_withdrawn_within_10_minutes check
    (withdrawn_at <= written_at + interval '10 minutes')
);
create index messages_newest_first on messages (conversation_id, written_at desc, id desc);

alter view invariant_violations rename to invariant_violations_before_messages;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_messages
  union all
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
  where m.written_at is distinct from c.last_message_at;
