import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { OrderId, RefundId } from '#db/ids.ts'
import { countRefund } from '#domain/money/deposits/deposits.ts'
import { centsLeft, recordManualRefund, recordRefund } from '#domain/money/refunds/refunds.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { isNamed, type ListSearch, searchList } from '#domain/shared/lists/list-search.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { emailAboutRefund } from './refund-mail.ts'
import { writeRefund } from './refund-purchase.ts'
import { type PurchaseRefund, takeRefundedCredits } from './refunded-credits.ts'
import { lockRefund } from './refunds.ts'

/** A refund that Stripe could not make and that no admin has handled. */
export type FailedRefund = Awaited<ReturnType<typeof unresolvedRefunds>>['rows'][number]

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
) {
  let query = db
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
    .select(['r.id', 'r.reason', 'r.failure', 'r.requested_at as requestedAt'])
    .select(['r.finished_at as failedAt', 'r.amount_cents as failedCents'])
    // Still owed: the failed amount, less what was taken from it since.
    .select(sql<number>`refund_cents_left(r)`.as('cents'))
    .select([
      'p.id as personId',
      sql<string>`coalesce(nullif(o.contact_name, '') || ' (account deleted)', p.full_name)`.as(
        'fullName',
      ),
      sql<string>`coalesce(o.contact_email, p.email)`.as('email'),
    ])
    .where(isStillOwed)
  const search = await searchFailedRefunds(db, q)
  if (search) query = query.where(search.isFound)
  const { rows, next } = await newestPage(query, {
    by: ['r.requested_at', 'r.id'],
    keysOf: (row) => [row.requestedAt, row.id],
    from: decodeNewestFirst<RefundId>(after),
  })
  return {
    rows: rows.map(({ personId: id, fullName, email, ...row }) => ({
      ...row,
      person: { id, fullName, email },
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
