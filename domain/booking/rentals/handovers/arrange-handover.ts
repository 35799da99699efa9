import { sql } from 'kysely'
import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { arrangementEmail } from '#domain/booking/rentals/handovers/arrangement-email.ts'
import { isOwn } from '#domain/booking/rentals/lists/rental-panel.ts'
import { MAX_ARRANGEMENT_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { oneLine } from '#domain/shared/plain-text.ts'

/** A closet arranges when and where it hands pieces over, and gets them back. */
export type ArrangedStep = 'delivery' | 'return'

export type HandoverArrangement = {
  readonly rentalIds: readonly RentalId[]
  readonly step: ArrangedStep
  /** '' removes it. */
  readonly arrangement: string
  readonly origin: string
}

export type ArrangeProblem =
  | { readonly reason: 'arrangement-too-long' }
  /** None of them is managed by this person, or all have changed hands by now. */
  | { readonly reason: 'rental-not-found' }

/**
 * When and where these pieces change hands (spec 5.8). Each renter gets one email about all of
 * theirs that have a new arrangement; writing the same again sends none.
 */
export async function arrangeHandover(
  db: Db,
  who: ClosetOwner | Admin,
  { rentalIds, step, arrangement, origin }: HandoverArrangement,
  now: Date,
): Promise<Outcome<null, ArrangeProblem>> {
  const words = oneLine(arrangement)
  if ([...words].length > MAX_ARRANGEMENT_CHARACTERS)
    return refused({ reason: 'arrangement-too-long' })
  const column = step === 'delivery' ? 'delivery_arrangement' : 'return_arrangement'
  const isAhead =
    step === 'delivery'
      ? sql<boolean>`r.status = 'confirmed'`
      : sql<boolean>`(r.status = 'delivered' and r.return_status <> 'returned')`
  return await inTransaction(db, async (tx) => {
    const rows = await tx
      .selectFrom('rentals as r')
      .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
      .innerJoin('user_profiles as p', 'p.id', 'r.renter_id')
      .innerJoin('user_profiles as o', 'o.id', 'r.owner_id')
      .select(['r.id', 'r.renter_id', 'i.title', 'p.full_name', 'p.email', `r.${column} as before`])
      .select('o.full_name as ownerName')
      .where('r.id', 'in', rentalIds)
      .where(isOwn(who))
      .where('r.renter_id', '<>', who.id)
      .where(isAhead)
      .orderBy('r.id')
      .forNoKeyUpdate('r')
      .execute()
    if (rows.length === 0) return refused({ reason: 'rental-not-found' })
    const changed = rows.filter(({ before }) => (before ?? '') !== words)
    for (const { id, before } of changed) {
      await tx
        .updateTable('rentals')
        .set({ [column]: words || null })
        .where('id', '=', id)
        .execute()
      const line = { action: 'arrange handover', noun: 'rental', nounId: id }
      const values = { before: { [column]: before }, after: { [column]: words || null } }
      await recordAction(tx, who, { ...line, ...values }, now)
    }
    if (words === '') return done(null)
    const renters = Map.groupBy(changed, ({ renter_id }) => renter_id)
    for (const [recipientId, pieces] of renters) {
      const [first] = pieces
      if (!first) continue
      const email = arrangementEmail({
        rentalId: first.id,
        titles: pieces.map(({ title }) => title),
        renterName: first.full_name,
        ownerName: first.ownerName,
        step,
        arrangement: words,
        origin,
      })
      await notify(tx, { ...email, to: first.email, recipientId }, now)
    }
    return done(null)
  })
}
