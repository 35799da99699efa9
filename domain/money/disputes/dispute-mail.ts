import { sql } from 'kysely'
import type { Tx } from '#db/connection.ts'
import type { ProductType } from '#db/enums.ts'
import { isDepositProduct } from '#domain/money/deposits/deposit-products.ts'
import { depositPartOf } from '#domain/money/deposits/payment-parts.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { dollars } from '#domain/shared/cents.ts'
import { counted } from '#domain/shared/figures.ts'
import { pages } from '#domain/shared/pages.ts'

type Turn = {
  readonly turn: 'open' | 'won' | 'lost'
  /** Credits that went on hold, or were released. */
  readonly credits: number
}

/**
 * Emails the payer that their payment is disputed, and how the dispute ended; once for each change.
 * Part of the command that records the change, which has locked the dispute.
 */
export async function emailAboutDispute(
  tx: Tx,
  disputeId: string,
  { turn, credits }: Turn,
  now: Date,
): Promise<void> {
  const details = await tx
    .selectFrom('disputes as s')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .leftJoin('checkout_orders as o', 'o.id', 's.order_id')
    .select(['p.id', 'p.email', 'p.full_name as name', 'o.origin', 'o.product_type as product'])
    .select(['s.amount_cents as firstCents'])
    // Of a deposit that was paid with the credits.
    .select(
      sql<number | null>`(select d.amount_cents from disputes d
        where d.id = ${depositPartOf(disputeId)})`.as('depositCents'),
    )
    .select(isDepositStillHeld(disputeId).as('isDepositStillHeld'))
    .select(
      sql<number>`coalesce((select -sum(t.amount) from credit_transactions t
        where t.payment_intent = s.payment_intent and t.kind = 'revocation'
          and t.refund_id is null), 0)::integer`.as('taken'),
    )
    .select(isStillHeld.as('isStillHeld'))
    .where('s.id', '=', disputeId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!details) return
  const cents = details.firstCents + (details.depositCents ?? 0)
  const words = wordsFor(turn, { ...details, cents, credits })
  const message: Email = {
    template: `dispute-${turn}`,
    subject: words.subject,
    greeting: hello(details.name),
    paragraphs: words.paragraphs,
    ...(details.origin && {
      button: { text: 'See your credits', url: `${details.origin}${pages.credits}#statement` },
    }),
  }
  const messageKey = `dispute-${disputeId}-${turn}`
  await notify(tx, { ...message, to: details.email, recipientId: details.id, messageKey }, now)
}

/** SQL: whether another open dispute, of the same payment or deposit, keeps the hold. */
const isStillHeld = sql<boolean>`exists (
  select from disputes x
  where x.id <> s.id and x.kind = 'dispute' and x.status = 'open'
    and (x.payment_intent = s.payment_intent or exists (
      select from deposit_payments a join deposit_payments b on b.deposit_id = a.deposit_id
      where a.payment_intent = s.payment_intent and b.payment_intent = x.payment_intent)))`

/** SQL: the same for the deposit that was paid with the credits. */
const isDepositStillHeld = (disputeId: string) =>
  sql<boolean>`exists (
  select from disputes d
  join deposit_payments a on a.payment_intent = d.payment_intent
  join deposit_payments b on b.deposit_id = a.deposit_id
  join disputes x on x.payment_intent = b.payment_intent
  where x.id <> d.id and x.kind = 'dispute' and x.status = 'open'
    and d.id = ${depositPartOf(disputeId)})`

type EmailDetails = {
  readonly cents: number
  /** The part for a deposit that was paid with the credits; null when there is none. */
  readonly depositCents: number | null
  readonly isDepositStillHeld: boolean
  readonly credits: number
  readonly taken: number
  readonly isStillHeld: boolean
  readonly product: ProductType | null
}

const DEPOSIT_ON_HOLD =
  'Until this is resolved, your deposit cannot be used for new rentals and cannot be returned.'

function wordsFor(
  turn: Turn['turn'],
  { cents, depositCents, isDepositStillHeld, credits, taken, product, isStillHeld }: EmailDetails,
) {
  const amount = dollars(cents)
  const isDeposit = isDepositProduct(product)
  const count = (credits: number) => counted(credits, 'credit')
  switch (turn) {
    case 'open':
      return {
        subject: `Your payment of ${amount} is disputed`,
        paragraphs: [
          `Your bank told us that your payment of ${amount} is disputed.`,
          isDeposit
            ? DEPOSIT_ON_HOLD
            : credits > 0
              ? `Until this is resolved, the ${count(credits)} left from this payment ${credits === 1 ? 'is' : 'are'} on hold and cannot be spent.`
              : 'Until this is resolved, any credits from this payment that are returned to you are on hold and cannot be spent.',
          ...(depositCents === null ? [] : [DEPOSIT_ON_HOLD]),
          'If you did not mean to dispute it, please ask your bank to withdraw the dispute.',
        ],
      }
    case 'won':
      return {
        subject: `The dispute about your payment of ${amount} is resolved`,
        paragraphs: [
          `The dispute about your payment of ${amount} was decided in our favor.`,
          isStillHeld
            ? `Your ${isDeposit ? 'deposit stays' : 'credits from this payment stay'} on hold until another dispute is resolved.`
            : isDeposit
              ? 'Your deposit is no longer on hold.'
              : credits === 1
                ? 'Your 1 credit is no longer on hold. You can use it again.'
                : `Your ${credits === 0 ? 'credits' : count(credits)} are no longer on hold. You can use them again.`,
          ...(depositCents === null
            ? []
            : [
                isDepositStillHeld
                  ? 'Your deposit stays on hold until another dispute is resolved.'
                  : 'Your deposit is no longer on hold.',
              ]),
        ],
      }
    case 'lost':
      return {
        subject: `${amount} went back to your card after a dispute`,
        paragraphs: [
          `The dispute about your payment was decided in your favor: ${amount} went back to your card.`,
          isDeposit
            ? 'This amount is no longer part of your deposit.'
            : taken > 0
              ? `We removed ${count(taken)} that you bought with this payment.`
              : 'Anything you bought with this amount is no longer available.',
          ...(depositCents === null
            ? []
            : [`${dollars(depositCents)} of it is no longer part of your deposit.`]),
        ],
      }
  }
}
