-- A purchase whose credits are unspent is refunded by an admin: the refund says how many credits it
-- took back, a gift's code among them, and why.
alter table refunds drop constraint refund_reason_is_known;
alter table refunds add constraint refund_reason_is_known check (reason in
  ('deposit_returned', 'duplicate_payment', 'account_closed', 'made_at_stripe',
   'purchase_refunded'));
alter table refunds add column credits integer;
alter table refunds add column gift_code_id uuid references gift_codes (id);
alter table refunds add column note text;
alter table refunds add constraint refund_of_a_purchase_takes_credits
  check ((reason = 'purchase_refunded') = (credits is not null) and credits > 0
    and (gift_code_id is null or credits is not null));
alter table credit_transactions add column refund_id uuid references refunds (id);
create index credit_transactions_by_refund on credit_transactions (refund_id)
  where refund_id is not null;
create unique index one_open_refund_per_purchase on refunds (order_id)
  where status = 'pending' and reason = 'purchase_refunded';

-- After a refund of a purchase has failed its credits are back. It can be made once more as long as
-- they are there; when they were spent, or are disputed, nothing is owed.
create function refund_can_take_credits(f refunds) returns boolean language sql stable as $$
  select f.credits is null or (
    (select coalesce(sum(l.available), 0) from credit_lots l
      join checkout_orders o on o.payment_intent = l.payment_intent and o.user_id = l.user_id
      where o.id = f.order_id and l.source <> 'gift_claim' and l.frozen_at is null
        and l.revoked_at is null)
    + coalesce((select g.credits_amount from gift_codes g where g.id = f.gift_code_id
        and not g.claimed and g.revoked_at is null and g.frozen_at is null), 0) >= f.credits
    and not exists (select from gift_codes g where g.id = f.gift_code_id
      and (g.claimed or g.revoked_at is not null or g.frozen_at is not null)))
$$;

-- Refunds of purchases that an admin made have taken their share as well.
create or replace view payments_taken_back as
  select p.payment_intent, p.paid_cents, p.credits, least(p.paid_cents, t.taken_cents) as taken_cents
  from (
    select payment_intent, sum(cents) as taken_cents
    from (
      select payment_intent, amount_cents as cents from disputes where status = 'lost'
      union all
      select o.payment_intent, f.amount_cents from refunds f
      join checkout_orders o on o.id = f.order_id
      where f.reason = 'purchase_refunded' and f.status <> 'failed'
    ) one group by payment_intent
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

alter view invariant_violations rename to invariant_violations_before_purchase_refunds;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_before_purchase_refunds
  where promise <> 'a payment taken back in part takes its share of the credits'
  union all
  -- Credits that came back after a refund had failed are lots of their own.
  select 'a payment taken back in part takes its share of the credits', t.payment_intent,
    format('took %s of %s credits for %s of %s cents', c.credits, t.credits, t.taken_cents, t.paid_cents)
  from payments_taken_back t
  cross join lateral (
    select coalesce((select sum(l.revoked - case l.source when 'goodwill' then l.minted else 0 end)
        from credit_lots l
        where l.payment_intent = t.payment_intent and l.source <> 'gift_claim'), 0)
      + coalesce((select sum(g.credits_amount) from gift_codes g
        where g.payment_intent = t.payment_intent and g.revoked_at is not null), 0) as credits
  ) c
  where c.credits > round(t.credits * t.taken_cents::numeric / t.paid_cents)
  union all
  select 'a refund of a purchase took exactly its credits', f.id::text,
    format('%s: took %s, says %s', f.status, c.credits, f.credits)
  from refunds f
  left join gift_codes g on g.id = f.gift_code_id
  cross join lateral (
    select coalesce(sum(case when m.to_side = 'revoked' then m.amount when m.from_side = 'mint'
      then -m.amount else 0 end), 0) as credits
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
    where t.refund_id = f.id
  ) c
  where f.reason = 'purchase_refunded' and (case
    when f.status <> 'failed' then
      c.credits <> f.credits - coalesce(g.credits_amount, 0)
      or (g.id is not null and (g.claimed or g.revoked_at is null))
    -- What a dispute or the payment provider's dashboard has taken since does not come back.
    else c.credits < 0 or (c.credits > 0 and not exists (select from disputes s
      join checkout_orders o on o.payment_intent = s.payment_intent
      where o.id = f.order_id and s.status = 'lost'))
    end)
  union all
  select 'a purchase is refunded once', o.id::text, format('%s of %s', f.cents, o.amount_cents)
  from checkout_orders o
  join (select order_id, sum(amount_cents) as cents from refunds
    where reason = 'purchase_refunded' and status <> 'failed' group by order_id) f
    on f.order_id = o.id
  where f.cents > o.amount_cents;
