import type Stripe from 'stripe'
import { page } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { html } from '#sandbox/pages/parts/html.ts'
import { pageResponse } from '#sandbox/pages/parts/layout.ts'
import { type AccountMoney, balanceList, payoutList, readMoney } from './account-money.ts'

type Balances = {
  platform: AccountMoney
  accounts: (AccountMoney & { account: Stripe.Account })[]
}

const newestAccounts = 50

export async function readBalances(work: Work): Promise<Balances> {
  const { rows } = await page(work, 'account', {}, { limit: newestAccounts })
  const accounts: Balances['accounts'] = []
  for (const account of rows) accounts.push({ account, ...(await readMoney(work, account.id)) })
  return { platform: await readMoney(work, null), accounts }
}

/** The balances of the platform and its connected accounts, without names: the page is public. */
export function balancePage({ platform, accounts }: Balances): Response {
  return pageResponse({
    title: 'Balance and payouts',
    body: html`<main class="message wide">
<h1>Balance and payouts</h1>
<p>Charges less refunds, disputes, fees and transfers. A charge is pending for two days and costs 2.9% and 30 cents.</p>
${balanceList(platform.balance)}
${platform.payouts.length > 0 && html`<h2>Payouts</h2>${payoutList(platform.payouts)}`}
<h2>Connected accounts</h2>
${accounts.length === 0 && html`<p class="quiet">No account is connected.</p>`}
${accounts.map(
  ({ account, balance, payouts }) => html`<section class="part" aria-label="${account.id}">
<h2>${account.id}${!account.payouts_enabled && html` <span class="badge wrong">No payouts</span>`}</h2>
${balanceList(balance)}
${payoutList(payouts)}</section>`,
)}
<p><a href="/sandbox">Test cards</a></p>
</main>`,
  })
}
