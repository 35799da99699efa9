import { expect, test } from 'vitest'
import { countFitAnswers, readLikelyInSize } from '#domain/catalogue/fit/fit-answers.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { differences, everySubset, facetDifferences } from '#test/search-comparison.ts'
import { fillSearchWorld } from '#test/worlds/search-world.ts'
import { randomFrom } from '#tools/simulation/random.ts'
import { countWords } from './word-counts.ts'

// Rentals without payments; their invariants are checked elsewhere.
const { db, pool } = await testDatabase({ violatesInvariants: true })
const today = calendarDateIn('UTC', new Date())
const world = { db, pool, today }
const seed = Number(process.env.SEED ?? 20_260_601)
/** `SEARCH_ITEMS=20000 npx vitest run --project domain search-oracle` tests a larger shop. */
const items = Number(process.env.SEARCH_ITEMS ?? 1500)
const timeout = 60_000 + 200 * items
await fillSearchWorld(pool, { items, seed, today })
await countWords(db)
const brands = (await db.selectFrom('brands').select('id').execute()).map(({ id }) => id)
await countFitAnswers(db)
const { id } = await make(db).shopper()
const inSize = (size: 'S' | 'M') => readLikelyInSize(db, { id }, size)
const known = { brands, sizes: [await inSize('S'), await inSize('M')] } as const
const all = everySubset(randomFrom(seed), known, today)
/** Every second subset still covers every combination of facets except all of them together. */
const searches = process.env.SEARCH_ITEMS ? all : all.filter((_, subset) => isEven(subset))

const whole = { window: 20_000, gathered: 20_000 }
const plans = {
  walk: { ...whole, walkFrom: 0 },
  gather: { ...whole, walkFrom: Number.POSITIVE_INFINITY },
  'either in small windows': { walkFrom: 100, window: 60, gathered: 30 },
}

/** Whether a subset has an even number of parts. */
function isEven(subset: number): boolean {
  return [...subset.toString(2)].filter((bit) => bit === '1').length % 2 === 0
}

test('every search finds by every plan what plain SQL finds, each item once', {
  timeout,
}, async () => {
  const found: Record<string, readonly string[]> = {}
  for (const query of searches) {
    const faults = await differences(world, query, plans)
    if (faults.length > 0) found[JSON.stringify(query)] = faults
  }
  expect(found).toEqual({})
})

test('the values of facets are counted as plain SQL counts them', { timeout }, async () => {
  const found: Record<string, readonly string[]> = {}
  for (const query of searches.filter((_, n) => n % 4 === 0)) {
    const faults = await facetDifferences(world, query, { ...whole, walkFrom: 100 })
    if (faults.length > 0) found[JSON.stringify(query)] = faults
  }
  expect(found).toEqual({})
})
