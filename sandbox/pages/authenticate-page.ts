import type Stripe from 'stripe'
import { html } from './html.ts'
import { pageResponse } from './layout.ts'
import { formatAmount } from './money.ts'

/** Stands for the page of a bank that asks its customer whether a payment is really theirs. */
export function authenticatePage(session: Stripe.Checkout.Session, businessName: string): Response {
  const total = formatAmount(session.amount_total ?? 0, session.currency ?? 'usd')
  return pageResponse({
    title: 'Confirm this payment',
    formTargets: session.success_url ? [new URL(session.success_url).origin] : [],
    body: html`<main class="message">
<h1>Your bank asks: is this you?</h1>
<p>This is a stand-in for your bank's own page.</p>
<dl><dt>Pay to</dt><dd>${businessName}</dd><dt>Amount</dt><dd>${total}</dd></dl>
<form method="post" action="/sandbox/checkout/${session.id}/authenticate">
<button name="answer" value="approve">Approve the payment</button>
<button class="plain" name="answer" value="refuse">Refuse</button>
</form>
</main>`,
  })
}
