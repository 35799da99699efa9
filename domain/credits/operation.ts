import { sql } from 'kysely'
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

/** A rental, from when it was requested or last reopened until it ends. */
export type RentalLife = {
  readonly rentalId: RentalId
  /** How often the rental was reopened after it was cancelled. */
  readonly reopened?: number
}

/** The key of what a rental cost when it was requested or reopened. */
export function rentalKey({ rentalId, reopened = 0 }: RentalLife): string {
  return `rental:${rentalId}${timeOf(reopened)}`
}

const EXTENSION = 'rental-extended:'

/** The keys of all extensions begin like this; the only ones that do. */
export const EXTENSION_KEYS = `${EXTENSION}%`

/** The key of what an extension of a rental cost; `requestKey` is the UUID of its form. */
export function extensionKey(life: RentalLife, requestKey: string): string {
  return `${EXTENSION}${life.rentalId}${timeOf(life.reopened ?? 0)}:${requestKey}`
}

const SWAP_GOODWILL = 'goodwill:swap:'

/** The keys of all goodwill for swaps begin like this; the only ones that do. */
export const SWAP_GOODWILL_KEYS = `${SWAP_GOODWILL}%`

/**
 * The key of the goodwill for what a rental costs more than the one it was swapped for. It pays for
 * this life of that rental and nothing else.
 */
export function swapGoodwillKey({ rentalId, reopened = 0 }: RentalLife): string {
  return `${SWAP_GOODWILL}${rentalId}${timeOf(reopened)}`
}

/** SQL: the same for the present life of the rental `r`. */
export const keyOfSwapGoodwill = sql<string>`(${sql.lit(SWAP_GOODWILL)} || r.id
  || case when r.reopened > 0 then ':' || r.reopened else '' end)`

/** SQL: the operation `t` is one of those that paid for this life of the rental. */
export function paidForRental(life: RentalLife) {
  const extensions = extensionKey(life, '%')
  return sql<boolean>`(t.rental_id = ${life.rentalId}::uuid and t.kind = 'rental'
    and (t.idempotency_key = ${rentalKey(life)}
      or t.idempotency_key like ${extensions} and t.idempotency_key not like ${`${extensions}:%`}))`
}
