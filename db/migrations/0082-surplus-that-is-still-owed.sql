-- Cents of a failed refund that are still owed. Of a deposit, a dispute, a claim or another refund can
-- have taken a part since; of credits, all or nothing is owed. While a deposit secures rentals, only
-- what it has beyond its full amount is owed: a claim that came after the refund failed comes first.
create or replace function refund_cents_left(r refunds) returns integer language sql stable as $$
  select case when r.deposit_id is null
    then case when refund_can_take_credits(r) then r.amount_cents else 0 end
    else coalesce((
      select greatest(0, least(r.amount_cents, payment_cents_left(p),
        d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents
        - case when d.refund_requested_at is null and r.reason <> 'made_at_stripe'
            then d.amount_cents - d.topped_up_cents else 0 end
        - coalesce((select sum(f.amount_cents) from refunds f
            where f.deposit_id = d.id and f.status = 'pending'), 0)))::integer
      from deposits d join deposit_payments p on p.deposit_id = d.id and p.order_id = r.order_id
      where d.id = r.deposit_id and d.closed_at is null), 0) end
$$;
