import { type InferResult, sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { DepositId, OrderId, PersonId } from '#db/ids.ts'
import { liveStatuses } from '#domain/shared/live-rentals.ts'

function depositRows(read: DbOrTx) {
  return read
    .selectFrom('deposits')
    .select(['id', 'user_id', 'order_id', 'amount_cents', 'kept_cents', 'refunded_cents'])
    .select(['lost_cents', 'topped_up_cents', 'paid_at', 'frozen_at', 'refund_requested_at'])
    .select('closed_at')
}

export type DepositRow = InferResult<ReturnType<typeof depositRows>>[number]

type Amounts = Pick<
  DepositRow,
  'amount_cents' | 'kept_cents' | 'refunded_cents' | 'lost_cents' | 'topped_up_cents'
>

/** Cents that are neither withheld, refunded nor lost. */
export function leftOf(deposit: Omit<Amounts, 'topped_up_cents'>): number {
  const { amount_cents, kept_cents, refunded_cents, lost_cents } = deposit
  return amount_cents - kept_cents - refunded_cents - lost_cents
}

/** The amount first paid, to which top-ups restore it. */
export function fullOf({ amount_cents, topped_up_cents }: Amounts): number {
  return amount_cents - topped_up_cents
}

/** What was taken and not topped up since; less than 0 when a claim was reduced after a top-up. */
export function missingOf(deposit: Amounts): number {
  return fullOf(deposit) - leftOf(deposit)
}

/** The smallest card payment: a deposit that lacks less than this still covers rentals. */
const MIN_PAYMENT_CENTS = 50

/** What decides whether a deposit covers rentals; times may be text. */
export type StateRow = Amounts & { readonly frozen_at: unknown }

export function coversRentals(deposit: StateRow): boolean {
  return deposit.frozen_at === null && missingOf(deposit) < MIN_PAYMENT_CENTS
}

export function liveDepositQuery(read: DbOrTx, userId: PersonId) {
  return depositRows(read)
    .select(
      sql<boolean>`case when kept_cents + refunded_cents + lost_cents <= topped_up_cents then false
        else exists (select from deposit_payments p
          join disputes s on s.payment_intent = p.payment_intent
          where p.deposit_id = deposits.id and s.status = 'lost' and s.loss_cents > 0) end`.as(
        'has_loss',
      ),
    )
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .where('refund_requested_at', 'is', null)
}

export async function lockById(tx: Tx, depositId: DepositId): Promise<DepositRow | null> {
  const row = await depositRows(tx).where('id', '=', depositId).forNoKeyUpdate().executeTakeFirst()
  return row ?? null
}

export type DepositPayment = {
  readonly orderId: OrderId
  /** Cents of it that neither a refund nor a lost dispute has taken. */
  readonly leftCents: number
}

/**
 * The payments of a deposit in the order in which they are refunded: the newest first, whose card
 * is the least likely to have been replaced, and those with a lost dispute last, because Stripe
 * does not refund them (decision 15).
 */
export async function paymentsOf(tx: Tx, depositId: DepositId): Promise<readonly DepositPayment[]> {
  return tx
    .selectFrom('deposit_payments as p')
    .select(['p.order_id as orderId', sql<number>`payment_cents_left(p)`.as('leftCents')])
    .where('p.deposit_id', '=', depositId)
    .orderBy(({ exists, selectFrom }) =>
      exists(
        selectFrom('disputes as s')
          .whereRef('s.payment_intent', '=', 'p.payment_intent')
          .where('s.kind', '=', sql.lit('dispute' as const))
          .where('s.status', '<>', sql.lit('won' as const)),
      ),
    )
    .orderBy('p.paid_at', 'desc')
    .orderBy('p.order_id', 'desc')
    .execute()
}

/** What is left and not being refunded. */
export async function freeCents(tx: Tx, deposit: DepositRow): Promise<number> {
  return leftOf(deposit) - (await pendingCents(tx, deposit.id))
}

export async function pendingCents(tx: DbOrTx, depositId: DepositId): Promise<number> {
  const row = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('deposit_id', '=', depositId)
    .where('status', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow()
  return row.cents
}

/** How many rentals on a deposit are live, or have a claim that can still be corrected. */
export async function openRentalsOn(tx: Tx, depositId: DepositId): Promise<number> {
  const { rentals } = await tx
    .selectNoFrom(
      sql<number>`(select count(*)::integer from rentals where deposit_id = ${depositId}
          and status in (${liveStatuses}))
        + (select count(*)::integer from deposit_claims where deposit_id = ${depositId}
          and released_at is null)`.as('rentals'),
    )
    .executeTakeFirstOrThrow()
  return rentals
}
