-- A refund made in the payment provider's dashboard can fail later. The credits that it kept from coming
-- back when a refund of ours failed stay taken, as those that it took itself: an admin is told, and
-- decides.
alter view invariant_violations rename to invariant_violations_before_credits_taken_elsewhere;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_before_credits_taken_elsewhere
  where promise <> 'a refund of a purchase took exactly its credits'
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
      where o.id = f.order_id and (s.status = 'lost' or s.kind = 'refund')))
    end);
