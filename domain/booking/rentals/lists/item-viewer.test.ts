import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { changeProfile } from '#domain/accounts/people/profiles.ts'
import { findItem } from '#domain/catalogue/items/item-queries.ts'
import { like } from '#domain/catalogue/likes/likes.ts'
import { findDeposit } from '#domain/money/deposits/deposits.ts'
import { asShopper, type Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { depositRows, noon } from '#test/deposit-rows.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { findItemForShopper } from './item-viewer.ts'

// Deposits without their history, which violates invariants.
const { db } = await testDatabase({ violatesInvariants: true })
const { made, held } = depositRows(db)
const today = calendarDateIn('UTC', noon)

type Card = { readonly id: string }

async function viewerOf(
  shopper: Shopper,
  { id, cards = [] }: { readonly id: ItemId; readonly cards?: readonly Card[] },
) {
  const found = await findItemForShopper(db, shopper, { id, today, cards })
  if (!found) throw new Error('the item is not shown')
  return found.viewer
}

test('an item page shows the deposit state that renting checks', async () => {
  const { payer, set, loses } = await held()
  const { id } = await made.item()
  const both = async () => {
    const { deposit } = await viewerOf(payer, { id })
    const found = await findDeposit(db, payer.id)
    expect(deposit).toEqual(found && { barred: found.barred, topUpCents: found.topUpCents })
    return deposit
  }
  expect(await both()).toEqual({ barred: null, topUpCents: 0 })
  await set({ kept_cents: 100 })
  expect(await both()).toEqual({ barred: 'partly-withheld', topUpCents: 100 })
  await loses(1)
  expect(await both()).toEqual({ barred: 'partly-withheld', topUpCents: 0 })
  await set({ frozen_at: noon })
  expect(await both()).toEqual({ barred: 'disputed', topUpCents: 0 })
  await set({ refund_requested_at: noon })
  expect(await both()).toBeNull()
})

test('an item page shows which of its cards the shopper likes, and the delivery details last used', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const [liked, likedByOther, elsewhere] = [await made.item(), await made.item(), await made.item()]
  await like(db, shopper, liked.id, noon)
  await like(db, shopper, elsewhere.id, noon)
  await like(db, other, likedByOther.id, noon)
  await changeProfile(db, shopper, { deliveryAddress: '1 Elm Street', deliveryNotes: null }, noon)
  const viewer = await viewerOf(shopper, { id: elsewhere.id, cards: [liked, likedByOther] })
  expect(viewer.liked).toEqual(new Set([liked.id]))
  expect(viewer.delivery).toMatchObject({ address: '1 Elm Street', notes: null })
  expect((await viewerOf(other, elsewhere)).liked).toEqual(new Set())
})

test('an item page shows the first live rental of the shopper, and none of others', async () => {
  const [shopper, other, item] = [await made.shopper(), await made.shopper(), await made.item()]
  const rent = (start: string, status: 'confirmed' | 'completed') =>
    made.rental({ item, renter: shopper, start, status })
  await rent('2026-10-01', 'completed')
  const first = await rent('2026-12-01', 'confirmed')
  expect((await viewerOf(shopper, item)).ownRental).toEqual({
    ...{ id: first.id, start: '2026-12-01', end: '2026-12-07', status: 'confirmed' },
  })
  expect((await viewerOf(other, item)).ownRental).toBeNull()
})

test('finds the same item as findItem, also for its lister; others do not see pending items', async () => {
  const [shopper, closet] = [await made.shopper(), await made.closet()]
  const lister = asShopper(closet)
  if (!lister) throw new Error('a closet can rent')
  const { id } = await made.item({ closet })
  const inReview = await made.item({ closet, approval_status: 'pending' })
  const foundBy = async (who: Shopper, itemId: ItemId) =>
    (await findItemForShopper(db, who, { id: itemId, today, cards: [] }))?.item ?? null
  for (const who of [shopper, lister])
    for (const itemId of [id, inReview.id])
      expect(await foundBy(who, itemId)).toEqual(await findItem(db, who, itemId, today))
  expect(await foundBy(shopper, id)).not.toBeNull()
  expect(await foundBy(lister, inReview.id)).not.toBeNull()
  expect(await foundBy(shopper, inReview.id)).toBeNull()
})
