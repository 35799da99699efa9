import type { Tx } from '#db/connection.ts'
import type { DepositId, PersonId, RentalId } from '#db/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { freeCents, lockById, missingOf } from './deposit-row.ts'
import { coverLosses, resolveDeposit } from './resolve-deposit.ts'

type Withheld = {
  readonly depositId: DepositId | null
  readonly rentalId: RentalId
  readonly cents: number
  readonly decidedBy: PersonId
}

export type WithholdProblem = { readonly reason: 'more-than-is-left'; readonly leftCents: number }

/**
 * Withholds `cents` of a deposit for a rental returned damaged, never more than other reviews and
 * pending refunds have left. Part of the review; the caller has locked the renter's wallet.
 */
export async function withholdFromDeposit(
  tx: Tx,
  claim: Withheld,
  now: Date,
): Promise<Outcome<null, WithholdProblem>> {
  const deposit = claim.depositId ? await lockById(tx, claim.depositId) : null
  const leftCents = deposit ? await freeCents(tx, deposit) : 0
  if (!deposit || claim.cents > leftCents)
    return refused({ reason: 'more-than-is-left', leftCents })
  await tx
    .insertInto('deposit_claims')
    .values({
      rental_id: claim.rentalId,
      deposit_id: deposit.id,
      kept_cents: claim.cents,
      decided_by: claim.decidedBy,
      decided_at: now,
    })
    .execute()
  await tx
    .updateTable('deposits')
    .set((set) => ({ kept_cents: set('kept_cents', '+', claim.cents), changed_at: now }))
    .where('id', '=', deposit.id)
    .execute()
  return done(null)
}

/**
 * Withholds what is left of a deposit, at most `maxCents`, for an item that never came back. Returns
 * the cents; 0 withholds nothing. Part of giving up the item; the caller has locked the renter's wallet.
 */
export async function withholdRest(
  tx: Tx,
  { maxCents, ...claim }: Omit<Withheld, 'cents'> & { readonly maxCents: number },
  now: Date,
): Promise<number> {
  const deposit = claim.depositId ? await lockById(tx, claim.depositId) : null
  const leftCents = deposit ? await freeCents(tx, deposit) : 0
  const cents = Math.max(0, Math.min(leftCents, maxCents))
  if (cents > 0) await withholdFromDeposit(tx, { ...claim, cents }, now)
  return cents
}

export type ReduceClaimProblem =
  /** The rest of the deposit was released, or the claim is final. */
  | { readonly reason: 'deposit-gone' }
  /** The renter has appealed, so the appeal decides. */
  | { readonly reason: 'appealed' }

/**
 * Reduces the amount withheld for a rental to `cents`; 0 removes the claim. What this releases
 * first covers losses that exceeded the deposit. Part of a command that has locked the rental and
 * the wallet and has called `isDepositUsable`.
 */
export async function reduceClaim(
  tx: Tx,
  rentalId: RentalId,
  cents: number,
  now: Date,
): Promise<Outcome<null, ReduceClaimProblem>> {
  const claim = await tx
    .selectFrom('deposit_claims as c')
    .leftJoin('deposit_appeals as a', 'a.rental_id', 'c.rental_id')
    .select(['c.deposit_id', 'c.kept_cents', 'c.released_at', 'c.final_at', 'a.filed_at'])
    .where('c.rental_id', '=', rentalId)
    .forNoKeyUpdate('c')
    .executeTakeFirst()
  if (claim?.filed_at) return refused({ reason: 'appealed' })
  if (!claim || claim.released_at || claim.final_at) return refused({ reason: 'deposit-gone' })
  if (cents === 0) await tx.deleteFrom('deposit_claims').where('rental_id', '=', rentalId).execute()
  else
    await tx
      .updateTable('deposit_claims')
      .set({ kept_cents: cents })
      .where('rental_id', '=', rentalId)
      .execute()
  await tx
    .updateTable('deposits')
    .set((set) => ({
      kept_cents: set('kept_cents', '-', claim.kept_cents - cents),
      changed_at: now,
    }))
    .where('id', '=', claim.deposit_id)
    .execute()
  const deposit = await lockById(tx, claim.deposit_id)
  if (deposit) await coverLosses(tx, deposit, now)
  return done(null)
}

/** Ends the time in which a claim can be corrected, so that the rest of its deposit is refunded. */
export async function releaseClaim(tx: Tx, rentalId: RentalId, now: Date): Promise<void> {
  const claim = await tx
    .updateTable('deposit_claims')
    .set({ released_at: now })
    .where('rental_id', '=', rentalId)
    .where('released_at', 'is', null)
    .returning('deposit_id')
    .executeTakeFirst()
  if (claim) await resolveDeposit(tx, claim.deposit_id, now)
}

/**
 * Makes a claim final: nobody can appeal against it any more. Part of a command that has locked
 * the rental; returns false when the claim was final before.
 */
export async function makeClaimFinal(tx: Tx, rentalId: RentalId, now: Date): Promise<boolean> {
  const claim = await tx
    .updateTable('deposit_claims')
    .set({ final_at: now })
    .where('rental_id', '=', rentalId)
    .where('final_at', 'is', null)
    .returning('rental_id')
    .executeTakeFirst()
  return claim !== undefined
}

/**
 * Whether a deposit can secure a reopened rental and have its claims corrected: it is held, not
 * disputed, and its losses are topped up. Locks the deposit; the caller has locked the wallet.
 */
export async function isDepositUsable(tx: Tx, depositId: DepositId | null): Promise<boolean> {
  const deposit = depositId ? await lockById(tx, depositId) : null
  return (
    deposit !== null &&
    deposit.closed_at === null &&
    deposit.refund_requested_at === null &&
    deposit.frozen_at === null &&
    (deposit.lost_cents === 0 || missingOf(deposit) <= 0)
  )
}
