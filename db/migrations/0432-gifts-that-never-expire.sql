-- small tables: platform_numbers
-- The credits of gifts may never expire: the number of months is empty then, and a lot or a code expires at an
-- instant so far ahead that it compares, sorts and adds up like any other. Nothing expires later.
create function never() returns timestamptz language sql immutable as $$
  select timestamptz '9999-01-01 00:00:00+00'
$$;

alter table platform_numbers
  alter column setting_value drop not null,
  add constraint only_gifts_last_without_a_number
    check (setting_value is not null or setting_key = 'gift_months');
alter table credit_lots add constraint lot_expires_by_never check (expires_at <= never()) not valid;
alter table gift_codes add constraint gift_code_expires_by_never check (expires_at <= never()) not valid;

-- What returns to a lot that never expires cannot last longer.
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
  where coalesce(s.net, 0) <> case when r.cancellation = 'no_show' then first_week_credits(r)
    when r.status = 'cancelled' then 0 else r.total_credits + coalesce(r.proposed_credits, 0) end
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
    -- request, a renter who did not come or other dates the latest of it. What other dates have returned
    -- may have been what lasted longest.
    select t.effective_at + case
      when t.idempotency_key like 'rental-cancelled:%' and not exists (
        select from credit_movements part join credit_transactions c on c.id = part.transaction_id
        where part.lot_id = m.lot_id and part.from_side = 'spent' and part.id < m.id
          and c.rental_id = t.rental_id and c.idempotency_key like 'dates-changed:%')
        then max(spent.lot_expires_at - paid.effective_at)
      else min(spent.lot_expires_at - paid.effective_at) end as expires_at
    from credit_movements spent join credit_transactions paid on paid.id = spent.transaction_id
    where spent.lot_id = m.lot_id and spent.to_side = 'spent' and spent.id < m.id
      and paid.rental_id = t.rental_id and not exists (
        select from credit_movements ended join credit_transactions c on c.id = ended.transaction_id
        where ended.lot_id = m.lot_id and ended.id > spent.id and ended.id < m.id
          and c.rental_id = t.rental_id and c.kind = 'cancellation'
          and c.idempotency_key not like 'dates-changed:%')
  ) s
  where m.from_side = 'spent' and m.to_side = 'available' and m.lot_expires_at < s.expires_at
    and m.lot_expires_at < never();
