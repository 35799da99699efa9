-- A rental whose item never came back is completed without a return: it stays late, and the closet keeps
-- what is left of the deposit. That is possible seven days after the last day; the time zone of the shop
-- is not known here, which costs a day of exactness.
alter table rentals drop constraint completed_rental_was_returned_and_reviewed;
alter table rentals add constraint completed_rental_was_returned_or_lost check
  ((status = 'completed') = (condition_status <> 'pending_review')
    and (status <> 'completed' or return_status = 'returned'
      or (return_status = 'late' and late_at is not null
        and condition_reviewed_at >= (end_date + 6)::timestamp at time zone 'UTC'))) not valid;

-- Nobody is accepted for a rental whose item never came back.
create or replace function check_automatic_acceptance() returns trigger language plpgsql as $$
begin
  if new.handover = 'ask' or not exists (select from user_profiles p where p.id = new.owner_id
    and case p.accepts_automatically when 'everybody' then true when 'returning' then exists
      (select from rentals r where r.renter_id = new.renter_id and r.status = 'completed'
        and r.return_status = 'returned')
      else false end)
  then
    raise exception 'its closet does not accept rental % automatically', new.id
      using errcode = 'check_violation', constraint = 'automatic_acceptance_is_chosen';
  end if;
  return new;
end $$;

alter table webhook_endpoints drop constraint events_of_an_endpoint_are_known;
alter table webhook_endpoints add constraint events_of_an_endpoint_are_known check (events <@ array[
    'rental.requested', 'rental.accepted', 'rental.declined', 'rental.expired', 'rental.cancelled',
    'rental.delivered', 'rental.delivery_denied', 'rental.delivery_failed', 'rental.extended',
    'rental.late', 'rental.lost', 'rental.at_risk', 'rental.no_longer_at_risk', 'rental.sent_back',
    'rental.returned', 'rental.completed', 'rental.claim_reduced', 'rental.step_undone',
    'listing.approved', 'listing.denied', 'earning.recorded', 'transfer.made', 'review.received']) not valid;
alter table outgoing_events drop constraint outgoing_event_is_known;
alter table outgoing_events add constraint outgoing_event_is_known check (type in (
    'rental.requested', 'rental.accepted', 'rental.declined', 'rental.expired', 'rental.cancelled',
    'rental.delivered', 'rental.delivery_denied', 'rental.delivery_failed', 'rental.extended',
    'rental.late', 'rental.lost', 'rental.at_risk', 'rental.no_longer_at_risk', 'rental.sent_back',
    'rental.returned', 'rental.completed', 'rental.claim_reduced', 'rental.step_undone',
    'listing.approved', 'listing.denied', 'earning.recorded', 'transfer.made', 'review.received',
    'webhook.test')) not valid;

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
  from (select *, coalesce(rental_id, waitlist_entry_id) as id from booked_periods) a
  join (select *, coalesce(rental_id, waitlist_entry_id) as id from booked_periods) b
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
    and r.status not in ('delivered', 'completed')
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
    and c.released_at is not null and c.final_at is null;
