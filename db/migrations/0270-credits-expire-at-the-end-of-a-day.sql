-- The time zone in which the shop last started. Credits expire at the end of a day there, also where a
-- command does not know the settings of the app.
create table shop_time_zone (
  is_only_row boolean primary key default true check (is_only_row),
  time_zone text not null
);
insert into shop_time_zone (time_zone) values ('America/New_York');

create or replace view invariant_violations_of_payments (check_name, subject, detail) as
  select 'a payment for nothing is given back', o.id::text, o.product_type
  from checkout_orders o
  where o.status = 'refunded'
    -- One that an admin made by hand is what was owed by then: less what a dispute or the payment
    -- provider's dashboard had taken.
    and not exists (select from refunds r where r.order_id = o.id and (r.amount_cents = o.amount_cents
      or (r.settled_by is not null and r.amount_cents >= o.amount_cents - (
        select coalesce(sum(s.amount_cents), 0) from disputes s
        where s.payment_intent = o.payment_intent and (s.status = 'lost' or s.kind = 'refund')))))
  union all
  select 'a month of credits was paid for and is granted once' as promise, l.id::text as subject,
    l.source_key as detail
  from credit_lots l
  where l.source = 'subscription' and not exists (
    select from credit_subscriptions s join subscription_coverage c on c.subscription_id = s.id
    where s.id::text = split_part(l.source_key, ':', 2) and s.user_id = l.user_id
      and s.anchor_at + make_interval(months => split_part(l.source_key, ':', 3)::integer)
        between c.starts_at and c.ends_at - interval '1 microsecond'
      -- Lots of earlier versions expire within a day, later ones at its end.
      and l.expires_at - (s.anchor_at
        + make_interval(months => split_part(l.source_key, ':', 3)::integer + 2))
        between interval '0' and interval '25 hours'
      and l.minted = s.credits_per_period
  )
  union all
  select 'a paid plan is a subscription', o.id::text, o.product_type
  from checkout_orders o
  where o.product_type in ('subscription_monthly', 'subscription_annual')
    and o.status = 'fulfilled'
    and not exists (select from credit_subscriptions s
      where s.order_id = o.id and s.user_id = o.user_id and s.refused_at is null)
  union all
  select 'a refused subscription grants nothing', s.id::text, s.stripe_subscription_id
  from credit_subscriptions s
  where s.refused_at is not null
    and exists (select from subscription_coverage c where c.subscription_id = s.id)
  union all
  select 'a subscription begins with its first paid day', s.id::text, s.anchor_at::text
  from credit_subscriptions s
  left join lateral (select min(starts_at) as first from subscription_coverage
    where subscription_id = s.id) c on true
  where s.anchor_at is distinct from c.first
  union all
  select 'a purchase is refunded once', o.id::text, format('%s of %s', f.cents, o.amount_cents)
  from checkout_orders o
  join (select order_id, sum(amount_cents) as cents from refunds
    where reason = 'purchase_refunded' and status <> 'failed' group by order_id) f
    on f.order_id = o.id
  where f.cents > o.amount_cents
  union all
  select 'a refund of a purchase took exactly its credits', f.id::text,
    format('%s: took %s, says %s', f.status, c.credits, f.credits)
  from refunds f
  left join gift_codes g on g.id = f.gift_code_id
  cross join lateral (
    select coalesce(sum(case when m.to_side = 'revoked' then m.amount when m.from_side = 'mint'
      then -m.amount else 0 end), 0) as credits
    from credit_transactions t join credit_movements m on m.transaction_id = t.id
    where t.refund_id = coalesce(f.credits_revoked_by, f.id)
  ) c
  where f.reason = 'purchase_refunded' and (case
    when f.status <> 'failed' or f.credits_revoked_by is not null then
      c.credits <> f.credits - coalesce(g.credits_amount, 0)
      or (g.id is not null and (g.claimed or g.revoked_at is null))
    -- What a dispute or the payment provider's dashboard has taken since does not come back.
    else c.credits < 0 or (c.credits > 0 and not exists (select from disputes s
      join checkout_orders o on o.payment_intent = s.payment_intent
      where o.id = f.order_id and (s.status = 'lost' or s.kind = 'refund')))
    end)
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
    format('took %s of %s credits for %s of %s cents', c.credits, t.credits,
      least(t.paid_cents, t.taken_cents + f.cents), t.paid_cents)
  from payments_taken_back t
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from disputes
    where payment_intent = t.payment_intent and kind = 'refund' and status = 'won'
  ) f
  cross join lateral (
    select coalesce((select sum(l.revoked - case l.source when 'goodwill' then l.minted else 0 end)
        from credit_lots l
        where l.payment_intent = t.payment_intent and l.source <> 'gift_claim'), 0)
      + coalesce((select sum(g.credits_amount) from gift_codes g
        where g.payment_intent = t.payment_intent and g.revoked_at is not null), 0) as credits
  ) c
  where c.credits >
    round(t.credits * least(t.paid_cents, t.taken_cents + f.cents)::numeric / t.paid_cents)
  union all
  select 'a refund made elsewhere is in the books once', s.id, format('refunded %s, counted %s, loss %s',
    s.amount_cents, coalesce(f.amount_cents, 0), s.loss_cents)
  from disputes s
  join deposit_payments p on p.payment_intent = s.payment_intent
  left join refunds f on f.stripe_refund_id = s.id
  where s.kind = 'refund' and s.status = 'lost'
    and s.amount_cents <> coalesce(f.amount_cents, 0) + s.loss_cents
  union all
  select 'a dispute loses no more than it is about', s.id, s.loss_cents::text
  from disputes s where s.loss_cents > s.amount_cents
  union all
  select 'an open dispute freezes what it was paid for', s.id, x.id
  from disputes s
  join (
    select p.payment_intent, d.id::text from deposit_payments p join deposits d on d.id = p.deposit_id
    where d.closed_at is null and d.frozen_at is null
    union all
    select payment_intent, id::text from credit_lots
    where source <> 'gift_claim' and frozen_at is null and revoked_at is null
    union all
    select payment_intent, id::text from gift_codes
    where not claimed and frozen_at is null and revoked_at is null
  ) x on x.payment_intent = s.payment_intent
  where s.kind = 'dispute' and s.status = 'open'
  union all
  select 'what is frozen is disputed', l.id::text, l.payment_intent
  from credit_lots l
  where l.frozen_at is not null and l.payment_intent is not null
    and not exists (select from disputes s where s.payment_intent = l.payment_intent
      and s.kind = 'dispute' and s.status <> 'won');
