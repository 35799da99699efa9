import { randomBytes } from 'node:crypto'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

// A renter's rentals as a calendar feed for other programs; the address contains a secret.

/** The secret in the renter's calendar address, or null before one was created. */
export async function findRenterToken(db: DbOrTx, shopper: Shopper): Promise<string | null> {
  const row = await db
    .selectFrom('renter_calendars')
    .select('token')
    .where('renter_id', '=', shopper.id)
    .executeTakeFirst()
  return row?.token ?? null
}

/** Creates an address, or replaces the old one, which then stops working. */
export async function renewRenterToken(db: Db, shopper: Shopper, now: Date): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('renter_calendars')
      .values({ renter_id: shopper.id, token, made_at: now })
      .onConflict((conflict) => conflict.column('renter_id').doUpdateSet({ token, made_at: now }))
      .execute()
    const line = { action: 'renew calendar address', noun: 'person', nounId: shopper.id }
    await recordAction(tx, shopper, line, now)
  })
}

/** Part of other commands: the address of the renter's calendar stops working. False without one. */
export async function removeRenterCalendarOf(tx: Tx, personId: PersonId): Promise<boolean> {
  const removed = await tx
    .deleteFrom('renter_calendars')
    .where('renter_id', '=', personId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0
}

export type RentedDays = NonNullable<Awaited<ReturnType<typeof readRenterCalendar>>>[number]

const RETENTION_DAYS = 365
const MAX_RENTALS = 1000

/**
 * The rentals of the renter with this secret that were not cancelled and ended less than a year
 * ago, latest first. Null for an unknown secret, and for an account that is blocked or closed.
 */
export async function readRenterCalendar(
  db: DbOrTx,
  token: string,
  today: CalendarDate,
  max = MAX_RENTALS,
) {
  const renter = await db
    .selectFrom('renter_calendars as c')
    .innerJoin('user_profiles as p', 'p.id', 'c.renter_id')
    .select('p.id')
    .where('c.token', '=', token)
    .where('p.account_type', '<>', 'admin')
    .where('p.blocked_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!renter) return null
  return await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['r.id as rentalId', 'i.title', 'owner.full_name as ownerName', 'r.status'])
    .select(['r.start_date as start', 'r.end_date as end', 'r.handover'])
    .select('r.answer_by as answerBy')
    .where('r.renter_id', '=', renter.id)
    .where('r.status', '<>', 'cancelled')
    .where('r.end_date', '>=', addDays(today, -RETENTION_DAYS))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(max)
    .execute()
}
