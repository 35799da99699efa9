import type Stripe from 'stripe'
import {
  finishAuthentication,
  type PayResult,
  payCheckout,
  successAddress,
} from '#sandbox/checkout/checkout-sessions.ts'
import type { LineItem } from '#sandbox/core/objects.ts'
import { idOf } from '#sandbox/core/references.ts'
import { children, find } from '#sandbox/core/store.ts'
import { authenticatePage } from '#sandbox/pages/parts/authenticate-page.ts'
import {
  type CardFormValues,
  emptyCardForm,
  parseCardForm,
  readCardForm,
} from '#sandbox/pages/parts/card-form.ts'
import { messagePage, seeOther } from '#sandbox/pages/parts/layout.ts'
import { formatAmount } from '#sandbox/pages/parts/money.ts'
import type { PageParts } from '#sandbox/pages/parts/page-parts.ts'
import { checkoutPage } from './checkout-page.ts'

type Session = Stripe.Checkout.Session

type Loaded = {
  session: Session
  items: LineItem[]
  /** What is known about the payer. */
  payer: { email: string; name: string }
  /** A bank authentication is pending. */
  waits: boolean
  now: Date
}

/** The pages of one session: GET shows the form or the bank's page, POST submits it. */
export async function answerCheckout(
  request: Request,
  id: string,
  authenticates: boolean,
  parts: PageParts,
): Promise<Response> {
  const loaded = await load(id, parts)
  if (!loaded) return unknownPage()
  if (request.method === 'POST') {
    const form = new URLSearchParams(await request.text())
    return authenticates
      ? authenticate(loaded, form.get('answer') === 'approve', parts)
      : pay(loaded, readCardForm(form), request, parts)
  }
  if (loaded.session.status !== 'open') return closedPage(loaded.session)
  if (authenticates && loaded.waits) return bankPage(loaded.session, parts.businessName)
  return checkoutPage({ ...parts, ...loaded, values: emptyCardForm(loaded.payer) })
}

function bankPage(session: Session, businessName: string): Response {
  return authenticatePage({
    title: 'Confirm this payment',
    businessName,
    amount: formatAmount(session.amount_total ?? 0, session.currency ?? 'usd'),
    action: `/sandbox/checkout/${session.id}/authenticate`,
    approve: 'Approve the payment',
    formTargets: session.success_url ? [new URL(session.success_url).origin] : [],
  })
}

async function load(id: string, { run }: PageParts): Promise<Loaded | undefined> {
  return run(async (work) => {
    const stored = await find(work, 'checkout.session', id)
    if (!stored) return undefined
    const session = stored.body
    const customerId = idOf(session.customer)
    const customer = customerId ? await find(work, 'customer', customerId) : undefined
    return {
      session,
      items: await children(work, 'item', id),
      payer: {
        email: session.customer_email ?? customer?.body.email ?? '',
        name: customer?.body.name ?? '',
      },
      waits: stored.kept.authenticating !== null,
      now: new Date(work.now * 1000),
    }
  })
}

async function pay(
  loaded: Loaded,
  values: CardFormValues,
  request: Request,
  parts: PageParts,
): Promise<Response> {
  const { session, now } = loaded
  const read = parseCardForm(values, now)
  // A closed session says that it is closed, even if the card is invalid too.
  if ('problems' in read && session.status === 'open') {
    return checkoutPage({
      ...parts,
      ...loaded,
      values,
      problems: read.problems,
      alert: 'Please check the highlighted fields.',
      status: 400,
    })
  }
  if ('problems' in read) return closedAfterPost(session)
  const bank = new URL(`/sandbox/checkout/${session.id}/authenticate`, request.url).href
  const result = await parts.run((work) => payCheckout(work, session.id, read.entry, bank))
  return afterPaying(result, { ...loaded, session: result.session }, values, parts)
}

async function authenticate(
  loaded: Loaded,
  approved: boolean,
  parts: PageParts,
): Promise<Response> {
  const { session, payer } = loaded
  const result = await parts.run((work) => finishAuthentication(work, session.id, approved))
  const name = session.customer_details?.name ?? payer.name
  const email = session.customer_details?.email ?? payer.email
  const values = emptyCardForm({ email, name })
  return afterPaying(result, { ...loaded, session: result.session }, values, parts)
}

function afterPaying(
  result: PayResult,
  loaded: Loaded,
  values: CardFormValues,
  parts: PageParts,
): Response {
  switch (result.outcome) {
    case 'paid':
      return seeOther(successAddress(result.session))
    case 'authenticate':
      return seeOther(`/sandbox/checkout/${result.session.id}/authenticate`)
    case 'declined':
      return checkoutPage({ ...parts, ...loaded, values, alert: result.message, status: 402 })
    case 'closed':
      return closedAfterPost(result.session)
  }
}

/** The second click of a double-click leads to the same page as the first and pays nothing. */
function closedAfterPost(session: Session): Response {
  if (session.status === 'complete') return seeOther(successAddress(session))
  // The authentication is no longer pending: back to the form.
  if (session.status === 'open') return seeOther(`/sandbox/checkout/${session.id}`)
  return closedPage(session)
}

function closedPage(session: Session): Response {
  if (session.status === 'complete') {
    return messagePage({
      title: 'This payment is complete',
      text: 'You will not be charged again.',
      status: 200,
      link: { href: successAddress(session), label: 'Continue' },
    })
  }
  return messagePage({
    title: 'This checkout has expired',
    text: 'You were not charged. Please start again in the shop.',
    status: 410,
    link: session.cancel_url ? { href: session.cancel_url, label: 'Back to the shop' } : undefined,
  })
}

function unknownPage(): Response {
  return messagePage({
    title: 'This checkout does not exist',
    text: 'The address may be incomplete. Please start again in the shop.',
    status: 404,
  })
}
