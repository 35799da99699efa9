import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { panelRentals } from './panel-list.ts'
import { panelTables } from './rental-panel.ts'
import { rentalsAbout } from './rental-search.ts'

test('an admin finds a rental by its item’s title, even if retired, and by either name', async () => {
  const { db } = await testDatabase()
  const things = make(db)
  const admin = await things.admin()
  const closet = await things.closet({ full_name: 'Clara 100% Closet' })
  const renter = await things.shopper({ full_name: 'Rita Renter' })
  const gone = await things.item({ closet, title: 'Green gown' })
  await things.rental({ item: gone, renter, status: 'completed' })
  await db
    .updateTable('clothing_items')
    .set({ deleted_at: new Date() })
    .where('id', '=', gone.id)
    .execute()
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
  // By the ids of the candidates, or by a scan of the list when there are too many.
  for (const maxCandidates of [0, 1]) {
    const found = async (words: string) => {
      const about = (await rentalsAbout(db, words, maxCandidates)) ?? expect.unreachable()
      expect(about.compile(db).sql.includes('ilike')).toBe(maxCandidates === 0)
      const rows = panelTables(db).select('i.title').where(about)
      return (await rows.execute()).map(({ title }) => title)
    }
    for (const words of ['green', 'RITA rent', '100% clos', '646 555'])
      expect([words, await found(words)]).toEqual([words, ['Green gown']])
    expect(await found('red')).toEqual(['Red robe'])
  }
})
