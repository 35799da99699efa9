import { type Html, html } from '#sandbox/pages/parts/html.ts'
import { pageResponse } from '#sandbox/pages/parts/layout.ts'
import type { Portal } from '#sandbox/portal/portal-views.ts'

export type PortalPage = {
  portal: Portal
  businessName: string
  title: string
  body: Html
  /** The action that was just completed. */
  notice?: string
  /** The error to show. */
  alert?: string
  status?: number
}

/** The frame of every portal page: customer, back link, and message. */
export function portalPage(page: PortalPage): Response {
  const { portal, businessName, title, body, notice, alert, status } = page
  const { session, configuration } = portal
  const { headline, privacy_policy_url, terms_of_service_url } = configuration.business_profile
  return pageResponse({
    title: `${title}: ${businessName}`,
    status,
    formTargets: targetsOf(portal),
    body: html`<main class="checkout portal">
<section class="summary" aria-label="${businessName}">
<a class="back" href="${session.return_url}"><span aria-hidden="true">←</span> Return to ${businessName}</a>
<p class="business">${businessName}</p>
<p class="headline">${headline ?? 'Manage your subscription, card and invoices.'}</p>
<p class="legal">${privacy_policy_url && html`<a href="${privacy_policy_url}">Privacy</a> `}${
      terms_of_service_url && html`<a href="${terms_of_service_url}">Terms</a>`
    }</p>
</section>
<section class="payment" aria-labelledby="title">
<h1 id="title" class="portal-title">${title}</h1>
${notice && html`<p class="done" role="status">${notice}</p>`}
${alert && html`<p class="alert" role="alert">${alert}</p>`}
${body}
</section>
</main>`,
  })
}

function targetsOf({ session }: Portal): string[] {
  const after = session.flow?.after_completion.redirect?.return_url
  return [session.return_url, after].flatMap((address) =>
    address ? [new URL(address).origin] : [],
  )
}
