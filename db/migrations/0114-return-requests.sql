-- Return requests: right after the delivery a renter asks to send an item back, because it does not fit
-- or is not as described. Once it is accepted and the item is back, credits are given back.

-- Whether an item that does not fit can be sent back, and whether it could when it was rented.
alter table clothing_items add column fit_returns boolean not null default false;
alter table rentals add column fit_returns boolean not null default false;

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
  -- Empty when nobody answered in time, or its renter withdrew it.
  decided_by uuid references user_profiles (id),
  -- Of an admin.
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

alter table images drop constraint image_use_is_known;
alter table images add constraint image_use_is_known check (use in ('item', 'outfit', 'logo',
  'founder', 'section', 'handover', 'appeal', 'message', 'rating', 'return_request'));

alter table credit_transactions drop constraint credit_operation_is_known;
alter table credit_transactions add constraint credit_operation_is_known check (kind in
  ('purchase', 'gift_claim', 'subscription', 'goodwill', 'grant', 'rental', 'cancellation',
    'return_request', 'expiry', 'revocation', 'hold', 'release'));
-- Like what rentals spend, it takes effect at once.
drop trigger late_credits_are_noted on credit_transactions;
create trigger late_credits_are_noted after insert on credit_transactions
  for each row when (new.kind not in ('rental', 'cancellation', 'return_request'))
  execute function note_late_credits();

alter view invariant_violations rename to invariant_violations_before_return_requests;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_return_requests
  where check_name <> 'a completed rental earned its credits at its rate'
  union all
  select 'a completed rental earned its credits at its rate, but not those given back', r.id::text,
    format('%s: %s, not %s', r.status, coalesce(e.cents, 0), d.cents)
  from rentals r
  left join return_requests q on q.rental_id = r.id
  join lateral (select case when r.status = 'completed'
    then (r.total_credits - coalesce(q.credits_back, 0)) * r.cents_per_credit else 0
    end as cents) d on true
  left join (select rental_id, sum(amount_cents) as cents from earnings
    where kind in ('rental', 'taken_back') group by rental_id) e on e.rental_id = r.id
  where coalesce(e.cents, 0) <> d.cents
  union all
  select 'an accepted return request of a returned rental gave its credits back',
    coalesce(q.rental_id, m.rental_id)::text,
    format('%s: %s, not %s', q.status, coalesce(m.credits, 0), coalesce(q.credits, 0))
  from (select rq.rental_id, rq.status, case when rq.status = 'accepted'
      and r.return_status = 'returned' then rq.credits_back else 0 end as credits
    from return_requests rq join rentals r on r.id = rq.rental_id) q
  full join (select t.rental_id, sum(m.amount) as credits
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
    where t.kind = 'return_request' and m.from_side = 'spent'
    group by t.rental_id) m on m.rental_id = q.rental_id
  where coalesce(m.credits, 0) <> coalesce(q.credits, 0)
  union all
  select 'an accepted return request gives back what its reason says', q.rental_id::text,
    format('%s: %s of %s', q.reason, q.credits_back, r.total_credits)
  from return_requests q join rentals r on r.id = q.rental_id
  where q.status = 'accepted' and q.credits_back <> case q.reason
    when 'not_as_described' then r.total_credits
    else greatest(r.total_credits - 2 * r.credits_per_day, 0) end
  union all
  select 'a return request that is open or accepted is about a delivered rental', q.rental_id::text,
    r.status
  from return_requests q join rentals r on r.id = q.rental_id
  where q.status in ('open', 'contested', 'accepted')
    and r.status not in ('delivered', 'completed');
