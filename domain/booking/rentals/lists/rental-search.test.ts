import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { panelRentals } from './panel-list.ts'
import { rentalsAbout } from './rental-search.ts'

test('an admin finds a rental by its item’s title, even if retired, and by either name', async () => {
  const { db, made: things } = await testDatabase()
  const admin = await things.admin()
  const closet = await things.closet({ full_name: 'Clara 100% Closet' })
  const renter = await things.shopper({ full_name: 'Rita Renter' })
  const gone = await things.item({ closet, title: 'Green gown' })
  await things.rental({ item: gone, renter, status: 'completed' })
  await updateRows(db, 'clothing_items', gone.id, { deleted_at: new Date() })
  await things.rental({ item: await things.item({ title: 'Red robe' }) })
  const today = calendarDateIn('UTC', new Date())
  const titles = async (q: string) => {
    const { rows } = await panelRentals(db, admin, { filter: 'all', q, after: null }, today)
    return rows.map(({ title }) => title)
  }
  for (const words of ['green', 'RITA rent', '100% clos'])
    expect(await titles(words)).toEqual(['Green gown'])
  expect(await titles('red')).toEqual(['Red robe'])
  for (const words of ['%', 'blue']) expect(await titles(words)).not.toContain('Red robe')

  const [phoned] = await db
    .updateTable('rentals')
    .set({ renter_phone: '(646) 555-0199' })
    .where('item_id', '=', gone.id)
    .returning('id')
    .execute()
  if (!phoned) throw new Error('no rental')
  await db
    .updateTable('rentals')
    .set({ renter_phone: '212 555 0000' })
    .where('id', '<>', phoned.id)
    .execute()
  // Once by ids, and once by reading the newest rentals because of too many candidates.
  for (const candidates of [1, 0]) {
    const found = async (words: string) => {
      const rentals = await search(db, admin, words, { candidates, rentals: 2 })
      expect(rentals).toMatchObject({ isById: candidates === 1, isPartial: false })
      return rentals.titles
    }
    for (const words of ['green', 'RITA rent', '100% clos', '646 555'])
      expect([words, await found(words)]).toEqual([words, ['Green gown']])
    expect(await found('red')).toEqual(['Red robe'])
  }
})

test('with too many matches, a search covers only the newest rentals and says so', async () => {
  const { db, made: things } = await testDatabase()
  const [admin, closet] = [await things.admin(), await things.closet()]
  for (const [day, title] of ['Old gown', 'Gown', 'New gown', 'Newest gown'].entries()) {
    const item = await things.item({ title, ...(title !== 'Gown' && { closet }) })
    await things.rental({ item, createdAt: new Date(Date.UTC(2026, 4, day)) })
  }
  const found = (who: Admin | ClosetOwner, words: string, rentals: number) =>
    search(db, who, words, { candidates: 4, rentals })
  const all = ['Gown', 'New gown', 'Newest gown', 'Old gown']
  expect(await found(admin, 'gown', 4)).toEqual({ titles: all, isById: true, isPartial: false })
  const newest = { titles: all.slice(0, 3), isById: false, isPartial: true }
  expect(await found(admin, 'gown', 3)).toEqual(newest)
  // A closet searches its own rentals, and there are few enough.
  const own = { titles: all.slice(1), isById: false, isPartial: false }
  expect(await found(closet, 'gown', 3)).toEqual(own)
  expect(await found(closet, 'gown', 4)).toEqual({ ...own, isById: true })
})

test('words too short for an index are searched for in the newest rentals', async () => {
  const { db, made: things } = await testDatabase()
  const admin = await things.admin()
  for (const title of ['Qz', 'Gown qzx'])
    await things.rental({ item: await things.item({ title }) })
  const found = (words: string) => search(db, admin, words)
  const both = { titles: ['Gown qzx', 'Qz'], isById: false, isPartial: false }
  expect(await found('qz')).toEqual(both)
  expect(await found('qzx')).toEqual({ ...both, titles: ['Gown qzx'], isById: true })
})

async function search(db: Db, ...[who, words, limits]: Wanted) {
  const about = (await rentalsAbout(db, who, words, limits)) ?? expect.unreachable()
  const { rows } = await sql<{ title: string }>`select i.title from ${about.rentals}
    join clothing_items i on i.id = r.item_id where ${about.matches} order by i.title`.execute(db)
  const isById = !about.matches.compile(db).sql.includes('ilike')
  return { titles: rows.map(({ title }) => title), isById, isPartial: about.isPartial }
}

type Wanted = readonly [Admin | ClosetOwner, string, Parameters<typeof rentalsAbout>[3]?]
