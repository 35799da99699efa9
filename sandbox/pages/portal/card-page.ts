import { cardFields } from '#sandbox/pages/card-fields.ts'
import {
  type CardFormProblems,
  type CardFormValues,
  cardsToKeep,
} from '#sandbox/pages/card-form.ts'
import { html } from '#sandbox/pages/html.ts'
import type { Portal } from '#sandbox/portal/portal-views.ts'
import { backHome } from './plan-pages.ts'
import { portalPage } from './portal-layout.ts'

/** The form for another card. */
export function cardPage(page: {
  portal: Portal
  businessName: string
  values: CardFormValues
  problems?: CardFormProblems
  alert?: string
  status?: number
}): Response {
  const { values, problems, ...rest } = page
  return portalPage({
    ...rest,
    title: 'Change your card',
    body: html`<form method="post" action="/sandbox/portal/${rest.portal.session.id}/card" novalidate>
${cardFields(cardsToKeep, values, problems)}
<button class="pay">Save card</button>
</form>
<p class="small-print">From now on it is charged for your subscription, and for what is owed at once. <a href="/sandbox">All test cards</a></p>
${backHome(rest.portal)}`,
  })
}
