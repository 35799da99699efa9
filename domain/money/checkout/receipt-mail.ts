import { type Db, inTransaction } from '#db/connection.ts'
import type { ProductType } from '#db/enums.ts'
import type { OrderId, PersonId } from '#db/ids.ts'
import type { Jobs, Receipt } from '#db/jobs.ts'
import { lastDayInWords } from '#domain/money/credits/expiry-words.ts'
import { isDepositProduct } from '#domain/money/deposits/deposit-products.ts'
import { MONTHLY_CREDITS, PLAN_NAMES, ROLLOVER } from '#domain/money/plans/plan-words.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { dollars } from '#domain/shared/cents.ts'
import { pages } from '#domain/shared/pages.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import { orderInWords } from './order-words.ts'
import { lotKeyOfOrder } from './orders.ts'
import { GIFT_HALF } from './pack-price.ts'
import { paymentMethodInWords } from './payment-method-words.ts'

type Place = { readonly timeZone: string; readonly origin: string }

/** A button's label and address. */
type Button = { readonly text: string; readonly path: string }

const STATEMENT: Button = { text: 'See your statement', path: `${pages.credits}#statement` }
const DEPOSIT: Button = { text: 'See your deposit', path: `${pages.credits}#deposit` }
const PLAN: Button = { text: 'See your plan', path: `${pages.credits}#plans` }

type Words = {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly button: Button
}

type EmailDetails = Words & {
  readonly personId: PersonId
  readonly email: string
  readonly name: string
  readonly origin: string | null
}

/**
 * A job that sends the receipt of a payment or of a change of plan. Each receipt has its own key,
 * so that the job can be repeated. Closed accounts get none.
 */
export async function mailReceipt(
  db: Db,
  receipt: Jobs['mail-receipt'],
  place: Place,
  now: Date,
): Promise<void> {
  const details = await read(db, receipt, place)
  if (!details) return
  const message: Email = {
    template: `receipt-${receipt.of}`,
    subject: details.subject,
    greeting: hello(details.name),
    paragraphs: details.paragraphs,
    button: {
      text: details.button.text,
      url: `${details.origin ?? place.origin}${details.button.path}`,
    },
  }
  const messageKey = `receipt-${receipt.of}-${receipt.id}${receipt.of === 'plan' ? `-${receipt.number}` : ''}`
  await inTransaction(db, (tx) =>
    notify(tx, { ...message, to: details.email, recipientId: details.personId, messageKey }, now),
  )
}

async function read(db: Db, receipt: Receipt, place: Place): Promise<EmailDetails | null> {
  switch (receipt.of) {
    case 'order':
      return readOrder(db, receipt.id, place)
    case 'invoice':
      return readInvoice(db, receipt.id, place)
    case 'plan':
      return readPlan(db, receipt, place)
  }
}

/** Credits and the deposit that was paid with them have one receipt, unless one of them was refunded. */
async function readOrder(db: Db, id: OrderId, { timeZone }: Place): Promise<EmailDetails | null> {
  const order = await db
    .selectFrom('checkout_orders as o')
    .innerJoin('user_profiles as p', 'p.id', 'o.user_id')
    .leftJoin('credit_lots as l', (join) => join.on('l.source_key', '=', lotKeyOfOrder))
    .leftJoin('checkout_orders as d', (join) =>
      join.onRef('d.paid_with', '=', 'o.id').on('d.status', '=', 'fulfilled'),
    )
    .leftJoin('checkout_orders as c', (join) =>
      join.onRef('c.id', '=', 'o.paid_with').on('c.status', '=', 'fulfilled'),
    )
    .select(['d.id as depositId', 'd.product_type as deposit', 'd.amount_cents as depositCents'])
    .select(['o.id', 'o.product_type', 'o.amount_cents', 'o.credits', 'o.quantity', 'o.paid_at'])
    .select(['o.payment_method', 'o.card_last4', 'o.tax_cents'])
    .select(['o.origin', 'o.gift_recipient_email', 'p.id as personId', 'p.email'])
    .select(['p.full_name as name', 'l.expires_at'])
    .where('o.id', '=', id)
    .where('o.status', '=', 'fulfilled')
    .where('c.id', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!order?.paid_at) return null
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  const amount = dollars(order.amount_cents + (order.depositCents ?? 0))
  const expires = order.expires_at && lastDayInWords(order.expires_at, timeZone)
  const what = orderInWords(order.product_type, order.credits)
  const friend = order.gift_recipient_email ?? 'your friend'
  const held = order.deposit && {
    id: order.depositId,
    cents: order.depositCents ?? 0,
    what: orderInWords(order.deposit, 0),
    terms: termsInWords(order.deposit, { expires, friend }),
  }
  const more = termsInWords(order.product_type, { expires, friend })
  return {
    ...order,
    subject: `Receipt: ${what}${held ? ` and ${held.what}` : ''}, ${amount}`,
    paragraphs: [
      `Thank you. We received your payment of ${amount} on ${day(order.paid_at)}.`,
      `${sentenceFor(order.product_type, what)} ${more}`,
      ...(held ? [`${dollars(held.cents)} of it is your ${held.what}. ${held.terms}`] : []),
      paymentLines(`Order number: ${[order.id, ...(held ? [held.id] : [])].join(' and ')}`, order),
      ...(await sellerLines(db)),
    ],
    button: isDepositProduct(order.product_type) ? DEPOSIT : STATEMENT,
  }
}

type PaidHow = {
  readonly payment_method: string | null
  readonly card_last4: string | null
  readonly tax_cents?: number | null
}

/** Number, payment method and tax, as far as they are known, a line each. */
function paymentLines(number: string, { payment_method, card_last4, tax_cents }: PaidHow): string {
  const method = paymentMethodInWords(payment_method, card_last4)
  return [
    number,
    ...(method ? [`Payment method: ${method}`] : []),
    ...(tax_cents ? [`Tax included: ${dollars(tax_cents)}`] : []),
  ].join('\n')
}

/** Name and postal address of the seller; none without an address. */
async function sellerLines(db: Db): Promise<readonly string[]> {
  const { businessAddress } = await readPlatformSettings(db)
  return businessAddress === null ? [] : [`Sold by:\nHemline\n${businessAddress}`]
}

function sentenceFor(product: ProductType, what: string): string {
  if (isDepositProduct(product)) return `This is your ${what}.`
  return `You bought the ${what}.`
}

function termsInWords(
  product: ProductType,
  { expires, friend }: { readonly expires: string | null; readonly friend: string },
): string {
  switch (product) {
    case 'one_time':
      return `They expire on ${expires}.`
    case 'gift':
      return `${GIFT_HALF} credits are yours, ${GIFT_HALF} are for ${friend}. ${expires ? `All of them expire on ${expires}.` : 'They never expire.'}`
    case 'deposit':
      return 'You can ask for it back any time you have no open rental.'
    case 'deposit_top_up':
      return 'Your deposit covers new rentals again. You can ask for it back any time you have no open rental.'
    case 'subscription_monthly':
      return `You get ${MONTHLY_CREDITS}. ${ROLLOVER}. The plan renews each month until you cancel.`
    case 'subscription_annual':
      return `You get ${MONTHLY_CREDITS}. ${ROLLOVER}. The plan renews each year until you cancel.`
  }
}

/** An invoice of a subscription after its first: a renewal or an upgrade. */
async function readInvoice(
  db: Db,
  invoiceId: string,
  { timeZone }: Place,
): Promise<EmailDetails | null> {
  const invoice = await db
    .selectFrom('subscription_coverage as c')
    .innerJoin('credit_subscriptions as s', 's.id', 'c.subscription_id')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .leftJoin('checkout_orders as o', 'o.id', 's.order_id')
    .select(['c.product_type', 'c.paid_cents', 'c.paid_at', 'c.starts_at', 'c.ends_at'])
    .select(['c.stripe_invoice_id', 'c.subscription_id', 'o.origin', 'p.id as personId'])
    .select(['p.email', 'p.full_name as name', 'c.payment_method', 'c.card_last4'])
    .where('c.stripe_invoice_id', '=', invoiceId)
    .where('s.refused_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!invoice) return null
  const before = await db
    .selectFrom('subscription_coverage')
    .select('product_type')
    .where('subscription_id', '=', invoice.subscription_id)
    .where('starts_at', '<', invoice.starts_at)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  const amount = dollars(invoice.paid_cents)
  const plan = PLAN_NAMES[invoice.product_type]
  const isUpgrade =
    invoice.product_type === 'subscription_annual' &&
    before?.product_type === 'subscription_monthly'
  return {
    ...invoice,
    subject: isUpgrade ? `Receipt: upgrade to ${plan}, ${amount}` : `Receipt: ${plan}, ${amount}`,
    paragraphs: [
      `Thank you. We received your payment of ${amount} on ${day(invoice.paid_at)}.`,
      isUpgrade
        ? `You upgraded to the ${plan}. The unused part of your month was deducted from the price.`
        : `Your ${plan} was renewed.`,
      `It is paid until ${day(invoice.ends_at)}. You get ${MONTHLY_CREDITS}. ${ROLLOVER}.`,
      paymentLines(`Invoice number: ${invoice.stripe_invoice_id}`, invoice),
      ...(await sellerLines(db)),
    ],
    button: STATEMENT,
  }
}

/** A change of plan without a payment. If it was changed again since, no email is sent. */
async function readPlan(
  db: Db,
  receipt: Extract<Receipt, { readonly of: 'plan' }>,
  { timeZone }: Place,
): Promise<EmailDetails | null> {
  const plan = await db
    .selectFrom('credit_subscriptions as s')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .leftJoin('checkout_orders as o', 'o.id', 's.order_id')
    .select(['s.product_type', 's.cancel_at', 's.pending_product_type', 's.pending_from'])
    .select(['s.renews_at', 'o.origin', 'p.id as personId', 'p.email', 'p.full_name as name'])
    .where('s.id', '=', receipt.id)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!plan) return null
  const day = (at: Date) => showDate(calendarDateIn(timeZone, at))
  const held = PLAN_NAMES[plan.product_type]
  const renewal = plan.renews_at ? ` It renews on ${day(plan.renews_at)}.` : ''
  const words = (): Omit<Words, 'button'> | null => {
    switch (receipt.turn) {
      case 'cancelled':
        return (
          plan.cancel_at && {
            subject: `Your ${held} is canceled`,
            paragraphs: [
              `Your ${held} ends on ${day(plan.cancel_at)}. You will not be charged again, and you get your credits until then.`,
              'You can keep your plan on your credits page until that day.',
            ],
          }
        )
      case 'resumed':
        return plan.cancel_at
          ? null
          : {
              subject: `You keep your ${held}`,
              paragraphs: [`Your plan is no longer canceled.${renewal}`],
            }
      case 'change-booked':
        return (
          plan.pending_product_type &&
          plan.pending_from && {
            subject: `Your plan changes to the ${PLAN_NAMES[plan.pending_product_type]} on ${day(plan.pending_from)}`,
            paragraphs: [
              `Your ${held} continues until ${day(plan.pending_from)}. After that you are on the ${PLAN_NAMES[plan.pending_product_type]}.`,
              'You can change your mind on your credits page until that day.',
            ],
          }
        )
      case 'change-taken-back':
        return plan.pending_product_type
          ? null
          : {
              subject: `You keep your ${held}`,
              paragraphs: [`Your plan change was canceled.${renewal}`],
            }
    }
  }
  const text = words()
  return text && { ...plan, ...text, button: PLAN }
}
