-- A lost dispute takes what was disputed and no more. Of a payment that is lost in part, what was
-- spent before is owed: as much is revoked when it comes back to its lot.
alter table credit_lots add column owed integer not null default 0;
alter table credit_lots add constraint lot_owes_no_more_than_was_spent
  check (owed >= 0 and owed <= spent);

-- What became of a dispute, in numbers that add up: what the deposit covered and what is loss.
update disputes s set loss_cents = s.amount_cents - d.lost_cents
from deposits d
where d.payment_intent = s.payment_intent and s.kind = 'dispute' and s.status = 'lost'
  and d.lost_cents <= s.amount_cents and s.loss_cents <> s.amount_cents - d.lost_cents
  and not exists (select from disputes other where other.payment_intent = s.payment_intent
    and other.kind = 'dispute' and other.status = 'lost' and other.id <> s.id);

-- Of each payment: what was paid, how much of it disputes and refunds made at the payment provider
-- have taken, and all the credits that it bought.
create view payments_taken_back as
  select p.payment_intent, p.paid_cents, p.credits, least(p.paid_cents, t.taken_cents) as taken_cents
  from (
    select payment_intent, sum(amount_cents) as taken_cents from disputes
    where status = 'lost' group by payment_intent
  ) t
  join (
    select payment_intent, amount_cents as paid_cents, credits from checkout_orders
    where payment_intent is not null
    union all
    select c.payment_intent, c.paid_cents,
      30 * case c.product_type when 'subscription_annual' then 12 else 1 end
    from subscription_coverage c
    where c.payment_intent is not null and not exists
      (select from checkout_orders o where o.payment_intent = c.payment_intent)
  ) p on p.payment_intent = t.payment_intent;

alter view invariant_violations rename to invariant_violations_before_lost_disputes;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_before_lost_disputes
  where promise not in ('a lost dispute left nothing to spend',
    'a lost dispute left no code to claim', 'a lost dispute left nothing in the deposit')
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
    format('took %s of %s credits for %s of %s cents', c.credits, t.credits, t.taken_cents, t.paid_cents)
  from payments_taken_back t
  cross join lateral (
    select coalesce((select sum(l.revoked) from credit_lots l
        where l.payment_intent = t.payment_intent and l.source <> 'gift_claim'), 0)
      + coalesce((select sum(g.credits_amount) from gift_codes g
        where g.payment_intent = t.payment_intent and g.revoked_at is not null), 0) as credits
  ) c
  where c.credits > round(t.credits * t.taken_cents::numeric / t.paid_cents)
  union all
  select 'a deposit lost what its lost disputes took', d.id::text,
    format('lost %s, disputes took %s', d.lost_cents, s.took)
  from deposits d
  cross join lateral (
    select coalesce(sum(amount_cents - loss_cents), 0) as took from disputes
    where payment_intent = d.payment_intent and kind = 'dispute' and status = 'lost'
  ) s
  where d.lost_cents <> s.took
  union all
  select 'a refund made elsewhere is in the books once', s.id, format('refunded %s, counted %s, loss %s',
    s.amount_cents, coalesce(f.amount_cents, 0), s.loss_cents)
  from disputes s
  join deposits d on d.payment_intent = s.payment_intent
  left join refunds f on f.stripe_refund_id = s.id
  where s.kind = 'refund' and s.status = 'lost'
    and s.amount_cents <> coalesce(f.amount_cents, 0) + s.loss_cents
  union all
  select 'nothing is lost while the deposit can cover it', s.id, format('%s, left %s', s.loss_cents,
    d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents - f.pending)
  from disputes s
  join deposits d on d.payment_intent = s.payment_intent
  cross join lateral (select coalesce(sum(amount_cents), 0) as pending from refunds
    where deposit_id = d.id and status = 'pending') f
  where s.status = 'lost' and s.loss_cents > 0
    and d.kept_cents + d.refunded_cents + d.lost_cents + f.pending < d.amount_cents;
