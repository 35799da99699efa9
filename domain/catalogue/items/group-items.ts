import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import {
  type ItemCardRow,
  itemCardColumns,
  itemCardNames,
} from '#domain/catalogue/items/fields/item-columns.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import {
  decodeCursor,
  encodeCursor,
  newestFirstKeys,
  parseInstant,
} from '#domain/shared/lists/page.ts'
import { type GroupKind, groupings } from './groupings.ts'
import { isUnapproved, type ListedItem, toListedItem } from './items.ts'

/** A page of a group: `size` items, newest first, starting after an opaque cursor. */
export type GroupWindow = {
  readonly name: string
  readonly size: number
  readonly after: string | null
}

export type GroupItems = {
  readonly items: readonly ListedItem[]
  /** How many items precede these, according to the cursor. */
  readonly skipped: number
  /** The cursor after the last of these; null at the end of the group. */
  readonly next: string | null
}

type Row = ItemCardRow & { readonly group_name: string }

/**
 * A page of every group in one query: each group reads `size + 1` rows of its index, whatever the
 * size of the catalogue. Visitors see public items, admins also unapproved ones.
 */
export async function readGroups(
  db: DbOrTx,
  admin: Admin | null,
  kind: GroupKind,
  windows: readonly GroupWindow[],
): Promise<Map<string, GroupItems>> {
  const wanted = windows.map((window) => ({ ...window, place: readPlace(window.after) }))
  const { from, column } = groupings[kind]
  const newest = sql`order by i.created_at desc, i.id desc limit g.size`
  const inGroup = sql`${column} = g.name and (i.created_at, i.id) < (g.after_at, g.after_id)`
  const open = sql`select ${itemCardColumns} from ${from} where i.is_public and ${inGroup} ${newest}`
  const unapproved = sql`select ${itemCardColumns} from ${from}
    where ${isUnapproved} and ${inGroup} ${newest}`
  const { rows } = await sql<Row>`
    select g.name as group_name, ${itemCardNames}
    from unnest(
      ${wanted.map(({ name }) => name)}::text[],
      ${wanted.map(({ size }) => size + 1)}::int[],
      ${wanted.map(({ place }) => place.at)}::timestamptz[],
      ${wanted.map(({ place }) => place.id)}::uuid[]
    ) as g(name, size, after_at, after_id)
    cross join lateral (
      ${admin ? sql`select ${itemCardNames} from ((${open}) union all (${unapproved})) i ${newest}` : open}
    ) i
    order by g.name, i.created_at desc, i.id desc`.execute(db)
  const byGroup = Map.groupBy(rows, (row) => row.group_name)
  return new Map(
    wanted.map(({ name, size, place }) => {
      const found = byGroup.get(name) ?? []
      const shown = found.slice(0, size)
      const last = shown.at(-1)
      const next =
        last && found.length > size
          ? encodeCursor([...newestFirstKeys(last), String(place.skipped + shown.length)])
          : null
      return [name, { items: shown.map(toListedItem), skipped: place.skipped, next }]
    }),
  )
}

const BEGINNING = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', skipped: 0 }

function readPlace(after: string | null): typeof BEGINNING {
  const [at, id, skipped] = decodeCursor(after, 3) ?? []
  if (!at || !parseInstant(at) || !parseId(id)) return BEGINNING
  return {
    at,
    id: id ?? BEGINNING.id,
    skipped: /^\d{1,7}$/.test(skipped ?? '') ? Number(skipped) : 0,
  }
}
