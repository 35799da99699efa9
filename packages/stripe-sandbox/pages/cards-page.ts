import { cardNames, testCards } from '#sandbox/core/cards.ts'
import { html } from '#sandbox/pages/parts/html.ts'
import { pageResponse } from '#sandbox/pages/parts/layout.ts'

/** The page that lists the test cards. */
export function cardsPage(): Response {
  const cards = cardNames.map((name) => testCards[name]).filter(({ number }) => number !== '')
  return pageResponse({
    title: 'Test cards',
    body: html`<main class="message wide">
<h1>Test cards</h1>
<p>Use any future expiry date and any security code. All other numbers are declined.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">Result</th></tr></thead>
<tbody>${cards.map(
      ({ number, outcome }) =>
        html`<tr><td>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</td><td>${outcome}</td></tr>`,
    )}</tbody>
</table>
<h2>What happens automatically</h2>
<ul class="plain-list">
<li>Delayed and failed refunds finish after ten seconds.</li>
<li>A dispute opens ten seconds after the payment. The evidence <code>winning_evidence</code> wins it and <code>losing_evidence</code> loses it. Without a response, it is lost after nine days.</li>
<li>A declined invoice is retried after 3, 8 and 15 days. If it is still unpaid, the subscription ends. A new card is charged immediately.</li>
<li>Checkout pages expire after a day, billing pages after an hour.</li>
<li>The money of a payment is available after two days, by this sandbox's clock. <a href="/sandbox/balance">Balance and payouts</a></li>
</ul>
</main>`,
  })
}
