import type { PersonId } from '#db/ids.ts'
import { schedulePayout } from './balances.ts'
import type { AccountState, BankPayout, ConnectedAccount, Stage } from './payout-state.ts'
import { count, type Model } from './state.ts'

// The accounts of closets at the provider, and our records of them.

const HOUR_MS = 3_600_000

/** Whether setup continues with the known account, needs a new one or is not possible. */
export function whichAccount(model: Model, owner: PersonId): ConnectedAccount | 'new' | 'refused' {
  const known = () => model.payouts.known.get(owner)
  const account = known()?.account
  if (!account || known()?.state === 'gone') return 'new'
  if (!account.hasLeft) return account
  sync(model, account)
  return known()?.state === 'gone' ? 'new' : 'refused'
}

/** A closet begins to set up payouts with this account at the provider. */
export function open(model: Model, owner: PersonId, id: string): ConnectedAccount {
  const account: ConnectedAccount = {
    id,
    owner,
    stage: 'new',
    receivesTransfers: false,
    bankFails: false,
    hasLeft: false,
    paysOutAt: null,
    bankPayouts: [],
  }
  const again = model.payouts.known.has(owner)
  count(model, again ? 'another payout account' : 'first payout account')
  model.payouts.accounts.push(account)
  model.payouts.known.set(owner, { account, state: 'incomplete', updatedAt: model.now })
  return account
}

/** Its owner sends the form of the provider, which checks it. */
export function submit(
  model: Model,
  account: ConnectedAccount,
  stage: Stage,
  bankFails: boolean,
): void {
  check(account, stage)
  account.bankFails = bankFails
  if (stage === 'verified') schedulePayout(model, account)
}

/** The provider has checked an account. */
export function check(account: ConnectedAccount, stage: Stage): void {
  account.stage = stage
  account.receivesTransfers = stage === 'verified'
}

const STATES: Record<Stage, AccountState> = {
  new: 'incomplete',
  missing: 'incomplete',
  'without a bank': 'incomplete',
  'in review': 'in_review',
  refused: 'restricted',
  verified: 'ready',
}

/** Updates our record of an account. One that was replaced is ignored. */
export function sync(model: Model, account: ConnectedAccount): void {
  const known = model.payouts.known.get(account.owner)
  if (known?.account !== account) return
  const before = known.state
  known.state = account.hasLeft ? stateOfLeft(model, account) : STATES[account.stage]
  known.updatedAt = model.now
  if (known.state !== before) count(model, `payout account: ${known.state}`)
}

/** An account that has left is removed once no transfer to it is pending. */
function stateOfLeft(model: Model, account: ConnectedAccount): AccountState {
  const isPending = model.payouts.transfers.some(
    (one) => one.owner === account.owner && one.status === 'pending',
  )
  if (isPending) count(model, 'left while a transfer was pending')
  return isPending ? 'restricted' : 'gone'
}

/** Opens the provider's dashboard. Returns what the command should. */
export function openDashboard(model: Model, owner: PersonId): string {
  const known = model.payouts.known.get(owner)
  if (!known || known.state === 'gone') return 'no-dashboard'
  if (!known.account.hasLeft && known.account.stage !== 'new') return 'done'
  sync(model, known.account)
  return 'no-dashboard'
}

/** The reconciler reads accounts after a day, or an hour while they are checked. */
export function readAgain(model: Model): void {
  for (const { account, state, updatedAt } of [...model.payouts.known.values()]) {
    const age = model.now - updatedAt
    const isDue = age >= 24 * HOUR_MS || (state === 'in_review' && age >= HOUR_MS)
    if (state !== 'gone' && isDue) sync(model, account)
  }
}

/** Records the result of a bank payout, unless its account was replaced or has left. */
export function applyPayoutEvent(model: Model, payout: BankPayout): void {
  const { account, status } = payout
  const isOurs = model.payouts.known.get(account.owner)?.account === account
  if (!isOurs || account.hasLeft || status === 'under way' || payout.known) return
  payout.known = status
  count(model, `bank payout ${status}`)
}
