-- Every broken promise of the books, one row each; empty at all times.
create view invariant_violations as
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
  where o.product_type in ('one_time', 'gift') and (o.status = 'fulfilled') is distinct from (
    coalesce((select sum(m.amount) from credit_transactions t
      join credit_movements m on m.transaction_id = t.id and m.from_side = 'mint'
      where t.order_id = o.id and t.kind = 'purchase'), 0)
    + coalesce((select sum(g.credits_amount) from gift_codes g where g.order_id = o.id), 0)
    = o.credits
  )
  union all
  select 'a fulfilled deposit order holds one deposit', o.id::text, o.status
  from checkout_orders o
  where o.product_type = 'deposit'
    and (o.status = 'fulfilled') <> exists (select from deposits d where d.order_id = o.id)
  union all
  select 'a payment for nothing is given back', o.id::text, o.product_type
  from checkout_orders o
  where o.status = 'refunded'
    and not exists (select from refunds r where r.order_id = o.id and r.amount_cents = o.amount_cents)
  union all
  select 'a claimed gift code became exactly one lot', g.id::text, g.claimed::text
  from gift_codes g
  where g.claimed <> exists (select from credit_lots l
    where l.source_key = 'gift-code:' || g.id::text and l.user_id = g.claimed_by
      and l.minted = g.credits_amount)
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
  select 'a deposit keeps what its claims keep', d.id::text,
    format('%s, claims %s', d.kept_cents, coalesce(c.kept, 0))
  from deposits d
  left join lateral (select sum(kept_cents) as kept from deposit_claims
    where deposit_id = d.id) c on true
  where d.kept_cents <> coalesce(c.kept, 0)
  union all
  select 'a claim is the amount on its rental', r.id::text,
    format('%s, claim %s', r.deposit_kept_amount, coalesce(c.kept_cents, 0))
  from rentals r left join deposit_claims c on c.rental_id = r.id
  where r.deposit_kept_amount <> coalesce(c.kept_cents, 0)
  union all
  select 'a deposit refunded what its refunds gave', d.id::text,
    format('%s, refunds %s', d.refunded_cents, coalesce(f.given, 0))
  from deposits d
  left join lateral (select sum(amount_cents) as given from refunds
    where deposit_id = d.id and status = 'succeeded') f on true
  where d.refunded_cents <> coalesce(f.given, 0)
  union all
  select 'a live rental rests on a deposit of its renter', r.id::text, r.status
  from rentals r left join deposits d on d.id = r.deposit_id
  where r.status in ('pending', 'confirmed', 'delivered')
    and (d.id is null or d.user_id <> r.renter_id or d.closed_at is not null)
  union all
  select 'an item is available exactly when no rental of it lives', i.id::text, i.available::text
  from clothing_items i
  where i.available = exists (select from rentals r where r.item_id = i.id
    and r.status in ('pending', 'confirmed', 'delivered'))
  union all
  select 'live rentals of an item never overlap', a.id::text, b.id::text
  from rentals a join rentals b on b.item_id = a.item_id and b.id > a.id
    and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')
  where a.status in ('pending', 'confirmed', 'delivered')
    and b.status in ('pending', 'confirmed', 'delivered')
  union all
  select 'the owner of a rental is the lister of its item or was when it was rented', r.id::text, ''
  from rentals r join clothing_items i on i.id = r.item_id
  where r.status in ('pending', 'confirmed', 'delivered') and i.business_id <> r.owner_id
  union all
  select 'an item carries the standing and place of its lister', i.id::text, i.title
  from clothing_items i join user_profiles p on p.id = i.business_id
  where i.lister_in_good_standing <> lister_is_in_good_standing(p)
    or i.location is distinct from lister_location(p)
  union all
  select 'counts of listed items are exact', kind || ' ' || value, sum(delta)::text
  from (
    select kind, value, delta from listed_count_deltas
    union all select 'public', '', -1 from clothing_items where is_public
    union all select 'all', '', -1 from clothing_items where deleted_at is null
    union all select 'style', style_group, -1 from clothing_items where is_public
    union all select 'occasion', occasion_group, -1 from clothing_items where is_public
    union all select 'size', size_group, -1 from clothing_items where is_public
    union all select 'location', location_group, -1 from clothing_items where is_public
  ) counted
  group by kind, value having sum(delta) <> 0;
