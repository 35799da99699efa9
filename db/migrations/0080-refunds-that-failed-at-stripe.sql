-- What a refund made in the payment provider's dashboard took stays taken when that refund fails;
-- admins are told, and can give credits. It counts as the share that was taken.
alter view invariant_violations rename to invariant_violations_before_failed_dashboard_refunds;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_before_failed_dashboard_refunds
  where promise <> 'a payment taken back in part takes its share of the credits'
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
    round(t.credits * least(t.paid_cents, t.taken_cents + f.cents)::numeric / t.paid_cents);
