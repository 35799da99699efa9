import type Stripe from 'stripe'
import type { LineItem } from '#sandbox/core/objects.ts'
import { cardFields, field } from '#sandbox/pages/parts/card-fields.ts'
import {
  type CardFormProblems,
  type CardFormValues,
  cardsFor,
} from '#sandbox/pages/parts/card-form.ts'
import { type Html, html } from '#sandbox/pages/parts/html.ts'
import { pageResponse } from '#sandbox/pages/parts/layout.ts'
import { formatAmount } from '#sandbox/pages/parts/money.ts'

type Checkout = {
  businessName: string
  session: Stripe.Checkout.Session
  items: LineItem[]
  values: CardFormValues
  problems?: CardFormProblems
  /** Why the last attempt failed. */
  alert?: string
  status?: number
}

/** The order summary next to the payment form. */
export function checkoutPage(checkout: Checkout): Response {
  const { session, businessName, alert, status } = checkout
  return pageResponse({
    title: alert || checkout.problems ? `Please check: ${businessName}` : `Pay ${businessName}`,
    status,
    formTargets: session.success_url ? [new URL(session.success_url).origin] : [],
    body: html`<main class="checkout">${summary(checkout)}${payment(checkout)}</main>`,
  })
}

function summary({ session, items, businessName }: Checkout): Html {
  const currency = session.currency ?? 'usd'
  const total = formatAmount(session.amount_total ?? 0, currency)
  return html`<section class="summary" aria-labelledby="total">
${session.cancel_url && html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> Back to ${businessName}</a>`}
<p class="business">${businessName}</p>
<h1 id="total"><span class="total-label">${session.mode === 'subscription' ? 'Subscribe' : 'Pay'}</span> <span class="total">${total}</span></h1>
<ul class="items">${items.map(
    (item) => html`<li><span>${item.description}<small>${quantityOf(item)}</small></span>
<span>${formatAmount(item.amount_total, currency)}</span></li>`,
  )}</ul>
<p class="sum"><span>Total due</span><span>${total}</span></p>
</section>`
}

function payment({ session, values, problems = {}, alert }: Checkout): Html {
  const total = formatAmount(session.amount_total ?? 0, session.currency ?? 'usd')
  return html`<section class="payment" aria-labelledby="payment">
<h2 id="payment">Pay with card</h2>
${alert && html`<p class="alert" role="alert">${alert}</p>`}
<form method="post" action="/sandbox/checkout/${session.id}" novalidate>
${field('email', 'Email', values, problems, { type: 'email', autocomplete: 'email' })}
${cardFields(cardsFor(session.mode), values, problems)}
<button class="pay">${session.mode === 'subscription' ? 'Subscribe and pay' : 'Pay'} ${total}</button>
</form>
<p class="small-print">${session.custom_text.submit?.message ?? 'This is a test payment. No real money is charged.'}
<a href="/sandbox">All test cards</a></p>
</section>`
}

function quantityOf({ quantity, price }: LineItem): string {
  const recurring = price?.recurring
  const every = recurring ? `, billed every ${periodName(recurring)}` : ''
  return `Quantity ${quantity ?? 1}${every}`
}

function periodName({ interval, interval_count: count }: Stripe.Price.Recurring): string {
  return count === 1 ? interval : `${count} ${interval}s`
}
