import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { offerFreedPeriod } from '#domain/waitlist/waitlist.ts'
import { updateAvailable } from './availability.ts'
import { type Lending, lendingOf, lockOwnItem } from './listing.ts'
import { MAX_TURNAROUND_DAYS } from './turnaround.ts'

export type LendingProblem =
  | { readonly reason: 'item-not-found' }
  | { readonly reason: 'turnaround-invalid' }

/**
 * Chooses how an item is lent. Rentals that exist keep their days and their turnaround. Once an item
 * can no longer be booked ahead, it is available again when none of its rentals is live.
 */
export async function setLending(
  db: Db,
  lister: ClosetOwner | Admin,
  { itemId, ...lending }: Lending & { readonly itemId: ItemId },
  now: Date,
): Promise<Outcome<null, LendingProblem>> {
  const { turnaroundDays } = lending
  if (!Number.isInteger(turnaroundDays) || turnaroundDays < 0) return refused(INVALID)
  if (turnaroundDays > MAX_TURNAROUND_DAYS) return refused(INVALID)
  return inTransaction<Outcome<null, LendingProblem>>(db, async (tx) => {
    const item = await lockOwnItem(tx, lister, itemId)
    if (!item) return refused({ reason: 'item-not-found' })
    const before = { advance_booking: item.advance_booking, turnaround_days: item.turnaround_days }
    const after = lendingOf(lending)
    if (
      before.advance_booking === after.advance_booking &&
      before.turnaround_days === after.turnaround_days
    )
      return done(null)
    await tx
      .updateTable('clothing_items')
      .set({ ...after, updated_at: now })
      .where('id', '=', itemId)
      .execute()
    await updateAvailable(tx, itemId)
    const line = { action: 'set lending', noun: 'item', nounId: itemId, before, after }
    await recordAction(tx, lister, line, now)
    await offerFreedPeriod(tx, itemId, now)
    return done(null)
  })
}

const INVALID = { reason: 'turnaround-invalid' } as const

/** How the lister's newest item is lent, for the form of the next one; null without items. */
export async function newestLending(
  db: DbOrTx,
  lister: ClosetOwner | Admin,
): Promise<Lending | null> {
  const row = await db
    .selectFrom('clothing_items')
    .select(['advance_booking as advanceBooking', 'turnaround_days as turnaroundDays'])
    .where('business_id', '=', lister.id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
