import { expect, test } from 'vitest'
import { offerDueDays } from '#domain/booking/waitlist/due-entries.ts'
import { joinWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import { inTurn } from '#test/in-turn.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { december, now, today, waitlistWorld } from '#test/worlds/waitlist-world.ts'
import { changeMany } from './change-many.ts'
import { addHoliday, removeHoliday } from './holidays.ts'

// A holiday is added or removed while somebody books one of its days.

const database = await testDatabase()
const { db } = database
const { made, statusOf, rent } = waitlistWorld(db)

async function closetWithItem() {
  const closet = await made.closet()
  return { closet, item: await made.item({ closet, creditsPerDay: 0 }) }
}

test('a rental that races with a new holiday is refused once the holiday is added', async () => {
  const { closet, item } = await closetWithItem()
  const shopper = await made.readyShopper()
  const row = ['select from clothing_items where id = $1 for no key update', item.id] as const
  const [answer] = await inTurn(database, row, [() => rent(shopper, item.id)], async () => {
    expect(await addHoliday(db, closet, december, now, today)).toMatchObject({ ok: true })
  })
  expect(answer).toEqual({ ok: false, problem: { reason: 'dates-taken' } })
})

test('a new holiday waits for an offer of its days that is being made, and is refused', async () => {
  const { closet, item } = await closetWithItem()
  await changeMany(db, closet, { ids: [item.id] }, { kind: 'pause' }, now)
  const entry = await made.entry({ item, ...december })
  await changeMany(db, closet, { ids: [item.id] }, { kind: 'resume' }, now)
  const row = ['select from waitlist_entries where id = $1 for update', entry] as const
  const [, added] = await inTurn(database, row, [
    () => offerDueDays(db, now),
    () => addHoliday(db, closet, december, now, today),
  ])
  expect(added).toEqual({ ok: false, problem: { reason: 'dates-offered' } })
  expect(await statusOf(entry)).toEqual(['offered'])
})

test('a shopper who joins the waitlist while a holiday is removed gets an offer for its days', async () => {
  const { closet, item } = await closetWithItem()
  const holidayId = await made.holiday(closet, december.start, december.end)
  const shopper = await made.readyShopper()
  const timeZone = 'America/New_York'
  const row = ['select from user_profiles where id = $1 for no key update', shopper.id] as const
  const [joined, removed] = await inTurn(database, row, [
    () => joinWaitlist(db, shopper, { itemId: item.id, timeZone, ...december }, now, today),
    () => removeHoliday(db, closet, holidayId, now),
  ])
  expect([joined, removed]).toMatchObject([{ ok: true }, { ok: true }])
  expect(await offerDueDays(db, now)).toBe(1)
})
