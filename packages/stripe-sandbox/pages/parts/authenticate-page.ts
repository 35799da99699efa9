import { html } from './html.ts'
import { pageResponse } from './layout.ts'

/** Simulates a bank's authentication page. */
export function authenticatePage(question: {
  title: string
  businessName: string
  /** `$50.00`, or another text for what is approved. */
  amount: string
  /** The address for the answer, `approve` or `refuse`. */
  action: string
  approve: string
  formTargets: string[]
}): Response {
  const { title, businessName, amount, action, approve, formTargets } = question
  return pageResponse({
    title,
    formTargets,
    body: html`<main class="message">
<h1>Confirm with your bank</h1>
<p>This is a test version of your bank's confirmation page.</p>
<dl><dt>Pay to</dt><dd>${businessName}</dd><dt>Amount</dt><dd>${amount}</dd></dl>
<form method="post" action="${action}">
<button name="answer" value="approve">${approve}</button>
<button class="plain" name="answer" value="refuse">Decline</button>
</form>
</main>`,
  })
}
