import type { Tx } from '#db/connection.ts'
import type { PlanType } from '#db/enums.ts'
import type { SubscriptionId } from '#db/ids.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { dollars } from '#domain/shared/cents.ts'
import { pages } from '#domain/shared/pages.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import { PLAN_NAMES, PLAN_PERIODS } from './plan-words.ts'
import { plans } from './plans.ts'

/**
 * Emails a subscriber, once per period, that their renewal was not paid, with a link for changing
 * the card. Part of recording that it is past due.
 * @param until the end of that period
 */
export async function emailAboutFailedRenewal(
  tx: Tx,
  subscriptionId: SubscriptionId,
  until: Date,
  now: Date,
): Promise<void> {
  const details = await tx
    .selectFrom('credit_subscriptions as s')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .leftJoin('checkout_orders as o', 'o.id', 's.order_id')
    .select(['p.id as personId', 'p.email', 'p.full_name as name', 'o.origin'])
    .where('s.id', '=', subscriptionId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!details) return
  const message: Email = {
    template: 'renewal-failed',
    subject: 'Your subscription payment failed',
    greeting: hello(details.name),
    paragraphs: [
      'We could not charge your card for the renewal of your Hemline subscription, so you have not received new credits.',
      'Please update your payment method on your credits page. You will get your new credits as soon as the payment goes through. You keep the credits you already have.',
    ],
    ...(details.origin && {
      button: { text: 'Update payment method', url: `${details.origin}${pages.credits}` },
    }),
    after: ['If you have already updated it, you can ignore this email.'],
  }
  const messageKey = `renewal-${subscriptionId}-${until.getTime()}`
  await notify(
    tx,
    { ...message, to: details.email, recipientId: details.personId, messageKey },
    now,
  )
}

/** The email ahead of a renewal. */
export function renewalReminder(renewal: {
  readonly name: string
  readonly plan: PlanType
  readonly renewsOn: CalendarDate
  readonly origin: string
}): Email {
  const { priceCents } = plans[renewal.plan]
  const name = PLAN_NAMES[renewal.plan]
  const every = PLAN_PERIODS[renewal.plan]
  const day = showDate(renewal.renewsOn)
  return {
    template: 'renewal-reminder',
    subject: `Your ${name} renews on ${day}`,
    greeting: hello(renewal.name),
    paragraphs: [
      `On ${day} we charge your card ${dollars(priceCents)} for the next ${every} of your ${name}. After that it renews every ${every} until you cancel.`,
      `To end it, choose “Manage Subscription” on your credits page before ${day}. You then keep your plan until the end of what you have paid for.`,
    ],
    button: { text: 'See your plan', url: `${renewal.origin}${pages.credits}#plans` },
  }
}
