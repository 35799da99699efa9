import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Person } from '#domain/shared/actors.ts'
import type { World } from './world.ts'

/** A person's money according to the payment provider and to our records. */
export interface Money {
  /** Successful payments at the provider. */
  readonly paid: Readonly<Record<'deposit' | 'topUp' | 'pack', number>>
  /** Cents charged and not refunded, at the provider. */
  readonly chargedCents: number
  readonly customers: number
  readonly deposits: number
  /** Cents added to deposits. */
  readonly addedCents: number
  readonly credits: number
  readonly liveRentals: number
  /** Refunds, by status. */
  readonly refunds: Readonly<Record<string, number>>
}

export async function moneyOf(
  { db, database, clock }: World,
  person: Pick<Person, 'id'>,
): Promise<Money> {
  const { rows } = await database.pool.query(
    `with session as (
      select o.product_type, s.body->>'payment_intent' as intent
      from stripe_sandbox.objects s
      join checkout_orders o on o.id::text = s.body->>'client_reference_id'
      where s.object = 'checkout.session' and s.body->>'payment_status' = 'paid'
        and o.user_id = $1
    )
    select
      (select count(*) from session where product_type = 'deposit') as deposit,
      (select count(*) from session where product_type = 'deposit_top_up') as top_up,
      (select count(*) from session where product_type = 'one_time') as pack,
      (select coalesce(sum((body->>'amount_captured')::int - (body->>'amount_refunded')::int), 0)
        from stripe_sandbox.objects c where object = 'charge'
          and body->>'payment_intent' in (select intent from session)) as charged,
      (select count(*) from stripe_sandbox.objects where object = 'customer'
        and body->'metadata'->>'user_id' = $1::text) as customers,
      (select count(*) from deposits where user_id = $1 and closed_at is null) as deposits,
      (select coalesce(sum(topped_up_cents), 0) from deposits where user_id = $1) as added,
      (select count(*) from rentals where renter_id = $1
        and status in ('pending', 'confirmed', 'delivered')) as rentals,
      (select coalesce(jsonb_object_agg(status, n), '{}') from (
        select r.status, count(*) as n from refunds r join checkout_orders o on o.id = r.order_id
        where o.user_id = $1 group by r.status) as given_back) as refunds`,
    [person.id],
  )
  const [row] = rows
  return {
    paid: { deposit: Number(row.deposit), topUp: Number(row.top_up), pack: Number(row.pack) },
    chargedCents: Number(row.charged),
    customers: Number(row.customers),
    deposits: Number(row.deposits),
    addedCents: Number(row.added),
    credits: await creditsBalance(db, person.id, clock.now()),
    liveRentals: Number(row.rentals),
    refunds: row.refunds,
  }
}
