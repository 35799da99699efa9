import type { Tx } from '#db/connection.ts'
import type { RefundId } from '#db/ids.ts'
import { type RefundEvent, refundEmail } from '#domain/money/deposits/refund-emails.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { purchaseRefundEmail } from './purchase-refund-emails.ts'
import type { ReturnedCredits } from './refunded-credits.ts'

type RefundChange = {
  readonly refundId: RefundId
  readonly event: RefundEvent | 'started'
  /** The credits that came back with a failed refund; null when all of them stay revoked. */
  readonly returned?: ReturnedCredits | null
}

/**
 * Emails the payer about a change of a refund's status, once per change. Part of the command that
 * records the change. For a closed account, emails go to the contact stored for the refund, if
 * there still is one.
 */
export async function emailAboutRefund(
  tx: Tx,
  { refundId, event, returned = null }: RefundChange,
  now: Date,
): Promise<void> {
  const details = await tx
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
    .select(['p.id as personId', 'p.email', 'p.full_name as name', 'p.deleted_at as leftAt'])
    .select(['o.origin', 'o.contact_email as contactEmail', 'o.contact_name as contactName'])
    .select(['r.amount_cents as cents', 'r.deposit_id as depositId', 'r.credits', 'r.note'])
    .select(['r.failure', 'o.product_type as product'])
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow()
  const to = details.leftAt
    ? details.contactEmail && { email: details.contactEmail, name: details.contactName ?? '' }
    : details
  if (!to) return
  const { cents, depositId, product, leftAt, personId, credits, note, failure } = details
  // A closed account has no page to link to.
  const origin = leftAt ? null : details.origin
  const of = depositId ? 'deposit' : product === 'deposit_top_up' ? 'top-up' : 'second-payment'
  const what = { cents, name: to.name, failure, origin }
  const message =
    credits !== null || event === 'started'
      ? purchaseRefundEmail(event, { ...what, credits: credits ?? 0, note, returned })
      : refundEmail(event, { ...what, of })
  await notify(
    tx,
    {
      ...message,
      to: to.email,
      ...(!leftAt && { recipientId: personId }),
      messageKey: `refund-${refundId}-${event}`,
    },
    now,
  )
}
