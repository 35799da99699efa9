import { findByToken } from '#sandbox/connect/account-links.ts'
import { disconnectAccount } from '#sandbox/connect/accounts.ts'
import { StripeProblem } from '#sandbox/core/errors.ts'
import { html } from '#sandbox/pages/parts/html.ts'
import { messagePage, pageResponse } from '#sandbox/pages/parts/layout.ts'
import type { PageParts } from '#sandbox/pages/parts/page-parts.ts'
import { balanceList, payoutList, readMoney } from './account-money.ts'
import { type AccountAddress, unknownAccountPage } from './onboarding.ts'

/** The Express dashboard of a login link: GET shows balance and payouts, POST disconnects. */
export async function answerDashboard(
  request: Request,
  { account: id, token }: AccountAddress,
  parts: PageParts,
): Promise<Response> {
  const found = await parts.run((work) => findByToken(work, 'login', id, token))
  if (!found) return unknownAccountPage()
  const returnUrl = found.account.kept.link?.returnUrl
  const link = returnUrl === undefined ? undefined : { href: returnUrl, label: 'Back' }
  if (!found.valid) {
    const text = 'Go back to the site that sent you here and open it again.'
    return messagePage({ title: 'This page has expired', text, status: 410, link })
  }
  if (request.method === 'POST') {
    return disconnect(id, parts, link)
  }
  const { balance, payouts } = await parts.run((work) => readMoney(work, id))
  return pageResponse({
    title: 'Your payouts',
    body: html`<main class="message wide">
${link && html`<a class="back" href="${link.href}"><span aria-hidden="true">←</span> Back to ${parts.businessName}</a>`}
<h1>Your payouts</h1>
<p>Paid by ${parts.businessName}. Your balance goes to your bank every midnight (UTC) and arrives two days later.</p>
${balanceList(balance)}
<h2>Payouts</h2>
${payoutList(payouts)}
<form method="post" action="${new URL(request.url).pathname}"><button class="plain">Disconnect from ${parts.businessName}</button></form>
</main>`,
  })
}

async function disconnect(
  id: string,
  { run, businessName }: PageParts,
  link: { href: string; label: string } | undefined,
): Promise<Response> {
  try {
    await run((work) => disconnectAccount(work, id, businessName))
  } catch (problem) {
    if (!(problem instanceof StripeProblem)) throw problem
    // Another form has disconnected the account in the meantime.
    return unknownAccountPage()
  }
  const text = `${businessName} can no longer send you money.`
  return messagePage({ title: 'Your account is disconnected', text, status: 200, link })
}
