import { expect, test } from 'vitest'
import type { PersonId, TransferId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { StripeRefused, StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import {
  fillBalance,
  owedCloset,
  type PayoutWorld,
  payoutWorld,
  pendingTransfer,
  transfersAtStripe,
  transfersOf,
} from '#test/worlds/payout-world.ts'
import { makePendingTransfers, makeTransfer, untriedTransfers } from './make-transfer.ts'
import { recordRefusal } from './record-transfer.ts'

const accountOf = async ({ db }: PayoutWorld, ownerId: PersonId) => {
  const { stripe_account_id } = await readRow(db, 'payout_accounts', 'stripe_account_id', {
    owner_id: ownerId,
  })
  return stripe_account_id
}

test('a failed transfer is never sent by its old job', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world)
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  await recordRefusal(db, id, 'account_closed', clock.now())
  await makeTransfer(db, payments.stripe, id, clock.now())
  expect(await transfersAtStripe(world)).toEqual([])
  expect(await transfersOf(world, closet.id)).toMatchObject([
    { status: 'failed', failure: 'account_closed' },
  ])
})

test('a transfer goes to the account it was started for; one without it goes to the current account', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world, 2)
  const [one, other] = [await owedCloset(world, 0), await owedCloset(world, 0)]
  const accounts = [await accountOf(world, one.id), await accountOf(world, other.id)]
  const started = await pendingTransfer(world, one)
  await updateRows(db, 'payout_accounts', { owner_id: one.id }, { stripe_account_id: 'acct_later' })
  const old = await pendingTransfer(world, other)
  await db.updateTable('transfers').set({ sent_to: null }).where('id', '=', old).execute()
  for (const id of [started, old]) await makeTransfer(db, payments.stripe, id, clock.now())
  const { data } = await payments.dashboard.transfers.list()
  expect(data.map(({ destination }) => destination).toSorted()).toEqual(accounts.toSorted())
})

test('a transfer stays pending without an answer; a refusal without a code is stored with its message', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  const make = (error: Error) => {
    const stripe = { ...payments.stripe, createTransfer: () => Promise.reject(error) }
    return makeTransfer(db, stripe, id, clock.now())
  }
  await expect(make(new StripeUnavailable('Stripe is away'))).rejects.toThrow('Stripe is away')
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'pending', tries: 0 }])
  await make(new StripeRefused('No such account'))
  expect(await transfersOf(world, closet.id)).toMatchObject([
    { status: 'failed', failure: 'No such account' },
  ])
})

test('of two transfers at Stripe with the same id of ours, the older one is used', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  await fillBalance(world, 2)
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  const account = await accountOf(world, closet.id)
  const lost = await payments.stripe.createTransfer({ transferId: id, account, amountCents: 3000 })
  clock.advance({ seconds: 5 })
  const byHand = { amount: 3000, currency: 'usd', destination: account, transfer_group: id }
  await payments.dashboard.transfers.create(byHand)
  await makeTransfer(db, payments.stripe, id, clock.now())
  const made = await db.selectFrom('transfers').select('stripe_transfer_id').execute()
  expect(made).toEqual([{ stripe_transfer_id: lost.id }])
})

test('a late refusal does not count as a try if others have tried since or the transfer was made', async () => {
  const world = await payoutWorld()
  const { db, payments, clock } = world
  const closet = await owedCloset(world, 0)
  const id = await pendingTransfer(world, closet)
  const make = (stripe = payments.stripe) => makeTransfer(db, stripe, id, clock.now())
  const refusedAfter = (others: () => Promise<void>) => ({
    ...payments.stripe,
    createTransfer: async () => {
      await others()
      throw new StripeRefused('Too little', { code: 'balance_insufficient' })
    },
  })
  const twice = async () => {
    await make()
    await make()
  }
  await make(refusedAfter(twice))
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'pending', tries: 2 }])
  await fillBalance(world)
  await make(refusedAfter(make))
  expect(await transfersOf(world, closet.id)).toMatchObject([{ status: 'made', tries: 2 }])
})

test('pending transfers are tried in the order of their requests, in batches', async () => {
  const world = await payoutWorld()
  const { db, payments, clock, made } = world
  const sameTime: TransferId[] = Array.from({ length: 6 }, () => newId())
  const pending = async (id: TransferId) => {
    const closet = await made.closet()
    await made.payoutAccount(closet)
    await pendingTransfer(world, closet, 3000, id)
  }
  const [oldest, before] = [newId(), newId()]
  clock.advance({ hours: -2 })
  await pending(before)
  await db
    .updateTable('transfers')
    .set({ status: 'made', stripe_transfer_id: 'tr_before', finished_at: clock.now() })
    .execute()
  clock.advance({ hours: 2 })
  for (const id of sameTime.toReversed()) await pending(id)
  clock.advance({ hours: -1 })
  await pending(oldest)
  const inOrder = [oldest, ...sameTime]
  expect(await untriedTransfers(db)).toEqual(inOrder)
  expect(await untriedTransfers(db, 2)).toEqual(inOrder.slice(0, 2))

  const order: string[] = []
  // Without Connect the transfers stay pending.
  const stripe = {
    ...payments.stripe,
    hasConnect: false,
    findTransfers: async (id: string) => {
      order.push(id)
      return await payments.stripe.findTransfers(id)
    },
  }
  clock.advance({ days: 1, hours: 1 })
  expect(await makePendingTransfers(db, stripe, clock.now(), 4)).toBe(4)
  expect(await makePendingTransfers(db, stripe, clock.now(), 4)).toBe(3)
  expect(await makePendingTransfers(db, stripe, clock.now(), 4)).toBe(0)
  clock.advance({ days: 1 })
  expect(await makePendingTransfers(db, stripe, clock.now())).toBe(7)
  expect(order).toEqual([...inOrder, ...inOrder])
  // The clock is set back: what was tried in the future is due again.
  clock.advance({ hours: -26 })
  expect(await makePendingTransfers(db, stripe, clock.now())).toBe(7)
  expect(await makePendingTransfers(db, stripe, clock.now())).toBe(0)
})
