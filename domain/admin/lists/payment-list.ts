import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { DisputeStatus, RefundStatus } from '#db/enums.ts'
import type { CoverageId, OrderId, PersonId } from '#db/ids.ts'
import { searchPeople } from '#domain/accounts/people/people.ts'
import { paymentMethodInWords } from '#domain/money/checkout/payment-method-words.ts'
import { depositPartOf } from '#domain/money/deposits/payment-parts.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { decodeNewestFirst, PAGE_SIZE, toPage } from '#domain/shared/lists/page.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import type { PaymentTerms } from './payment-terms.ts'

type PaymentId = OrderId | CoverageId

/** A payment of an order, or of a plan that was renewed. */
export type Payment = Awaited<ReturnType<typeof paymentList>>['rows'][number]

type Wanted = {
  readonly terms: PaymentTerms
  readonly after?: string | null
  readonly size?: number
}

/**
 * The payments of which all terms are true, newest first; the parts of one that was for a deposit
 * and credits are two. Cents. `isPartial`: more people have the name than are searched.
 */
export async function paymentList(
  db: Db,
  _admin: Admin,
  { terms, after = null, size = PAGE_SIZE }: Wanted,
) {
  const payers = await payersOf(db, terms)
  const part = { terms, payers: payers?.ids ?? null, from: decodeNewestFirst(after) }
  const ids = await newestIds(db, part, size + 1)
  const found = (await Promise.all([readOrders(db, ids), readRenewals(db, ids)])).flat()
  const rows = ids
    .flatMap((id) => found.find((row) => row.id === id) ?? [])
    .map(({ method, last4, personId, personName, isDeleted, email, ...payment }) => ({
      ...payment,
      paymentMethod: paymentMethodInWords(method, last4),
      // Their page is gone with their account.
      person: { id: isDeleted ? null : personId, fullName: personName, email },
    }))
  const page = toPage(rows, ({ paidAt, id }) => [paidAt.toISOString(), id], size)
  return { ...page, isPartial: payers?.isPartial ?? false }
}

/** The newest people of a name; each costs a look into an index. */
const MAX_PAYERS = 200

/** Who may have paid; null for anybody. */
async function payersOf(db: Db, { email, name }: PaymentTerms) {
  if (!email && !name) return null
  const limits = { matches: MAX_PAYERS, newest: MAX_NEWEST }
  const search = name ? await searchPeople(db, { q: name, type: null }, limits) : null
  // Found by id first: the order would make PostgreSQL look through everybody.
  const found = db
    .selectFrom('user_profiles as p')
    .select(['p.id', 'p.created_at'])
    .where(search?.isFound ?? sql<boolean>`true`)
    .where(email ? sql<boolean>`lower(p.email) = ${email}` : sql<boolean>`true`)
    .offset(sql.lit(0))
  const rows = await db
    .selectFrom(found.as('p'))
    .select('p.id')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(MAX_PAYERS + 1)
    .execute()
  const ids = rows.slice(0, MAX_PAYERS).map(({ id }) => id)
  return { ids, isPartial: search?.isPartial || rows.length > MAX_PAYERS }
}

type Part = {
  readonly terms: PaymentTerms
  readonly payers: readonly PersonId[] | null
  readonly from: { readonly at: Date; readonly id: string } | null
}

const NEWEST = sql`order by o.paid_at desc, o.id desc`

async function newestIds(db: Db, part: Part, max: number): Promise<readonly PaymentId[]> {
  const { amountCents } = part.terms
  const orders = amountCents === null ? [] : [paidTogether(part, amountCents, max)]
  const all = [...orders, ofPayers(part, ORDERS, max), ofPayers(part, RENEWALS, max)]
  const { ids } = await db
    .selectNoFrom(
      sql<PaymentId[]>`array(select o.id
        from (${sql.join(
          all.map((one) => sql`(${one})`),
          sql` union `,
        )}) o
        ${NEWEST} limit ${sql.lit(max)})`.as('ids'),
    )
    .executeTakeFirstOrThrow()
  return ids
}

/** SQL: where payments `o` of a kind are, and which are of the terms and of `payer`. */
type Source = {
  readonly table: RawBuilder<unknown>
  readonly isPaid: RawBuilder<unknown>
  readonly amount: RawBuilder<unknown>
  readonly isOfPayer: RawBuilder<unknown>
  readonly isAtStripe: (id: string) => RawBuilder<unknown>
}

const ORDERS: Source = {
  table: sql`checkout_orders o`,
  isPaid: sql`o.paid_at is not null`,
  amount: sql`o.amount_cents`,
  isOfPayer: sql`o.user_id = payer.id`,
  isAtStripe: isOrderAtStripe,
}

/** Coverage that no order has paid. */
const RENEWALS: Source = {
  table: sql`subscription_coverage o`,
  // Looked up for each row that is read, not joined with all orders.
  isPaid: sql`o.paid_cents > 0
    and (select w.id from checkout_orders w where w.payment_intent = o.payment_intent) is null`,
  amount: sql`o.paid_cents`,
  isOfPayer: sql`o.subscription_id in (select s.id from credit_subscriptions s
    where s.user_id = payer.id)`,
  isAtStripe: isRenewalAtStripe,
}

/** SQL: the newest ids of a kind, of anybody or of each payer, each by an index. */
function ofPayers({ terms, payers, from }: Part, kind: Source, max: number): RawBuilder<unknown> {
  const { amountCents } = terms
  const newest = (more: RawBuilder<unknown>) => sql`select o.id, o.paid_at from ${kind.table}
    where ${kind.isPaid} and ${isOf(terms, from, kind)}
      and ${amountCents === null ? sql`true` : sql`${kind.amount} = ${amountCents}`}
      and ${more} ${NEWEST} limit ${sql.lit(max)}`
  if (!payers) return newest(sql`true`)
  return sql`select o.id, o.paid_at from unnest(${[...payers]}::uuid[]) as payer (id)
    cross join lateral (${newest(kind.isOfPayer)}) o`
}

/** The newest payments for a deposit and credits whose sum is searched. */
const MAX_PAID_TOGETHER = 1000

/** SQL: both parts of payments for a deposit and credits: a card statement has their sum only. */
function paidTogether({ terms, payers, from }: Part, cents: number, max: number) {
  return sql`select o.id, o.paid_at
    from (select d.id, d.paid_with, d.amount_cents from checkout_orders d
      where d.paid_with is not null and d.paid_at is not null
      order by d.paid_at desc, d.id desc limit ${sql.lit(MAX_PAID_TOGETHER)}) d
    join checkout_orders w on w.id = d.paid_with
    cross join lateral (values (d.id), (w.id)) part (id)
    join checkout_orders o on o.id = part.id
    where d.amount_cents + w.amount_cents = ${cents} and ${isOf(terms, from, ORDERS)}
      and ${payers ? sql`o.user_id = any(${[...payers]}::uuid[])` : sql`true`}
    ${NEWEST} limit ${sql.lit(max)}`
}

/** SQL: whether all terms but the amount and the payer are true of a payment `o`. */
function isOf({ last4, stripeId }: PaymentTerms, from: Part['from'], kind: Source) {
  return sql.join(
    [
      from ? sql`(o.paid_at, o.id) < (${from.at}, ${from.id}::uuid)` : sql`true`,
      last4 ? sql`o.card_last4 = ${last4}` : sql`true`,
      stripeId ? kind.isAtStripe(stripeId) : sql`true`,
    ],
    sql` and `,
  )
}

/** One index is read for each kind of id. */
function isOrderAtStripe(id: string): RawBuilder<unknown> {
  const parts = [id, depositPartOf(id)]
  switch (id.split('_')[0]) {
    case 'cs':
      return sql`o.id in (select s.id from checkout_orders s where s.stripe_session_id = ${id}
        union all select d.id from checkout_orders d join checkout_orders s on s.id = d.paid_with
        where s.stripe_session_id = ${id})`
    case 'in':
      return sql`o.payment_intent in (select c.payment_intent from subscription_coverage c
        where c.stripe_invoice_id = ${id})`
    case 're':
    case 'pyr':
      return sql`o.id in (select f.order_id from refunds f
        where f.stripe_refund_id = any(${parts})
        union all select d.order_id from disputes d where d.id = any(${parts}))`
    case 'dp':
    case 'du':
      return sql`o.id in (select d.order_id from disputes d where d.id = any(${parts}))`
    default:
      return sql`o.payment_intent = any(${parts})`
  }
}

function isRenewalAtStripe(id: string): RawBuilder<unknown> {
  switch (id.split('_')[0]) {
    case 'in':
      return sql`o.stripe_invoice_id = ${id}`
    case 'cs':
      return sql`false`
    case 'pi':
      return sql`o.payment_intent = ${id}`
    default:
      // Refunds of renewals are made in Stripe's dashboard, and recorded with the disputes.
      return sql`o.payment_intent in (select d.payment_intent from disputes d where d.id = ${id})`
  }
}

/** SQL: what was refunded in Stripe's dashboard of a payment `o`. */
const refundedElsewhere = sql`coalesce((select sum(d.amount_cents) from disputes d
  where d.payment_intent = o.payment_intent and d.kind = 'refund' and d.status = 'lost'), 0)`

const dispute = sql<DisputeStatus | null>`(select d.status from disputes d
  where d.payment_intent = o.payment_intent and d.kind = 'dispute'
  order by d.opened_at desc, d.id desc limit 1)`

async function readOrders(db: Db, ids: readonly PaymentId[]) {
  return await db
    .selectFrom('checkout_orders as o')
    .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
    .select(['o.id', 'o.product_type as product', 'o.amount_cents as cents', 'o.credits'])
    .select(['o.payment_intent as paymentIntent', 'o.payment_method as method'])
    .select(['o.card_last4 as last4', 'p.id as personId', 'p.full_name as personName', 'p.email'])
    .select([
      sql<Date>`o.paid_at`.as('paidAt'),
      sql<false>`false`.as('isRenewal'),
      sql<boolean>`p.deleted_at is not null`.as('isDeleted'),
      sql<number>`(coalesce((select sum(f.amount_cents) from refunds f where f.order_id = o.id
        and f.status <> 'failed' and f.reason <> 'made_at_stripe'), 0)
        + ${refundedElsewhere})::int`.as('refundedCents'),
      // Of the newest refund that was started here.
      sql<RefundStatus | null>`(select f.status from refunds f where f.order_id = o.id
        order by f.requested_at desc, f.id desc limit 1)`.as('refund'),
      dispute.as('dispute'),
      // What was paid in all, for a deposit and credits; null for a payment of its own.
      sql<number | null>`(select o.amount_cents + w.amount_cents from checkout_orders w
        where w.id = o.paid_with or w.paid_with = o.id)`.as('togetherCents'),
    ])
    .where(sql<boolean>`o.id = any(${[...ids]}::uuid[])`)
    .execute()
}

async function readRenewals(db: Db, ids: readonly PaymentId[]) {
  return await db
    .selectFrom('subscription_coverage as o')
    .innerJoin('credit_subscriptions as s', 's.id', 'o.subscription_id')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .select(['o.id', 'o.product_type as product', 'o.paid_cents as cents'])
    .select(['o.payment_intent as paymentIntent', 'o.payment_method as method'])
    .select(['o.card_last4 as last4', 'p.id as personId', 'p.full_name as personName', 'p.email'])
    .select([
      'o.paid_at as paidAt',
      sql<true>`true`.as('isRenewal'),
      sql<boolean>`p.deleted_at is not null`.as('isDeleted'),
      sql<number>`0`.as('credits'),
      sql<number>`${refundedElsewhere}::int`.as('refundedCents'),
      sql<RefundStatus | null>`null`.as('refund'),
      dispute.as('dispute'),
      sql<number | null>`null`.as('togetherCents'),
    ])
    .where(sql<boolean>`o.id = any(${[...ids]}::uuid[])`)
    .execute()
}
