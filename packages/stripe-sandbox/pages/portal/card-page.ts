import { cardFields } from '#sandbox/pages/parts/card-fields.ts'
import {
  type CardFormProblems,
  type CardFormValues,
  cardsToSave,
} from '#sandbox/pages/parts/card-form.ts'
import { html } from '#sandbox/pages/parts/html.ts'
import type { Portal } from '#sandbox/portal/portal-views.ts'
import { backHome } from './plan-pages.ts'
import { portalPage } from './portal-layout.ts'

/** The form for a new card. */
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
${cardFields(cardsToSave, values, problems)}
<button class="pay">Save card</button>
</form>
<p class="small-print">We will charge this card for your subscription. Any amount due is charged now. <a href="/sandbox">All test cards</a></p>
${backHome(rest.portal)}`,
  })
}
