import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { GiftCodeId, OrderId, PersonId, RefundId } from '#db/ids.ts'
import { lockWallet } from '#domain/money/credits/credits.ts'
import { recordRefund } from '#domain/money/refunds/refunds.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { emailAboutRefund } from './refund-mail.ts'
import { takeRefundedCredits } from './refunded-credits.ts'

/** What can be refunded of a purchase now: its unspent credits and their price in cents. */
export type RefundablePurchase = {
  readonly orderId: OrderId
  readonly cents: number
  /** Includes those of a friend's unclaimed code. */
  readonly credits: number
  readonly giftCodeId: GiftCodeId | null
  /** Those in the buyer's own account, of which a part can be refunded. */
  readonly ownCredits: number
  /** What was paid for how many credits, and what of both was refunded before. */
  readonly paid: { readonly cents: number; readonly credits: number }
  readonly refunded: { readonly cents: number; readonly credits: number }
}

/**
 * The refund of some credits of a purchase: their share of the price in whole cents, rounded down. A
 * code that nobody claimed is refunded only with all credits. Null if that many cannot be refunded.
 */
function refundOfPart(
  purchase: RefundablePurchase,
  credits: number,
): Pick<RefundablePurchase, 'cents' | 'credits' | 'giftCodeId'> | null {
  if (credits === purchase.credits) return purchase
  if (!Number.isSafeInteger(credits) || credits < 1 || credits > purchase.ownCredits) return null
  const cents = centsFor(purchase, credits)
  return cents > 0 ? { cents, credits, giftCodeId: null } : null
}

/** The share of so many more credits in the price: parts never add up to more than the whole. */
function centsFor(
  { paid, refunded }: Pick<RefundablePurchase, 'paid' | 'refunded'>,
  credits: number,
): number {
  const share = Math.floor((paid.cents * (refunded.credits + credits)) / paid.credits)
  return share - refunded.cents
}

/**
 * What can be refunded of these orders: paid packs and gifts that have no dispute, no refund in the
 * payment provider's dashboard, and no refund of ours in progress. Plans are cancelled, not
 * refunded.
 */
export async function refundablePurchases(
  read: DbOrTx,
  orderIds: readonly OrderId[],
  now: Date,
): Promise<RefundablePurchase[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<Omit<RefundablePurchase, 'cents'>>`
    select o.id as "orderId", c.own + c.in_code as credits, c.code as "giftCodeId",
      c.own as "ownCredits",
      json_build_object('cents', o.amount_cents, 'credits', o.credits) as paid,
      json_build_object('cents', r.cents, 'credits', r.credits) as refunded
    from checkout_orders o
    cross join lateral (
      select coalesce(sum(f.credits), 0) as credits, coalesce(sum(f.amount_cents), 0) as cents,
        count(*) filter (where f.status = 'pending') as pending
      from refunds f
      where f.order_id = o.id and refund_holds_credits(f)
    ) r
    left join gift_codes g on g.order_id = o.id and not g.claimed and g.revoked_at is null
      and g.frozen_at is null and g.expires_at > ${now}
    cross join lateral (
      select coalesce((select sum(l.available) from credit_lots l
          where l.payment_intent = o.payment_intent and l.user_id = o.user_id
            and l.source <> 'gift_claim' and l.frozen_at is null and l.revoked_at is null
            and l.expires_at > ${now}), 0)::integer as own,
        coalesce(g.credits_amount, 0) as in_code, g.id as code
    ) c
    where o.id = any(${[...orderIds]}::uuid[]) and o.status = 'fulfilled'
      and o.product_type in ('one_time', 'gift') and o.payment_intent is not null
      and o.credits > 0 and r.pending = 0
      and not exists (select from disputes s
        where s.payment_intent = o.payment_intent and s.status in ('open', 'lost'))`.execute(read)
  return rows
    .map((row) => ({ ...row, cents: centsFor(row, row.credits) }))
    .filter(({ cents }) => cents > 0)
}

export type RefundPurchaseProblem =
  | { readonly reason: 'purchase-not-found' }
  /** Credits were spent, claimed or returned since the admin looked, or it is refunded already. */
  | { readonly reason: 'amount-changed' }
  /** So many credits cannot be refunded; a part is at most this many. */
  | { readonly reason: 'not-so-many'; readonly ownCredits: number }

/**
 * An admin refunds the unspent credits of a purchase, or `credits` of them: they are revoked and the
 * refund is recorded in one transaction, and the payment provider is called afterwards. `cents` is
 * what the admin has seen for all of them; if it has changed, nothing happens. If the refund fails,
 * the credits are returned (spec 8.4). Returns the cents that are refunded.
 */
export async function refundPurchase(
  db: Db,
  admin: Admin,
  what: {
    readonly personId: PersonId
    readonly orderId: OrderId
    readonly cents: number
    readonly credits: number | 'all'
    readonly reason: string
  },
  now: Date,
): Promise<
  Outcome<{ readonly refundId: RefundId; readonly cents: number }, RefundPurchaseProblem>
> {
  const { personId, orderId, reason } = what
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const order = await tx
      .selectFrom('checkout_orders')
      .select(['user_id', 'payment_intent'])
      .where('id', '=', orderId)
      .where('user_id', '=', personId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) return refused({ reason: 'purchase-not-found' })
    await lockWallet(tx, personId)
    const [current] = await refundablePurchases(tx, [orderId], now)
    const { payment_intent } = order
    if (!current || !payment_intent || current.cents !== what.cents)
      return refused({ reason: 'amount-changed' })
    const part = what.credits === 'all' ? current : refundOfPart(current, what.credits)
    if (!part) return refused({ reason: 'not-so-many', ownCredits: current.ownCredits })
    const { cents, credits, giftCodeId } = part
    const refund = { orderId, cents, credits, giftCodeId, note: reason }
    const by = { actor: admin, action: 'refund purchase' }
    const refundId = await startRefund(tx, by, refund, { ...order, payment_intent }, now)
    // A friend has claimed the code in the meantime.
    return refundId ? done({ refundId, cents }) : rollBack(refused({ reason: 'amount-changed' }))
  })
}

/**
 * Starts a refund of a purchase, with its line in the audit log and its email. Null as `writeRefund`.
 * Part of a command that has locked the order and the wallet.
 */
export async function startRefund(
  tx: Tx,
  { actor, action }: { readonly actor: Person; readonly action: string },
  refund: NewRefund,
  paid: { readonly user_id: PersonId; readonly payment_intent: string },
  now: Date,
): Promise<RefundId | null> {
  const refundId = await writeRefund(tx, refund, paid, now)
  if (!refundId) return null
  const { cents, credits, note } = refund
  const after = { cents, credits, ...(note !== null && { reason: note }) }
  const line = { action, noun: 'person', nounId: paid.user_id, after }
  await recordAction(tx, actor, line, now)
  await emailAboutRefund(tx, { refundId, event: 'started' }, now)
  return refundId
}

type NewRefund = {
  readonly orderId: OrderId
  readonly cents: number
  readonly credits: number
  readonly giftCodeId: GiftCodeId | null
  readonly note: string | null
  /** The failed refund that this one replaces. */
  readonly retryOf?: RefundId
  /** The earlier refund that revoked the credits, if they stayed revoked. */
  readonly revokedBy?: RefundId | null
}

/**
 * Records a refund of a purchase, revokes its credits and queues the job that calls the payment
 * provider. Null when the credits are no longer there: then the caller rolls back. Part of a
 * command that has locked the order and the wallet.
 */
export async function writeRefund(
  tx: Tx,
  { orderId, cents, credits, giftCodeId, note, retryOf, revokedBy = null }: NewRefund,
  paid: { readonly user_id: PersonId; readonly payment_intent: string },
  now: Date,
): Promise<RefundId | null> {
  const purchase = { credits, giftCodeId, note, revokedBy }
  const reason = 'purchase_refunded'
  const id = await recordRefund(
    tx,
    { orderId, depositId: null, cents, reason, retryOf, purchase },
    now,
  )
  const refund = {
    ...{ id, order_id: orderId, amount_cents: cents, credits, gift_code_id: giftCodeId },
    ...{ credits_revoked_by: revokedBy, requested_at: now },
  }
  const isTaken = await takeRefundedCredits(tx, refund, paid, 0, now)
  return isTaken ? id : null
}
