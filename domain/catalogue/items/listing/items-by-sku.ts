import { type InferResult, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ImageId, ItemId } from '#db/ids.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'
import {
  fieldColumns,
  fieldsIn,
  type ItemFields,
} from '#domain/catalogue/items/fields/item-fields.ts'
import type { Lending } from '#domain/catalogue/items/fields/lending.ts'
import { measuredIn, pickMeasurements } from '#domain/catalogue/items/fields/measurements.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { isGeneratedSku, skuOf } from './item-sku.ts'

/** One of a closet's items with everything that a listings file says about it. */
export type KnownItem = ItemFields & {
  readonly id: ItemId
  readonly lending: Lending
  readonly measurements: Measurements | null
  /** In order, each with the hash of the uploaded file, if that is known. */
  readonly photos: readonly { readonly id: ImageId; readonly hash: string | null }[]
}

function knownItems(db: DbOrTx, owner: ClosetOwner) {
  return db
    .selectFrom('clothing_items as i')
    .leftJoin('item_measurements as m', 'm.item_id', 'i.id')
    .select(fieldColumns)
    .select(['i.id', 'i.advance_booking', 'i.turnaround_days'])
    .select(['m.item_id as is_measured', 'm.stretch'])
    .select([
      ...measuredIn('m'),
      sql<[ImageId, string | null][]>`coalesce((
        select json_agg(json_build_array(p.image_id, o.source_hash) order by p.place)
        from (select 0 as place, i.image_id where i.image_id is not null
          union all select place, image_id from item_photos where item_id = i.id) p
        join images o on o.id = p.image_id), '[]')`.as('photos'),
    ])
    .where('i.business_id', '=', owner.id)
    .where('i.deleted_at', 'is', null)
}

type Row = InferResult<ReturnType<typeof knownItems>>[number]

function shape(row: Row) {
  const item: KnownItem = {
    id: row.id,
    ...fieldsIn(row),
    lending: { advanceBooking: row.advance_booking, turnaroundDays: row.turnaround_days },
    measurements: row.is_measured && pickMeasurements(row),
    photos: row.photos.map(([id, hash]) => ({ id, hash })),
  }
  return item
}

/**
 * The closet's items with these SKUs, by SKU. An item that an export has named after its id is
 * found by that name too, unless another item has the name as its SKU.
 */
export async function findItemsBySku(
  db: DbOrTx,
  owner: ClosetOwner,
  skus: readonly string[],
): Promise<ReadonlyMap<string, KnownItem>> {
  const named = skus.filter(isGeneratedSku).map((sku) => sku.slice(-12))
  const own = sql`select id from clothing_items
    where business_id = ${owner.id} and deleted_at is null`
  // Two lookups, each with its own index.
  const rows = await knownItems(db, owner)
    .where(sql<boolean>`i.id = any(array(
      ${own} and sku = any(${skus}::text[])
      union all ${own} and right(id::text, 12) = any(${named}::text[])))`)
    .execute()
  const items = rows.map(shape)
  return new Map([
    ...items.map((item) => [skuOf({ id: item.id, sku: null }), item] as const),
    ...items.flatMap((item) => (item.sku ? [[item.sku, item] as const] : [])),
  ])
}

/** Those of these SKUs that an item of the closet has. */
export async function knownSkus(
  db: DbOrTx,
  owner: ClosetOwner,
  skus: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('clothing_items')
    .select('sku')
    .where('business_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .where('sku', 'in', skus)
    .execute()
  return new Set(rows.flatMap(({ sku }) => sku ?? []))
}

/** All of the closet's items for a listings file, oldest first, in batches. */
export async function* allKnownItems(
  db: DbOrTx,
  owner: ClosetOwner,
): AsyncGenerator<readonly KnownItem[]> {
  const read: { after: { readonly at: Date; readonly id: ItemId } | null } = { after: null }
  for (;;) {
    const from = read.after
    const rows: (Row & { created_at: Date })[] = await knownItems(db, owner)
      .select('i.created_at')
      .$if(from !== null, (query) =>
        query.where(sql<boolean>`(i.created_at, i.id) > (${from?.at}, ${from?.id})`),
      )
      .orderBy('i.created_at')
      .orderBy('i.id')
      .limit(BATCH_SIZE)
      .execute()
    yield rows.map(shape)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    read.after = { at: last.created_at, id: last.id }
  }
}

const BATCH_SIZE = 200
