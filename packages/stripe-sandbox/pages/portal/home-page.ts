import type Stripe from 'stripe'
import type { Invoice } from '#sandbox/core/objects.ts'
import { formatDay } from '#sandbox/pages/parts/dates.ts'
import { type Html, html } from '#sandbox/pages/parts/html.ts'
import { formatAmount } from '#sandbox/pages/parts/money.ts'
import { formatPrice, periodName } from '#sandbox/pages/parts/prices.ts'
import type { Plan, PortalHome } from '#sandbox/portal/portal-views.ts'
import { portalPage } from './portal-layout.ts'

type Home = {
  home: PortalHome
  businessName: string
  notice?: string
  alert?: string
  status?: number
}

/** The customer's plans, card and invoices. */
export function homePage({ home, ...rest }: Home): Response {
  const { configuration, plans, invoices } = home
  return portalPage({
    ...rest,
    portal: home,
    title: 'Your billing',
    body: html`<section class="part"><h2>Current plan</h2>
${plans.length === 0 && html`<p class="quiet">You have no subscription.</p>`}
${plans.map((plan) => planPart(home, plan))}</section>
${configuration.features.payment_method_update.enabled && cardPart(home)}
${configuration.features.invoice_history.enabled && invoices.length > 0 && invoicePart(home)}`,
  })
}

function planPart(home: PortalHome, plan: Plan): Html {
  const { subscription, productName, waiting } = plan
  const [item] = subscription.items.data
  if (!item) return html``
  const owes = subscription.status === 'past_due'
  return html`<article class="plan">
<h3>${productName}${owes && html` <span class="badge wrong">Payment due</span>`}${
    subscription.cancel_at !== null &&
    html` <span class="badge">Ends ${formatDay(subscription.cancel_at)}</span>`
  }</h3>
<p class="price">${formatPrice(item.price, item.quantity)}</p>
<p class="quiet">${nextSentence(plan)}</p>
${waiting && html`<p class="waiting">Changes to ${periodName(waiting).toLowerCase()}, ${formatPrice(waiting)}, on ${formatDay(item.current_period_end)}.</p>`}
<div class="actions">${planActions(home, plan)}</div>
</article>`
}

function nextSentence({ subscription, next }: Plan): string {
  if (subscription.status === 'past_due') return 'The last payment did not go through.'
  if (next) {
    const amount = formatAmount(next.amount, subscription.currency)
    return `Your next payment is ${amount} on ${formatDay(next.on)}.`
  }
  return 'You will not be charged again.'
}

function planActions(home: PortalHome, { subscription, choices, waiting }: Plan): Html[] {
  const { features } = home.configuration
  const { id } = subscription
  const base = `/sandbox/portal/${home.session.id}`
  if (subscription.cancel_at !== null) {
    return [postButton(`${base}/resume`, 'subscription', id, 'Don’t cancel subscription')]
  }
  return [
    ...(waiting ? [postButton(`${base}/keep`, 'subscription', id, 'Keep the current plan')] : []),
    ...(choices.length > 0 && !waiting
      ? [html`<a class="button" href="${base}/plan?subscription=${id}">Change plan</a>`]
      : []),
    ...(features.subscription_cancel.enabled
      ? [
          html`<a class="button plain" href="${base}/cancel?subscription=${id}">Cancel subscription</a>`,
        ]
      : []),
  ]
}

function cardPart({ session, card }: PortalHome): Html {
  return html`<section class="part"><h2>Payment method</h2>
<div class="row"><p>${card ? cardName(card) : 'No card saved.'}</p>
<a class="button plain" href="/sandbox/portal/${session.id}/card">${card ? 'Change card' : 'Add a card'}</a></div></section>`
}

function cardName({ card }: Stripe.PaymentMethod): Html {
  const brand = card?.brand === 'mastercard' ? 'Mastercard' : 'Visa'
  const expires = `${String(card?.exp_month).padStart(2, '0')} / ${card?.exp_year}`
  return html`<b>${brand} ending in ${card?.last4}</b> <span class="quiet">Expires ${expires}</span>`
}

function invoicePart({ session, invoices }: PortalHome): Html {
  return html`<section class="part"><h2>Invoices</h2>
<ul class="invoices">${invoices.map(
    (invoice) => html`<li><span>${formatDay(invoice.created)}<small>${invoice.number}</small></span>
<span class="amount">${formatAmount(invoice.total, invoice.currency)}</span>
<span>${statusOf(invoice)}</span>
<span class="do">${
      invoice.status === 'open' &&
      postButton(
        `/sandbox/portal/${session.id}/pay`,
        'invoice',
        invoice.id,
        `Pay ${formatAmount(invoice.amount_due, invoice.currency)}`,
      )
    }</span></li>`,
  )}</ul></section>`
}

function statusOf({ status }: Invoice): Html {
  if (status === 'open') return html`<span class="badge wrong">Open</span>`
  return html`<span class="badge">${status === 'paid' ? 'Paid' : status === 'void' ? 'Void' : 'Closed'}</span>`
}

function postButton(action: string, name: string, value: string, label: string): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="${name}" value="${value}"><button class="plain">${label}</button></form>`
}
