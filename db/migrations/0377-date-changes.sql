-- The renter of a confirmed rental proposes other dates, which its closet accepts until an answer time. Until
-- then the rental has its own dates, the proposed ones are booked too, and what they cost more is spent.
alter table rentals add column proposed_start_date date;
alter table rentals add column proposed_end_date date;
alter table rentals add column proposed_credits integer;
alter table rentals add column proposed_at timestamptz;
alter table rentals add column proposal_answer_by timestamptz;
alter table rentals add column proposal_reminded_at timestamptz;
-- The key of its form: it proposes once, and the closet answers what it has read.
alter table rentals add column proposal_key uuid;

alter table rentals add constraint proposed_dates_are_complete check
  (num_nulls(proposed_start_date, proposed_end_date, proposed_credits, proposed_at, proposal_answer_by,
    proposal_key) in (0, 6)) not valid;
alter table rentals add constraint only_confirmed_rentals_have_proposed_dates check
  (proposed_at is null or status = 'confirmed') not valid;
alter table rentals add constraint proposed_dates_last_1_to_84_days check
  (proposed_end_date - proposed_start_date between 0 and 83) not valid;
alter table rentals add constraint proposed_dates_cost_whole_weeks check
  (proposed_credits = greatest(0,
    ((proposed_end_date - proposed_start_date + 7) / 7) * credits_per_day * 7 - total_credits)) not valid;
alter table rentals add constraint proposal_is_answered_for_two_hours check
  (proposal_answer_by >= proposed_at + interval '2 hours') not valid;

alter table booked_periods add column proposed_by uuid references rentals (id);
alter table booked_periods drop constraint period_has_one_holder;
alter table booked_periods add constraint period_has_one_holder check
  (num_nonnulls(rental_id, waitlist_entry_id, order_id, proposed_by) = 1) not valid;

-- The days, with the turnaround, that a rental would hold beyond those that it holds.
create function proposed_days(r rentals) returns datemultirange language sql immutable as $$
  select datemultirange(daterange(r.proposed_start_date, r.proposed_end_date + r.turnaround_days, '[]'))
    - datemultirange(period_of(r))
  where r.proposed_at is not null
$$;

-- Before `changed_rental_books_its_period`, so that accepted days are free for the rental itself.
create function book_proposed_days() returns trigger language plpgsql as $$
begin
  delete from booked_periods where proposed_by = new.id;
  insert into booked_periods (item_id, period, proposed_by)
    select new.item_id, days, new.id from unnest(proposed_days(new)) days;
  return null;
end $$;
create trigger a_proposal_books_its_days after update of proposed_start_date, proposed_end_date on rentals
  for each row when ((old.proposed_start_date, old.proposed_end_date)
    is distinct from (new.proposed_start_date, new.proposed_end_date))
  execute function book_proposed_days();

alter table webhook_endpoints drop constraint events_of_an_endpoint_are_known;
alter table webhook_endpoints add constraint events_of_an_endpoint_are_known check (events <@ array[
    'rental.requested', 'rental.accepted', 'rental.declined', 'rental.expired', 'rental.cancelled',
    'rental.delivered', 'rental.delivery_denied', 'rental.delivery_failed', 'rental.extended',
    'rental.dates_proposed', 'rental.dates_changed', 'rental.dates_unchanged',
    'rental.late', 'rental.lost', 'rental.no_show', 'rental.at_risk', 'rental.no_longer_at_risk', 'rental.sent_back',
    'rental.returned', 'rental.completed', 'rental.claim_reduced', 'rental.step_undone',
    'listing.approved', 'listing.denied', 'earning.recorded', 'transfer.made', 'review.received']) not valid;
alter table outgoing_events drop constraint outgoing_event_is_known;
alter table outgoing_events add constraint outgoing_event_is_known check (type in (
    'rental.requested', 'rental.accepted', 'rental.declined', 'rental.expired', 'rental.cancelled',
    'rental.delivered', 'rental.delivery_denied', 'rental.delivery_failed', 'rental.extended',
    'rental.dates_proposed', 'rental.dates_changed', 'rental.dates_unchanged',
    'rental.late', 'rental.lost', 'rental.no_show', 'rental.at_risk', 'rental.no_longer_at_risk', 'rental.sent_back',
    'rental.returned', 'rental.completed', 'rental.claim_reduced', 'rental.step_undone',
    'listing.approved', 'listing.denied', 'earning.recorded', 'transfer.made', 'review.received',
    'webhook.test')) not valid;

create or replace view invariant_violations_of_credits (check_name, subject, detail) as
  select 'a lot equals the sum of its movements' as promise, l.id::text as subject,
    format('minted %s/%s available %s/%s', l.minted, m.minted, l.available, m.available) as detail
  from credit_lots l
  cross join lateral (
    select
      coalesce(sum(amount) filter (where from_side = 'mint'), 0) as minted,
      coalesce(sum(amount) filter (where to_side = 'available'), 0)
        - coalesce(sum(amount) filter (where from_side = 'available'), 0) as available,
      coalesce(sum(amount) filter (where to_side = 'spent'), 0)
        - coalesce(sum(amount) filter (where from_side = 'spent'), 0) as spent,
      coalesce(sum(amount) filter (where to_side = 'expired'), 0) as expired,
      coalesce(sum(amount) filter (where to_side = 'revoked'), 0) as revoked
    from credit_movements where lot_id = l.id
  ) m
  where (l.minted, l.available, l.spent, l.expired, l.revoked)
    <> (m.minted, m.available, m.spent, m.expired, m.revoked)
  union all
  select 'a lot holds something', id::text, source from credit_lots where minted = 0
  union all
  select 'a movement stays in one wallet', m.id::text, t.kind
  from credit_movements m
  join credit_transactions t on t.id = m.transaction_id
  join credit_lots l on l.id = m.lot_id
  where l.user_id <> t.user_id
  union all
  select 'a transaction says what its movements did', t.id::text,
    format('%s: says %s, moved %s', t.kind, t.amount, coalesce(m.change, 0))
  from credit_transactions t
  left join lateral (
    select sum(case when to_side = 'available' then amount else 0 end
      - case when from_side = 'available' then amount else 0 end) as change
    from credit_movements where transaction_id = t.id
  ) m on true
  where t.amount <> coalesce(m.change, 0)
  union all
  select 'a fulfilled order gave exactly its credits', o.id::text, o.product_type
  from checkout_orders o
  left join (
    select t.order_id, sum(m.amount) as credits
    from credit_transactions t
    join credit_movements m on m.transaction_id = t.id and m.from_side = 'mint'
    where t.kind = 'purchase' group by t.order_id
  ) minted on minted.order_id = o.id
  left join (
    select order_id, sum(credits_amount) as credits from gift_codes group by order_id
  ) given on given.order_id = o.id
  where o.product_type in ('one_time', 'gift') and (o.status = 'fulfilled')
    is distinct from (coalesce(minted.credits, 0) + coalesce(given.credits, 0) = o.credits)
  union all
  select 'what statements show on hold is frozen', user_id::text,
    format('on hold %s, frozen %s', coalesce(t.held, 0), coalesce(l.frozen, 0))
  from (
    select user_id, sum(held) as held from credit_transactions where held <> 0 group by user_id
  ) t
  full join (
    select user_id, sum(available) as frozen from credit_lots
    where frozen_at is not null group by user_id
  ) l using (user_id)
  where coalesce(t.held, 0) <> coalesce(l.frozen, 0)
  union all
  select 'a rental spent its credits, a cancelled one gave them back', r.id::text,
    format('%s: %s', r.status, coalesce(s.net, 0))
  from rentals r
  left join lateral (
    select sum(case when m.to_side = 'spent' then m.amount when m.from_side = 'spent' then -m.amount
      else 0 end) as net
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
    where t.rental_id = r.id and t.kind in ('rental', 'cancellation')
  ) s on true
  where coalesce(s.net, 0) <> case when r.cancellation = 'no_show' then first_week_credits(r)
    when r.status = 'cancelled' then 0 else r.total_credits + coalesce(r.proposed_credits, 0) end
  union all
  select 'a claimed gift code became exactly one lot', g.id::text, g.claimed::text
  from gift_codes g
  where g.claimed <> exists (select from credit_lots l
    where l.source_key = 'gift-code:' || g.id::text and l.user_id = g.claimed_by
      and l.minted = g.credits_amount)
  union all
  select 'both halves of a gift lapse together', g.id::text, g.code
  from gift_codes g join credit_lots l on l.source_key = 'order:' || g.order_id::text
  where l.expires_at < g.expires_at
    or (l.expires_at > g.expires_at and not has_returned_credits(l))
  union all
  select 'what a friend claimed lapses with the gift', g.id::text, g.code
  from gift_codes g join credit_lots l on l.source_key = 'gift-code:' || g.id::text
  where l.expires_at < g.expires_at
    or (l.expires_at > g.expires_at and not has_returned_credits(l))
  union all
  select 'returned credits last as long as they would have', m.id::text,
    format('%s, not %s', m.lot_expires_at, s.expires_at)
  from credit_movements m
  join credit_transactions t on t.id = m.transaction_id
  cross join lateral (
    -- A cancellation returns all that the rental has cost since it was last reopened, and a return
    -- request, a renter who did not come or other dates the latest of it. What other dates have returned
    -- may have been what lasted longest.
    select t.effective_at + case
      when t.idempotency_key like 'rental-cancelled:%' and not exists (
        select from credit_movements part join credit_transactions c on c.id = part.transaction_id
        where part.lot_id = m.lot_id and part.from_side = 'spent' and part.id < m.id
          and c.rental_id = t.rental_id and c.idempotency_key like 'dates-changed:%')
        then max(spent.lot_expires_at - paid.effective_at)
      else min(spent.lot_expires_at - paid.effective_at) end as expires_at
    from credit_movements spent join credit_transactions paid on paid.id = spent.transaction_id
    where spent.lot_id = m.lot_id and spent.to_side = 'spent' and spent.id < m.id
      and paid.rental_id = t.rental_id and not exists (
        select from credit_movements ended join credit_transactions c on c.id = ended.transaction_id
        where ended.lot_id = m.lot_id and ended.id > spent.id and ended.id < m.id
          and c.rental_id = t.rental_id and c.kind = 'cancellation'
          and c.idempotency_key not like 'dates-changed:%')
  ) s
  where m.from_side = 'spent' and m.to_side = 'available' and m.lot_expires_at < s.expires_at;

create or replace view invariant_violations_of_rentals (check_name, subject, detail) as
  select 'the count of rentals is exact', 'rentals', format('counted %s, are %s', counted, are)
  from (select coalesce(sum(delta), 0) as counted from rental_count_deltas) c,
    (select count(*) as are from rentals where status <> 'cancelled') r
  where counted <> are
  union all
  select 'the owner of a rental is the lister of its item or was when it was rented', r.id::text, ''
  from rentals r join clothing_items i on i.id = r.item_id
  where r.status in ('pending', 'confirmed', 'delivered') and i.business_id <> r.owner_id
  union all
  select 'live rentals of an item never overlap', a.id::text, b.id::text
  from rentals a join rentals b on b.item_id = a.item_id and b.id > a.id
    and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')
  where a.status in ('pending', 'confirmed', 'delivered')
    and b.status in ('pending', 'confirmed', 'delivered')
  union all
  select 'an item is available when it can be booked ahead or has no live rental', i.id::text,
    i.available::text
  from clothing_items i
  where i.available <> (i.advance_booking or not exists (select from rentals r
    where r.item_id = i.id and r.status in ('pending', 'confirmed', 'delivered')))
  union all
  select 'every rental has the booked period of its days', r.id::text,
    format('%s: %s, not %s', r.status, b.period, period_of(r))
  from rentals r left join booked_periods b on b.rental_id = r.id
  where b.period is distinct from period_of(r)
    -- Past periods of completed rentals are removed at night.
    and not (r.status = 'completed' and b.period is null)
  union all
  select 'an item is with one person', r.item_id::text, count(*)::text
  from rentals r where r.status = 'delivered' and r.return_status <> 'returned'
  group by r.item_id having count(*) > 1
  union all
  select 'booked periods never overlap', a.id::text, b.id::text
  from (select *, coalesce(rental_id, waitlist_entry_id, order_id, proposed_by) as id from booked_periods) a
  join (select *, coalesce(rental_id, waitlist_entry_id, order_id, proposed_by) as id from booked_periods) b
    on b.item_id = a.item_id and b.id > a.id and b.period && a.period
  union all
  select 'a rental is at risk from another of its item', r.id::text, late.id::text
  from rentals r join rentals late on late.id = r.at_risk_from
  where late.item_id <> r.item_id or late.start_date >= r.start_date
  union all
  select 'a rental was replaced by one of another item, for a renter who was let down', r.id::text,
    o.id::text
  from rentals r join rentals o on o.id = r.swapped_for
  where o.item_id = r.item_id or o.renter_id <> r.renter_id
    or (r.status <> 'cancelled' and not exists (select from return_requests q
      where q.rental_id = r.id and q.status = 'accepted' and q.reason = 'not_as_described'))
  union all
  select 'a rental cancelled because the one before was late was compensated', r.id::text,
    r.at_risk_from::text
  from rentals r
  where r.cancellation = 'previous_rental_late'
    and (r.at_risk_from is null
      or not exists (select from credit_transactions t
          where t.idempotency_key = 'goodwill:late:' || r.id and t.user_id = r.renter_id)
        and not exists (select from credit_transactions t join rentals o on o.id = t.rental_id
          where t.user_id = r.renter_id and t.idempotency_key = 'goodwill:late:' || o.id
            and o.at_risk_from = r.at_risk_from)
        and (select count(*) from credit_transactions t
          where t.user_id = r.renter_id and t.idempotency_key = 'goodwill:late:' || t.rental_id
            and t.effective_at <= r.cancelled_at
            and t.effective_at > r.cancelled_at - interval '30 days') < 3)
  union all
  select 'an accepted return request of a returned rental gave its credits back',
    coalesce(q.rental_id, m.rental_id)::text,
    format('%s: %s, not %s', q.status, coalesce(m.credits, 0), coalesce(q.credits, 0))
  from (select rq.rental_id, rq.status, case when rq.status = 'accepted'
      and (r.return_status = 'returned' or rq.reason = 'no_show') then rq.credits_back else 0 end as credits
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
    when 'not_as_described' then r.total_credits when 'no_show' then first_week_credits(r)
    else greatest(r.total_credits - 2 * r.credits_per_day, 0) end
  union all
  select 'a return request that is open or accepted is about a delivered rental', q.rental_id::text,
    r.status
  from return_requests q join rentals r on r.id = q.rental_id
  where q.status in ('open', 'contested', 'accepted')
    and case q.reason when 'no_show' then r.cancellation is distinct from 'no_show'
      else r.status not in ('delivered', 'completed') end
  union all
  select 'the handover of a rental is what its request chose', r.id::text,
    format('%s, not %s', r.handover, a.after->>'handover')
  from rentals r join audit_log a on a.noun = 'rental' and a.noun_id = r.id::text
    and a.action = 'request'
  where a.after->>'handover' is distinct from r.handover
  union all
  select 'no rental waits for an item that never came back', r.id::text, lost.id::text
  from rentals r join rentals lost on lost.item_id = r.item_id and lost.start_date < r.start_date
    and lost.status = 'completed' and lost.return_status = 'late'
    and lost.condition_reviewed_at >= r.created_at
  where r.status in ('pending', 'confirmed') and r.reopened = 0
  union all
  select 'what is kept for a lost item can be corrected until it is final', c.rental_id::text,
    c.released_at::text
  from deposit_claims c join rentals r on r.id = c.rental_id
  where r.status = 'completed' and r.return_status = 'late'
    and c.released_at is not null and c.final_at is null
  union all
  select 'the proposed days of a rental are booked, and no others', r.id::text,
    format('%s, not %s', b.days, p.days)
  from rentals r
  left join (select proposed_by, range_agg(period) as days from booked_periods
    where proposed_by is not null group by proposed_by) b on b.proposed_by = r.id
  cross join lateral (select proposed_days(r) as days) p
  where (r.proposed_at is not null or b.days is not null)
    and coalesce(b.days, '{}') <> coalesce(p.days, '{}');

-- A confirmed rental moves at once only where its closet would accept it automatically; otherwise to the
-- dates that the closet was asked for. Keeping it longer is up to the renter.
create trigger automatic_move_is_chosen before update of start_date, end_date on rentals
  for each row when (old.status = 'confirmed' and new.status = 'confirmed'
    and (new.start_date <> old.start_date or new.end_date < old.end_date)
    and (new.start_date, new.end_date)
      is distinct from (old.proposed_start_date, old.proposed_end_date))
  execute function check_automatic_acceptance();
