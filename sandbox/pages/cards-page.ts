import { cardNames, testCards } from '#sandbox/payments/cards.ts'
import { html } from './html.ts'
import { pageResponse } from './layout.ts'

/** What the sandbox can be made to do, for whoever wants to try it. */
export function cardsPage(): Response {
  const cards = cardNames.map((name) => testCards[name]).filter(({ number }) => number !== '')
  return pageResponse({
    title: 'Test cards',
    body: html`<main class="message wide">
<h1>Test cards</h1>
<p>Any month to come and any security code go with them. Every other number is declined.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">What it does</th></tr></thead>
<tbody>${cards.map(
      ({ number, outcome }) =>
        html`<tr><td>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</td><td>${outcome}</td></tr>`,
    )}</tbody>
</table>
<h2>What follows by itself</h2>
<ul class="plain-list">
<li>A refund that fails or takes a while does so ten seconds later.</li>
<li>A dispute begins ten seconds after its payment. The evidence <code>winning_evidence</code> wins it, <code>losing_evidence</code> loses it; without an answer it is lost after nine days.</li>
<li>A bill that a card declines is tried again after 3, 8 and 15 days; then the subscription ends. A new card is charged at once.</li>
<li>A checkout closes after a day, a billing page after an hour.</li>
</ul>
</main>`,
  })
}
