import type Stripe from 'stripe'
import { type Money, readBalance } from '#sandbox/balance/balances.ts'
import { page } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { formatDay } from '#sandbox/pages/parts/dates.ts'
import { type Html, html } from '#sandbox/pages/parts/html.ts'
import { formatAmount } from '#sandbox/pages/parts/money.ts'

export type AccountMoney = { balance: Money[]; payouts: Stripe.Payout[] }

const newestPayouts = 20

/** The balance of an account (null: the platform), and its newest payouts. */
export async function readMoney(work: Work, account: string | null): Promise<AccountMoney> {
  const slice = { limit: newestPayouts, parent: account }
  const { rows } = await page(work, 'payout', {}, slice)
  return { balance: await readBalance(work, account), payouts: rows }
}

export function balanceList(balance: Money[]): Html {
  return html`${balance.map(
    ({ currency, available, pending }) => html`<dl>
<dt>Available</dt><dd>${formatAmount(available, currency)}</dd>
<dt>Pending</dt><dd>${formatAmount(pending, currency)}</dd></dl>`,
  )}`
}

export function payoutList(payouts: Stripe.Payout[]): Html {
  if (payouts.length === 0) return html`<p class="quiet">No payouts yet.</p>`
  return html`<ul class="items">${payouts.map(
    (payout) => html`<li><span>${formatDay(payout.created)}<small>${statusOf(payout)}</small></span>
<span>${formatAmount(payout.amount, payout.currency)}</span></li>`,
  )}</ul>`
}

function statusOf({ status, arrival_date, failure_message }: Stripe.Payout): string {
  if (status === 'failed') return `Returned by the bank. ${failure_message}`
  return status === 'paid' ? 'Paid' : `Arrives on ${formatDay(arrival_date)}`
}
