import type Stripe from 'stripe'
import type { LineItem } from '#sandbox/objects.ts'
import { testCards } from '#sandbox/payments/cards.ts'
import { type CardFormProblems, type CardFormValues, cardsFor } from './card-form.ts'
import { type Html, html } from './html.ts'
import { pageResponse } from './layout.ts'
import { formatAmount } from './money.ts'

type Checkout = {
  businessName: string
  session: Stripe.Checkout.Session
  items: LineItem[]
  values: CardFormValues
  problems?: CardFormProblems
  /** Why the last try did not work. */
  alert?: string
  status?: number
}

/** What is bought beside the form that pays for it. */
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
${field('email', 'E-mail', values, problems, { type: 'email', autocomplete: 'email' })}
<fieldset class="field">
<legend>Test card</legend>
<div class="cards">
${cardsFor(session.mode).map((name) => cardChoice(name, testCards[name].number, testCards[name].outcome, values))}
${cardChoice('own', '', 'Type a number', values)}
</div>
<div class="own-number">${field('number', 'Card number', values, problems, { inputmode: 'numeric' })}</div>
</fieldset>
<div class="pair">
${field('expiry', 'Expires (MM / YY)', values, problems, { inputmode: 'numeric' })}
${field('cvc', 'Security code', values, problems, { inputmode: 'numeric' })}
</div>
${field('name', 'Name on card', values, problems)}
<button class="pay">${session.mode === 'subscription' ? 'Subscribe and pay' : 'Pay'} ${total}</button>
</form>
<p class="small-print">${session.custom_text.submit?.message ?? 'A simulated payment: nothing is charged, and no card is stored.'}</p>
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

function cardChoice(value: string, number: string, label: string, values: CardFormValues): Html {
  const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  const checked = values.card === value
  return html`<label><input type="radio" name="card" value="${value}"${checked && html` checked`}>
<span><b>${grouped || 'Another card'}</b> <small>${label}</small></span></label>`
}

type InputHints = { type?: 'email' | 'text'; inputmode?: 'numeric'; autocomplete?: 'email' }

function field(
  name: keyof CardFormValues,
  label: string,
  values: CardFormValues,
  problems: CardFormProblems,
  { type = 'text', inputmode, autocomplete }: InputHints = {},
): Html {
  const problem = problems[name]
  const isFirstProblem = Object.keys(problems)[0] === name
  // The browser must not offer anybody's real card: only the e-mail address fills itself.
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${values[name]}" autocomplete="${autocomplete ?? 'off'}"${
    inputmode && html` inputmode="${inputmode}"`
  }${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}${isFirstProblem && html` autofocus`}>
${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`
}
