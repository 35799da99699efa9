import {
  openPayoutDashboard,
  startPayoutSetup,
  syncOwnAccount,
} from '#domain/money/payouts/payout-accounts.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { bankAccounts, decidingNames } from '#sandbox/connect/onboarding-outcomes.ts'
import {
  check,
  openDashboard,
  open as opened,
  submit,
  sync,
  whichAccount,
} from './model/payout-accounts.ts'
import type { ConnectedAccount } from './model/payout-state.ts'
import { count } from './model/state.ts'
import {
  type Action,
  expectOutcome,
  note,
  type Simulation,
  same,
  type Touched,
} from './simulation.ts'
import { ORIGIN } from './world.ts'

const LINKS = { returnUrl: `${ORIGIN}/payouts?from=stripe`, refreshUrl: `${ORIGIN}/payouts` }

const NAMES = { verified: 'Vera Verified', ...decidingNames } as const

/** A closet sets up payouts, maybe again; it may abandon the form, and Stripe may refuse it. */
export const setUpPayouts: Action = async (play) => {
  const { world, model, random } = play
  const unready = world.closets.filter(
    ({ id }) => model.payouts.known.get(id)?.state !== 'ready' || random.oneIn(8),
  )
  const left = unready.filter(({ id }) => model.payouts.known.get(id)?.account.hasLeft)
  const closet = random.one(random.oneIn(2) && left.length > 0 ? left : unready)
  return closet ? await setUp(play, closet) : null
}

export async function setUp(play: Simulation, closet: ClosetOwner): Promise<Touched> {
  const { world, model, random } = play
  note(play, `${closet.id} sets up payouts`)
  const which = whichAccount(model, closet.id)
  const start = () => startPayoutSetup(world.db, closet, world.stripe, LINKS, world.clock.now())
  if (which === 'refused') {
    // While a transfer to the account that has left is pending, a new account has to wait.
    expectOutcome(play, 'set up payouts', await start(), 'transfer-under-way')
    return []
  }
  const answers = random.oneIn(4) ? await Promise.all([start(), start()]) : [await start()]
  const urls = answers.flatMap((one) => (one.ok ? [one.value.url] : []))
  const ids = [...new Set(urls.map((url) => new URL(url).pathname.split('/')[3] ?? ''))]
  same('setting up payouts', urls.length, answers.length)
  same('the accounts of a closet', ids.length, 1)
  const account = which === 'new' ? opened(model, closet.id, ids[0] ?? '') : which
  same('the account', ids[0], account.id)
  count(model, urls.length > 1 ? 'set up payouts: twice at once' : 'set up payouts: done')
  if (random.oneIn(5)) return []
  await fillIn(play, account, urls)
  if (!random.oneIn(3)) await returnFromStripe(play, closet, account)
  return []
}

/** If two forms are open, the newest one counts. */
async function fillIn(
  { world, model, random }: Simulation,
  account: ConnectedAccount,
  urls: string[],
) {
  const stage = random.oneIn(3) ? random.pick(['missing', 'refused'] as const) : 'verified'
  const bankFails = random.oneIn(6)
  const bankAccount = bankAccounts[bankFails ? 'fails' : 'works']
  for (const url of urls) await world.onboard(url, { name: NAMES[stage], bankAccount })
  submit(model, account, stage, bankFails)
  count(model, `onboarding: ${stage}`)
}

/** On the return from Stripe the account is read before its event arrives. */
async function returnFromStripe(
  { world, model }: Simulation,
  closet: ClosetOwner,
  account: ConnectedAccount,
) {
  await syncOwnAccount(world.db, closet, world.stripe, world.clock.now())
  sync(model, account)
}

/** Often closets with a pending transfer. */
function closetsAwaitingTransfer({ world, model, random }: Simulation): readonly ClosetOwner[] {
  if (random.oneIn(2)) return []
  const { transfers } = model.payouts
  const isPending = transfers.filter(({ status }) => status === 'pending')
  return world.closets.filter(({ id }) => isPending.some(({ owner }) => owner === id))
}

/** A closet opens its Stripe dashboard, where it may disconnect. */
export const leaveStripe: Action = async (play) => {
  const { world, model, random } = play
  const unready = world.closets.filter(({ id }) => model.payouts.known.get(id)?.state !== 'ready')
  const some = random.oneIn(4) ? unready : closetsAwaitingTransfer(play)
  const closet = random.one(some) ?? random.pick(world.closets)
  const isGone = await leave(play, closet)
  return isGone && random.oneIn(3) ? await setUp(play, closet) : []
}

/** Disconnects the account; returns whether it did. */
export async function leave(play: Simulation, closet: ClosetOwner): Promise<boolean> {
  const { world, model, random } = play
  note(play, `${closet.id} opens its dashboard`)
  const known = model.payouts.known.get(closet.id)
  const answered = await openPayoutDashboard(world.db, closet, world.stripe, world.clock.now())
  expectOutcome(play, 'dashboard', answered, openDashboard(model, closet.id))
  if (!answered.ok || !known || random.oneIn(2)) return false
  note(play, `${closet.id} disconnects`)
  await world.disconnect(answered.value.url)
  known.account.hasLeft = true
  count(model, 'an account left')
  return true
}

/** Stripe checks an account again and approves, refuses or leaves it undecided. */
export const checkAgain: Action = async (play) => {
  const { world, model, random } = play
  const checked = [...model.payouts.known.values()]
    .map((one) => one.account)
    .filter(({ stage, hasLeft }) => stage !== 'new' && !hasLeft)
  const awaited = closetsAwaitingTransfer(play)
  const account =
    random.one(checked.filter(({ owner }) => awaited.some(({ id }) => id === owner))) ??
    random.one(checked)
  if (!account) return null
  const stage = random.pick(['in review', 'refused', 'verified'] as const)
  note(play, `Stripe checks ${account.id}: ${stage}`)
  await world.checkAccount(account.id, REASONS[stage])
  check(account, stage)
  count(model, `checked again: ${stage}`)
  return []
}

const REASONS = {
  'in review': 'under_review',
  refused: 'rejected.fraud',
  verified: null,
} as const
