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

/** What an operation on a wallet is about. It happens once per `key`. */
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
export async function beginOperation(
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

/** Whether one of these keys was used. */
export async function hasOperation(tx: Tx, keys: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('credit_transactions')
    .select('id')
    .where('idempotency_key', 'in', keys)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The suffix of the keys of a reopened rental, which spends and restores its credits again. */
export function timeOf(reopened: number): string {
  return reopened === 0 ? '' : `:${reopened}`
}

/** A rental, from when it was requested or last reopened until it ends. */
export type RentalLife = {
  readonly rentalId: RentalId
  /** How often the rental was reopened after it was cancelled. */
  readonly reopened?: number
}

/** The key for spending what a rental costs when it is requested or reopened. */
export function rentalKey({ rentalId, reopened = 0 }: RentalLife): string {
  return `rental:${rentalId}${timeOf(reopened)}`
}

const EXTENSION = 'rental-extended:'

/** The `like` pattern of the keys of extensions, which matches no other keys. */
export const EXTENSION_KEYS = `${EXTENSION}%`

/** The key for spending what an extension costs; `requestKey` is the UUID of its form. */
export function extensionKey(life: RentalLife, requestKey: string): string {
  return `${EXTENSION}${life.rentalId}${timeOf(life.reopened ?? 0)}:${requestKey}`
}

/** The `like` pattern of the keys of credits spent or returned for other dates, and of no others. */
export const DATES_CHANGED_KEYS = 'dates-changed%'

/** The key for spending what a rental costs more on other dates; `requestKey` is that of its form. */
export function datesCostKey(life: RentalLife, requestKey: string): string {
  return `dates-changed-cost:${life.rentalId}${timeOf(life.reopened ?? 0)}:${requestKey}`
}

/** The key for what a rental costs less, or would have cost more, on other dates. */
export function datesChangedKey(life: RentalLife, requestKey: string): string {
  return `dates-changed:${life.rentalId}${timeOf(life.reopened ?? 0)}:${requestKey}`
}

/** The `datesCostKey` of the form with this `datesChangedKey`. */
export function costKeyOf(changedKey: string): string {
  return changedKey.replace('dates-changed:', 'dates-changed-cost:')
}

/** SQL: the operation `t` returned a part of what paid for this life of the rental. */
export function returnedPartOf(life: RentalLife) {
  const parts = datesChangedKey(life, '%')
  return sql<boolean>`(t.rental_id = ${life.rentalId}::uuid and t.kind = 'cancellation'
    and t.idempotency_key like ${parts} and t.idempotency_key not like ${`${parts}:%`})`
}

const SWAP_GOODWILL = 'goodwill:swap:'

/** The `like` pattern of the keys of goodwill for swaps, which matches no other keys. */
export const SWAP_GOODWILL_KEYS = `${SWAP_GOODWILL}%`

/**
 * The key of the goodwill for the extra cost of a rental over the one it was swapped for. It pays
 * only for this life of the rental.
 */
export function swapGoodwillKey({ rentalId, reopened = 0 }: RentalLife): string {
  return `${SWAP_GOODWILL}${rentalId}${timeOf(reopened)}`
}

/** SQL: `swapGoodwillKey` for the current life of the rental `r`. */
export const keyOfSwapGoodwill = sql<string>`(${sql.lit(SWAP_GOODWILL)} || r.id
  || case when r.reopened > 0 then ':' || r.reopened else '' end)`

/** SQL: the operation `t` is one of those that paid for this life of the rental. */
export function paidForRental(life: RentalLife) {
  const extensions = extensionKey(life, '%')
  const otherDates = datesCostKey(life, '%')
  return sql<boolean>`(t.rental_id = ${life.rentalId}::uuid and t.kind = 'rental'
    and (t.idempotency_key = ${rentalKey(life)}
      or t.idempotency_key like ${extensions} and t.idempotency_key not like ${`${extensions}:%`}
      or t.idempotency_key like ${otherDates} and t.idempotency_key not like ${`${otherDates}:%`}))`
}
