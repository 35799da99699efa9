import { sql, type Updateable } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { Jobs } from '#db/jobs.ts'
import type { DB } from '#db/types.ts'
import { editBrand, setBrandActive } from '#domain/catalogue/brands/edit-brands.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { indexBrand } from './index-brand.ts'
import { searchItems } from './search.ts'
import { searchChoices } from './search-choices.ts'
import { emptySearch, type SearchQuery } from './search-query.ts'
import type { SearchPage } from './search-results.ts'

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

test('a color is found by each of its spellings, even in a phrase or excluded', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const older = new Date('2026-01-01Z')
  const dress = await item({ title: 'Dress', colour: 'Grey', description: '', created_at: older })
  const coat = await item({ title: 'Gray coat', colour: 'Multi', description: '' })
  const find = async (q: string) => idsIn(await searchItems(db, { ...emptySearch, q }, today))
  for (const both of ['gray', 'Grey', 'GRAY or coat'])
    expect([both, await find(both)]).toEqual([both, [coat.id, dress.id]])
  expect(await find('gray dress')).toEqual([dress.id])
  for (const one of ['multicolor', 'multicolored', 'multi', '"grey coat"', 'coat -dress'])
    expect([one, await find(one)]).toEqual([one, [coat.id]])
  expect(await find('dress -gray')).toEqual([])
  expect(await find('grayling')).toEqual([])
})

const idsIn = ({ items }: SearchPage) => items.map(({ id }) => id)

test('words are found in every form, in title, brand, colour and description', async () => {
  const { db } = await testDatabase()
  const { item, brand } = make(db)
  const { id: brandId } = await brand({ name: 'Oriel Lane' })
  const older = new Date('2026-01-01Z')
  const inText = await item({ title: 'Gown', description: 'For dancing.', created_at: older })
  const inTitle = await item({ title: 'Dancing dresses', description: '', created_at: older })
  const ofBrand = await item({ title: 'Skirt', brand_id: brandId, colour: 'Red' })
  const find = async (q: string, changes: Partial<SearchQuery> = {}) =>
    idsIn(await searchItems(db, { ...emptySearch, q, ...changes }, today))
  expect(await find('dress')).toEqual([inTitle.id])
  expect(await find('red oriel')).toEqual([ofBrand.id])
  expect(await find('dances', { sort: 'relevance' })).toEqual([inTitle.id, inText.id])
  expect(await find('skirt -red')).toEqual([])
  // Input without words does not filter, and no input makes the search fail.
  for (const q of ['the', '?!', '"', '-', "a' | b & !c:*", 'or or', '\\', '-red -skirt'])
    await find(q)
  expect(await find('the')).toHaveLength(3)
})

test('by relevance, what should fit by its measurements comes first', async () => {
  const { db, made } = await testDatabase()
  const older = { description: '', created_at: new Date('2026-01-01Z') }
  const fitting = await made.item({ ...older, title: 'Silk gown' })
  const small = await made.item({ title: 'Silk gown', description: '' })
  for (const [{ id: item_id }, bust_cm] of [
    [fitting, 92],
    [small, 70],
  ] as const)
    await db.insertInto('item_measurements').values({ item_id, bust_cm }).execute()
  const body = { bustCm: 88, waistCm: null, hipsCm: null }
  const find = async (of: Partial<SearchQuery>) =>
    idsIn(await searchItems(db, { ...emptySearch, q: 'silk', sort: 'relevance', ...of }, today))
  expect(await find({})).toEqual([small.id, fitting.id])
  expect(await find({ body })).toEqual([fitting.id, small.id])
})

test('accents, apostrophes, slashes and commas make no difference', async () => {
  const { db, made } = await testDatabase()
  const brand = await made.brand({ name: 'L’Été' })
  const titles = [
    [
      'Chloe\u0301 crêpe gown',
      ['crepe', 'crêpe', 'chloe', 'CHLOÉ', 'cre\u0302pe gown', 'gown/crepe'],
    ],
    ['Lace bridesmaids’ slip', ['bridesmaids', "bridesmaids'", 'bridesmaids’', 'slip,lace']],
    ["Women's coat", ['women’s', "women's", 'womens', 'women`s', 'coat/womens']],
    ['Naïve art scarf', ['naive', 'naïve', 'Naïve,scarf']],
    ['Smørrebrød straße kimono', ['smorrebrod', 'strasse']],
  ] as const
  for (const [title, typed] of titles) {
    const { id } = await made.item({ title, description: '', brand_id: null })
    for (const q of typed)
      expect([q, idsIn(await searchItems(db, { ...emptySearch, q }, today))]).toEqual([q, [id]])
  }
  const { id } = await made.item({ title: 'Plain tee', description: '', brand_id: brand.id })
  for (const q of ["l'ete", 'lete', 'L’Été'])
    expect([q, idsIn(await searchItems(db, { ...emptySearch, q }, today))]).toEqual([q, [id]])
})

test('the search follows an item that is renamed, repriced, hidden or shown again', async () => {
  const { db } = await testDatabase()
  const { item, closet, image } = make(db)
  const lister = await closet()
  const image_id = (await image()).id
  const blue = { title: 'Blue coat', size: 'M', creditsPerDay: 2, image_id }
  const { id } = await item({ closet: lister, ...blue })
  const find = async (changes: Partial<SearchQuery>) =>
    idsIn(await searchItems(db, { ...emptySearch, ...changes }, today))
  const change = (row: Updateable<DB['clothing_items']>) =>
    db.updateTable('clothing_items').set(row).where('id', '=', id).execute()
  expect(await find({ q: 'blue' })).toEqual([id])
  await change({ title: 'Red coat', size: 'Huge', credits_per_day: 4, category: 'Coat' })
  expect(await find({ q: 'blue' })).toEqual([])
  expect(await find({ q: 'red', size: ['Other'], maxPrice: 28, category: ['Coat'] })).toEqual([id])
  expect(await find({ maxPrice: 14 })).toEqual([])
  await change({ available: false })
  expect(await find({ q: 'red' })).toEqual([])
  await change({ available: true, approval_status: 'pending' })
  expect(await find({ q: 'red' })).toEqual([])
  await change({ approval_status: 'approved' })
  const profile = db.updateTable('user_profiles').where('id', '=', lister.id)
  await profile.set({ city: "Coeur d'Alene", state: 'ID' }).execute()
  expect(await find({ q: 'red', city: ["Coeur d'Alene, ID"] })).toEqual([id])
  await profile.set({ account_type: 'regular', business_status: 'blocked' }).execute()
  expect(await find({ q: 'red' })).toEqual([])
})

test('the total of a later page includes items that became free since the first page', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const ids: string[] = []
  for (let n = 0; n < 54; n++)
    ids.push((await item({ title: 'Red coat', created_at: new Date(1e12 - n), paused: n > 29 })).id)
  const first = await searchItems(db, { ...emptySearch, q: 'red' }, today)
  expect([first.total, first.items.length]).toEqual([30, 24])
  await db.updateTable('clothing_items').set({ paused: false }).execute()
  const second = await searchItems(db, { ...emptySearch, q: 'red', after: first.next }, today)
  expect([second.total, second.items.length]).toEqual([48, 24])
  const third = await searchItems(db, { ...emptySearch, q: 'red', after: second.next }, today)
  expect([third.total, third.items.length, third.next]).toEqual([54, 6, null])
  expect([first, second, third].flatMap(idsIn)).toEqual(ids)
})

test('renting an item does not touch its document', async () => {
  const { db } = await testDatabase()
  const { id } = await make(db).item()
  const version = () =>
    db.selectFrom('item_search').select(sql<string>`xmin::text`.as('xmin')).executeTakeFirst()
  const before = await version()
  await db.updateTable('clothing_items').set({ available: false }).where('id', '=', id).execute()
  expect(await version()).toEqual(before)
  await db.updateTable('clothing_items').set({ available: true }).where('id', '=', id).execute()
})

test('a brand is found by its new name once its job has run, and by no name when it is hidden', async () => {
  const { db } = await testDatabase()
  const { item, brand, admin, image } = make(db)
  const { id: brandId } = await brand({ name: 'Oriel' })
  const { id } = await item({ brand_id: brandId, title: 'Coat' })
  const logo = await image({ use: 'logo', attached_at: null })
  const find = async (q: string) => idsIn(await searchItems(db, { ...emptySearch, q }, today))
  const who = await admin()
  const details = { name: 'Vesper', description: null, dealDetails: null, logoImageId: logo.id }
  await db.updateTable('images').set({ owner_id: who.id }).where('id', '=', logo.id).execute()
  expect((await editBrand(db, who, { brandId, ...details }, new Date())).ok).toBe(true)
  await runIndexJobs(db)
  expect([await find('oriel'), await find('vesper')]).toEqual([[], [id]])
  await setBrandActive(db, who, { brandId, active: false }, new Date())
  await runIndexJobs(db)
  expect(await find('vesper')).toEqual([])
})

/** Runs the queued jobs, like the worker. */
async function runIndexJobs(db: Db) {
  const { rows } = await sql<{ payload: Jobs['index-brand'] }>`
    delete from graphile_worker._private_jobs returning payload`.execute(db)
  expect(rows).toHaveLength(1)
  for (const { payload } of rows) await indexBrand(db, payload.brandId)
}

test('misspelled words find titles that are similar', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const dress = await item({ title: 'Velvet dress' })
  await item({ title: 'Linen coat' })
  const page = await searchItems(db, { ...emptySearch, q: 'velvt drss' }, today)
  expect(page.items).toEqual([])
  expect(page.closeMatches.map(({ id }) => id)).toEqual([dress.id])
  // The words exist; another filter is why nothing is found.
  const other = await searchItems(db, { ...emptySearch, q: 'velvet', size: ['XL'] }, today)
  expect(other.closeMatches).toEqual([])
})

test('when nothing is free, the result suggests a filter to remove and nearby dates', async () => {
  const { db } = await testDatabase()
  const { item } = make(db)
  const { id } = await item({ size: 'M', colour: 'Red' })
  await item({ size: 'S' })
  await item({ size: 'S' })
  const days = ['2026-06-12', '2026-06-13'].flatMap((day) => parseCalendarDate(day) ?? [])
  for (const blocked_date of days)
    await db.insertInto('rental_availability').values({ item_id: id, blocked_date }).execute()
  const [start = null, end = null] = days
  const query = { ...emptySearch, size: ['M'], colour: ['Red'], start, end }
  const { suggestions } = await searchItems(db, query, today)
  expect(suggestions).toEqual({
    without: { filter: 'dates', total: 1 },
    isOnOtherDates: true,
    dates: [
      { days: -2, start: '2026-06-10', end: '2026-06-11', total: 1 },
      { days: 2, start: '2026-06-14', end: '2026-06-15', total: 1 },
      { days: -3, start: '2026-06-09', end: '2026-06-10', total: 1 },
      { days: 3, start: '2026-06-15', end: '2026-06-16', total: 1 },
    ],
  })
  const small = await searchItems(db, { ...query, size: ['XL', 'S'] }, today)
  expect(small.suggestions?.without).toEqual({ filter: 'colour', total: 2 })
  expect((await searchItems(db, { ...emptySearch, colour: ['Blue'] }, today)).suggestions).toEqual({
    without: { filter: 'colour', total: 3 },
    isOnOtherDates: false,
    dates: [],
  })
  // Two other items in S are worth less than the coat in another size.
  await item({ category: 'Coat', size: 'L' })
  const coat = { ...emptySearch, category: ['Coat'], size: ['S'] }
  const { without } = (await searchItems(db, coat, today)).suggestions ?? {}
  expect(without).toEqual({ filter: 'size', total: 1 })
})
