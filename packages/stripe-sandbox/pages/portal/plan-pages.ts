import { formatDay } from '#sandbox/pages/parts/dates.ts'
import { type Html, html } from '#sandbox/pages/parts/html.ts'
import { formatAmount } from '#sandbox/pages/parts/money.ts'
import { formatPrice, periodName } from '#sandbox/pages/parts/prices.ts'
import type { PlanChoice } from '#sandbox/portal/plan-choices.ts'
import type { Plan, Portal } from '#sandbox/portal/portal-views.ts'
import { portalPage } from './portal-layout.ts'

type PlanPage = {
  portal: Portal
  plan: Plan
  businessName: string
  alert?: string
  status?: number
}

/** The plans to choose from. */
export function choicePage({ plan, ...rest }: PlanPage): Response {
  const { portal } = rest
  const [item] = plan.subscription.items.data
  return portalPage({
    ...rest,
    title: 'Change your plan',
    body: html`<ul class="choices">
${item && html`<li><div><b>${periodName(item.price)}</b> <span class="badge">Current plan</span><p class="quiet">${formatPrice(item.price)}</p></div></li>`}
${plan.choices.map(
  (
    choice,
  ) => html`<li><div><b>${periodName(choice.price)}</b><p class="quiet">${formatPrice(choice.price)}</p></div>
<a class="button" href="/sandbox/portal/${portal.session.id}/plan?subscription=${plan.subscription.id}&amp;price=${choice.price.id}">Choose ${periodName(choice.price).toLowerCase()}</a></li>`,
)}</ul>
${plan.choices.length === 0 && html`<p class="quiet">There are no other plans.</p>`}
${backHome(portal)}`,
  })
}

/** The confirmation of a plan change. */
export function confirmPlanPage({
  plan,
  choice,
  ...rest
}: PlanPage & { choice: PlanChoice }): Response {
  const { subscription, productName } = plan
  const { price, begins } = choice
  const due = begins.at === 'once' ? begins.dueNow : 0
  const amount = formatAmount(due, price.currency)
  return portalPage({
    ...rest,
    title: 'Confirm your new plan',
    body: html`<ul class="items">
<li><span>${productName}<small>${periodName(price)}</small></span><span>${formatPrice(price)}</span></li></ul>
<p class="sum"><span>Due today</span><span>${amount}</span></p>
<p class="quiet">${begins.at === 'period_end' ? html`Your current plan continues until ${formatDay(begins.on)}. Then the new plan starts. You can change your mind until then.` : due > 0 ? 'The unused part of your current plan is deducted from the price. Your card is charged now.' : 'Your new plan starts now.'}</p>
<form method="post" action="/sandbox/portal/${rest.portal.session.id}/plan">
<input type="hidden" name="subscription" value="${subscription.id}"><input type="hidden" name="price" value="${price.id}">
<button class="pay">${due > 0 ? `Confirm and pay ${amount}` : 'Confirm'}</button></form>
${backHome(rest.portal)}`,
  })
}

/** The confirmation of a cancellation. */
export function cancelPage({ plan, ...rest }: PlanPage): Response {
  const { subscription, productName } = plan
  const [item] = subscription.items.data
  const atOnce =
    rest.portal.configuration.features.subscription_cancel.mode === 'immediately' || !item
  return portalPage({
    ...rest,
    title: 'Cancel your subscription',
    body: html`<p>${
      atOnce
        ? html`${productName} ends now.`
        : html`${productName} continues until ${formatDay(item.current_period_end)} and then ends. You can change your mind until then.`
    }</p>
<form method="post" action="/sandbox/portal/${rest.portal.session.id}/cancel">
<input type="hidden" name="subscription" value="${subscription.id}">
<button class="pay">Cancel subscription</button></form>
${backHome(rest.portal)}`,
  })
}

/** Within a flow, the only way back is to the shop. */
export function backHome({ session }: Portal): Html {
  return session.flow
    ? html`<p class="go-back"><a href="${session.return_url}">Go back</a></p>`
    : html`<p class="go-back"><a href="/sandbox/portal/${session.id}">Go back</a></p>`
}
