-- A completed rental earned its credits although its return request was not decided, and the closet could
-- be paid before the renter got them back. It earns them with the decision now; until then, what such
-- rentals have earned is taken back.
insert into earnings (id, owner_id, kind, rental_id, amount_cents, source_key, earned_at, payable_at)
select gen_random_uuid(), e.owner_id, 'taken_back', e.rental_id, -e.amount_cents,
  'taken-back:' || e.source_key, now(), greatest(e.payable_at, now())
from return_requests q
join earnings e on e.rental_id = q.rental_id and e.kind = 'rental'
where q.status in ('open', 'contested')
  and not exists (select from earnings t where t.source_key = 'taken-back:' || e.source_key);

create or replace view invariant_violations_of_payouts (check_name, subject, detail) as
  select 'a completed rental earned its credits at its rate, but not those given back', r.id::text,
    format('%s: %s, not %s', r.status, coalesce(e.cents, 0), d.cents)
  from rentals r
  left join return_requests q on q.rental_id = r.id
  join lateral (select case
    when r.status = 'completed' and (q.status in ('open', 'contested')) is not true
    then (r.total_credits - coalesce(q.credits_back, 0)) * r.cents_per_credit else 0
    end as cents) d on true
  left join (select rental_id, sum(amount_cents) as cents from earnings
    where kind in ('rental', 'taken_back') group by rental_id) e on e.rental_id = r.id
  where coalesce(e.cents, 0) <> d.cents
  union all
  select 'an earning for damage is what its final claim keeps', e.id::text,
    format('%s, not %s', e.amount_cents, c.kept_cents - c.returned_cents)
  from earnings e left join deposit_claims c on c.rental_id = e.rental_id
  where e.kind = 'damage'
    and (c.final_at is null or c.kept_cents - c.returned_cents is distinct from e.amount_cents)
  union all
  select 'a transfer is the sum of its earnings', t.id::text,
    format('%s: %s, not %s', t.status, coalesce(e.cents, 0), t.amount_cents)
  from transfers t
  left join (select transfer_id, sum(amount_cents) as cents from earnings
    where transfer_id is not null group by transfer_id) e on e.transfer_id = t.id
  where coalesce(e.cents, 0) <> case when t.status = 'failed' then 0 else t.amount_cents end
  union all
  select 'a payout account that is gone has no pending transfer', a.owner_id::text, t.id::text
  from payout_accounts a
  join transfers t on t.owner_id = a.owner_id and t.status = 'pending'
  where a.state = 'gone';
