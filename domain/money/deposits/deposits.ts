import { compiledOnce } from '#db/compiled-once.ts'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { DepositId, OrderId, PersonId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import {
  coversRentals,
  type DepositRow,
  fullOf,
  leftOf,
  liveDepositQuery,
  missingOf,
  type StateRow,
} from './deposit-row.ts'

export {
  isDepositUsable,
  makeClaimFinal,
  type ReduceClaimProblem,
  reduceClaim,
  releaseClaim,
  type WithholdProblem,
  withholdFromDeposit,
  withholdRest,
} from './deposit-claims.ts'
export { countExternalDepositRefund, freezeDeposit, loseDeposit } from './deposit-losses.ts'
export { countRefund, type RefundProblem, requestRefund } from './deposit-refunds.ts'
export { liveDepositQuery } from './deposit-row.ts'
export { resolveDeposit } from './resolve-deposit.ts'
export { type ReturnWithheldProblem, returnWithheld } from './return-withheld.ts'
export {
  depositLeft,
  rentalsSecured,
  type SecuringDeposit,
  securingColumns,
  securingDeposit,
} from './securing-deposit.ts'

/** Someone's live deposit, in cents. */
export type LiveDeposit = {
  readonly id: DepositId
  /** Its full amount, and what is left of it now. */
  readonly fullCents: number
  readonly leftCents: number
  readonly withheldCents: number
  readonly paidAt: Date
  /** Why it does not cover another rental; null when it does. */
  readonly barred: 'partly-withheld' | 'partly-lost' | 'being-refunded' | 'disputed' | null
  /** The top-up after which it covers rentals again; 0 when none is needed or possible. */
  readonly topUpCents: number
}

export type DepositState = Pick<LiveDeposit, 'barred' | 'topUpCents'>

type HasLoss = { readonly has_loss: boolean }

function toLiveDeposit(row: DepositRow & HasLoss): LiveDeposit {
  return {
    id: row.id,
    fullCents: fullOf(row),
    leftCents: leftOf(row),
    withheldCents: row.kept_cents,
    paidAt: row.paid_at,
    ...depositState(row),
  }
}

/** Whether the live deposit in this row covers another rental, and how many cents it lacks. */
export function depositState(row: StateRow & HasLoss): DepositState {
  const barred = barredReason(row)
  // A loss beyond the deposit would use up the top-up.
  const mayTopUp = barred !== null && barred !== 'disputed' && !row.has_loss
  return { barred, topUpCents: mayTopUp ? missingOf(row) : 0 }
}

function barredReason(row: StateRow): LiveDeposit['barred'] {
  if (coversRentals(row)) return null
  if (row.frozen_at) return 'disputed'
  if (row.lost_cents > 0) return 'partly-lost'
  return row.kept_cents > 0 ? 'partly-withheld' : 'being-refunded'
}

/** The live deposit of a person, or null. One that is being refunded is no longer live. */
export async function findDeposit(read: DbOrTx, userId: PersonId): Promise<LiveDeposit | null> {
  const [row] = await liveDeposits(read, { userId })
  return row ? toLiveDeposit(row) : null
}

const liveDeposits = compiledOnce((db, { userId }: { readonly userId: PersonId }) =>
  liveDepositQuery(db, userId),
)

/** Like `findDeposit`, and locks it until the transaction ends. Lock the wallet first. */
export async function lockDeposit(tx: Tx, userId: PersonId): Promise<LiveDeposit | null> {
  const row = await liveDepositQuery(tx, userId).forNoKeyUpdate().executeTakeFirst()
  return row ? toLiveDeposit(row) : null
}

/** Records a paid deposit. Part of fulfilling its order; the caller has locked the wallet. */
export async function holdDeposit(
  tx: Tx,
  paid: {
    readonly userId: PersonId
    readonly orderId: OrderId
    readonly paymentIntent: string
    readonly amountCents: number
    readonly paidAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('deposits')
    .values({
      id: newId(),
      user_id: paid.userId,
      order_id: paid.orderId,
      payment_intent: paid.paymentIntent,
      amount_cents: paid.amountCents,
      paid_at: paid.paidAt,
    })
    .execute()
}

/**
 * Adds a payment to a deposit that lacks at least as much. Part of fulfilling its order; the caller
 * has locked the deposit and read what it lacks.
 */
export async function addToDeposit(
  tx: Tx,
  depositId: DepositId,
  paid: {
    readonly orderId: OrderId
    readonly paymentIntent: string
    readonly amountCents: number
    readonly paidAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('deposit_top_ups')
    .values({
      order_id: paid.orderId,
      deposit_id: depositId,
      payment_intent: paid.paymentIntent,
      amount_cents: paid.amountCents,
      paid_at: paid.paidAt,
    })
    .execute()
  await tx
    .updateTable('deposits')
    .set((set) => ({
      amount_cents: set('amount_cents', '+', paid.amountCents),
      topped_up_cents: set('topped_up_cents', '+', paid.amountCents),
      changed_at: paid.paidAt,
    }))
    .where('id', '=', depositId)
    .execute()
}
