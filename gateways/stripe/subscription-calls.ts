import Stripe from 'stripe'
import type { PlanType } from '#db/enums.ts'

/** An invoice that was paid, and the time that it pays for; amounts in cents. */
export type PaidInvoice = {
  readonly id: string
  readonly plan: PlanType
  readonly startsAt: Date
  readonly endsAt: Date
  readonly paidAt: Date
  readonly paidCents: number
  /** Null when credit from before paid all of it, and for invoices that the caller knew. */
  readonly paymentIntent: string | null
}

/** A subscription as Stripe has it now. */
export type SubscriptionState = {
  readonly id: string
  readonly customer: string
  /** Our order, from the metadata that the checkout put on it. */
  readonly orderId: string | null
  readonly status: 'active' | 'past_due' | 'incomplete' | 'canceled'
  readonly plan: PlanType
  readonly createdAt: Date
  /** The end of the period that was billed last. */
  readonly renewsAt: Date
  readonly cancelAt: Date | null
  readonly endedAt: Date | null
  /** Another plan that begins when the present period is over. */
  readonly pending: { readonly plan: PlanType; readonly from: Date } | null
  /** All of them, the first one first. */
  readonly paid: readonly PaidInvoice[]
}

export type SubscriptionCalls = {
  /**
   * The subscription as Stripe knows it now, or null.
   * @param known ids of invoices whose payment needs not be looked up again
   */
  readonly read: (id: string, known?: readonly string[]) => Promise<SubscriptionState | null>
  /** The subscription that an invoice bills, or null. */
  readonly ofInvoice: (invoiceId: string) => Promise<string | null>
  /** The subscription that a payment was collected for, or null. */
  readonly ofPayment: (paymentIntent: string) => Promise<string | null>
  /** The subscription that a schedule rules, or null once it is let go. */
  readonly ofSchedule: (scheduleId: string) => Promise<string | null>
  /** What changing to this price costs at this moment, in cents, unused time set against it. */
  readonly priceOfChange: (id: string, lookupKey: string) => Promise<number>
  /** Changes the price at once and bills it; what the card refuses changes nothing. */
  readonly changeNow: (id: string, lookupKey: string, key: string) => Promise<void>
  /** Lets this price begin when what is paid for is over. */
  readonly changeLater: (id: string, lookupKey: string, key: string) => Promise<void>
  /** Takes a change that waits back. */
  readonly keepPrice: (id: string, key: string) => Promise<void>
  /** Takes a cancellation that waits back. */
  readonly takeBackCancellation: (id: string, key: string) => Promise<void>
  /** Charges the card that is kept now for the bill that is open; answers whether there was one. */
  readonly payDue: (id: string) => Promise<boolean>
  /** Ends it at once. Ended before, it stays as it is. */
  readonly end: (id: string) => Promise<void>
  /** Opens the billing portal; `card` leads straight to the payment method. */
  readonly openPortal: (visit: {
    readonly customer: string
    readonly returnUrl: string
    readonly purpose: 'manage' | 'card'
  }) => Promise<string>
}

/** Portal configurations that are ours carry this; `npm run stripe:setup` writes one. */
export const PORTAL_MARK = { hemline: 'portal' } as const

const DAY_SECONDS = 86_400

type Call = <T>(work: () => Promise<T>) => Promise<T>

/** Everything about subscriptions that we ask of Stripe. */
export function subscriptionCalls(
  stripe: Stripe,
  call: Call,
  priceId: (lookupKey: string) => Promise<string>,
): SubscriptionCalls {
  const itemOf = (subscription: Stripe.Subscription) => {
    const item = subscription.items.data[0]
    if (!item) throw new Error(`subscription ${subscription.id} has no item`)
    return item
  }

  async function changeOf(id: string, lookupKey: string) {
    const [subscription, price] = await Promise.all([
      stripe.subscriptions.retrieve(id),
      priceId(lookupKey),
    ])
    return {
      subscription,
      change: {
        items: [{ id: itemOf(subscription).id, price }],
        proration_behavior: 'always_invoice' as const,
        billing_cycle_anchor: { type: 'now' as const },
      },
    }
  }

  async function paidInvoices(id: string, known: ReadonlySet<string>): Promise<PaidInvoice[]> {
    const paid: PaidInvoice[] = []
    for await (const invoice of stripe.invoices.list({
      subscription: id,
      status: 'paid',
      limit: 100,
    })) {
      const time = timeOf(invoice)
      if (!invoice.id || !time) continue
      paid.push({
        ...time,
        id: invoice.id,
        paidAt: instant(invoice.status_transitions.paid_at ?? invoice.created),
        paidCents: invoice.amount_paid,
        paymentIntent: known.has(invoice.id) ? null : await paymentOf(invoice.id),
      })
    }
    return paid.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
  }

  async function paymentOf(invoice: string): Promise<string | null> {
    const payments = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 })
    return idOf(payments.data[0]?.payment.payment_intent)
  }

  async function ofInvoice(invoiceId: string): Promise<string | null> {
    const invoice = await orNull(stripe.invoices.retrieve(invoiceId))
    return idOf(invoice?.parent?.subscription_details?.subscription)
  }

  let portal: string | undefined
  async function portalConfiguration(): Promise<string | undefined> {
    if (portal) return portal
    for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 }))
      if (one.metadata?.hemline === PORTAL_MARK.hemline) portal = one.id
    return portal
  }

  return {
    read: (id, known = []) =>
      call(async () => {
        const subscription = await orNull(
          stripe.subscriptions.retrieve(id, { expand: ['schedule'] }),
        )
        if (!subscription) return null
        const item = itemOf(subscription)
        return {
          id: subscription.id,
          customer: idOf(subscription.customer) ?? '',
          orderId: subscription.metadata.order_id ?? null,
          status: statusOf(subscription.status),
          plan: planOf(item.price),
          createdAt: instant(subscription.created),
          renewsAt: instant(item.current_period_end),
          // The portal sets the one, the API the other; both name the day here.
          cancelAt:
            subscription.cancel_at !== null
              ? instant(subscription.cancel_at)
              : subscription.cancel_at_period_end
                ? instant(item.current_period_end)
                : null,
          endedAt: subscription.ended_at === null ? null : instant(subscription.ended_at),
          pending: await pendingIn(stripe, subscription, item),
          paid: await paidInvoices(id, new Set(known)),
        }
      }),

    ofInvoice: (invoiceId) => call(() => ofInvoice(invoiceId)),

    ofPayment: (paymentIntent) =>
      call(async () => {
        const { data } = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentIntent },
          limit: 1,
        })
        const invoice = idOf(data[0]?.invoice)
        return invoice && (await ofInvoice(invoice))
      }),

    ofSchedule: (scheduleId) =>
      call(async () => {
        const schedule = await orNull(stripe.subscriptionSchedules.retrieve(scheduleId))
        return idOf(schedule?.subscription) ?? schedule?.released_subscription ?? null
      }),

    priceOfChange: (id, lookupKey) =>
      call(async () => {
        const { change } = await changeOf(id, lookupKey)
        const preview = await stripe.invoices.createPreview({
          subscription: id,
          subscription_details: change,
        })
        return preview.amount_due
      }),

    changeNow: (id, lookupKey, key) =>
      call(async () => {
        const { subscription, change } = await changeOf(id, lookupKey)
        // A downgrade rules on for its first month; Stripe changes nothing that a schedule rules.
        const schedule = idOf(subscription.schedule)
        if (schedule)
          await stripe.subscriptionSchedules.release(
            schedule,
            {},
            { idempotencyKey: `${key}:release` },
          )
        await stripe.subscriptions.update(
          id,
          { ...change, ...goesOn(subscription), payment_behavior: 'error_if_incomplete' },
          { idempotencyKey: key },
        )
      }),

    changeLater: (id, lookupKey, key) =>
      call(async () => {
        const [subscription, price] = await Promise.all([
          stripe.subscriptions.retrieve(id),
          priceId(lookupKey),
        ])
        const item = itemOf(subscription)
        const attached = idOf(subscription.schedule)
        const cancelled = goesOn(subscription)
        if (!attached && Object.keys(cancelled).length > 0)
          await stripe.subscriptions.update(id, cancelled, { idempotencyKey: `${key}:goes-on` })
        const schedule = attached
          ? await stripe.subscriptionSchedules.retrieve(attached)
          : await stripe.subscriptionSchedules.create(
              { from_subscription: id },
              { idempotencyKey: `${key}:schedule` },
            )
        await stripe.subscriptionSchedules.update(
          schedule.id,
          {
            end_behavior: 'release',
            proration_behavior: 'none',
            phases: [
              {
                items: [{ price: item.price.id, quantity: 1 }],
                start_date: schedule.current_phase?.start_date ?? item.current_period_start,
                end_date: item.current_period_end,
                proration_behavior: 'none',
              },
              {
                items: [{ price, quantity: 1 }],
                duration: { interval: 'month', interval_count: 1 },
                proration_behavior: 'none',
              },
            ],
          },
          { idempotencyKey: `${key}:phases` },
        )
      }),

    keepPrice: (id, key) =>
      call(async () => {
        const subscription = await stripe.subscriptions.retrieve(id)
        const schedule = idOf(subscription.schedule)
        if (schedule)
          await stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: key })
      }),

    takeBackCancellation: (id, key) =>
      call(async () => {
        const cancelled = goesOn(await stripe.subscriptions.retrieve(id))
        if (Object.keys(cancelled).length > 0)
          await stripe.subscriptions.update(id, cancelled, { idempotencyKey: key })
      }),

    payDue: (id) =>
      call(async () => {
        const subscription = await stripe.subscriptions.retrieve(id)
        if (statusOf(subscription.status) === 'canceled') return false
        const open = await stripe.invoices.list({ subscription: id, status: 'open', limit: 1 })
        const invoice = open.data[0]?.id
        if (invoice) await stripe.invoices.pay(invoice)
        return invoice !== undefined
      }),

    end: (id) =>
      call(async () => {
        const subscription = await orNull(stripe.subscriptions.retrieve(id))
        if (!subscription || statusOf(subscription.status) === 'canceled') return
        await stripe.subscriptions.cancel(id, {}, { idempotencyKey: `end:${id}` })
      }),

    openPortal: ({ customer, returnUrl, purpose }) =>
      call(async () => {
        const configuration = await portalConfiguration()
        const session = await stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
          ...(configuration && { configuration }),
          ...(purpose === 'card' && {
            flow_data: {
              type: 'payment_method_update' as const,
              after_completion: { type: 'redirect' as const, redirect: { return_url: returnUrl } },
            },
          }),
        })
        return session.url
      }),
  }
}

/** Whoever chooses another plan goes on: a cancellation that waits is taken back with it. */
function goesOn(subscription: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  if (subscription.cancel_at_period_end) return { cancel_at_period_end: false }
  return subscription.cancel_at === null ? {} : { cancel_at: '' }
}

/** The time that an invoice pays for: what its lines charge, without what they give back. */
function timeOf(
  invoice: Stripe.Invoice,
): { readonly plan: PlanType; readonly startsAt: Date; readonly endsAt: Date } | null {
  const charged = invoice.lines.data.filter(
    ({ amount, parent }) => amount > 0 && parent?.type === 'subscription_item_details',
  )
  if (charged.length === 0) return null
  const start = Math.min(...charged.map(({ period }) => period.start))
  const end = Math.max(...charged.map(({ period }) => period.end))
  if (start >= end) return null
  return { plan: planOfPeriod(end - start), startsAt: instant(start), endsAt: instant(end) }
}

function planOfPeriod(seconds: number): PlanType {
  return seconds > 62 * DAY_SECONDS ? 'subscription_annual' : 'subscription_monthly'
}

/** Prices come and go under their lookup keys; how often they bill is what tells the plans apart. */
function planOf(price: Stripe.Price): PlanType {
  return price.recurring?.interval === 'year' ? 'subscription_annual' : 'subscription_monthly'
}

async function pendingIn(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Promise<SubscriptionState['pending']> {
  const { schedule } = subscription
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return null
  const next = schedule.phases.find((phase) => phase.start_date >= item.current_period_end)
  const price = next?.items[0]?.price
  if (!next || !price) return null
  const named = typeof price === 'string' ? await stripe.prices.retrieve(price) : price
  if ('deleted' in named && named.deleted) return null
  const plan = planOf(named as Stripe.Price)
  return plan === planOf(item.price) ? null : { plan, from: instant(next.start_date) }
}

function statusOf(status: Stripe.Subscription['status']): SubscriptionState['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active'
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'past_due'
    case 'incomplete':
      return 'incomplete'
    default:
      return 'canceled'
  }
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
      return null
    throw error
  }
}

function idOf(
  reference: string | { readonly id?: string | undefined } | null | undefined,
): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

function instant(seconds: number): Date {
  return new Date(seconds * 1000)
}
