import { expect, test } from 'vitest'
import { findDeposit } from '#domain/deposits/deposits.ts'
import { like } from '#domain/likes/likes.ts'
import { changeProfile } from '#domain/people/profiles.ts'
import { testDatabase } from '#test/database.ts'
import { depositRows, noon } from '#test/deposit-rows.ts'
import { readItemViewer } from './item-viewer.ts'

// Deposits without the history that they would have.
const { db } = await testDatabase({ violatesInvariants: true })
const { made, held } = depositRows(db)

test('an item page shows the state of the deposit that renting looks at', async () => {
  const { payer, set, loses } = await held()
  const both = async () => {
    const { deposit } = await readItemViewer(db, payer, [])
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

test('an item page shows which of its cards the shopper likes, and the last delivery details', async () => {
  const [shopper, other] = [await made.shopper(), await made.shopper()]
  const [liked, likedByOther, elsewhere] = [await made.item(), await made.item(), await made.item()]
  await like(db, shopper, liked.id, noon)
  await like(db, shopper, elsewhere.id, noon)
  await like(db, other, likedByOther.id, noon)
  await changeProfile(db, shopper, { deliveryAddress: '1 Elm Street', deliveryNotes: null }, noon)
  const viewer = await readItemViewer(db, shopper, [liked, likedByOther])
  expect(viewer.liked).toEqual(new Set([liked.id]))
  expect(viewer.delivery).toMatchObject({ address: '1 Elm Street', notes: null })
  expect((await readItemViewer(db, other, [])).liked).toEqual(new Set())
})
