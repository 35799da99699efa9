import { expect, test } from 'vitest'
import type { ItemId, WaitlistEntryId } from '#db/ids.ts'
import { changeAccountType } from '#domain/accounts/closing/change-account-type.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { changeMany } from '#domain/catalogue/items/listing/change-many.ts'
import {
  approveItem,
  restoreItem,
  takeDownItem,
} from '#domain/catalogue/items/listing/item-approval.ts'
import { editItem, setPaused } from '#domain/catalogue/items/listing/listing.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { day, hoursLater, now, origin, today, waitlistWorld } from '#test/worlds/waitlist-world.ts'
import { offerDueDays } from './due-entries.ts'
import { leaveWaitlist } from './join-waitlist.ts'
import { expireOffer } from './waitlist-deadlines.ts'

// Offers that cannot be accepted, through no fault of the shopper.

const { db } = await testDatabase()
const { made, mustJoin, rentedItem, rent } = waitlistWorld(db)
const admin = await made.admin()

const entryOf = async (id: WaitlistEntryId) =>
  await readRow(db, 'waitlist_entries', ['status', 'offered_at'], id)

const seen = async (itemId: ItemId) => {
  const { updated_at: changedAt } = await readRow(db, 'clothing_items', 'updated_at', itemId)
  return { itemId, changedAt, origin }
}

const changeAccount = (personId: ClosetOwner['id'], isClosed: boolean) => {
  const [from, to] = isClosed
    ? (['business', 'regular'] as const)
    : (['regular', 'business'] as const)
  return changeAccountType(db, admin, { personId, from, to, origin }, now)
}

type Command = (
  closet: ClosetOwner,
  itemId: ItemId,
) => Promise<{ readonly ok: boolean; readonly problem?: unknown }>

const changes: Readonly<Record<string, { readonly closes: Command; readonly opens: Command }>> = {
  paused: {
    closes: (closet, itemId) => setPaused(db, closet, { itemId, paused: true }, now),
    opens: (closet, itemId) => setPaused(db, closet, { itemId, paused: false }, now),
  },
  'paused with others': {
    closes: (closet, id) => changeMany(db, closet, { ids: [id] }, { kind: 'pause' }, now),
    opens: (closet, id) => changeMany(db, closet, { ids: [id] }, { kind: 'resume' }, now),
  },
  'taken down': {
    closes: async (_, id) =>
      takeDownItem(db, admin, { ...(await seen(id)), reason: 'Too worn.' }, now),
    opens: async (_, id) => restoreItem(db, admin, await seen(id), now),
  },
  'reviewed again': {
    closes: async (closet, itemId) => {
      const { id: imageId } = await made.image({ owner_id: closet.id, attached_at: null })
      const words = { title: 'Red gown', description: 'Silk.', size: 'M', style: 'Formal' }
      const edit = { itemId, ...words, eventType: 'Party', creditsPerWeek: 7, imageId }
      return await editItem(db, closet, edit, now)
    },
    opens: async (_, id) => approveItem(db, admin, await seen(id), now),
  },
  'of a blocked closet': {
    closes: ({ id }) => changeAccount(id, true),
    opens: ({ id }) => changeAccount(id, false),
  },
}

test.each(
  Object.keys(changes),
)('an offer is withdrawn when its item is %s, and made again later', async (change) => {
  const { closes, opens } = changes[change] ?? {}
  const { closet, item, cancel } = await rentedItem({ creditsPerDay: 1 })
  const shopper = await made.readyShopper({ credits: 20 })
  const entry = await mustJoin(shopper, item.id)
  await cancel()
  expect(await entryOf(entry)).toEqual({ status: 'offered', offered_at: now })
  expect(await closes?.(closet, item.id)).toMatchObject({ ok: true })
  expect(await entryOf(entry)).toEqual({ status: 'waiting', offered_at: null })
  expect(await opens?.(closet, item.id)).toMatchObject({ ok: true })
  await offerDueDays(db, now)
  expect(await entryOf(entry)).toMatchObject({ status: 'offered' })
  expect(await rent(shopper, item.id)).toMatchObject({ ok: true })
})

const atNine = new Date('2026-11-21T14:00:00Z')
const atNoon = new Date('2026-11-21T17:00:00Z')

/** An offer from 8 pm to noon for days from tomorrow on, and a rental whose last day is today. */
async function offeredBeforeReturn() {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 0, advance_booking: true })
  const out = { item, status: 'delivered', start: '2026-11-14', days: 7, createdAt: now } as const
  const { id: lateId } = await made.rental(out)
  const renter = await made.shopper()
  const coming = { item, renter, start: '2026-11-22', days: 2, createdAt: now }
  const { id: rentalId } = await made.rental(coming)
  const shopper = await made.readyShopper()
  const dates = { start: day('2026-11-22'), end: day('2026-11-23') }
  const entry = await mustJoin(shopper, item.id, dates)
  const evening = new Date('2026-11-21T01:00:00Z')
  expect(await cancelRental(db, renter, { rentalId, origin }, evening)).toMatchObject({ ok: true })
  expect(await entryOf(entry)).toEqual({ status: 'offered', offered_at: evening })
  return { closet, shopper, entry, on: { rentalId: lateId, origin, today } }
}

test('an offer that ends while the item is late does not count as expired; once it is back, there is another', async () => {
  const { closet, entry, on } = await offeredBeforeReturn()
  await expireOffer(db, entry, atNoon)
  expect(await entryOf(entry)).toEqual({ status: 'waiting', offered_at: null })
  expect(await recordReturn(db, closet, on, atNoon)).toMatchObject({ ok: true })
  expect(await entryOf(entry)).toEqual({ status: 'offered', offered_at: atNoon })
})

test('leaving an offer while the item is late does not count against the shopper', async () => {
  const [late, back] = [await offeredBeforeReturn(), await offeredBeforeReturn()]
  await recordReturn(db, back.closet, back.on, atNine)
  for (const { shopper, entry } of [late, back])
    await leaveWaitlist(db, shopper, { entryId: entry }, atNine)
  expect(await entryOf(late.entry)).toEqual({ status: 'left', offered_at: null })
  expect(await entryOf(back.entry)).toEqual({ status: 'left', offered_at: expect.any(Date) })
})

test('an offer does not count as expired if the closet blocked the shopper or needs more days now', async () => {
  const offered = async () => {
    const { closet, item, cancel } = await rentedItem({ advance_booking: true })
    await made.rental({ item, start: '2026-12-14', createdAt: now })
    const shopper = await made.readyShopper()
    const entry = await mustJoin(shopper, item.id)
    await cancel(hoursLater(48))
    return { closet, item, shopper, entry }
  }
  const [blocked, noticed, tight, blocking] = [
    await offered(),
    await offered(),
    await offered(),
    await offered(),
  ]
  await made.block(blocked.closet, blocked.shopper)
  await updateRows(db, 'user_profiles', noticed.closet.id, { notice_days: 14 })
  await updateRows(db, 'clothing_items', tight.item.id, { turnaround_days: 3 })
  await made.block(blocking.shopper, blocking.closet)
  for (const { entry } of [blocked, noticed, tight, blocking])
    await expireOffer(db, entry, hoursLater(60))
  const ended = await Promise.all(
    [blocked, noticed, tight, blocking].map(({ entry }) => entryOf(entry)),
  )
  expect(ended.map(({ status }) => status)).toEqual(['passed', 'passed', 'waiting', 'expired'])
})
