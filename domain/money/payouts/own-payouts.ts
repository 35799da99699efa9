import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import type { Admin, PaidOwner } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { addToMonth, startOfMonth } from '#domain/shared/time/local-time.ts'

// A closet's view of the transfers that pay it. Failed ones are not payouts: nothing was sent, and
// their earnings are owed again.

/** A payout that was made or is on its way, in cents. */
export type OwnPayout = Awaited<ReturnType<typeof newestPayouts>>[number]

function payouts(db: DbOrTx) {
  return (
    db
      .selectFrom('transfers as t')
      .select(['t.id', 't.owner_id as ownerId', 't.amount_cents as cents', 't.final as isFinal'])
      .select(['t.requested_at as requestedAt', 't.stripe_transfer_id as stripeId'])
      // Null while it is on its way.
      .select('t.finished_at as paidAt')
      // What was taken back of it at Stripe.
      .select('t.reversed_cents as reversedCents')
      .where('t.status', '<>', sql.lit('failed' as const))
  )
}

function payoutsOf(db: DbOrTx, owner: PaidOwner) {
  return payouts(db).where('t.owner_id', '=', owner.id)
}

export async function newestPayouts(db: DbOrTx, owner: PaidOwner, max: number) {
  return await payoutsOf(db, owner)
    .orderBy('t.requested_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(max)
    .execute()
}

/** A payout of this owner; null for any other. */
export async function findPayout(db: DbOrTx, owner: PaidOwner, id: TransferId) {
  return (await payoutsOf(db, owner).where('t.id', '=', id).executeTakeFirst()) ?? null
}

/** A payout of any owner, with whom it pays. */
export async function payoutToAnyone(db: DbOrTx, _admin: Admin, id: TransferId) {
  const found = await payouts(db)
    .innerJoin('user_profiles as p', 'p.id', 't.owner_id')
    .select(['p.full_name as name', 'p.email'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

/** Far more than the runs of a year make. */
const MAX_IN_A_YEAR = 1000

/** The payouts made in a calendar year in a time zone, oldest first. */
export async function payoutsOfYear(db: DbOrTx, owner: PaidOwner, year: number, timeZone: string) {
  return await payoutsOf(db, owner)
    .where('t.status', '=', sql.lit('made' as const))
    .where('t.finished_at', '>=', startOfMonth(timeZone, `${year}-01`))
    .where('t.finished_at', '<', startOfMonth(timeZone, `${year + 1}-01`))
    .orderBy('t.finished_at')
    .orderBy('t.id')
    .limit(MAX_IN_A_YEAR)
    .execute()
}

/** What a closet earned and was paid in the month of a day, in cents; less than 0 after corrections. */
export async function monthOfCloset(
  db: DbOrTx,
  owner: PaidOwner,
  { today, timeZone }: { readonly today: CalendarDate; readonly timeZone: string },
) {
  const month = today.slice(0, 'YYYY-MM'.length)
  const [from, to] = [startOfMonth(timeZone, month), startOfMonth(timeZone, addToMonth(month, 1))]
  const cents = await db
    .selectNoFrom([
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from earnings
        where owner_id = ${owner.id} and earned_at >= ${from} and earned_at < ${to})`.as(
        'earnedCents',
      ),
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from transfers
        where owner_id = ${owner.id} and status = 'made'
          and finished_at >= ${from} and finished_at < ${to})`.as('paidCents'),
    ])
    .executeTakeFirstOrThrow()
  return { month, ...cents }
}
