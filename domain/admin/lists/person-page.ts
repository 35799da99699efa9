import { type NotNull, sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type {
  AccountType,
  BusinessStatus,
  DisputeStatus,
  OrderStatus,
  ProductType,
  RefundStatus,
  RentalStatus,
} from '#db/enums.ts'
import type { MailId, OrderId, PersonId, RentalId } from '#db/ids.ts'
import { type OwnSession, ownSessions } from '#domain/accounts/sign-in/own-sessions.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { type HeldSubscription, subscriptionOf } from '#domain/money/plans/subscriptions.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** Entries shown of each kind; the lists show the others. */
const SHOWN = 10

export type PersonDetails = Person & {
  /** The new name of a closet that waits for review. */
  readonly requestedName: string | null
  readonly phone: string | null
  readonly city: string | null
  readonly state: string | null
  readonly instagram: string | null
  readonly joinedAt: Date
  readonly blockedAt: Date | null
  readonly blockedReason: string | null
  readonly hasSecondFactor: boolean
}

export type PaidOrder = {
  readonly id: OrderId
  readonly product: ProductType
  readonly cents: number
  readonly credits: number
  readonly status: OrderStatus
  readonly paidAt: Date
  readonly paymentIntent: string | null
  readonly refundedCents: number
  readonly refund: RefundStatus | null
  readonly dispute: DisputeStatus | null
}

export type PersonRental = {
  readonly id: RentalId
  readonly title: string
  readonly status: RentalStatus
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly credits: number
  /** Whether this person is its owner; otherwise they are its renter. */
  readonly isOwner: boolean
}

export type PersonMail = {
  readonly id: MailId
  readonly subject: string
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly failed: boolean
}

export type PersonPage = {
  readonly person: PersonDetails
  readonly balance: number
  /** Credits on hold because of a dispute. */
  readonly onHold: number
  readonly plan: HeldSubscription | null
  readonly orders: readonly PaidOrder[]
  readonly rentals: readonly PersonRental[]
  /** Counted up to one more than `MAX_COUNTED`. */
  readonly items: number
  readonly mails: readonly PersonMail[]
  readonly sessions: readonly OwnSession[]
}

export async function personPage(
  db: Db,
  _admin: Admin,
  id: PersonId,
  now: Date,
): Promise<PersonPage | null> {
  const person = await details(db, id)
  if (!person) return null
  const [balance, onHold, plan, orders, rentals, items, mails, sessions] = await Promise.all([
    creditsBalance(db, id, now),
    creditsOnHold(db, id, now),
    subscriptionOf(db, id, now),
    ordersOf(db, id),
    rentalsOf(db, id),
    itemCount(db, id),
    mailsTo(db, id),
    ownSessions(db, person, now),
  ])
  return { person, balance, onHold, plan, orders, rentals, items, mails, sessions }
}

async function details(db: DbOrTx, id: PersonId): Promise<PersonDetails | null> {
  const row = await db
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email', 'email_verified', 'account_type', 'business_status'])
    .select(['phone', 'city', 'state', 'instagram_handle', 'created_at', 'blocked_at'])
    .select(['blocked_reason', 'two_factor_enabled', 'requested_name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const accountType: AccountType = row.account_type
  const businessStatus: BusinessStatus | null = row.business_status
  return {
    id: row.id,
    fullName: row.full_name,
    requestedName: row.requested_name,
    email: row.email,
    emailVerified: row.email_verified,
    accountType,
    businessStatus,
    phone: row.phone,
    city: row.city,
    state: row.state,
    instagram: row.instagram_handle,
    joinedAt: row.created_at,
    blockedAt: row.blocked_at,
    blockedReason: row.blocked_reason,
    hasSecondFactor: row.two_factor_enabled,
  }
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

async function ordersOf(db: DbOrTx, id: PersonId): Promise<PaidOrder[]> {
  const rows = await db
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
          .limit(sql.lit(1))
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
    .$narrowType<{ paidAt: NotNull }>()
    .orderBy('o.paid_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(sql.lit(SHOWN))
    .execute()
  return rows
}

async function rentalsOf(db: DbOrTx, id: PersonId): Promise<PersonRental[]> {
  const newest = (side: 'renter_id' | 'owner_id') =>
    db
      .selectFrom('rentals')
      .select(rentalColumns)
      .where(side, '=', id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(SHOWN))
      .as('one')
  const both = db
    .selectFrom(newest('renter_id'))
    .select(rentalColumns)
    .unionAll(db.selectFrom(newest('owner_id')).select(rentalColumns))
  return db
    .selectFrom(both.as('r'))
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'i.title', 'r.status', 'r.start_date as start', 'r.end_date as end'])
    .select(['r.total_credits as credits', sql<boolean>`r.owner_id = ${id}`.as('isOwner')])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(sql.lit(SHOWN))
    .execute()
}

const rentalColumns = [
  'id',
  'item_id',
  'owner_id',
  'status',
  'start_date',
  'end_date',
  'total_credits',
  'created_at',
] as const

async function itemCount(db: DbOrTx, id: PersonId): Promise<number> {
  const items = db
    .selectFrom('clothing_items')
    .where('business_id', '=', id)
    .where('deleted_at', 'is', null)
  return await countUpTo(db, items)
}

async function mailsTo(db: DbOrTx, id: PersonId): Promise<PersonMail[]> {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['id', 'subject', 'created_at', 'sent_at', 'last_error'])
    .where('recipient_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    failed: row.sent_at === null && row.last_error !== null,
  }))
}
