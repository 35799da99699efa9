import { compareTransfers } from '#domain/money/payouts/transfers/compare-transfers.ts'
import { acceptDifference } from '#domain/money/payouts/transfers/transfer-differences.ts'
import { newId } from '#domain/shared/ids.ts'
import { accountBalance, platformBalance, schedulePayout } from './model/balances.ts'
import * as comparisons from './model/comparisons.ts'
import type { TransferByHand } from './model/payout-state.ts'
import { count } from './model/state.ts'
import { reverse } from './model/transfers.ts'
import { type Action, expectOutcome, note, same } from './simulation.ts'

// Transfers and reversals made in the provider's dashboard, and the comparison that finds them.

/** The daily comparison with Stripe's list of transfers. */
export const compareLists: Action = async (play) => {
  const { model, world } = play
  note(play, 'transfers are compared with the list of Stripe')
  const expected = comparisons.compareTransfers(model)
  const { db, stripe, clock } = world
  same('differences', await compareTransfers(db, stripe, clock.now()), expected)
  if (model.payouts.transfers.length > 0) count(model, 'transfers compared')
  return []
}

/** Money is sent to a closet in the dashboard, without one of our transfers. */
export const transferByHand: Action = async (play) => {
  const { world, model, random } = play
  const able = model.payouts.accounts.filter(
    ({ receivesTransfers, hasLeft }) => receivesTransfers && !hasLeft,
  )
  const account = random.one(able)
  const cents = random.between(1, 900)
  if (!account || cents > platformBalance(model).available) return null
  note(play, `somebody transfers ${cents} cents to ${account.id} by hand`)
  const given = { amount: cents, currency: 'usd', destination: account.id }
  const { id } = await world.dashboard.transfers.create(given)
  const made = { id, account, cents, madeAt: model.now, difference: 'unknown' } as const
  model.payouts.byHand.push({ ...made })
  schedulePayout(model, account)
  count(model, 'transfer by hand')
  return []
}

/** An admin marks a difference as explained, sometimes after another admin has. */
export const acceptOne: Action = async (play) => {
  const { world, model, random } = play
  const isOpen = ({ difference }: TransferByHand) => difference === 'open'
  const known = model.payouts.byHand.filter(({ difference }) => difference !== 'unknown')
  const one = random.one(random.oneIn(4) ? known : known.filter(isOpen))
  if (!one) return null
  const found = await world.db
    .selectFrom('transfer_differences')
    .select('id')
    .where('stripe_transfer_id', '=', one.id)
    .executeTakeFirst()
  const text = random.oneIn(4) ? ' ' : 'A bonus.'
  note(play, `an admin accepts the transfer ${one.id}`)
  const acceptance = { id: found?.id ?? newId(), note: text }
  const answered = await acceptDifference(world.db, world.admin, acceptance, world.clock.now())
  expectOutcome(play, 'accept difference', answered, comparisons.accept(model, one, text))
  return []
}

/** Part of a transfer is reversed in the dashboard while its account still has the money. */
export const reverseOne: Action = async (play) => {
  const { world, model, random } = play
  const made = model.payouts.transfers.filter(
    ({ madeAt, cents, reversed }) => madeAt !== null && reversed < cents,
  )
  const rich = made.filter(({ account }) => accountBalance(model, account) > 0)
  const transfer = random.one(random.oneIn(6) ? made : rich)
  if (!transfer?.id) return null
  const left = transfer.cents - transfer.reversed
  const amount = random.oneIn(2) ? left : random.between(1, left)
  note(play, `${amount} cents of transfer ${transfer.id} are taken back`)
  const { data } = await world.dashboard.transfers.list({ transfer_group: transfer.id })
  const answered = await world.dashboard.transfers
    .createReversal(data[0]?.id ?? '', { amount })
    .then(
      () => 'done',
      (error: Error) =>
        'code' in error && error.code === 'balance_insufficient'
          ? 'refused'
          : Promise.reject(error),
    )
  const expected = reverse(model, transfer, amount)
  same('taking back a transfer', answered, expected)
  count(model, `reverse transfer: ${expected}`)
  return []
}
