import type { DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { decodeNewestFirst, newestFirstKeys, type Page, toPage } from '#domain/shared/lists/page.ts'
import { type OwnItem, ownItemRows, shapeOwnItem } from './own-items.ts'

const PAGE = 100

/** A page of at most 100 of a closet's items for the API, newest first. */
export async function ownListings(
  db: DbOrTx,
  owner: ClosetOwner,
  after: string | null,
): Promise<Page<OwnItem>> {
  const from = decodeNewestFirst<ItemId>(after)
  let list = ownItemRows(db)
    .where('i.business_id', '=', owner.id)
    .where('i.deleted_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(PAGE + 1)
  if (from)
    list = list.where((where) =>
      where(where.refTuple('i.created_at', 'i.id'), '<', where.tuple(from.at, from.id)),
    )
  const { rows, next } = toPage(await list.execute(), newestFirstKeys, PAGE)
  return { rows: rows.map(shapeOwnItem), next }
}
