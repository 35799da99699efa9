import type { Tx } from '#db/connection.ts'
import { type RefundNews, refundLetter } from '#domain/deposits/refund-letters.ts'
import { queueMail } from '#domain/mail/outbox.ts'

/**
 * Writes to whoever paid what became of a refund of ours, once for each turn it takes. Part of the
 * command that writes that turn down. An account that is gone has no address any more.
 */
export async function tellOfRefund(
  tx: Tx,
  refundId: string,
  news: RefundNews,
  now: Date,
): Promise<void> {
  const told = await tx
    .selectFrom('refunds as r')
    .innerJoin('checkout_orders as o', 'o.id', 'r.order_id')
    .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
    .select(['p.id as personId', 'p.email', 'p.full_name as name', 'o.origin'])
    .select(['r.amount_cents as cents', 'r.deposit_id as depositId'])
    .where('r.id', '=', refundId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!told) return
  const letter = refundLetter(news, { ...told, isDeposit: told.depositId !== null })
  await queueMail(
    tx,
    {
      ...letter,
      to: told.email,
      recipientId: told.personId,
      messageKey: `refund-${refundId}-${news}`,
    },
    now,
  )
}
