-- A renter who contested that they did not come, and was right, takes another item like anybody whose
-- closet did not deliver.
alter table rentals drop constraint only_an_accepted_renter_does_not_come;
alter table rentals add constraint only_an_accepted_renter_does_not_come check
  (cancellation is distinct from 'no_show' or (confirmed_at is not null and delivered_at is null
    and delivery_status = 'failed' and cancelled_by is not null
    and cancelled_at >= (start_date - 1)::timestamp at time zone 'UTC')) not valid;

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
  where q.status <> 'closed' and m.is_answer <> (q.status = 'answered')
  union all
  select 'a renter who did not come takes no other item unless they were right', r.id::text, r.swapped_for::text
  from rentals r
  where r.swapped_for is not null and r.cancellation = 'no_show'
    and not exists (select from return_requests q where q.rental_id = r.id and q.status = 'accepted');
