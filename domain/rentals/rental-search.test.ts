import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { panelRentals } from './panel-list.ts'

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
})
