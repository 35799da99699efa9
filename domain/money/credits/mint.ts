import type { Tx } from '#db/connection.ts'
import type { CreditTransactionKind, LotSource } from '#db/enums.ts'
import type { LotId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { beginOperation, type Operation } from './operation.ts'

const KIND_OF_SOURCE = {
  one_time: 'purchase',
  gift: 'purchase',
  gift_claim: 'gift_claim',
  subscription: 'subscription',
  goodwill: 'goodwill',
  grant: 'grant',
} as const satisfies Record<LotSource, CreditTransactionKind>

/** The payment that credits were bought with: its cents, and all the credits that it bought. */
export type PaidCredits = { readonly cents: number; readonly credits: number }

/**
 * Adds `amount` new credits to a wallet, as one lot that expires at `expiresAt`. Part of a command
 * that has locked the wallet. The operation's key is the lot's source key: a second call with it
 * does nothing and returns false.
 */
export async function mint(
  tx: Tx,
  operation: Operation & {
    readonly source: LotSource
    readonly amount: number
    readonly expiresAt: Date
    /** Absent for credits that nobody paid for. */
    readonly paid?: PaidCredits
  },
  now: Date,
): Promise<boolean> {
  const kind = KIND_OF_SOURCE[operation.source]
  const transaction = await beginOperation(tx, kind, operation, operation, now)
  if (transaction === null) return false
  const lot: LotId = newId()
  await tx
    .insertInto('credit_lots')
    .values({
      id: lot,
      user_id: operation.userId,
      source: operation.source,
      source_key: operation.key,
      granted_at: now,
      expires_at: operation.expiresAt,
      payment_intent: operation.paymentIntent ?? null,
      payment_cents: operation.paid?.cents ?? null,
      payment_credits: operation.paid?.credits ?? null,
    })
    .execute()
  await tx
    .insertInto('credit_movements')
    .values({
      transaction_id: transaction,
      lot_id: lot,
      from_side: 'mint',
      to_side: 'available',
      amount: operation.amount,
    })
    .execute()
  return true
}
