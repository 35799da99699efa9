import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { brandName, itemColumns, toListedItem } from '#domain/items/items.ts'
import type { CalendarDate } from '#domain/shared/calendar-date.ts'
import { countUpTo } from '#domain/shared/found.ts'
import { containing, PAGE_SIZE } from '#domain/shared/page.ts'
import { readCursor, writeCursor } from './search-cursor.ts'
import type { SearchQuery } from './search-query.ts'
import type { SearchPage } from './search-results.ts'

/** A page of the public items that a search finds; `today` is the shop's date. */
export async function searchItems(
  db: DbOrTx,
  query: SearchQuery,
  _today: CalendarDate,
): Promise<SearchPage> {
  const place = readCursor(query.after)
  let found = db.selectFrom('clothing_items as i').where(sql<boolean>`i.is_public`)
  const words = containing(query.q)
  if (words) found = found.where('i.title', 'ilike', words)
  if (query.size.length > 0) found = found.where('i.size_group', 'in', query.size)
  if (query.style.length > 0) found = found.where('i.style_group', 'in', query.style)
  if (query.occasion.length > 0) found = found.where('i.occasion_group', 'in', query.occasion)
  if (query.city.length > 0) found = found.where('i.location_group', 'in', query.city)
  const total = await countUpTo(db, found)
  if (place)
    found = found.where(
      sql<boolean>`(i.created_at, i.id) < (${place.at}::timestamptz, ${place.id}::uuid)`,
    )
  const rows = await found
    .select(itemColumns)
    .select(brandName)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  const skipped = place?.skipped ?? 0
  const at = last?.created_at.toISOString() ?? ''
  const next = { order: 'newest', key: '', at, skipped: skipped + shown.length, total } as const
  return {
    items: shown.map(toListedItem),
    total,
    skipped,
    facets: null,
    next: last && rows.length > PAGE_SIZE ? writeCursor({ ...next, id: last.id }) : null,
    suggestions: null,
    closeMatches: [],
  }
}
