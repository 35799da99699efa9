import { type NotNull, sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { RefundStatus } from '#db/enums.ts'
import type { OrderId, PersonId } from '#db/ids.ts'
import { ownSessions } from '#domain/accounts/sign-in/own-sessions.ts'
import { noShowCase } from '#domain/booking/rentals/rentals.ts'
import { noShowOf } from '#domain/booking/rentals/stage/no-show.ts'
import { waysOf } from '#domain/catalogue/reach/reach.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { subscriptionOf } from '#domain/money/plans/subscriptions.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'

/** Entries shown of each kind; the lists show the others. */
const SHOWN = 10

export type PersonPage = NonNullable<Awaited<ReturnType<typeof personPage>>>
export type PersonDetails = PersonPage['person']
export type PaidOrder = PersonPage['orders'][number]

/**
 * A person's account, activity and emails, or null. Items are counted up to `MAX_COUNTED` + 1. The
 * newest payments are shown, and the `order` that a list of payments names.
 */
export async function personPage(
  db: Db,
  _admin: Admin,
  { id, order }: { readonly id: PersonId; readonly order?: OrderId | null },
  now: Date,
) {
  const person = await details(db, id)
  if (!person) return null
  const [balance, onHold, plan, orders, rentals, items, mails, sessions] = await Promise.all([
    creditsBalance(db, id, now),
    creditsOnHold(db, id, now),
    subscriptionOf(db, id, now),
    ordersOf(db, id, order ?? null),
    rentalsOf(db, id),
    itemCount(db, id),
    mailsTo(db, id),
    ownSessions(db, person, now),
  ])
  return { person, balance, onHold, plan, orders, rentals, items, mails, sessions }
}

async function details(db: DbOrTx, id: PersonId) {
  const row = await db
    .selectFrom('user_profiles')
    .select(['id', 'full_name as fullName', 'email', 'email_verified as emailVerified'])
    .select(['account_type as accountType', 'business_status as businessStatus', 'phone', 'city'])
    .select(['state', 'instagram_handle as instagram', 'created_at as joinedAt'])
    .select(['blocked_at as blockedAt', 'blocked_reason as blockedReason'])
    .select(['two_factor_enabled as hasSecondFactor', 'requested_name as requestedName'])
    .select(['zip', 'delivers', 'offers_pickup', 'ships', 'driving_distance as drivingDistance'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  row satisfies Person
  return { ...row, ways: waysOf(row) }
}

async function creditsOnHold(db: DbOrTx, id: PersonId, now: Date): Promise<number> {
  const row = await db
    .selectFrom('credit_lots')
    .select(sql<number>`coalesce(sum(available), 0)::integer`.as('credits'))
    .where('user_id', '=', id)
    // Matches the condition of a partial index.
    .where('available', '>', sql.lit(0))
    .where('frozen_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return row.credits
}

async function ordersOf(db: DbOrTx, id: PersonId, named: OrderId | null) {
  const newest = db
    .selectFrom('checkout_orders')
    .select('id')
    .where('user_id', '=', id)
    .where('paid_at', 'is not', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
  return await db
    .selectFrom('checkout_orders as o')
    .leftJoinLateral(
      (refunds) =>
        refunds
          .selectFrom('refunds')
          .select([
            sql<number | null>`sum(amount_cents) filter (where status <> 'failed')`.as('cents'),
            sql<RefundStatus | null>`(array_agg(status order by requested_at desc))[1]`.as(
              'status',
            ),
          ])
          .whereRef('refunds.order_id', '=', 'o.id')
          .as('f'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (disputes) =>
        disputes
          .selectFrom('disputes')
          .select('disputes.status')
          .whereRef('disputes.order_id', '=', 'o.id')
          .where('disputes.kind', '=', sql.lit('dispute' as const))
          .orderBy('disputes.opened_at', 'desc')
          .limit(1)
          .as('d'),
      (join) => join.onTrue(),
    )
    .select(['o.id', 'o.product_type as product', 'o.amount_cents as cents', 'o.credits'])
    .select(['o.status', 'o.paid_at as paidAt', 'o.payment_intent as paymentIntent'])
    .select([
      sql<number>`coalesce(f.cents, 0)::int`.as('refundedCents'),
      'f.status as refund',
      'd.status as dispute',
    ])
    .where('o.user_id', '=', id)
    .where('o.paid_at', 'is not', null)
    .where((order) => order.or([order('o.id', 'in', newest), order('o.id', '=', named)]))
    .$narrowType<{ paidAt: NotNull }>()
    .orderBy('o.paid_at', 'desc')
    .orderBy('o.id', 'desc')
    .execute()
}

async function rentalsOf(db: DbOrTx, id: PersonId) {
  const newest = (side: 'renter_id' | 'owner_id') =>
    db
      .selectFrom('rentals')
      .select(rentalColumns)
      .where(side, '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .as('one')
  const both = db
    .selectFrom(newest('renter_id'))
    .select(rentalColumns)
    .unionAll(db.selectFrom(newest('owner_id')).select(rentalColumns))
  const rows = await db
    .selectFrom(both.as('r'))
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'i.title', 'r.start_date as start', 'r.end_date as end'])
    .select(['r.status', 'r.return_status as returnStatus'])
    .select(['r.total_credits as credits', sql<boolean>`r.owner_id = ${id}`.as('isOwner')])
    .select(['r.cancellation', noShowCase.as('no_show_case')])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ cancellation, no_show_case, ...row }) => ({
    ...row,
    noShow: noShowOf({ cancellation, no_show_case }),
  }))
}

const rentalColumns = [
  'id',
  'item_id',
  'owner_id',
  'status',
  'return_status',
  'start_date',
  'end_date',
  'total_credits',
  'cancellation',
  'created_at',
] as const

async function itemCount(db: DbOrTx, id: PersonId): Promise<number> {
  const items = db
    .selectFrom('clothing_items')
    .where('business_id', '=', id)
    .where('deleted_at', 'is', null)
  return await countUpTo(db, items)
}

async function mailsTo(db: DbOrTx, id: PersonId) {
  return await db
    .selectFrom('mail_outbox')
    .select(['id', 'subject', 'created_at as createdAt', 'sent_at as sentAt'])
    .select(sql<boolean>`(sent_at is null and last_error is not null)`.as('failed'))
    .where('recipient_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
}
