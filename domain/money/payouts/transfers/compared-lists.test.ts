import { expect, test } from 'vitest'
import type { TransferId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { TransferState } from '#gateways/stripe/transfers.ts'
import { testClock } from '#test/clock.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { pendingTransfer } from '#test/worlds/payout-world.ts'
import { compareTransfers } from './compare-transfers.ts'

const now = new Date('2026-12-05T17:00:00Z')
const from = new Date('2026-10-26T17:00:00Z')
const until = new Date('2026-12-05T16:50:00Z')
const shifted = (at: Date, ms: number) => new Date(at.getTime() + ms)

async function shop() {
  const { db, made } = await testDatabase({ violatesInvariants: true })
  const closetWithAccount = async () => {
    const closet = await made.closet()
    return { closet, account: await made.payoutAccount(closet) }
  }
  const pending = (closet: ClosetOwner, at: Date, id?: TransferId) =>
    pendingTransfer({ db, made, clock: testClock(at) }, closet, 3000, id)
  const transfer = async (closet: ClosetOwner, at: Date) => {
    const id = await pending(closet, at)
    const stripeId = `tr_${id}`
    await updateRows(db, 'transfers', id, {
      status: 'made',
      stripe_transfer_id: stripeId,
      finished_at: at,
    })
    return { id, stripeId }
  }
  const open = () =>
    db
      .selectFrom('transfer_differences')
      .select(['kind', 'transfer_id', 'stripe_transfer_id', 'owner_id'])
      .select(['our_cents', 'stripe_cents', 'made_at'])
      .where('resolved_at', 'is', null)
      .orderBy('id')
      .execute()
  return { db, closetWithAccount, pending, transfer, open }
}

/** What Stripe lists, page by page, and the requests for it. */
function listing(...pages: readonly (readonly TransferState[])[]) {
  const requests: unknown[] = []
  const listTransfers = async (...request: unknown[]) => {
    const transfers = pages[requests.length] ?? []
    requests.push(request)
    const next = requests.length < pages.length ? `page ${requests.length}` : null
    return { transfers, next }
  }
  return { listTransfers, requests }
}

const atStripe = (about: Partial<TransferState>): TransferState => ({
  ...{ id: `tr_${newId()}`, transferId: null, account: null, amountCents: 3000 },
  ...{ reversedCents: 0, createdAt: shifted(now, -3_600_000) },
  ...about,
})

test('compares the forty days up to ten minutes ago, in whole seconds, once there is an account', async () => {
  const { db, closetWithAccount } = await shop()
  const unread = listing([])
  expect(await compareTransfers(db, unread, now)).toBe(0)
  expect(unread.requests).toEqual([])
  await closetWithAccount()
  for (const ms of [0, 999]) {
    const { requests, ...stripe } = listing([], [])
    expect(await compareTransfers(db, stripe, shifted(now, ms))).toBe(0)
    expect(requests).toEqual([
      [from, until, null],
      [from, until, 'page 1'],
    ])
  }
})

test('a list with too many pages is refused', async () => {
  const { db, closetWithAccount } = await shop()
  await closetWithAccount()
  const max = { pages: 2, differences: 2 }
  expect(await compareTransfers(db, listing([], []), now, max)).toBe(0)
  await expect(compareTransfers(db, listing([], [], []), now, max)).rejects.toThrow(
    'there are too many transfers to compare',
  )
})

test('stops reading at the maximum number of differences', async () => {
  const { db, closetWithAccount, transfer, open } = await shop()
  const { closet, account } = await closetWithAccount()
  await transfer(closet, from)
  const max = { pages: 9, differences: 2 }
  const unknown = (amountCents: number) => atStripe({ account, amountCents })
  const cents = async () => (await open()).map(({ stripe_cents }) => stripe_cents)
  const full = listing([unknown(1), unknown(2)], [unknown(3)])
  expect(await compareTransfers(db, full, now, max)).toBe(2)
  expect(full.requests).toHaveLength(1)
  expect(await cents()).toEqual([1, 2])
  const over = listing([unknown(4)], [unknown(5), unknown(6)], [unknown(7)])
  expect(await compareTransfers(db, over, now, max)).toBe(3)
  expect(over.requests).toHaveLength(2)
  expect(await cents()).toEqual([4, 5])
})

test('finds our transfers of the compared period that Stripe lacks, oldest first', async () => {
  const { db, closetWithAccount, transfer, open } = await shop()
  const { closet } = await closetWithAccount()
  const newest = await transfer(closet, shifted(until, -1))
  await transfer(closet, until)
  const oldest = await transfer(closet, from)
  await transfer(closet, shifted(from, -1))
  expect(await compareTransfers(db, listing([]), now, { pages: 9, differences: 1 })).toBe(1)
  const missing = ({ id, stripeId }: typeof newest, at: Date) => ({
    ...{ kind: 'missing', transfer_id: id, stripe_transfer_id: stripeId, owner_id: closet.id },
    ...{ our_cents: 3000, stripe_cents: null, made_at: at },
  })
  expect(await open()).toEqual([missing(oldest, from)])
  expect(await compareTransfers(db, listing([]), now)).toBe(2)
  expect(await open()).toEqual([missing(oldest, from), missing(newest, shifted(until, -1))])
})

test('transfers without their earnings are found in the order of their requests', async () => {
  const { db, closetWithAccount, pending, open } = await shop()
  const [a, b, c, before]: TransferId[] = [newId(), newId(), newId(), newId()]
  const requests = [
    [b, shifted(from, 1)],
    [a, shifted(from, 1)],
    [c, from],
    [before, shifted(from, -1)],
  ] as const
  for (const [id, at] of requests) await pending((await closetWithAccount()).closet, at, id)
  await db.updateTable('earnings').set({ transfer_id: null }).execute()
  expect(await compareTransfers(db, listing([]), now, { pages: 9, differences: 2 })).toBe(2)
  const ofOurs = async () => (await open()).map(({ transfer_id }) => transfer_id)
  expect(await ofOurs()).toEqual([c, a])
  expect(await compareTransfers(db, listing([]), now)).toBe(3)
  expect(await ofOurs()).toEqual([c, a, b])
  expect((await open())[0]).toMatchObject({ kind: 'earnings', our_cents: 3000, stripe_cents: 0 })
})

test('an unmatched transfer is attributed to an owner by its id or by its account', async () => {
  const { db, closetWithAccount, transfer, open } = await shop()
  const [one, other] = [await closetWithAccount(), await closetWithAccount()]
  const { id: transferId, stripeId } = await transfer(one.closet, shifted(now, -3_600_000))
  const same = atStripe({ id: stripeId, account: one.account })
  expect(await compareTransfers(db, listing([same]), now)).toBe(0)
  const list = listing([
    same,
    atStripe({ id: 'tr_1', transferId, account: other.account }),
    atStripe({ id: 'tr_2', transferId, account: 'acct_elsewhere' }),
    atStripe({ id: 'tr_3', account: other.account }),
    atStripe({ account: 'acct_elsewhere' }),
    atStripe({ transferId: 'order 7' }),
  ])
  expect(await compareTransfers(db, list, now)).toBe(3)
  const unknown = { kind: 'unknown', our_cents: null, stripe_cents: 3000 }
  const named = { ...unknown, transfer_id: transferId, owner_id: one.closet.id }
  expect(await open()).toMatchObject([
    { ...named, stripe_transfer_id: 'tr_1' },
    { ...named, stripe_transfer_id: 'tr_2' },
    { ...unknown, transfer_id: null, stripe_transfer_id: 'tr_3', owner_id: other.closet.id },
  ])
})
