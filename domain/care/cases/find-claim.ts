import type { DbOrTx } from '#db/connection.ts'
import type { AppealStatus } from '#db/enums.ts'
import type { ImageId, PersonId, RentalId } from '#db/ids.ts'
import { CASE, filedIn, type RentalCase, sideRows } from './filed-case.ts'

/** A withheld amount, and the appeal against it, if there is one; cents. */
export type Claim = RentalCase<AppealStatus> & {
  readonly kind: 'appeal'
  readonly withheldCents: number
  readonly withheldBy: PersonId | null
  readonly withheldAt: Date
  readonly finalAt: Date | null
  /** The closet's reason for keeping it. */
  readonly notes: string | null
  readonly answerImageIds: readonly ImageId[]
  readonly returnedCents: number
}

/** Null when nothing was withheld for this rental. */
export async function findClaim(read: DbOrTx, rentalId: RentalId): Promise<Claim | null> {
  const row = await sideRows(read)
    .innerJoin('deposit_claims as c', 'c.rental_id', 'r.id')
    .leftJoin('deposit_appeals as k', 'k.rental_id', 'c.rental_id')
    .leftJoin('user_profiles as answerer', 'answerer.id', 'k.answered_by')
    .leftJoin('user_profiles as decider', 'decider.id', 'k.decided_by')
    .select([...CASE, 'k.filed_at as openedAt'])
    .select(['c.kept_cents as withheldCents', 'c.decided_by as withheldBy'])
    .select(['c.decided_at as withheldAt', 'c.final_at as finalAt', 'r.condition_notes as notes'])
    .select(['k.answer_image_ids', 'k.returned_cents'])
    .where('c.rental_id', '=', rentalId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    kind: 'appeal',
    filed: filedIn(row),
    parties: [row.renter_id, row.owner_id, row.withheldBy, row.answeredBy],
    answerImageIds: row.answer_image_ids ?? [],
    returnedCents: row.returned_cents ?? 0,
  }
}
