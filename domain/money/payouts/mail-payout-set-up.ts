import { type Db, inTransaction } from '#db/connection.ts'
import type { Jobs } from '#db/jobs.ts'
import { HOLD_DAYS } from '#domain/money/payouts/earned/hold-days.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { inWords } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'

type Connection = Pick<StripeGateway, 'hasConnect'>

/**
 * Emails a closet that its payout account is ready: once per account, however often Stripe asks for
 * more and however often the job runs. Does nothing once Connect is no longer set up.
 */
export async function mailPayoutSetUp(
  db: Db,
  { stripeAccountId }: Jobs['mail-payout-set-up'],
  { origin, stripe }: { readonly origin: string; readonly stripe: Connection },
  now: Date,
): Promise<void> {
  if (!stripe.hasConnect) return
  const owner = await db
    .selectFrom('payout_accounts as a')
    .innerJoin('user_profiles as p', 'p.id', 'a.owner_id')
    .select(['p.id', 'p.full_name', 'p.email'])
    .where('a.stripe_account_id', '=', stripeAccountId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!owner) return
  const message: Email = {
    template: 'payout-set-up',
    subject: 'Your payouts are set up',
    greeting: hello(owner.full_name),
    paragraphs: [
      'Stripe has confirmed your account. You are paid on the 5th of each month if at least $25 is ready.',
      `Earnings from a rental are ready ${inWords(HOLD_DAYS, 'day')} after you review the returned item.`,
    ],
    button: { text: 'See your payouts', url: `${origin}${pages.closetPayouts}` },
  }
  const recipient = { to: owner.email, recipientId: owner.id }
  const messageKey = `payout-set-up-${stripeAccountId}`
  await inTransaction(db, (tx) => notify(tx, { ...message, ...recipient, messageKey }, now))
}
