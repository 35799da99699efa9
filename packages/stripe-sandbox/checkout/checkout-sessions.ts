import type Stripe from 'stripe'
import { startPaidSubscription } from '#sandbox/billing/new-subscription.ts'
import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { emit } from '#sandbox/core/events.ts'
import type { KeptOf } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { children, need, needLocked, save } from '#sandbox/core/store.ts'
import { clearTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { insertCustomer } from '#sandbox/payments/customers.ts'
import {
  createPaymentIntent,
  failAuthentication,
  type PaymentResult,
  payIntent,
} from '#sandbox/payments/payment-intents.ts'
import { type CardEntry, createCard } from '#sandbox/payments/payment-methods.ts'

type Session = Stripe.Checkout.Session

export type PayResult =
  | { outcome: 'paid'; session: Session }
  | { outcome: 'authenticate'; session: Session }
  | { outcome: 'declined'; session: Session; message: string }
  /** The session has expired, or was paid before. */
  | { outcome: 'closed'; session: Session }

/** Pays an open session with a card. A second attempt finds it closed. */
export async function payCheckout(
  work: Work,
  sessionId: string,
  entry: CardEntry,
  authenticateUrl: string,
): Promise<PayResult> {
  const { body, kept } = await needLocked(work, 'checkout.session', sessionId)
  if (body.status !== 'open') return { outcome: 'closed', session: body }
  const session = await withCustomer(work, body, entry)
  const customer = idOf(session.customer)
  const then = await atTimeOf(work, customer)
  const intent = kept.intent
    ? (await needLocked(work, 'payment_intent', kept.intent)).body
    : await createPaymentIntent(then, {
        amount: session.amount_total ?? 0,
        currency: session.currency ?? 'usd',
        customer,
        data: kept.paymentIntentData,
      })
  // A card is saved only if later payments were requested.
  const keeps = session.mode === 'subscription' || kept.paymentIntentData.setup_future_usage
  const method = await createCard(then, entry, keeps ? customer : null)
  const result = await payIntent(then, intent, method, { authenticated: false, authenticateUrl })
  const details = customerDetails(session, entry)
  return complete(then, { ...session, customer_details: details }, kept, result, method.id)
}

/** The cardholder approves or refuses the authentication. */
export async function finishAuthentication(
  work: Work,
  sessionId: string,
  approved: boolean,
): Promise<PayResult> {
  const { body, kept } = await needLocked(work, 'checkout.session', sessionId)
  if (body.status !== 'open' || kept.authenticating === null || kept.intent === null) {
    return { outcome: 'closed', session: body }
  }
  const then = await atTimeOf(work, idOf(body.customer))
  const intent = await needLocked(then, 'payment_intent', kept.intent)
  const method = await need(then, 'payment_method', kept.authenticating)
  const result = approved
    ? await payIntent(then, intent.body, method, { authenticated: true, authenticateUrl: '' })
    : await failAuthentication(then, intent.body, method)
  return complete(then, body, kept, result, method.id)
}

/** Closes an open session without a payment; a closed one is unchanged. */
export async function expireCheckout(work: Work, sessionId: string): Promise<Session> {
  const { body } = await needLocked(work, 'checkout.session', sessionId)
  if (body.status !== 'open') return body
  await clearTimer(work, 'expire_session', sessionId)
  const expired = await save(work, 'checkout.session', { ...body, status: 'expired', url: null })
  await emit(work, 'checkout.session.expired', expired)
  return expired
}

async function complete(
  work: Work,
  session: Session,
  kept: KeptOf<'checkout.session'>,
  result: PaymentResult,
  methodId: string,
): Promise<PayResult> {
  const intent = result.intent.id
  // A subscription is paid through its invoice, so its session has no intent.
  const payment_intent = session.mode === 'payment' ? intent : null
  if (result.status !== 'succeeded') {
    const waits = result.status === 'requires_action'
    const open = await save(
      work,
      'checkout.session',
      { ...session, payment_intent },
      { ...kept, intent, authenticating: waits ? methodId : null },
    )
    if (result.status === 'requires_action') return { outcome: 'authenticate', session: open }
    return { outcome: 'declined', session: open, message: result.message }
  }
  const completed = await save(
    work,
    'checkout.session',
    {
      ...session,
      ...(await subscribe(work, session, kept, result.intent, methodId)),
      payment_intent,
      status: 'complete',
      payment_status: 'paid',
      url: null,
    },
    { ...kept, intent, authenticating: null },
  )
  await clearTimer(work, 'expire_session', session.id)
  await emit(work, 'checkout.session.completed', completed)
  return { outcome: 'paid', session: completed }
}

/** The subscription that a session starts; it exists only once it is paid. */
async function subscribe(
  work: Work,
  session: Session,
  kept: KeptOf<'checkout.session'>,
  intent: Stripe.PaymentIntent,
  paymentMethod: string,
): Promise<{ subscription: string; invoice: string } | undefined> {
  const customer = idOf(session.customer)
  if (session.mode !== 'subscription' || customer === null) return undefined
  const sold = (await children(work, 'item', session.id)).flatMap((item) => {
    const { price, quantity, description } = item
    return price ? [{ price, quantity: quantity ?? 1, description: description ?? '' }] : []
  })
  const { subscription, invoice } = await startPaidSubscription(work, {
    customer,
    paymentMethod,
    intent,
    data: kept.subscriptionData,
    items: sold.filter(({ price }) => price.recurring),
    once: sold.filter(({ price }) => !price.recurring),
  })
  return { subscription: subscription.id, invoice: invoice.id }
}

async function withCustomer(work: Work, session: Session, entry: CardEntry): Promise<Session> {
  if (session.customer !== null || session.customer_creation !== 'always') return session
  const customer = await insertCustomer(work, { email: entry.email, name: entry.name })
  return { ...session, customer: customer.id }
}

function customerDetails(session: Session, entry: CardEntry): Session['customer_details'] {
  return {
    address: null,
    business_name: null,
    email: session.customer_email ?? entry.email,
    individual_name: null,
    name: entry.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}

/** Where the browser is redirected after paying. */
export function successAddress(session: Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}
