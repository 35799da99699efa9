import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { facetValues } from './facets.ts'
import {
  foldUnmetSearches,
  frequentUnmetSearches,
  recordUnmetSearch,
  unmetSearches,
  VISITOR_NUMBERS,
} from './unmet-searches.ts'

const today = calendarDateIn('UTC', new Date('2026-11-20T12:00:00Z'))
const tomorrow = addDays(today, 1)

async function world() {
  const { db } = await testDatabase()
  const closet = await make(db).closet()
  const note = (size: string[], category: string[], visitor = 7, on = today) =>
    recordUnmetSearch(db, { size, category }, { visitor, today: on })
  const marks = async () => {
    const rows = await db.selectFrom('unmet_search_marks').select(['size', 'category']).execute()
    return rows.map(({ size, category }) => `${size}/${category}`).toSorted()
  }
  const seen = async (on = tomorrow) => {
    await foldUnmetSearches(db, on)
    return await unmetSearches(db, closet, on)
  }
  return { db, note, marks, seen }
}

test('a search without hits counts once a day for each visitor, size and category', async () => {
  const { note, marks, seen } = await world()
  for (let n = 0; n < 3; n += 1) await note(['M'], ['Gown'])
  await note(['M', 'L'], ['Gown'], 8)
  await note(['XS'], [])
  expect(await seen(today)).toEqual([])
  expect(await marks()).toHaveLength(4)
  await note(['M'], ['Gown'], 7, tomorrow)
  expect(await seen()).toEqual([
    { size: 'M', category: 'Gown', searches: 2 },
    { size: 'L', category: 'Gown', searches: 1 },
    { size: 'XS', category: '', searches: 1 },
  ])
  // Only today's mark is left.
  expect(await marks()).toEqual(['M/Gown'])
  expect((await seen(addDays(today, 2)))[0]).toMatchObject({ searches: 3 })
})

test('a search without size and category is not recorded, and many values count as none', async () => {
  const { note, marks } = await world()
  await note([], [])
  await note(['XS', 'S', 'M', 'L'], [])
  expect(await marks()).toEqual([])
  await note(['XS', 'S', 'M', 'L'], ['Suit'])
  expect(await marks()).toEqual(['/Suit'])
})

test('every size and category can be recorded, and nothing else', async () => {
  const { note } = await world()
  for (const size of facetValues.size) await note([size], [], 1)
  for (const [n, category] of facetValues.category.entries()) await note([], [category], 2 + n)
  await expect(note(['XXXL'], [])).rejects.toThrow('unmet_size_is_known')
  await expect(note([], ['Hat'])).rejects.toThrow('unmet_category_is_known')
  await expect(note(['M'], [], VISITOR_NUMBERS)).rejects.toThrow('unmet_visitor')
  await note(['M'], [], VISITOR_NUMBERS - 1)
})

test('one visitor cannot add more than a few marks a day', async () => {
  const { note, marks } = await world()
  for (const size of facetValues.size)
    for (const category of facetValues.category) await note([size], [category])
  expect(await marks()).toHaveLength(20)
  await note(['M'], ['Suit'], 8)
  expect(await marks()).toHaveLength(21)
})

test('numbers are stored for a year, and shown for 90 days', async () => {
  const { db, note, seen } = await world()
  await note(['M'], ['Gown'])
  await note(['L'], ['Suit'], 7, addDays(today, 60))
  expect(await seen(addDays(today, 90))).toHaveLength(2)
  expect(await seen(addDays(today, 91))).toHaveLength(1)
  const days = async () => (await db.selectFrom('unmet_searches').select('size').execute()).length
  await seen(addDays(today, 365))
  expect(await days()).toBe(2)
  await seen(addDays(today, 366))
  expect(await days()).toBe(1)
})

test('everybody sees only searches that were made five times or more', async () => {
  const { db, note } = await world()
  for (let visitor = 0; visitor < 5; visitor += 1) await note(['M'], ['Gown'], visitor)
  for (let visitor = 0; visitor < 4; visitor += 1) await note(['XS'], [], visitor)
  await foldUnmetSearches(db, tomorrow)
  expect(await frequentUnmetSearches(db, tomorrow)).toEqual([
    { size: 'M', category: 'Gown', searches: 5 },
  ])
  expect(await frequentUnmetSearches(db, addDays(today, 91))).toEqual([])
})
