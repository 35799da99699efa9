import type { BankPayout, ConnectedAccount } from './payout-state.ts'
import { later } from './provider.ts'
import type { Model } from './state.ts'

// The balances of the platform and of the accounts at the provider.

const DAY_MS = 86_400_000
const PENDING_MS = 2 * DAY_MS
const DISPUTE_FEE = 1500

type Balance = { readonly available: number; readonly pending: number }

/** Payments after fees, less refunds, disputes, withdrawals and unreversed transfers. */
export function platformBalance(model: Model): Balance {
  let [available, pending] = [-model.payouts.withdrawn, 0]
  const move = (cents: number, on: number) => {
    if (on <= model.now) available += cents
    else pending += cents
  }
  for (const { cents, paidAt, refunds, dispute } of model.payments) {
    const on = paidAt + PENDING_MS
    move(cents - Math.round((cents * 29) / 1000) - 30, on)
    for (const refund of refunds)
      if (refund.status !== 'failed') move(-refund.cents, Math.max(on, refund.createdAt))
    if (dispute) available -= DISPUTE_FEE + (dispute.state === 'won' ? 0 : dispute.cents)
  }
  for (const { cents, reversed, madeAt } of model.payouts.transfers)
    if (madeAt !== null) available -= cents - reversed
  for (const { cents } of model.payouts.byHand) available -= cents
  return { available, pending }
}

/** What an account received, less reversals and payouts to its bank. */
export function accountBalance(model: Model, account: ConnectedAccount): number {
  const { transfers, byHand } = model.payouts
  const ours = transfers.filter((one) => one.account === account && one.madeAt !== null)
  const received = [
    ...ours.map(({ cents, reversed }) => ({ cents: cents - reversed })),
    ...byHand.filter((one) => one.account === account),
  ]
  const paidOut = account.bankPayouts.filter(({ status }) => status !== 'failed')
  const sum = (some: readonly { readonly cents: number }[]) =>
    some.reduce((total, { cents }) => total + cents, 0)
  return sum(received) - sum(paidOut)
}

/** Schedules the payout of the balance to the bank for the next midnight (UTC). */
export function schedulePayout(model: Model, account: ConnectedAccount): void {
  const due = (Math.floor(model.now / DAY_MS) + 1) * DAY_MS
  if (account.paysOutAt === due) return
  account.paysOutAt = due
  later(model, due, 'pay_out', (at) => {
    if (account.paysOutAt !== due) return
    account.paysOutAt = null
    payOut(model, account, at)
  })
}

function payOut(model: Model, account: ConnectedAccount, at: number): void {
  const cents = accountBalance(model, account)
  if (account.hasLeft || account.stage !== 'verified' || cents <= 0) return
  const payout: BankPayout = { account, cents, status: 'under way', known: null }
  account.bankPayouts.push(payout)
  later(model, at + 2 * DAY_MS, 'arrive_payout', () => arrive(payout))
}

/** The bank accepts the payout or returns it; then the account needs another bank. */
function arrive(payout: BankPayout): void {
  const { account } = payout
  payout.status = account.bankFails ? 'failed' : 'paid'
  if (account.bankFails && !account.hasLeft) account.stage = 'without a bank'
}
