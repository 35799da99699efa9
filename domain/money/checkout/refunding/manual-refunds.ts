import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { RefundReason } from '#db/enums.ts'
import type { OrderId, PersonId, RefundId } from '#db/ids.ts'
import { countRefund } from '#domain/money/deposits/deposits.ts'
import { centsLeft, recordManualRefund, recordRefund } from '#domain/money/refunds/refunds.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { isNamed, type ListSearch, searchList } from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeNewestFirst,
  newestFirstKeys,
  type Page,
  toPage,
} from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { emailAboutRefund } from './refund-mail.ts'
import { writeRefund } from './refund-purchase.ts'
import { type PurchaseRefund, takeRefundedCredits } from './refunded-credits.ts'
import { lockRefund } from './refunds.ts'

/** A refund that Stripe could not make and that no admin has handled. */
export type FailedRefund = {
  readonly id: RefundId
  readonly person: { readonly id: PersonId; readonly fullName: string; readonly email: string }
  /** Cents still owed: the failed amount, less what was taken from it since. */
  readonly cents: number
  /** Cents that failed. */
  readonly failedCents: number
  readonly reason: RefundReason
  readonly failure: string | null
  readonly requestedAt: Date
  readonly failedAt: Date | null
}

/**
 * SQL: whether a refund `r` has failed, was not retried and is still owed. It is not once a lost
 * dispute took the money or the credits were spent; `markRefundsWithNothingLeft` marks most of
 * those.
 */
export const isStillOwed = sql<boolean>`(r.status = 'failed' and not r.is_retried
  and not r.has_nothing_left and refund_cents_left(r) > 0)`

/** Failed refunds that were neither retried nor resolved; `q` searches name and address. */
export async function unresolvedRefunds(
  db: Db,
  _admin: Admin,
  after: string | null = null,
  q = '',
): Promise<Page<FailedRefund> & { readonly isPartial: boolean }> {
  const from = decodeNewestFirst<RefundId>(after)
  let query = db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
    .select(['r.id', 'r.amount_cents', 'r.reason', 'r.failure', 'r.finished_at'])
    .select(sql<number>`refund_cents_left(r)`.as('left_cents'))
    .select(['r.requested_at as created_at', 'p.id as person_id', 'p.full_name', 'p.email'])
    .select(['o.contact_email', 'o.contact_name'])
    .where(isStillOwed)
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(25)
  const search = await searchFailedRefunds(db, q)
  if (search) query = query.where(search.isFound)
  if (from) {
    query = query.where((where) =>
      where(where.refTuple('r.requested_at', 'r.id'), '<', where.tuple(from.at, from.id)),
    )
  }
  const { rows, next } = toPage(await query.execute(), newestFirstKeys)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      person: {
        id: row.person_id,
        fullName: row.contact_name ? `${row.contact_name} (account deleted)` : row.full_name,
        email: row.contact_email ?? row.email,
      },
      cents: row.left_cents,
      failedCents: row.amount_cents,
      reason: row.reason,
      failure: row.failure,
      requestedAt: row.created_at,
      failedAt: row.finished_at,
    })),
    next,
    isPartial: search?.isPartial ?? false,
  }
}

/** Failed refunds `r` whose payer has these words in name or email address. */
export async function searchFailedRefunds(db: DbOrTx, q: string): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  return await searchList(db, words, {
    row: 'r',
    newest: sql`select r.id, r.order_id from refunds r
      where r.status = 'failed' and not r.is_retried and not r.has_nothing_left
      order by r.requested_at desc, r.id desc`,
    matches: sql`exists (select from checkout_orders o where o.id = r.order_id
      and (o.contact_name || ' ' || o.contact_email ilike ${words}
        or ${isNamed(sql`o.user_id`, words)}))`,
  })
}

export type ManualRefundProblem =
  | { readonly reason: 'refund-not-found' }
  /** It has not failed, or someone has handled it already. */
  | { readonly reason: 'nothing-to-do' }
  /**
   * Nothing is owed any more: a dispute has taken the money in the meantime, or the credits were
   * used or have expired.
   */
  | { readonly reason: 'nothing-left' }

export type RetryProblem =
  | ManualRefundProblem
  /** Another refund of the same payment is in progress. */
  | { readonly reason: 'another-under-way' }

export type ResolveProblem =
  | ManualRefundProblem
  /** Less is owed than the admin has seen; cents. */
  | { readonly reason: 'amount-changed'; readonly owedCents: number }

/**
 * Retries a failed refund as a new one of what is still owed; the failed one stays as it is.
 * Returns the id of the new one.
 */
export async function retryRefund(
  db: Db,
  admin: Admin,
  refundId: RefundId,
  now: Date,
): Promise<Outcome<{ readonly refundId: RefundId }, RetryProblem>> {
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const failed = await lockFailed(tx, refundId, now)
    if (!failed.ok) return failed
    const { order_id: orderId, deposit_id: depositId, owedCents: cents, reason } = failed.value
    if (await isRefundUnderWay(tx, failed.value)) return refused({ reason: 'another-under-way' })
    const retry = { orderId, depositId, cents, retryOf: refundId }
    const again =
      failed.value.credits === null
        ? await recordRefund(
            tx,
            { ...retry, reason: reason === 'made_at_stripe' ? 'deposit_returned' : reason },
            now,
          )
        : await retryPurchaseRefund(tx, failed.value, failed.value.credits, now)
    if (!again) return rollBack(refused({ reason: 'nothing-left' }))
    const act = { action: 'retry refund', noun: 'refund', nounId: refundId }
    await recordAction(tx, admin, { ...act, after: { cents, retriedAs: again } }, now)
    return done({ refundId: again })
  })
}

/**
 * Records that the admin has refunded `cents` outside Stripe; `note` says how: a transfer, a check.
 * They count as refunded from now on, whatever Stripe reports later. Refused when the amount owed
 * has changed. The audit log records the failed amount.
 */
export async function resolveRefund(
  db: Db,
  admin: Admin,
  what: { readonly refundId: RefundId; readonly cents: number; readonly note: string },
  now: Date,
): Promise<Outcome<null, ResolveProblem>> {
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const failed = await lockFailed(tx, what.refundId, now)
    if (!failed.ok) return failed
    const { deposit_id, amount_cents, owedCents, credits } = failed.value
    if (what.cents !== owedCents) return refused({ reason: 'amount-changed', owedCents })
    if (credits !== null && !(await revokeCreditsAgain(tx, { ...failed.value, credits }, now)))
      return rollBack(refused({ reason: 'nothing-left' }))
    const note = what.note.trim()
    const payment = { adminId: admin.id, cents: owedCents, note }
    await recordManualRefund(tx, what.refundId, payment, now)
    if (deposit_id) await countRefund(tx, deposit_id, owedCents, now)
    await emailAboutRefund(tx, { refundId: what.refundId, event: 'given-by-hand' }, now)
    const act = { action: 'resolve refund', noun: 'refund', nounId: what.refundId }
    const before = { status: 'failed', cents: amount_cents }
    const after = { status: 'succeeded', cents: owedCents, note }
    await recordAction(tx, admin, { ...act, before, after }, now)
    return done(null)
  })
}

/** A payment can have only one refund in progress at a time. */
async function isRefundUnderWay(tx: Tx, { order_id: orderId }: LockedRefund): Promise<boolean> {
  const pending = await tx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return pending !== undefined
}

type LockedRefund = NonNullable<Awaited<ReturnType<typeof lockRefund>>>

type OwedRefund = LockedRefund & { readonly owedCents: number }

async function lockFailed(
  tx: Tx,
  refundId: RefundId,
  now: Date,
): Promise<Outcome<OwedRefund, ManualRefundProblem>> {
  const refund = await lockRefund(tx, refundId)
  if (!refund) return refused({ reason: 'refund-not-found' })
  const retried = await tx
    .selectFrom('refunds')
    .select('id')
    .where('retry_of', '=', refundId)
    .executeTakeFirst()
  if (refund.status !== 'failed' || retried) return refused({ reason: 'nothing-to-do' })
  const owedCents = await centsOwed(tx, refundId, now)
  return owedCents > 0 ? done({ ...refund, owedCents }) : refused({ reason: 'nothing-left' })
}

/** Cents of a failed refund that are still owed. The caller has locked the wallet. */
async function centsOwed(tx: Tx, refundId: RefundId, now: Date): Promise<number> {
  const { cents } = await tx
    .selectFrom('refunds as r')
    .select(centsLeft(now).as('cents'))
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow()
  return cents
}

async function retryPurchaseRefund(
  tx: Tx,
  failed: OwedRefund,
  credits: number,
  now: Date,
): Promise<RefundId | null> {
  const { id: retryOf, order_id: orderId, owedCents: cents } = failed
  const { gift_code_id: giftCodeId, note, credits_revoked_by: revokedBy } = failed
  const paid = await paidFor(tx, orderId)
  const refund = { orderId, cents, credits, giftCodeId, note, retryOf, revokedBy }
  return await writeRefund(tx, refund, paid, now)
}

async function revokeCreditsAgain(tx: Tx, refund: PurchaseRefund, now: Date): Promise<boolean> {
  return await takeRefundedCredits(tx, refund, await paidFor(tx, refund.order_id), 1, now)
}

async function paidFor(tx: Tx, orderId: OrderId) {
  const { user_id, payment_intent } = await tx
    .selectFrom('checkout_orders')
    .select(['user_id', 'payment_intent'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { user_id, payment_intent: payment_intent ?? '' }
}
