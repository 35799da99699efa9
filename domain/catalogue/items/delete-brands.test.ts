import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BrandId } from '#db/ids.ts'
import { brandList, findBrand } from '#domain/catalogue/brands/brand-list.ts'
import { brandNames } from '#domain/catalogue/brands/brands.ts'
import {
  addBrand,
  deleteBrand,
  editBrand,
  setBrandActive,
} from '#domain/catalogue/brands/edit-brands.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { inTurn } from '#test/in-turn.ts'
import { addManyItems } from '#test/make/many-items.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { adminListings } from './admin-listings.ts'
import { continueDeletions, deleteBrandInBatches } from './delete-brands.ts'

// A brand with many items disappears at once, and is removed from its items in batches.

const database = await testDatabase()
const { db, pool, made } = database
const now = new Date('2026-11-26T10:00:00Z')

const jobs = () => queuedJobs(pool, 'delete-brand')
const forgetJobs = () =>
  sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(db)
const age = (interval: string) =>
  sql`update brands set deletion_requested_at = now() - ${interval}::interval
    where deletion_requested_at is not null`.execute(db)
const allItems = (brandId: BrandId) => deleteBrandInBatches(db, brandId, 10_000)

/** A brand with `many` items and two that the search finds. */
async function brandWithItems({ name = 'Oriel', admin, many = 999 }: Wanted) {
  const logo = await made.image({ use: 'logo', owner_id: admin.id })
  const brand = await made.brand({ name, logo_image_id: logo.id })
  await addManyItems(database, admin, many)
  await sql`update clothing_items set brand_id = ${brand.id} where business_id = ${admin.id}`.execute(
    db,
  )
  const added = () => made.item({ business_id: admin.id, brand_id: brand.id, title: 'Coat' })
  return { brand, logo, added, items: [await added(), await added()] as const }
}
type Wanted = { readonly name?: string; readonly admin: Admin; readonly many?: number }

const withBrand = async (brandId: BrandId) =>
  (await db.selectFrom('clothing_items').select('id').where('brand_id', '=', brandId).execute())
    .length
const isStored = async (brandId: BrandId) =>
  (await db.selectFrom('brands').select('id').where('id', '=', brandId).execute()).length === 1
const isLogoAttached = async ({ id }: { readonly id: string }) =>
  (await readRow(db, 'images', 'attached_at', id as never)).attached_at !== null
const found = async (words: string) =>
  (
    await db
      .selectFrom('item_search')
      .select('item_id')
      .where(sql<boolean>`doc @@ plainto_tsquery('english', ${words})`)
      .execute()
  ).length
const deletions = () => readRows(db, 'audit_log', 'noun_id', { action: 'delete', noun: 'brand' })

test('a brand with 1,000 items is deleted at once', async () => {
  const admin = await made.admin()
  const { brand, logo } = await brandWithItems({ admin, many: 998 })
  expect(await found('oriel')).toBe(2)
  expect(await deleteBrand(db, admin, brand.id, now)).toMatchObject({ ok: true })
  expect([await withBrand(brand.id), await isStored(brand.id)]).toEqual([0, false])
  expect([await isLogoAttached(logo), await found('oriel'), await jobs()]).toEqual([false, 0, []])
})

test('with more than 1,000 items, the command changes no item, and a job does it in batches', async () => {
  const admin = await made.admin()
  const { brand, logo, items, added } = await brandWithItems({ name: 'Vesper', admin })
  const before = (await deletions()).length
  expect(await deleteBrand(db, admin, brand.id, now)).toMatchObject({ ok: true })
  expect([await withBrand(brand.id), await jobs()]).toEqual([1001, [{ brandId: brand.id }]])
  await forgetJobs()
  await deleteBrandInBatches(db, brand.id, 1)
  expect(await jobs()).toEqual([{ brandId: brand.id }])
  expect([await withBrand(brand.id), await found('vesper')]).toEqual([1000, 1])
  expect(await integrityViolations(db)).toEqual([])
  // Someone adds an item with the brand on a page that was open.
  await added()
  await deleteBrandInBatches(db, brand.id)
  await deleteBrandInBatches(db, brand.id)
  expect([await withBrand(brand.id), await isLogoAttached(logo)]).toEqual([1, true])
  await forgetJobs()
  await deleteBrandInBatches(db, brand.id)
  // Running the job again changes nothing.
  await deleteBrandInBatches(db, brand.id)
  expect([await isStored(brand.id), await isLogoAttached(logo), await jobs()]).toEqual([
    false,
    false,
    [],
  ])
  const documents = await sql<{ doc: string }>`select doc::text from item_search
    where item_id in (${items[0].id}, ${items[1].id})`.execute(db)
  expect(documents.rows).toHaveLength(2)
  expect(documents.rows.filter(({ doc }) => /vesper|f:brand/.test(doc))).toEqual([])
  expect((await deletions()).slice(before)).toEqual([{ noun_id: brand.id }])
  expect(await integrityViolations(db)).toEqual([])
})

test('a brand that is being deleted is not found anywhere, and its name can be used again', async () => {
  const admin = await made.admin()
  const { brand, logo } = await brandWithItems({ name: 'Larkspur', admin })
  await deleteBrand(db, admin, brand.id, now)
  const all = { q: '', filter: 'all', after: null } as const
  const named = async () =>
    (await adminListings(db, admin, all)).rows.filter(({ brandName }) => brandName !== null)
  expect(await named()).toEqual([])
  const notFound = { ok: false, problem: { reason: 'brand-not-found' } }
  const details = { name: 'Larkspur', description: null, dealDetails: null, logoImageId: logo.id }
  expect([
    await deleteBrand(db, admin, brand.id, now),
    await setBrandActive(db, admin, { brandId: brand.id, active: true }, now),
    await editBrand(db, admin, { brandId: brand.id, ...details }, now),
  ]).toEqual([notFound, notFound, notFound])
  expect(await findBrand(db, admin, brand.id)).toBeNull()
  for (const q of ['', 'larkspur'])
    expect(await brandList(db, admin, { q, active: null, after: null })).toMatchObject({
      rows: [],
      total: 0,
    })
  expect(await brandNames(db)).toEqual([])
  const again = await made.image({ use: 'logo', owner_id: admin.id, attached_at: null })
  const added = await addBrand(db, admin, { ...details, logoImageId: again.id }, now)
  expect(added.ok).toBe(true)
  await allItems(brand.id)
  expect((await brandNames(db)).map(({ name }) => name)).toEqual(['Larkspur'])
  await sql`delete from brands`.execute(db)
})

test('an interrupted batch can be repeated', async () => {
  const admin = await made.admin()
  const { brand, items } = await brandWithItems({ admin })
  await deleteBrand(db, admin, brand.id, now)
  await forgetJobs()
  const [, second] = items
  const row = ['select from clothing_items where id = $1 for update', second.id] as const
  const interrupted = () => deleteBrandInBatches(db, brand.id, 2).catch(() => 'interrupted')
  const [outcome] = await inTurn(database, row, [interrupted], async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  })
  expect([outcome, await withBrand(brand.id), await jobs()]).toEqual(['interrupted', 1001, []])
  await deleteBrandInBatches(db, brand.id, 2)
  expect(await withBrand(brand.id)).toBe(999)
  await allItems(brand.id)
  expect(await isStored(brand.id)).toBe(false)
})

test('an item that is added with the brand during the last batch loses the brand too', async () => {
  const admin = await made.admin()
  const { brand } = await brandWithItems({ admin })
  await deleteBrand(db, admin, brand.id, now)
  const row = ['select from brands where id = $1 for no key update', brand.id] as const
  await inTurn(database, row, [() => allItems(brand.id)], async () => {
    await made.item({ business_id: admin.id, brand_id: brand.id, approval_status: 'denied' })
    expect(await withBrand(brand.id)).toBe(1002)
  })
  expect([await isStored(brand.id), await withBrand(brand.id)]).toEqual([false, 0])
})

test('a deletion unfinished after an hour fails an integrity check, and its job is queued again', async () => {
  const admin = await made.admin()
  const { brand } = await brandWithItems({ admin })
  await deleteBrand(db, admin, brand.id, now)
  await age('59 minutes')
  expect(await integrityViolations(db)).toEqual([])
  await age('61 minutes')
  expect(await integrityViolations(db)).toMatchObject([
    { check_name: 'a brand is deleted within an hour', subject: brand.id },
  ])
  await forgetJobs()
  await age('9 minutes')
  await continueDeletions(db)
  expect(await jobs()).toEqual([])
  await age('11 minutes')
  await continueDeletions(db)
  expect(await jobs()).toEqual([{ brandId: brand.id }])
  await allItems(brand.id)
})
