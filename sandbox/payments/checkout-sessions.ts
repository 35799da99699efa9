import type Stripe from 'stripe'
import { emit } from '#sandbox/events.ts'
import type { KeptOf } from '#sandbox/objects.ts'
import { need, needLocked, save } from '#sandbox/store.ts'
import { clearTimer } from '#sandbox/timers.ts'
import type { Work } from '#sandbox/work.ts'
import { insertCustomer } from './customers.ts'
import {
  createPaymentIntent,
  failAuthentication,
  type PaymentResult,
  payIntent,
} from './payment-intents.ts'
import { type CardEntry, createCard } from './payment-methods.ts'

type Session = Stripe.Checkout.Session

export type PayResult =
  | { outcome: 'paid'; session: Session }
  | { outcome: 'authenticate'; session: Session }
  | { outcome: 'declined'; session: Session; message: string }
  /** It is expired, or was paid before. */
  | { outcome: 'closed'; session: Session }

/** Pays an open session with a card. Whoever comes second finds it closed. */
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
  const intent = session.payment_intent
    ? (await needLocked(work, 'payment_intent', idOf(session.payment_intent) ?? '')).body
    : await createPaymentIntent(work, {
        amount: session.amount_total ?? 0,
        currency: session.currency ?? 'usd',
        customer,
        data: kept.paymentIntentData,
      })
  const method = await createCard(work, entry, customer)
  const result = await payIntent(work, intent, method, { authenticated: false, authenticateUrl })
  const details = customerDetails(session, entry)
  return settle(work, { ...session, customer_details: details }, kept, result, method.id)
}

/** The owner of a card that asks for authentication agrees, or does not. */
export async function finishAuthentication(
  work: Work,
  sessionId: string,
  approved: boolean,
): Promise<PayResult> {
  const { body, kept } = await needLocked(work, 'checkout.session', sessionId)
  if (body.status !== 'open' || kept.authenticating === null) {
    return { outcome: 'closed', session: body }
  }
  const intent = await needLocked(work, 'payment_intent', idOf(body.payment_intent) ?? '')
  const method = await need(work, 'payment_method', kept.authenticating)
  const result = approved
    ? await payIntent(work, intent.body, method, { authenticated: true, authenticateUrl: '' })
    : await failAuthentication(work, intent.body, method)
  return settle(work, body, kept, result, method.id)
}

/** Closes an open session without a payment; a closed one stays as it is. */
export async function expireCheckout(work: Work, sessionId: string): Promise<Session> {
  const { body } = await needLocked(work, 'checkout.session', sessionId)
  if (body.status !== 'open') return body
  await clearTimer(work, 'expire_session', sessionId)
  const expired = await save(work, 'checkout.session', { ...body, status: 'expired', url: null })
  await emit(work, 'checkout.session.expired', expired)
  return expired
}

async function settle(
  work: Work,
  session: Session,
  kept: KeptOf<'checkout.session'>,
  result: PaymentResult,
  methodId: string,
): Promise<PayResult> {
  const payment_intent = result.intent.id
  if (result.status !== 'succeeded') {
    const waits = result.status === 'requires_action'
    const open = await save(
      work,
      'checkout.session',
      { ...session, payment_intent },
      { ...kept, authenticating: waits ? methodId : null },
    )
    if (result.status === 'requires_action') return { outcome: 'authenticate', session: open }
    return { outcome: 'declined', session: open, message: result.message }
  }
  const complete = await save(
    work,
    'checkout.session',
    { ...session, payment_intent, status: 'complete', payment_status: 'paid', url: null },
    { ...kept, authenticating: null },
  )
  await clearTimer(work, 'expire_session', session.id)
  await emit(work, 'checkout.session.completed', complete)
  return { outcome: 'paid', session: complete }
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

/** Where the browser goes after paying. */
export function successAddress(session: Session): string {
  return (session.success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** The id of a reference, which is stored unexpanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}
