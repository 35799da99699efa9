import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, createPool, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { fixedGroups } from '#domain/catalogue/items/fields/item-words.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { readGroups } from './group-items.ts'
import type { GroupKind } from './groupings.ts'
import { countFixedGroups, countLocations, foldListedCounts } from './listed-counts.ts'

const start = Date.parse('2026-01-01T00:00:00Z')

async function stock() {
  const { db, made: things } = await testDatabase()
  const closet = await things.closet({ city: 'Austin', state: 'TX' })
  return { db, things, closet }
}

/** Reads a group from its newest to its oldest item, `size` at a time. */
async function walk(
  { db, admin = null }: { db: DbOrTx; admin?: Admin | null },
  kind: GroupKind,
  name: string,
  size: number,
) {
  const seen: string[] = []
  let after: string | null = null
  do {
    const groups = await readGroups(db, admin, kind, [{ name, size, after }])
    const group = groups.get(name)
    if (!group) throw new Error(`${name} was not read`)
    expect(group.skipped).toBe(seen.length)
    seen.push(...group.items.map(({ title }) => title))
    after = group.next
  } while (after)
  return seen
}

test('reading a group page by page returns every item once, newest first, even items created at the same instant', async () => {
  const { db, things, closet } = await stock()
  const titles = Array.from({ length: 23 }, (_, n) => `Dress ${n}`)
  for (const [n, title] of titles.entries()) {
    // Three items each have the same time.
    await things.item({ closet, title, created_at: new Date(start + Math.floor(n / 3) * 1000) })
  }
  const whole = await walk({ db }, 'style', 'Formal', 100)
  expect(new Set(whole)).toEqual(new Set(titles))
  expect(whole.slice(0, 2).toSorted()).toEqual(['Dress 21', 'Dress 22'])
  for (const size of [1, 4, 12]) expect(await walk({ db }, 'style', 'Formal', size)).toEqual(whole)
})

test('all groups of a grouping are read in one query', async () => {
  const { db, things, closet } = await stock()
  await things.item({ closet, style: 'Boho', event_type: 'Cocktail', size: 'XXL' })
  await things.item({ closet: await things.closet({ city: null }), style: 'Casual' })
  const names = {
    style: [...fixedGroups.style, 'Other'],
    occasion: [...fixedGroups.occasion, 'Other'],
    size: [...fixedGroups.size],
    location: ['Austin, TX', 'Location not specified'],
  }
  const full: Record<string, string[]> = {}
  for (const kind of ['style', 'occasion', 'size', 'location'] as const) {
    const windows = names[kind].map((name) => ({ name, size: 3, after: null }))
    const groups = await readGroups(db, null, kind, windows)
    expect([...groups.keys()]).toEqual(names[kind])
    full[kind] = [...groups].filter(([, { items }]) => items.length > 0).map(([name]) => name)
  }
  expect(full).toEqual({
    style: ['Casual', 'Other'],
    occasion: ['Wedding', 'Other'],
    size: ['M', 'XXL'],
    location: names.location,
  })
})

test('unapproved, rented, paused and retired items and those of blocked closets are hidden from visitors; admins see unapproved ones', async () => {
  const { db, things, closet } = await stock()
  const admin = await things.admin()
  const blocked = await things.person({ account_type: 'regular', business_status: 'blocked' })
  await things.item({ closet, title: 'free' })
  await things.item({ closet, title: 'pending', approval_status: 'pending' })
  await things.item({ closet, title: 'denied', approval_status: 'denied' })
  await things.item({ closet, title: 'paused', paused: true })
  await things.item({
    closet,
    title: 'pending and paused',
    approval_status: 'pending',
    paused: true,
  })
  await things.item({ closet, title: 'retired', deleted_at: new Date(start) })
  await things.item({ closet: blocked, title: 'of a blocked closet' })
  await things.rental({ item: await things.item({ closet, title: 'rented' }) })

  expect(await walk({ db }, 'style', 'Formal', 2)).toEqual(['free'])
  expect((await walk({ db, admin }, 'style', 'Formal', 2)).toSorted()).toEqual([
    'denied',
    'free',
    'pending',
  ])
  const counted = async (who: typeof admin | null) =>
    (await countFixedGroups(db, who, 'style')).find(({ name }) => name === 'Formal')?.count
  expect([await counted(null), await counted(admin)]).toEqual([1, 3])
  const marks = await readGroups(db, admin, 'size', [{ name: 'M', size: 9, after: null }])
  expect(
    marks
      .get('M')
      ?.items.map(({ mark }) => mark ?? 'free')
      .toSorted(),
  ).toEqual(['denied', 'free', 'pending'])
})

test('groups follow the order of the specification, with empty ones, and Other only when it has items', async () => {
  const { db, things, closet } = await stock()
  expect(await countFixedGroups(db, null, 'size')).toEqual(
    fixedGroups.size.map((name) => ({ name, count: 0 })),
  )
  await things.item({ closet, style: 'Streetwear' })
  expect((await countFixedGroups(db, null, 'style')).map(({ name }) => name)).toEqual([
    'Casual',
    'Formal',
    'Bohemian',
    'Vintage',
    'Modern',
    'Classic',
    'Other',
  ])
})

test('counts stay exact while items are listed, rented, moved and retired at the same time and deltas are merged', async () => {
  const { db, things, closet } = await stock()
  const items = []
  for (let n = 0; n < 40; n++) items.push(await things.item({ closet, style: 'Modern' }))
  const change = (id: ItemId, set: { style?: string; paused?: boolean; deleted_at?: Date }) =>
    db.updateTable('clothing_items').set(set).where('id', '=', id).execute()
  await Promise.all([
    ...items.slice(0, 10).map(({ id }) => change(id, { style: 'Vintage' })),
    ...items.slice(5, 20).map(({ id }) => change(id, { paused: true })),
    ...items.slice(15, 25).map(({ id }) => change(id, { deleted_at: new Date(start) })),
    ...Array.from({ length: 10 }, () => things.item({ closet, style: 'Modern' })),
    ...Array.from({ length: 5 }, () => foldListedCounts(db)),
  ])
  const counts = await countFixedGroups(db, null, 'style')
  const real = await db
    .selectFrom('clothing_items')
    .select([
      'style_group as name',
      (eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'),
    ])
    .where('is_public', '=', true)
    .groupBy('style_group')
    .execute()
  expect(counts.filter(({ count }) => count > 0)).toEqual(
    expect.arrayContaining(real.map((row) => ({ name: row.name, count: row.count }))),
  )
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(
    real.reduce((sum, { count }) => sum + count, 0),
  )
})

test('a change that is rolled back does not change any count', async () => {
  const { db, things, closet } = await stock()
  const { id } = await things.item({ closet })
  await expect(
    inTransaction(db, async (tx) => {
      await tx.updateTable('clothing_items').set({ paused: true }).where('id', '=', id).execute()
      throw new Error('given up')
    }),
  ).rejects.toThrow('given up')
  const counts = await countFixedGroups(db, null, 'size')
  expect(counts.find(({ name }) => name === 'M')?.count).toBe(1)
})

test('merging deltas leaves one row for each count', async () => {
  const { db, things, closet } = await stock()
  for (let n = 0; n < 5; n++) await things.item({ closet })
  await foldListedCounts(db)
  const rows = await db.selectFrom('listed_count_deltas').selectAll().execute()
  expect(new Set(rows.map(({ kind, value }) => kind + value)).size).toBe(rows.length)
  expect(rows).toContainEqual({ kind: 'style', value: 'Formal', delta: 5 })
})

test('locations are alphabetical, 24 per page without repeats, with "no location" last', async () => {
  const { db, things } = await stock()
  const nowhere = await things.closet({ city: null, state: null })
  await things.item({ closet: nowhere })
  const expected: string[] = []
  for (let n = 47; n > 0; n--) {
    const city = `City ${String(n).padStart(2, '0')}`
    await things.item({ closet: await things.closet({ city, state: 'NY' }) })
    expected.unshift(`${city}, NY`)
  }
  const seen: string[] = []
  const sizes: number[] = []
  let after: string | null = null
  do {
    const page = await countLocations(db, null, after)
    seen.push(...page.rows.map(({ name }) => name))
    sizes.push(page.rows.length)
    after = page.next
  } while (after)
  expect(seen).toEqual([...expected, 'Location not specified'])
  expect(sizes).toEqual([24, 24])
})

test('a location without items is not listed; admins see one that has only pending items', async () => {
  const { db, things, closet } = await stock()
  const image = await things.image()
  const { id } = await things.item({ closet, image_id: image.id })
  await things.item({ closet, approval_status: 'pending', image_id: null })
  expect((await countLocations(db, null, null)).rows).toEqual([{ name: 'Austin, TX', count: 1 }])
  await updateRows(db, 'clothing_items', id, { approval_status: 'pending' })
  expect((await countLocations(db, null, null)).rows).toEqual([])
  const forAdmins = await countLocations(db, await things.admin(), null)
  expect(forAdmins.rows).toEqual([{ name: 'Austin, TX', count: 1 }])
})

test.for([
  'nonsense',
  'WyJcdTAwMDAiXQ',
  btoa(JSON.stringify(['9999', 'x', '1'])),
  btoa(JSON.stringify(['0000-01-01T00:00:00.000Z', '-'.repeat(36), '1'])),
])('an invented place (%s) reads as the beginning', async (after) => {
  const { db, things, closet } = await stock()
  await things.item({ closet })
  const groups = await readGroups(db, null, 'style', [{ name: 'Formal', size: 3, after }])
  expect(groups.get('Formal')?.items).toHaveLength(1)
  expect((await countLocations(db, null, after)).rows).toHaveLength(1)
})

test('reading a group reads a bounded number of rows of a large catalogue', async () => {
  const database = await testDatabase()
  // One connection, so that statistics are reported in the order of the queries.
  const db = createDb(createPool(database.target, { max: 1 }))
  onTestFinished(() => db.destroy())
  const things = make(db)
  const admin = await things.admin()
  const closet = await things.closet({ city: 'Austin', state: 'TX' })
  const image = await things.image()
  // Half of the newest items are drafts.
  await sql`insert into clothing_items (id, business_id, title, size, style, event_type,
      credits_per_day, approval_status, image_id, created_at, updated_at)
    select gen_random_uuid(), ${closet.id}, 'Dress ' || n, 'M', 'Formal', 'Wedding', 2,
      case when n % 20 = 0 or n > 1050 then 'pending' else 'approved' end,
      case when n % 2 = 0 then ${image.id}::uuid end,
      timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-01'
    from generate_series(1, 1200) n`.execute(db)
  await sql`analyze`.execute(db)

  const rowsFetchedBy = async (read: () => Promise<unknown>) => {
    const before = await rowsFetched(db)
    await read()
    return (await rowsFetched(db)) - before
  }
  const everything = () => sql`select title from clothing_items`.execute(db)
  expect(await rowsFetchedBy(everything)).toBe(1200)
  const groups = [
    ['style', 'Formal'],
    ['occasion', 'Wedding'],
    ['size', 'M'],
    ['location', 'Austin, TX'],
  ] as const
  for (const [kind, name] of groups) {
    const read = (who: typeof admin | null) => () =>
      readGroups(db, who, kind, [{ name, size: 3, after: null }])
    expect(await rowsFetchedBy(read(null))).toBe(4)
    expect(await rowsFetchedBy(read(admin))).toBeLessThanOrEqual(8)
  }
})

/** Rows of the catalogue fetched so far, by index or by scan. */
async function rowsFetched(db: DbOrTx): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ n: number }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as n
    from pg_stat_user_tables where relname = 'clothing_items'`.execute(db)
  return rows[0]?.n ?? 0
}
