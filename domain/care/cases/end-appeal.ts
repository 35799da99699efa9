import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { LockedRental } from '#domain/booking/rentals/rentals.ts'
import {
  makeClaimFinal,
  type ReturnWithheldProblem,
  returnWithheld,
} from '#domain/money/deposits/deposits.ts'
import { recordEarning } from '#domain/money/payouts/payouts.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { done, type Outcome } from '#domain/shared/outcome.ts'
import type { Locked } from './lock-case.ts'

export type AppealEnd = {
  readonly status: 'upheld' | 'reduced' | 'overturned' | 'withdrawn'
  /** Cents that the renter gets back. */
  readonly returnedCents: number
  /** Null when no admin decided. */
  readonly decidedBy: Admin | null
  readonly reasons: string | null
}

/**
 * Ends an appeal: the claim becomes final, what it returns goes back to the payer, and the closet
 * earns the rest. Part of a command that has locked the rental; after a problem it must roll back.
 */
export async function endAppeal(
  tx: Tx,
  { rental, withheldCents }: Locked<'appeal'>,
  { status, returnedCents, decidedBy, reasons }: AppealEnd,
  now: Date,
): Promise<Outcome<null, ReturnWithheldProblem>> {
  await makeClaimFinal(tx, rental.id, now)
  let refundCents = 0
  if (returnedCents > 0) {
    const returned = await returnWithheld(tx, rental.id, returnedCents, now)
    if (!returned.ok) return returned
    refundCents = returned.value.refundCents
  }
  await tx
    .updateTable('deposit_appeals')
    .set({ status, reasons, decided_at: now, decided_by: decidedBy?.id ?? null })
    .set({ returned_cents: returnedCents, refund_cents: refundCents })
    .where('rental_id', '=', rental.id)
    .execute()
  await earnDamage(tx, rental, withheldCents - returnedCents, now)
  return done(null)
}

/** Makes a claim final that nobody has appealed against in time; the closet earns it. */
export async function closeAppealWindow(
  tx: Tx,
  { rental, withheldCents }: Locked<'appeal'>,
  now: Date,
): Promise<void> {
  if (await makeClaimFinal(tx, rental.id, now)) await earnDamage(tx, rental, withheldCents, now)
}

/** The closet earns what stays withheld, payable at once. Listings of admins earn nothing. */
async function earnDamage(
  tx: Tx,
  { id: rentalId, owner_id: ownerId }: LockedRental,
  cents: number,
  now: Date,
): Promise<void> {
  if (cents === 0 || (await isListedByAdmin(tx, rentalId))) return
  const key = `damage:${rentalId}`
  await recordEarning(tx, { ownerId, kind: 'damage', rentalId, cents, key, payableAt: now }, now)
}

/** As recorded when it was rented; older rentals without a record use the account type of now. */
async function isListedByAdmin(tx: Tx, rentalId: RentalId): Promise<boolean> {
  const { byAdmin } = await tx
    .selectFrom('rentals as r')
    .innerJoin('user_profiles as p', 'p.id', 'r.owner_id')
    .select(sql<boolean>`coalesce(r.listed_by_admin, p.account_type = 'admin')`.as('byAdmin'))
    .where('r.id', '=', rentalId)
    .executeTakeFirstOrThrow()
  return byAdmin
}
