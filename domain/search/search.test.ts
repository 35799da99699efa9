import { expect, test } from 'vitest'
import { parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { searchItems } from './search.ts'
import { searchChoices } from './search-choices.ts'
import { emptySearch } from './search-query.ts'

const today = parseCalendarDate('2026-06-01')
if (!today) throw new Error('no date')

test('the choices are active brands and the cities with public items', async () => {
  const { db } = await testDatabase()
  const { item, closet, brand } = make(db)
  const shown = await brand({ name: 'Oriel Lane' })
  await brand({ name: 'Bygone', is_active: false })
  const austin = await closet({ city: 'Austin', state: 'TX' })
  const troy = await closet({ city: 'Troy', state: 'NY' })
  await item({ business_id: austin.id })
  await item({ business_id: troy.id, paused: true })
  expect(await searchChoices(db)).toEqual({
    brands: [{ id: shown.id, name: 'Oriel Lane' }],
    cities: ['Austin, TX'],
  })
})

test('a search finds public items by a word and a facet', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const found = await item({ title: 'Red dress', size: 'M' })
  await item({ title: 'Red dress', size: 'L' })
  await item({ title: 'Red dress', size: 'M', paused: true })
  await item({ title: 'Blue coat', size: 'M' })
  const page = await searchItems(db, { ...emptySearch, q: 'red', size: ['M'] }, today)
  expect(page.items.map(({ id }) => id)).toEqual([found.id])
  expect(page.total).toBe(1)
})
