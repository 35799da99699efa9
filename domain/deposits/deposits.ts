import { sql } from 'kysely'
import { type Db, inTransaction, type Read, type Tx } from '#db/connection.ts'
import type { RefundReason } from '#db/enums.ts'
import { enqueue } from '#db/jobs.ts'
import { lockWallet } from '#domain/credits/credits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/** A deposit that is held for somebody, in cents. */
export type LiveDeposit = {
  readonly id: string
  readonly amountCents: number
  readonly keptCents: number
  readonly paidAt: Date
  /** Why it does not serve another rental, if so. */
  readonly barred: 'partly-kept' | 'being-refunded' | 'disputed' | null
}

type DepositRow = {
  readonly id: string
  readonly user_id: string
  readonly order_id: string
  readonly amount_cents: number
  readonly kept_cents: number
  readonly refunded_cents: number
  readonly lost_cents: number
  readonly paid_at: Date
  readonly frozen_at: Date | null
  readonly refund_requested_at: Date | null
  readonly closed_at: Date | null
}

const COLUMNS = [
  'id',
  'user_id',
  'order_id',
  'amount_cents',
  'kept_cents',
  'refunded_cents',
  'lost_cents',
  'paid_at',
  'frozen_at',
  'refund_requested_at',
  'closed_at',
] as const

/** Cents that nothing has taken yet. */
function leftOf(deposit: DepositRow): number {
  const { amount_cents, kept_cents, refunded_cents, lost_cents } = deposit
  return amount_cents - kept_cents - refunded_cents - lost_cents
}

function toLiveDeposit(row: DepositRow): LiveDeposit {
  const barred =
    row.frozen_at !== null || row.lost_cents > 0
      ? 'disputed'
      : row.kept_cents > 0
        ? 'partly-kept'
        : row.refunded_cents > 0
          ? 'being-refunded'
          : null
  return {
    id: row.id,
    amountCents: row.amount_cents,
    keptCents: row.kept_cents,
    paidAt: row.paid_at,
    barred,
  }
}

/** The one live deposit of a person, or null. One that is on its way back is live no more. */
export async function findDeposit(read: Read, userId: string): Promise<LiveDeposit | null> {
  const row = await liveDepositQuery(read, userId).executeTakeFirst()
  return row ? toLiveDeposit(row) : null
}

/** Like `findDeposit`, locked until the transaction ends; taken after the wallet. */
export async function lockDeposit(tx: Tx, userId: string): Promise<LiveDeposit | null> {
  const row = await liveDepositQuery(tx, userId).forNoKeyUpdate().executeTakeFirst()
  return row ? toLiveDeposit(row) : null
}

function liveDepositQuery(read: Read, userId: string) {
  return read
    .selectFrom('deposits')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .where('refund_requested_at', 'is', null)
}

/** Records a paid deposit. Part of fulfilling its order; the caller holds the wallet. */
export async function holdDeposit(
  tx: Tx,
  paid: {
    readonly userId: string
    readonly orderId: string
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

export type KeepProblem = { readonly reason: 'more-than-is-left'; readonly leftCents: number }

/**
 * Keeps `cents` of a deposit for a rental that came back damaged. Part of reviewing it; the caller
 * holds the renter's wallet. Never more than what other reviews and refunds on their way have left.
 */
export async function keepFromDeposit(
  tx: Tx,
  claim: {
    readonly depositId: string | null
    readonly rentalId: string
    readonly cents: number
    readonly decidedBy: string
  },
  now: Date,
): Promise<Outcome<null, KeepProblem>> {
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
    .set((set) => ({ kept_cents: set('kept_cents', '+', claim.cents) }))
    .where('id', '=', deposit.id)
    .execute()
  return done(null)
}

/**
 * What follows when a rental on a deposit has ended, or when something of it was taken: once no
 * rental is open on it, a deposit of which anything was kept, refunded or lost gives back the rest,
 * and closes when nothing is left. An untouched one stays held until it is asked for. Part of a
 * command that holds the wallet of its payer.
 */
export async function settleDeposit(tx: Tx, depositId: string | null, now: Date): Promise<void> {
  const deposit = depositId ? await lockById(tx, depositId) : null
  if (!deposit || deposit.closed_at) return
  if ((await openRentalsOn(tx, deposit.id)) > 0) return
  const left = leftOf(deposit)
  if (left === 0) return await close(tx, deposit, now)
  const isUntouched = left === deposit.amount_cents
  if (isUntouched || deposit.frozen_at || deposit.refund_requested_at) return
  // One refund at a time: when this one is through, the rest follows.
  if ((await pendingCents(tx, deposit.id)) > 0) return
  await giveBack(tx, deposit, left, now)
}

export type RefundProblem =
  | { readonly reason: 'no-deposit' }
  | { readonly reason: 'rentals-open'; readonly rentals: number }
  | { readonly reason: 'deposit-disputed' }

/**
 * Asks for the deposit back; possible while no rental is open on it. The refund is written down and
 * a job makes it. Asking again while it is on its way answers the same. Answers the cents that
 * come back.
 */
export async function requestRefund(
  db: Db,
  shopper: Shopper,
  now: Date,
): Promise<Outcome<{ readonly cents: number }, RefundProblem>> {
  return await inTransaction<Outcome<{ readonly cents: number }, RefundProblem>>(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    const deposit = await liveDepositQuery(tx, shopper.id).forNoKeyUpdate().executeTakeFirst()
    if (!deposit) {
      const cents = await centsOnTheirWay(tx, shopper.id)
      return cents > 0 ? done({ cents }) : refused({ reason: 'no-deposit' })
    }
    if (deposit.frozen_at || deposit.lost_cents > 0) return refused({ reason: 'deposit-disputed' })
    const rentals = await openRentalsOn(tx, deposit.id)
    if (rentals > 0) return refused({ reason: 'rentals-open', rentals })
    const underWay = await pendingCents(tx, deposit.id)
    if (underWay > 0) return done({ cents: underWay })
    const cents = leftOf(deposit)
    await giveBack(tx, deposit, cents, now)
    return done({ cents })
  })
}

async function centsOnTheirWay(tx: Tx, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('refunds as r')
    .innerJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select(sql<number>`coalesce(sum(r.amount_cents), 0)::integer`.as('cents'))
    .where('d.user_id', '=', userId)
    .where('r.status', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow()
  return row.cents
}

async function giveBack(tx: Tx, deposit: DepositRow, cents: number, now: Date): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ refund_requested_at: now })
    .where('id', '=', deposit.id)
    .execute()
  const refund = { orderId: deposit.order_id, depositId: deposit.id, cents }
  await recordRefund(tx, { ...refund, reason: 'deposit_returned' }, now)
}

/**
 * Writes down that money goes back, and puts the job into the queue that asks the payment provider
 * for it. Part of a command; the refund's id is what makes it happen once.
 */
export async function recordRefund(
  tx: Tx,
  refund: {
    readonly orderId: string
    readonly depositId: string | null
    readonly cents: number
    readonly reason: RefundReason
    /** The failed refund that this one stands in for. */
    readonly retryOf?: string
  },
  now: Date,
): Promise<string> {
  const refundId = newId()
  await tx
    .insertInto('refunds')
    .values({
      id: refundId,
      order_id: refund.orderId,
      deposit_id: refund.depositId,
      amount_cents: refund.cents,
      reason: refund.reason,
      requested_at: now,
      retry_of: refund.retryOf ?? null,
    })
    .execute()
  await enqueue(tx, 'make-refund', { refundId }, { key: `refund:${refundId}` })
  return refundId
}

/**
 * A refund of a deposit has arrived, or has failed after it had (negative cents). Part of a command
 * that holds the wallet of its payer.
 */
export async function countRefund(tx: Tx, depositId: string, cents: number, now: Date) {
  const deposit = await lockById(tx, depositId)
  if (!deposit || cents === 0) return
  await tx
    .updateTable('deposits')
    .set((set) => ({
      refunded_cents: set('refunded_cents', '+', cents),
      closed_at: cents < 0 ? null : deposit.closed_at,
      // Money that came back to us is owed: the deposit does not serve again.
      refund_requested_at:
        cents < 0 && deposit.closed_at
          ? (deposit.refund_requested_at ?? now)
          : deposit.refund_requested_at,
    }))
    .where('id', '=', depositId)
    .execute()
  await settleDeposit(tx, depositId, now)
}

/** An open dispute holds a deposit, or lets go of it. Part of a command that holds the wallet. */
export async function freezeDeposit(tx: Tx, depositId: string, frozenAt: Date | null, now: Date) {
  const deposit = await lockById(tx, depositId)
  if (!deposit || (deposit.frozen_at === null) === (frozenAt === null)) return
  await tx
    .updateTable('deposits')
    .set({ frozen_at: frozenAt })
    .where('id', '=', depositId)
    .execute()
  if (frozenAt === null) await settleDeposit(tx, depositId, now)
}

/**
 * Whatever is left of a deposit was taken from us. Part of a command that holds the wallet; answers
 * the cents that it took. What is being refunded already is not left.
 */
export async function loseDeposit(tx: Tx, depositId: string, now: Date): Promise<number> {
  const deposit = await lockById(tx, depositId)
  if (!deposit) return 0
  const cents = await freeCents(tx, deposit)
  await tx
    .updateTable('deposits')
    .set((set) => ({ lost_cents: set('lost_cents', '+', cents) }))
    .where('id', '=', depositId)
    .execute()
  await settleDeposit(tx, depositId, now)
  return cents
}

/**
 * A refund that failed leaves its cents in the deposit: if a dispute of the payment was lost by then,
 * they are lost with it. Part of a command that holds the wallet.
 */
export async function loseWhatDisputeTook(tx: Tx, depositId: string, now: Date): Promise<void> {
  const lost = await tx
    .selectFrom('disputes as s')
    .innerJoin('deposits as d', 'd.payment_intent', 's.payment_intent')
    .select('s.id')
    .where('d.id', '=', depositId)
    .where('s.kind', '=', 'dispute')
    .where('s.status', '=', 'lost')
    .executeTakeFirst()
  if (lost) await loseDeposit(tx, depositId, now)
}

/** Cents of a deposit that a refund could still take. */
export async function refundableCents(tx: Tx, depositId: string): Promise<number> {
  const deposit = await lockById(tx, depositId)
  return deposit ? await freeCents(tx, deposit) : 0
}

/** What is left and not on its way back either. */
async function freeCents(tx: Tx, deposit: DepositRow): Promise<number> {
  return leftOf(deposit) - (await pendingCents(tx, deposit.id))
}

async function pendingCents(tx: Tx, depositId: string): Promise<number> {
  const row = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('deposit_id', '=', depositId)
    .where('status', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow()
  return row.cents
}

async function close(tx: Tx, deposit: DepositRow, now: Date): Promise<void> {
  await tx.updateTable('deposits').set({ closed_at: now }).where('id', '=', deposit.id).execute()
}

async function lockById(tx: Tx, depositId: string): Promise<DepositRow | null> {
  const row = await tx
    .selectFrom('deposits')
    .select(COLUMNS)
    .where('id', '=', depositId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

async function openRentalsOn(tx: Tx, depositId: string): Promise<number> {
  const row = await tx
    .selectFrom('rentals')
    .select(sql<number>`count(*)::integer`.as('rentals'))
    .where('deposit_id', '=', depositId)
    .where('status', 'in', sql<'pending'>`('pending', 'confirmed', 'delivered')`)
    .executeTakeFirstOrThrow()
  return row.rentals
}
