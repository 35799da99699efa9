import type { Tx } from '#db/connection.ts'
import type { CreditTransactionKind } from '#db/enums.ts'
import type {
  CreditTransactionId,
  GiftCodeId,
  OrderId,
  PersonId,
  RefundId,
  RentalId,
} from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'

/** What an operation on a wallet is about; `key` makes it happen once. */
export type Operation = {
  readonly userId: PersonId
  readonly key: string
  readonly orderId?: OrderId
  readonly giftCodeId?: GiftCodeId
  readonly rentalId?: RentalId
  readonly paymentIntent?: string
  readonly refundId?: RefundId
  readonly note?: string
}

/**
 * Records the operation, or returns null when its key has been used already. `held` is the number
 * of credits that go on hold with it, negative for those released.
 */
export async function begin(
  tx: Tx,
  kind: CreditTransactionKind,
  operation: Operation,
  { amount, held = 0 }: { readonly amount: number; readonly held?: number },
  now: Date,
): Promise<CreditTransactionId | null> {
  const row = await tx
    .insertInto('credit_transactions')
    .values({
      id: newId(),
      user_id: operation.userId,
      kind,
      amount,
      held,
      idempotency_key: operation.key,
      payment_intent: operation.paymentIntent ?? null,
      order_id: operation.orderId ?? null,
      gift_code_id: operation.giftCodeId ?? null,
      rental_id: operation.rentalId ?? null,
      refund_id: operation.refundId ?? null,
      note: operation.note ?? null,
      effective_at: now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** A rental that was reopened after it was cancelled spends and restores its credits again. */
export function timeOf(reopened: number): string {
  return reopened === 0 ? '' : `:${reopened}`
}
