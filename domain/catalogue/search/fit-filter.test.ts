import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stretches } from '#db/enums.ts'
import {
  type Body,
  fitLexemes,
  type Measurements,
  shouldFit,
} from '#domain/accounts/sizes/should-fit.ts'
import { make } from '#test/make/make.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { randomFrom } from '#tools/simulation/random.ts'

const { db } = await testDatabase()
const { item } = make(db)

async function fitFilters({ stretch, bustCm, waistCm, hipsCm }: Measurements): Promise<string[]> {
  const row = sql`row(null, ${stretch}::text, ${bustCm}::numeric, ${waistCm}::numeric,
    ${hipsCm}::numeric, null)::item_measurements`
  const { rows } = await sql<{ words: string[] }>`select fit_filters(${row}) as words`.execute(db)
  return rows[0]?.words ?? []
}

test('the search index implements the rule for what should fit', async () => {
  const random = randomFrom(Number(process.env.SEED ?? 16))
  const faults: unknown[] = []
  let fits = 0
  for (let n = 0; n < 400; n++) {
    const garment = (least: number) =>
      random.oneIn(4) ? null : least + random.between(0, 160) / 10
    const own = (least: number) => (random.oneIn(4) ? null : least + random.between(0, 8))
    const measured = {
      stretch: random.pick([...stretches, null]),
      ...{ bustCm: garment(86), waistCm: garment(66), hipsCm: garment(94), lengthCm: null },
    }
    const body: Body = { bustCm: own(86), waistCm: own(66), hipsCm: own(94) }
    const words = new Set(await fitFilters(measured))
    const groups = fitLexemes(body)
    const isFound =
      groups.length > 0 && groups.every((group) => group.some((word) => words.has(word)))
    const rule = shouldFit(measured, body)?.fit === 'should-fit'
    if (isFound !== rule) faults.push({ measured, body, isFound, rule })
    if (rule) fits++
  }
  expect(faults).toEqual([])
  expect(fits).toBeGreaterThan(40)
})

test('a document is updated with the measurements of its item', async () => {
  const { id } = await item()
  const words = async () => {
    const { rows } = await sql<{ words: string[] }>`select array(
      select lexeme from unnest(tsvector_to_array(doc)) lexeme where starts_with(lexeme, 'm:')) as words
      from item_search where item_id = ${id}`.execute(db)
    return rows[0]?.words
  }
  expect(await words()).toEqual([])
  await db.insertInto('item_measurements').values({ item_id: id, waist_cm: 74.5 }).execute()
  const around = ['65', '66', '67', '68', '69', '70', '71', '72']
  const other = ['m:bust:any', 'm:hips:any']
  expect((await words())?.toSorted()).toEqual([...other, ...around.map((cm) => `m:waist:${cm}`)])
  await updateRows(db, 'clothing_items', id, { title: 'Another name' })
  expect(await words()).toHaveLength(10)
  await db.updateTable('item_measurements').set({ waist_cm: null, length_cm: 90 }).execute()
  expect(await words()).toEqual([])
  await db.deleteFrom('item_measurements').execute()
  expect(await words()).toEqual([])
})

test('the integrity checks find a document that matches a body the item should not fit', async () => {
  const { db: tampered } = await testDatabase({ violatesInvariants: true })
  const { id } = await make(tampered).item()
  await tampered.insertInto('item_measurements').values({ item_id: id, hips_cm: 100 }).execute()
  await sql`update item_search set doc = doc || array_to_tsvector(array['m:hips:120'])`.execute(
    tampered,
  )
  expect(await integrityViolations(tampered)).toEqual([
    expect.objectContaining({ check_name: 'search finds every item by whom it should fit' }),
  ])
})
