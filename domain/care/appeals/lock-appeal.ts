import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { AppealStatus } from '#db/enums.ts'
import type { PersonId, RentalId } from '#db/ids.ts'
import { type LockedRental, lockRental } from '#domain/booking/rentals/rentals.ts'
import { deciderName } from '#domain/care/cases/cases.ts'

/** A withheld amount and the appeal against it, if there is one; cents. */
export type AppealedClaim = {
  readonly rental: LockedRental
  readonly withheldCents: number
  readonly withheldBy: PersonId | null
  readonly withheldAt: Date
  readonly finalAt: Date | null
  readonly appeal: FiledAppeal | null
}

export type FiledAppeal = {
  readonly status: AppealStatus
  readonly words: string
  readonly answer: string | null
  readonly answeredBy: PersonId | null
  readonly answerDueAt: Date
  readonly decidedAt: Date | null
  readonly decidedBy: PersonId | null
  readonly returnedCents: number
}

/**
 * Locks item, wallet and rental, which every change of a claim and its appeal does first. Null when
 * nothing was withheld for this rental.
 */
export async function lockAppeal(tx: Tx, rentalId: RentalId): Promise<AppealedClaim | null> {
  const rental = await lockRental(tx, rentalId)
  if (!rental) return null
  const row = await tx
    .selectFrom('deposit_claims as c')
    .leftJoin('deposit_appeals as a', 'a.rental_id', 'c.rental_id')
    .select([
      'c.kept_cents',
      'c.decided_by as withheld_by',
      'c.decided_at as withheld_at',
      'c.final_at',
    ])
    .select(['a.status', 'a.words', 'a.answer', 'a.answered_by', 'a.answer_due_at'])
    .select(['a.decided_at', 'a.decided_by', 'a.returned_cents'])
    .where('c.rental_id', '=', rentalId)
    .executeTakeFirst()
  if (!row) return null
  const appeal =
    row.status && row.answer_due_at
      ? {
          status: row.status,
          words: row.words ?? '',
          answer: row.answer,
          answeredBy: row.answered_by,
          answerDueAt: row.answer_due_at,
          decidedAt: row.decided_at,
          decidedBy: row.decided_by,
          returnedCents: row.returned_cents ?? 0,
        }
      : null
  return {
    rental,
    withheldCents: row.kept_cents,
    withheldBy: row.withheld_by,
    withheldAt: row.withheld_at,
    finalAt: row.final_at,
    appeal,
  }
}

/** A decision, as shown to somebody who acts too late. */
export type AppealDecision = {
  readonly status: AppealStatus
  /** Full name; null when no admin decided. */
  readonly by: string | null
  readonly at: Date
  readonly returnedCents: number
}

/** The decision on an appeal, with the name of whoever decided; null while it is open. */
export async function decisionOn(
  read: DbOrTx,
  { status, decidedAt, decidedBy, returnedCents }: FiledAppeal,
): Promise<AppealDecision | null> {
  if (!decidedAt) return null
  return { status, by: await deciderName(read, decidedBy), at: decidedAt, returnedCents }
}

/** SQL: no payment of the deposit is in an open dispute, which would hold a returned amount. */
export const isNotFrozen = sql<boolean>`not exists (select from deposit_claims own
  join deposits d on d.id = own.deposit_id
  where own.rental_id = a.rental_id and d.frozen_at is not null)`
