-- Condition reports of both sides, and appeals against kept deposits.

-- One report per person and step. What somebody noted twice at one step becomes one report.
update rental_handovers h set note = merged.note, image_ids = merged.image_ids
from (
  select (array_agg(id order by written_at, id))[1] as id,
    string_agg(note, e'\n\n' order by written_at, id) filter (where note <> '') as note,
    (select coalesce(array_agg(image_id order by o.written_at, o.id, place), '{}')
      from rental_handovers o cross join unnest(o.image_ids) with ordinality as i (image_id, place)
      where o.rental_id = same.rental_id and o.step = same.step
        and o.written_by = same.written_by) as image_ids
  from rental_handovers same
  group by rental_id, step, written_by
  having count(*) > 1
) merged
where h.id = merged.id;
delete from rental_handovers h using rental_handovers first
where first.rental_id = h.rental_id and first.step = h.step and first.written_by = h.written_by
  and (first.written_at, first.id) < (h.written_at, h.id);
alter table rental_handovers
  add constraint one_report_per_person_and_step unique (rental_id, step, written_by);

create index reports_by_writer on rental_handovers (written_by);

alter table images drop constraint image_use_is_known;
alter table images add constraint image_use_is_known check
  (use in ('item', 'outfit', 'logo', 'founder', 'section', 'handover', 'appeal'));

-- A claim has two ends. It is released two days after the review: the amount can no longer be
-- corrected, and the rest of the deposit can be refunded. It is final once nobody can appeal any
-- more, or with the decision on the appeal: then the closet is owed what stays kept.
alter table deposit_claims rename column final_at to released_at;
alter index deposit_claims_not_final rename to deposit_claims_not_released;
alter index deposit_claims_not_final_by_deposit rename to deposit_claims_not_released_by_deposit;
alter table deposit_claims
  add column final_at timestamptz,
  add column returned_cents integer not null default 0,
  add constraint claim_returns_at_most_itself check (returned_cents between 0 and kept_cents),
  add constraint only_a_final_claim_returns_something check
    (returned_cents = 0 or final_at is not null);
-- Older claims stay with the platform: nobody was told that they could appeal.
update deposit_claims set final_at = decided_at;
create index deposit_claims_to_make_final on deposit_claims (decided_at, rental_id)
  where final_at is null;

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
  -- Empty when nobody answered in time, or its renter withdrew it.
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

alter table refunds drop constraint refund_reason_is_known;
alter table refunds add constraint refund_reason_is_known check
  (reason in ('deposit_returned', 'duplicate_payment', 'account_closed', 'made_at_stripe',
    'purchase_refunded', 'appeal'));

alter view invariant_violations rename to invariant_violations_before_appeals;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_appeals
  where check_name not in ('a deposit keeps what its claims keep',
    'a claim that is not final rests on a deposit that is still held',
    'an earning for damage is the final claim of its rental')
  union all
  select 'a claim that is not released rests on a deposit that is still held', c.rental_id::text,
    d.id::text
  from deposit_claims c join deposits d on d.id = c.deposit_id
  where c.released_at is null and (d.closed_at is not null or d.refund_requested_at is not null)
  union all
  select 'a deposit keeps what its claims keep and have not returned', d.id::text,
    format('%s, claims %s', d.kept_cents, coalesce(c.kept, 0))
  from deposits d
  left join lateral (select sum(kept_cents - returned_cents) as kept from deposit_claims
    where deposit_id = d.id) c on true
  where d.kept_cents <> coalesce(c.kept, 0)
  union all
  select 'a claim returned what its appeal decided', c.rental_id::text,
    format('%s, appeal %s', c.returned_cents, coalesce(a.returned_cents, 0))
  from deposit_claims c left join deposit_appeals a on a.rental_id = c.rental_id
  where c.returned_cents <> coalesce(a.returned_cents, 0)
  union all
  select 'an appeal is open exactly while its claim is not final', a.rental_id::text, a.status
  from deposit_appeals a join deposit_claims c on c.rental_id = a.rental_id
  where (a.decided_at is null) <> (c.final_at is null)
  union all
  select 'appeals refund no more than they return', c.deposit_id::text,
    format('%s of %s', f.cents, sum(a.refund_cents))
  from deposit_appeals a join deposit_claims c on c.rental_id = a.rental_id
  cross join lateral (select coalesce(sum(amount_cents), 0) as cents from refunds
    where deposit_id = c.deposit_id and reason = 'appeal' and retry_of is null) f
  group by c.deposit_id, f.cents
  having f.cents > sum(a.refund_cents)
  union all
  select 'what an appeal returns is on its way', d.id::text, format('%s left',
    d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents)
  from deposits d
  where d.closed_at is null and d.refund_requested_at is not null and d.frozen_at is null
    and not exists (select from refunds f where f.deposit_id = d.id and f.status = 'pending')
    and not exists (select from refunds f where f.deposit_id = d.id and f.status = 'failed'
      and not exists (select from refunds again where again.retry_of = f.id))
  union all
  select 'an earning for damage is what its final claim keeps', e.id::text,
    format('%s, not %s', e.amount_cents, c.kept_cents - c.returned_cents)
  from earnings e left join deposit_claims c on c.rental_id = e.rental_id
  where e.kind = 'damage'
    and (c.final_at is null or c.kept_cents - c.returned_cents is distinct from e.amount_cents);
