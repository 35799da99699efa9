import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { cellsOf, importRules } from '#app/routes/business/import-rules.ts'
import type { GivenCells } from '#db/import-rows.ts'
import { allKnownItems } from '#domain/catalogue/items/items.ts'
import { retireItem } from '#domain/catalogue/items/listing/listing.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { importing, row } from '#test/make/importing.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { correctRow } from './correct-row.ts'
import { removeOldImports } from './end-imports.ts'
import { importRows, refusedRows } from './import-queries.ts'
import { confirmImport, discardImport } from './imports.ts'

const { db, made: things } = await testDatabase()
const { now, send, check, importAll, sendAndImport, counts, itemsOf } = importing(db)
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

let owner: ClosetOwner
beforeEach(async () => {
  owner = await things.closet()
})

/** One row for each kind of bad cell; the last one repeats a SKU of the file. */
const bad: readonly GivenCells[] = [
  { title: '' },
  { sku: '' },
  { size: 'Huge' },
  { style: 'Punk' },
  { occasion: '' },
  { price: '-1' },
  { price: '1e3' },
  { category: 'Lamps' },
  { color: 'Plaid' },
  { replacement_value: '0' },
  { bust_cm: '5' },
  { stretch: 'x' },
  { fit_returns: 'perhaps' },
  { advance_booking: '2' },
  { turnaround_days: '99' },
  { title: 'x'.repeat(121) },
  { sku: 'S-1' },
]

test('a file of many rows with every kind of bad cell is checked, and nothing is written', async () => {
  const rows = Array.from({ length: 400 }, (_, n) =>
    row(`S-${n}`, n % 20 === 10 ? bad[(n - 10) / 20] : {}),
  )
  const importId = await send(owner, rows)
  await check(importId)
  expect(await counts(owner, importId)).toEqual([400 - bad.length, 0, 0, bad.length])
  expect(await itemsOf(owner)).toEqual([])
  const refused = await refusedRows(db, owner, importId)
  expect(refused.map(({ problems }) => problems.map(({ column }) => column).join())).toEqual(
    bad.map((cells) => Object.keys(cells).join()),
  )
  expect(refused[0]).toMatchObject({
    given: { sku: 'S-10' },
    problems: [{ column: 'title', sentence: 'Please enter a title.' }],
  })
  const page = await importRows(db, owner, { importId, view: 'all', page: 99 })
  expect([page.rows.length, page.page, page.pages]).toEqual([50, 8, 8])
  await discardImport(db, owner, importId, now)
  await removeOldImports(db, later(100))
})

test('the good rows of a file are imported, and the same file twice changes nothing', async () => {
  const rows = [
    ...Array.from({ length: 60 }, (_, n) => row(`S-${n}`)),
    ...bad.map((cells) => row('X', cells)),
  ]
  const importId = await sendAndImport(owner, rows)
  // Of the bad rows with the SKU X, the first one counts, which has no title.
  expect(await counts(owner, importId)).toEqual([60, 0, 0, bad.length])
  expect(await itemsOf(owner)).toHaveLength(60)
  const again = await send(owner, rows)
  await check(again)
  expect(await counts(owner, again)).toEqual([0, 0, 60, bad.length])
  expect(await confirmImport(db, owner, again)).toMatchObject({
    problem: { reason: 'nothing-to-import' },
  })
})

test('a refused row is corrected once, by its closet, before the import is confirmed', async () => {
  const importId = await send(owner, [row('C-1'), row('C-2', { price: 'x' })])
  const correct = (cells: GivenCells, as = owner, rowNo = 3) =>
    correctRow(db, importRules, as, { importId, rowNo, cells })
  const refusal = (reason: string) => ({ ok: false, problem: { reason } })
  expect(await correct({ price: '28' })).toEqual(refusal('not-checked'))
  await check(importId)
  expect(await correct({ price: '28' }, await things.closet())).toEqual(refusal('import-not-found'))
  expect(await correct({ price: '28' }, owner, 2)).toEqual(refusal('not-refused'))
  expect(await correct({ price: 'y', color: 'Navy' })).toEqual({
    ok: true,
    value: { isRefused: true },
  })
  expect(await refusedRows(db, owner, importId)).toMatchObject([
    { given: { price: 'y', color: 'Navy' } },
  ])
  const both = await Promise.all([correct({ price: '28' }), correct({ price: '35' })])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await counts(owner, importId)).toEqual([2, 0, 0, 0])
  const cellsBytes = db
    .selectFrom('listing_import_rows')
    .where('import_id', '=', importId)
    .select(sql<number>`sum(octet_length(given::text))::int`.as('bytes'))
  expect(await readRow(db, 'listing_imports', 'bytes', importId)).toEqual(
    await cellsBytes.executeTakeFirst(),
  )
  await importAll(owner, importId)
  expect(await correct({ price: '28' })).toEqual(refusal('not-checked'))
  expect((await itemsOf(owner)).map(({ sku, colour }) => [sku, colour])).toEqual([
    ['C-1', null],
    ['C-2', 'Blue'],
  ])
})

test('a known SKU changes its item, an unknown one adds one, and nothing is deleted', async () => {
  await sendAndImport(owner, [row('A-1'), row('A-2'), row('A-3')])
  const importId = await sendAndImport(owner, [row('A-2', { price: '70' }), row('A-4'), row('A-1')])
  expect(await counts(owner, importId)).toEqual([1, 1, 1, 0])
  expect((await itemsOf(owner)).map(({ sku, credits_per_day }) => [sku, credits_per_day])).toEqual([
    ['A-1', 4],
    ['A-2', 10],
    ['A-3', 4],
    ['A-4', 4],
  ])
})

test('a deleted item is no longer known, and its SKU can be used again', async () => {
  await sendAndImport(owner, [row('A-1')])
  const [item] = await itemsOf(owner)
  if (!item) throw new Error('no item')
  await retireItem(db, owner, item.id, now)
  expect(await counts(owner, await sendAndImport(owner, [row('A-1')]))).toEqual([1, 0, 0, 0])
})

test('other closets have their own SKUs', async () => {
  const other = await things.closet()
  await sendAndImport(owner, [row('A-1')])
  const importId = await sendAndImport(other, [row('A-1', { price: '70' })])
  expect(await counts(other, importId)).toEqual([1, 0, 0, 0])
  expect((await itemsOf(owner)).map(({ credits_per_day }) => credits_per_day)).toEqual([4])
})

test('importing an exported closet again changes nothing, for any items', async () => {
  await things.item({
    closet: owner,
    title: '=HYPERLINK("x")',
    description: "'-quoted\nand more",
    style: 'Boho',
    event_type: 'Cocktail',
    colour: 'Grey',
    category: 'Gown',
    replacement_value_cents: 48_000,
    advance_booking: true,
    turnaround_days: 3,
    fit_returns: true,
    image_id: (await things.image({ owner_id: owner.id })).id,
  })
  const measured = await things.item({ closet: owner, sku: 'A-9', creditsPerDay: 0 })
  await insertRows(db, 'item_measurements', {
    item_id: measured.id,
    stretch: 'some',
    bust_cm: 94.5,
  })
  const exported = async () => {
    const rows = []
    for await (const batch of allKnownItems(db, owner)) rows.push(...batch.map(cellsOf))
    return rows
  }
  const before = await itemsOf(owner)
  const importId = await send(owner, await exported())
  await check(importId)
  expect(await counts(owner, importId)).toEqual([0, 0, 2, 0])
  const [first, ...others] = await exported()
  const changed = await sendAndImport(owner, [{ ...first, price: '70' }, ...others])
  expect(await counts(owner, changed)).toEqual([0, 1, 1, 0])
  const after = await itemsOf(owner)
  expect(after.map(({ sku, id }) => [sku, id])).toEqual(before.map(({ sku, id }) => [sku, id]))
})

test('a row is decided again when it is imported', async () => {
  const importId = await send(owner, [row('A-1'), row('A-2')])
  await check(importId)
  await things.item({ closet: owner, sku: 'A-1', title: 'Another one' })
  await updateRows(
    db,
    'platform_settings',
    { setting_key: 'user_to_user_enabled' },
    { setting_value: false },
  )
  await importAll(owner, importId)
  expect(await counts(owner, importId)).toEqual([0, 1, 0, 1])
  expect(await refusedRows(db, owner, importId)).toMatchObject([
    { problems: [{ column: '', sentence: 'Only admins can add items at the moment.' }] },
  ])
  await db.updateTable('platform_settings').set({ setting_value: true }).execute()
})
