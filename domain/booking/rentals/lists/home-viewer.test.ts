import { expect, test } from 'vitest'
import { saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { like } from '#domain/catalogue/likes/likes.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { findHomeViewer } from './home-viewer.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = parseCalendarDate('2026-11-20')
if (!today) throw new Error('not a day')

const viewerOf = (shopper: Shopper, cards: readonly { readonly id: string }[] = []) =>
  findHomeViewer(db, shopper, { cards, today })

const rental = async (
  renter: Shopper,
  start: string,
  status: 'pending' | 'confirmed' | 'delivered' | 'completed',
  title: string = status,
) =>
  made.rental({
    ...{ item: await made.item({ title, creditsPerDay: 0 }), renter, status, start, days: 3 },
    createdAt: now,
  })

test('of a shopper’s rentals the home page has the one with them that is due first, else the next', async () => {
  const renter = await made.readyShopper()
  expect((await viewerOf(renter)).rental).toBeNull()
  await rental(renter, '2026-11-01', 'completed')
  await rental(renter, '2026-11-02', 'confirmed', 'never delivered')
  expect((await viewerOf(renter)).rental).toBeNull()
  await rental(renter, '2026-12-20', 'pending', 'later')
  const next = await rental(renter, '2026-12-10', 'confirmed', 'next')
  expect((await viewerOf(renter)).rental).toEqual({
    ...{ id: next.id, title: 'next', status: 'confirmed' },
    ...{ start: '2026-12-10', end: '2026-12-12' },
  })
  await rental(renter, '2026-11-19', 'delivered', 'with me')
  const late = await rental(renter, '2026-11-10', 'delivered', 'late')
  expect((await viewerOf(renter)).rental).toMatchObject({ title: 'late', end: '2026-11-12' })
  await db.updateTable('rentals').set({ sent_back_at: now }).where('id', '=', late.id).execute()
  expect((await viewerOf(renter)).rental).toMatchObject({ title: 'with me' })
  expect((await viewerOf(await made.readyShopper())).rental).toBeNull()
})

test('size and city are known as far as the shopper gave them, the city only with public items', async () => {
  const shopper = await made.shopper({ city: 'Reno', state: 'NV' })
  expect(await viewerOf(shopper)).toMatchObject({ size: null, city: null })
  const closet = await made.closet({ city: 'Reno', state: 'NV' })
  await made.item({ closet, approval_status: 'pending' })
  expect((await viewerOf(shopper)).city).toBeNull()
  await made.item({ closet })
  const body = { heightCm: null, bustCm: null, waistCm: null, hipsCm: null }
  await saveSizeProfile(db, shopper, { usualSize: 'M', ...body }, now)
  expect(await viewerOf(shopper)).toMatchObject({ size: 'M', city: 'Reno, NV' })
})

test('the liked ones of the given items are told', async () => {
  const shopper = await made.shopper()
  const [liked, other, elsewhere] = [await made.item(), await made.item(), await made.item()]
  await like(db, shopper, liked.id, now)
  await like(db, shopper, elsewhere.id, now)
  expect((await viewerOf(shopper, [liked, other])).liked).toEqual([liked.id])
  expect((await viewerOf(shopper)).liked).toEqual([])
})
