import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { CoverageId, OrderId } from '#db/ids.ts'
import { paymentMethodInWords } from '#domain/money/checkout/payment-method-words.ts'
import { depositPartOf } from '#domain/money/deposits/payment-parts.ts'
import { MAX_FOUND } from './found-rows.ts'
import type { PaymentTerms } from './search-terms.ts'

/** A payment of an order, or of a plan that was renewed. */
export type FoundPayment = Awaited<ReturnType<typeof findPayments>>[number]

/** Of deposits that were paid together with credits, the newest are searched by the sum. */
const MAX_PAID_TOGETHER = 1000

const MAX = sql.lit(MAX_FOUND + 1)
const NEWEST = sql`order by o.paid_at desc, o.id desc`

/** The newest payments of which all terms are true, at most one more than `MAX_FOUND`. */
export async function findPayments(db: Db, terms: PaymentTerms) {
  const { orders, renewals } = await db
    .selectNoFrom([
      sql<OrderId[]>`array(${orderIds(terms)})`.as('orders'),
      sql<CoverageId[]>`array(${renewalIds(terms)})`.as('renewals'),
    ])
    .executeTakeFirstOrThrow()
  const found = (await Promise.all([readOrders(db, orders), readRenewals(db, renewals)])).flat()
  return found
    .toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime())
    .slice(0, MAX_FOUND + 1)
    .map(({ method, last4, ...payment }) => ({
      ...payment,
      paymentMethod: paymentMethodInWords(method, last4),
    }))
}

/** SQL: the ids of orders `o`, each condition by an index. */
function orderIds({ amountCents, last4, email, stripeId }: PaymentTerms): RawBuilder<unknown> {
  const conditions = allOf([
    sql`o.paid_at is not null`,
    last4 && sql`o.card_last4 = ${last4}`,
    email && sql`o.user_id = ${personWith(email)}`,
    stripeId && isOrderAtStripe(stripeId),
  ])
  if (amountCents === null)
    return sql`select o.id from checkout_orders o where ${conditions} ${NEWEST} limit ${MAX}`
  // A card statement has one amount for a deposit and credits that were paid on one page.
  return sql`select o.id from (
      (select o.id, o.paid_at from checkout_orders o
        where ${conditions} and o.amount_cents = ${amountCents} ${NEWEST} limit ${MAX})
      union
      (select o.id, o.paid_at
        from (select d.id from checkout_orders d where d.paid_with is not null
          and d.paid_at is not null order by d.paid_at desc, d.id desc
          limit ${sql.lit(MAX_PAID_TOGETHER)}) newest
        join checkout_orders o on o.id = newest.id
        join checkout_orders w on w.id = o.paid_with
        where ${conditions} and o.amount_cents + w.amount_cents = ${amountCents}
        ${NEWEST} limit ${MAX})) o
    ${NEWEST} limit ${MAX}`
}

/** SQL: the ids of coverage `o` that no order has paid. */
function renewalIds({ amountCents, last4, email, stripeId }: PaymentTerms): RawBuilder<unknown> {
  const conditions = allOf([
    sql`o.paid_cents > 0`,
    // Looked up for each row that is read, not joined with all orders.
    sql`(select w.id from checkout_orders w where w.payment_intent = o.payment_intent) is null`,
    amountCents !== null && sql`o.paid_cents = ${amountCents}`,
    last4 && sql`o.card_last4 = ${last4}`,
    email &&
      sql`o.subscription_id in (select s.id from credit_subscriptions s
        where s.user_id = ${personWith(email)})`,
    stripeId && isRenewalAtStripe(stripeId),
  ])
  return sql`select o.id from subscription_coverage o where ${conditions} ${NEWEST} limit ${MAX}`
}

const allOf = (conditions: readonly (RawBuilder<unknown> | '' | false | null)[]) =>
  sql.join(
    conditions.filter((condition) => condition instanceof Object),
    sql` and `,
  )

const personWith = (email: string) =>
  sql`(select p.id from user_profiles p where lower(p.email) = ${email})`

/** One index is read for each kind of id. */
function isOrderAtStripe(id: string): RawBuilder<unknown> {
  const parts = [id, depositPartOf(id)]
  switch (id.split('_')[0]) {
    case 'cs':
      return sql`o.stripe_session_id = ${id}`
    case 'in':
      return sql`o.payment_intent in (select c.payment_intent from subscription_coverage c
        where c.stripe_invoice_id = ${id})`
    case 're':
    case 'pyr':
      return sql`o.id in (select f.order_id from refunds f
        where f.stripe_refund_id = any(${parts}))`
    case 'dp':
    case 'du':
      return sql`o.payment_intent in (select d.payment_intent from disputes d
        where d.id = any(${parts}))`
    default:
      return sql`o.payment_intent = any(${parts})`
  }
}

function isRenewalAtStripe(id: string): RawBuilder<unknown> {
  switch (id.split('_')[0]) {
    case 'in':
      return sql`o.stripe_invoice_id = ${id}`
    case 'dp':
    case 'du':
      return sql`o.payment_intent in (select d.payment_intent from disputes d where d.id = ${id})`
    case 'pi':
      return sql`o.payment_intent = ${id}`
    default:
      return sql`false`
  }
}

async function readOrders(db: Db, ids: readonly OrderId[]) {
  return await db
    .selectFrom('checkout_orders as o')
    .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
    .select(['o.id', 'o.product_type as product', 'o.amount_cents as cents'])
    .select(['o.payment_intent as paymentIntent', 'o.payment_method as method'])
    .select(['o.card_last4 as last4', 'p.id as personId', 'p.full_name as personName'])
    .select([
      sql<Date>`o.paid_at`.as('paidAt'),
      sql<number>`coalesce((select sum(f.amount_cents) from refunds f
        where f.order_id = o.id and f.status <> 'failed'), 0)::int`.as('refundedCents'),
    ])
    .where(sql<boolean>`o.id = any(${ids}::uuid[])`)
    .execute()
}

async function readRenewals(db: Db, ids: readonly CoverageId[]) {
  return await db
    .selectFrom('subscription_coverage as c')
    .innerJoin('credit_subscriptions as s', 's.id', 'c.subscription_id')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .select(['c.id', 'c.product_type as product', 'c.paid_cents as cents'])
    .select(['c.payment_intent as paymentIntent', 'c.payment_method as method'])
    .select(['c.card_last4 as last4', 'p.id as personId', 'p.full_name as personName'])
    .select(['c.paid_at as paidAt', sql<number>`0`.as('refundedCents')])
    .where(sql<boolean>`c.id = any(${ids}::uuid[])`)
    .execute()
}
