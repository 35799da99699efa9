import type Stripe from 'stripe'
import { cardFor } from '#sandbox/billing/collecting.ts'
import { previewInvoice } from '#sandbox/billing/previews.ts'
import { liveSubscriptions } from '#sandbox/billing/subscriptions.ts'
import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { StripeProblem } from '#sandbox/core/errors.ts'
import type { Invoice, Price, Subscription } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { find, need, page, type Stored } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { type PlanChoice, planChoices, waitingPlan } from './plan-choices.ts'

const openSeconds = 60 * 60

export type Portal = {
  session: Stripe.BillingPortal.Session
  configuration: Stripe.BillingPortal.Configuration
  customer: Stripe.Customer
  /** It has expired and only links back to the shop. */
  expired: boolean
}

/** A subscription as the customer sees it. */
export type Plan = {
  subscription: Subscription
  productName: string
  choices: PlanChoice[]
  waiting: Price | undefined
  /** The next invoice; none if the subscription ends before it. */
  next: { amount: number; on: number } | undefined
}

export type PortalHome = Portal & {
  plans: Plan[]
  card: Stripe.PaymentMethod | undefined
  invoices: Invoice[]
}

export async function findPortal(work: Work, id: string): Promise<Portal | undefined> {
  const stored = await find(work, 'billing_portal.session', id)
  if (!stored) return undefined
  const session = stored.body
  const customer = await find(work, 'customer', session.customer)
  if (!customer || customer.deleted) return undefined
  return {
    session,
    customer: customer.body,
    configuration: await need(
      work,
      'billing_portal.configuration',
      idOf(session.configuration) ?? '',
    ),
    expired: work.realNow >= session.created + openSeconds,
  }
}

export async function readHome(plain: Work, portal: Portal): Promise<PortalHome> {
  const { customer } = portal
  const work = await atTimeOf(plain, customer.id)
  const plans: Plan[] = []
  for (const subscription of await liveSubscriptions(work, customer.id)) {
    plans.push(await readPlan(work, portal, subscription.id))
  }
  const payer = plans[0]?.subscription ?? { customer: customer.id, default_payment_method: null }
  const card = await cardFor(work, payer)
  const { rows } = await page(work, 'invoice', { customer: customer.id }, { limit: 24 })
  return {
    ...portal,
    plans,
    card: card === null ? undefined : (await find(work, 'payment_method', card))?.body,
    invoices: rows,
  }
}

/** One subscription of the portal's customer; those of others are not found. */
export async function readPlan(plain: Work, portal: Portal, id: string): Promise<Plan> {
  const work = await atTimeOf(plain, portal.customer.id)
  const stored = await ownSubscription(work, portal, id)
  const product = idOf(stored.body.items.data[0]?.price.product)
  return {
    subscription: stored.body,
    productName: (await find(work, 'product', product ?? ''))?.body.name ?? 'Subscription',
    choices: await planChoices(work, portal.configuration, stored),
    waiting: await waitingPlan(work, stored.body),
    next: await nextBill(work, stored),
  }
}

export async function ownSubscription(
  work: Work,
  { customer }: Portal,
  id: string,
): Promise<Stored<'subscription'>> {
  const stored = await find(work, 'subscription', id)
  if (stored && idOf(stored.body.customer) === customer.id) return stored
  throw new StripeProblem(404, {
    type: 'invalid_request_error',
    message: 'This subscription does not exist.',
  })
}

async function nextBill(work: Work, stored: Stored<'subscription'>): Promise<Plan['next']> {
  try {
    const bill = await previewInvoice(work, stored)
    return { amount: bill.amount_due, on: bill.next_payment_attempt ?? work.now }
  } catch (problem) {
    if (problem instanceof StripeProblem) return undefined
    throw problem
  }
}
