import type { Tx } from '#db/connection.ts'
import { writeLetter } from '#domain/mail/letter.ts'
import { queueMail } from '#domain/mail/outbox.ts'

/**
 * Tells somebody that their renewal was not paid, with the way to another card; once for each period
 * that is due. Part of writing down that it is past due.
 * @param until the end of that period
 */
export async function tellOfFailedRenewal(
  tx: Tx,
  subscriptionId: string,
  until: Date,
  now: Date,
): Promise<void> {
  const told = await tx
    .selectFrom('credit_subscriptions as s')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .leftJoin('checkout_orders as o', 'o.id', 's.order_id')
    .select(['p.id as personId', 'p.email', 'p.full_name as name', 'o.origin'])
    .where('s.id', '=', subscriptionId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!told) return
  const letter = writeLetter({
    template: 'renewal-failed',
    subject: 'The payment for your subscription did not go through',
    greeting: `Hello ${told.name},`,
    paragraphs: [
      'Your card did not pay for the renewal of your Hemline subscription, so no new credits have come.',
      'Update your payment method on your credits page: the credits come as soon as it is paid. What you have already stays yours.',
    ],
    ...(told.origin && {
      button: { text: 'Update payment method', url: `${told.origin}/credits` },
    }),
    after: ['If you have fixed it already, there is nothing to do.'],
  })
  const messageKey = `renewal-${subscriptionId}-${until.getTime()}`
  await queueMail(tx, { ...letter, to: told.email, recipientId: told.personId, messageKey }, now)
}
