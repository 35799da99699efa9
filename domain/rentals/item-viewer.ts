import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { compiledOnce } from '#db/compiled-once.ts'
import type { DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { type DepositState, depositState, liveDepositQuery } from '#domain/deposits/deposits.ts'
import { likedAmong } from '#domain/likes/likes.ts'
import type { Shopper } from '#domain/shared/actors.ts'

/** What the page of an item shows of the shopper who looks at it. */
export type ItemViewer = {
  /** Null without a live deposit. */
  readonly deposit: DepositState | null
  /** What the rental form starts with; null where they have not said. */
  readonly delivery: {
    readonly phone: string | null
    readonly address: string | null
    readonly notes: string | null
  }
  /** Those of the given items that they like. */
  readonly liked: ReadonlySet<string>
}

/** In one statement, because it is read for each view of an item. */
export async function readItemViewer(
  db: DbOrTx,
  shopper: Shopper,
  items: readonly { readonly id: string }[],
): Promise<ItemViewer> {
  const [row] = await viewerRows(db, { id: shopper.id, ids: items.map(({ id }) => id) })
  if (!row) throw new Error('a person without a profile')
  return {
    deposit: row.deposit && depositState(row.deposit),
    delivery: { phone: row.phone, address: row.delivery_address, notes: row.delivery_notes },
    liked: new Set(row.liked),
  }
}

type ViewerValues = { readonly id: PersonId; readonly ids: readonly string[] }

const viewerRows = compiledOnce((db, { id, ids }: ViewerValues) =>
  db
    .selectFrom('user_profiles as p')
    .select(['p.phone', 'p.delivery_address', 'p.delivery_notes'])
    .select(jsonObjectFrom(liveDepositQuery(db, id)).as('deposit'))
    .select(sql<string[]>`array(${likedAmong(db, id, ids)})`.as('liked'))
    .where('p.id', '=', id),
)
