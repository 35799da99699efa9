-- Cents of a payment of a deposit that neither a refund nor a lost dispute has taken.
create function payment_cents_left(p deposit_payments) returns integer language sql stable as $$
  select (p.amount_cents
    - coalesce((select sum(f.amount_cents) from refunds f
        where f.order_id = p.order_id and f.deposit_id = p.deposit_id and f.status <> 'failed'), 0)
    - coalesce((select sum(case s.kind when 'dispute' then s.amount_cents else s.loss_cents end)
        from disputes s where s.payment_intent = p.payment_intent and s.status = 'lost'), 0)
    )::integer
$$;

-- Cents of a failed refund that are still owed. Of a deposit, a dispute, a claim or another refund can
-- have taken a part since; of credits, all or nothing is owed.
create function refund_cents_left(r refunds) returns integer language sql stable as $$
  select case when r.deposit_id is null
    then case when refund_can_take_credits(r) then r.amount_cents else 0 end
    else coalesce((
      select greatest(0, least(r.amount_cents, payment_cents_left(p),
        d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents
        - coalesce((select sum(f.amount_cents) from refunds f
            where f.deposit_id = d.id and f.status = 'pending'), 0)))::integer
      from deposits d join deposit_payments p on p.deposit_id = d.id and p.order_id = r.order_id
      where d.id = r.deposit_id and d.closed_at is null), 0) end
$$;
