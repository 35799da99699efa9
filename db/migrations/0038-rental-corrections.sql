-- Steps of a rental can be taken back. A rental that was cancelled and opened again spends its
-- credits anew, each time under a key of its own.
alter table rentals add column reopened integer not null default 0;
alter table rentals add column review_reopened_at timestamptz;

-- Nobody answered the request; and when its days had passed and nobody had marked it as delivered,
-- when both sides were asked and when the renter said that it never arrived.
alter table rentals drop constraint cancellation_is_known;
alter table rentals add constraint cancellation_is_known check (cancellation in
  ('by_shopper', 'by_owner', 'delivery_failed', 'never_delivered', 'never_answered'));
alter table rentals add column handover_asked_at timestamptz;
alter table rentals add column handover_denied_at timestamptz;
create index pending_rentals_by_start on rentals (start_date) where status = 'pending';

-- A note about a delivery that failed is not one about a delivery.
alter table rental_handovers drop constraint handover_step_is_known;
alter table rental_handovers add constraint handover_step_is_known
  check (step in ('delivery', 'failed_delivery', 'return'));
update rental_handovers h set step = 'failed_delivery'
from rentals r
where r.id = h.rental_id and h.step = 'delivery' and r.cancellation = 'delivery_failed';

-- What is kept of a deposit can be corrected for a while. Until then it is not final, and the rest of
-- the deposit stays where it is.
alter table deposit_claims add column final_at timestamptz;
update deposit_claims set final_at = decided_at;
create index deposit_claims_not_final on deposit_claims (decided_at) where final_at is null;
create index deposit_claims_not_final_by_deposit on deposit_claims (deposit_id)
  where final_at is null;

alter view invariant_violations rename to invariant_violations_before_corrections;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_before_corrections
  where promise not in ('a settled deposit with no rental on it is closed',
    'the rest of a touched deposit goes back when no rental is on it')
  union all
  select 'a settled deposit with nothing open on it is closed', d.id::text, d.amount_cents::text
  from deposits d
  where d.closed_at is null and d.kept_cents + d.refunded_cents + d.lost_cents = d.amount_cents
    and not exists (select from rentals r where r.deposit_id = d.id
      and r.status in ('pending', 'confirmed', 'delivered'))
    and not exists (select from deposit_claims c where c.deposit_id = d.id and c.final_at is null)
  union all
  select 'the rest of a touched deposit goes back when nothing is open on it', d.id::text,
    format('kept %s, refunded %s', d.kept_cents, d.refunded_cents)
  from deposits d
  where d.closed_at is null and d.refund_requested_at is null and d.frozen_at is null
    and d.kept_cents + d.refunded_cents + d.lost_cents > 0
    and not exists (select from rentals r where r.deposit_id = d.id
      and r.status in ('pending', 'confirmed', 'delivered'))
    and not exists (select from deposit_claims c where c.deposit_id = d.id and c.final_at is null)
  union all
  select 'a claim that is not final rests on a deposit that is still held', c.rental_id::text,
    d.id::text
  from deposit_claims c join deposits d on d.id = c.deposit_id
  where c.final_at is null and (d.closed_at is not null or d.refund_requested_at is not null);
