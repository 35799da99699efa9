import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { BrandId, ImageId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { idsUpTo, type ListSearch, searchList } from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeCursor,
  type Found,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'
import { versionOf } from '#domain/shared/version.ts'

/** A brand as admins see it. */
export type ListedBrand = {
  readonly id: BrandId
  readonly name: string
  readonly logoUrl: string | null
  readonly description: string | null
  readonly dealDetails: string | null
  readonly isActive: boolean
}

type Wanted = {
  readonly q: string
  readonly active: boolean | null
  readonly after: string | null
}

/** All brands by name, without those that are being deleted; `q` searches the names. */
export async function brandList(
  db: DbOrTx,
  _admin: Admin,
  wanted: Wanted,
): Promise<Found<ListedBrand>> {
  const [name, id] = decodeCursor(wanted.after, 2) ?? []
  const search = await searchBrands(db, wanted)
  let found = db.selectFrom('brands').where('deletion_requested_at', 'is', null)
  if (search) found = found.where(search.isFound)
  if (wanted.active !== null) found = found.where('is_active', '=', sql.lit(wanted.active))
  let page = found
    .select(['id', 'name', 'logo_url as logoUrl', 'description', 'deal_details as dealDetails'])
    .select('is_active as isActive')
    .orderBy('name', (order) => order.collate('C'))
    .orderBy('id')
    .limit(PAGE_SIZE + 1)
  if (name !== undefined)
    page = page.where(sql<boolean>`(name collate "C", id::text) > (${name}, ${id})`)
  const [list, total] = await Promise.all([page.execute(), countUpTo(db, found)])
  const rows = toPage(list, ({ name, id }) => [name, id])
  return { ...rows, total, isPartial: search?.isPartial ?? false }
}

async function searchBrands(db: DbOrTx, { q, active }: Wanted): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const isNamed = sql<boolean>`name ilike ${words}`
  return await searchList(db, words, {
    row: 'brands',
    findByIndex: (max) => idsUpTo(db, max, sql`select id from brands where ${isNamed}`),
    newest: sql`select id, name from brands
      ${active === null ? sql`` : sql`where is_active = ${sql.lit(active)}`}
      order by name collate "C", id`,
    matches: isNamed,
  })
}

/** A brand with the image that its form shows, or null. */
export async function findBrand(db: DbOrTx, _admin: Admin, id: BrandId) {
  const brand = await db
    .selectFrom('brands')
    .select(['id', 'name', 'description', 'deal_details as dealDetails'])
    .select(['logo_image_id as logoImageId', 'is_active as isActive'])
    .where('id', '=', id)
    .where('deletion_requested_at', 'is', null)
    .executeTakeFirst()
  return brand ? { ...brand, version: brandVersion(brand) } : null
}

/** The version of the fields that a brand's form changes. */
export function brandVersion(brand: {
  readonly name: string
  readonly description: string | null
  readonly dealDetails: string | null
  readonly logoImageId: ImageId | null
}): string {
  const { name, description, dealDetails, logoImageId } = brand
  return versionOf({ name, description, dealDetails, logoImageId })
}
