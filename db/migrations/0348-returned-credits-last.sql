-- Credits that a rental gives back last at least as long as they had left when they were spent, so a
-- movement records when its lot expired. Empty for older movements.
alter table credit_movements add column lot_expires_at timestamptz;

create function record_lot_expiry() returns trigger language plpgsql as $$
declare lot credit_lots;
begin
  select * into strict lot from credit_lots where id = new.lot_id;
  new.lot_expires_at := lot.expires_at;
  if new.from_side = 'spent' and new.to_side = 'available' and lot.expires_at <=
    (select effective_at from credit_transactions where id = new.transaction_id)
  then
    raise exception 'credits of lot % come back after they have expired', new.lot_id
      using errcode = 'check_violation', constraint = 'returned_credits_can_be_used';
  end if;
  -- Goodwill for a swap paid for one rental only.
  if new.from_side = 'spent' and new.to_side = 'expired'
    and lot.source_key not like 'goodwill:swap:%'
  then
    raise exception 'credits of lot % expire while they are spent', new.lot_id
      using errcode = 'check_violation', constraint = 'spent_credits_never_expire';
  end if;
  return new;
end $$;
create trigger movements_record_lot_expiry before insert on credit_movements
  for each row when (new.to_side = 'spent' or new.from_side = 'spent')
  execute function record_lot_expiry();

-- Such a lot may last longer than what it was granted with.
create function has_returned_credits(lot credit_lots) returns boolean language sql stable as $$
  select exists (select from credit_movements
    where lot_id = lot.id and from_side = 'spent' and to_side = 'available')
$$;

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
  where coalesce(s.net, 0) <> case when r.status = 'cancelled' then 0 else r.total_credits end
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
    -- request the latest of it.
    select t.effective_at + case t.kind
      when 'cancellation' then max(spent.lot_expires_at - paid.effective_at)
      else min(spent.lot_expires_at - paid.effective_at) end as expires_at
    from credit_movements spent join credit_transactions paid on paid.id = spent.transaction_id
    where spent.lot_id = m.lot_id and spent.to_side = 'spent' and spent.id < m.id
      and paid.rental_id = t.rental_id and not exists (
        select from credit_movements ended join credit_transactions c on c.id = ended.transaction_id
        where ended.lot_id = m.lot_id and ended.id > spent.id and ended.id < m.id
          and c.rental_id = t.rental_id and c.kind = 'cancellation')
  ) s
  where m.from_side = 'spent' and m.to_side = 'available' and m.lot_expires_at < s.expires_at;

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
        >= interval '0'
      and (l.expires_at - (s.anchor_at
        + make_interval(months => split_part(l.source_key, ':', 3)::integer + 2))
        <= interval '25 hours' or has_returned_credits(l))
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
