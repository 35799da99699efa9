import type { Read, Tx } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'

/** A deposit that is held for somebody, in cents. */
export type LiveDeposit = {
  readonly id: string
  readonly amountCents: number
  readonly keptCents: number
  readonly paidAt: Date
  /** Why it does not serve another rental, if so. */
  readonly barred: 'partly-kept' | 'being-refunded' | 'disputed' | null
}

function toLiveDeposit(row: {
  id: string
  amount_cents: number
  kept_cents: number
  paid_at: Date
  refund_requested_at: Date | null
  frozen_at: Date | null
}): LiveDeposit {
  const barred =
    row.frozen_at !== null
      ? 'disputed'
      : row.kept_cents > 0
        ? 'partly-kept'
        : row.refund_requested_at !== null
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

/** The one live deposit of a person, or null. */
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
    .select(['id', 'amount_cents', 'kept_cents', 'paid_at', 'refund_requested_at', 'frozen_at'])
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
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
