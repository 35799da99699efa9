import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { creditsPerDayFromWeek } from '#domain/shared/credits.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { offerDueDaysSoon } from '#domain/waitlist/waitlist.ts'
import { type OwnItemQuery, ownItemsWhere } from './own-item-list.ts'

// Bulk changes to a closet's items. Neither pausing nor a new price needs another approval.

/** A list of ids, or all items that match a search and a filter. */
export type ItemsChosen = { readonly ids: readonly string[] } | OwnItemQuery

export type ChangeOfMany =
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** As entered; stored per day, rounded up (spec 4.1). */
  | { readonly kind: 'price'; readonly creditsPerWeek: number }

/** More than any closet has, and still one short statement. */
export const MAX_CHANGED = 5000

/** How many of the closet's items are selected. */
export async function countChosen(
  db: DbOrTx,
  owner: ClosetOwner,
  chosen: ItemsChosen,
): Promise<number> {
  const counted = await db
    .selectFrom('clothing_items as i')
    .select(sql<number>`count(*)::int`.as('items'))
    .where(isChosen(owner, chosen))
    .executeTakeFirstOrThrow()
  return counted.items
}

/** Changes all selected items or none; returns how many were changed. */
export async function changeMany(
  db: Db,
  owner: ClosetOwner,
  chosen: ItemsChosen,
  change: ChangeOfMany,
  now: Date,
): Promise<Outcome<{ readonly changed: number }, { readonly reason: 'too-many' }>> {
  type Answer = Outcome<{ readonly changed: number }, { reason: 'too-many' }>
  return inTransaction<Answer>(db, async (tx) => {
    const set =
      change.kind === 'price'
        ? { column: sql.ref('credits_per_day'), to: creditsPerDayFromWeek(change.creditsPerWeek) }
        : { column: sql.ref('paused'), to: change.kind === 'pause' }
    // Locked in one order, like the locks of renting, so that two bulk changes cannot deadlock.
    const rows = await tx
      .selectFrom('clothing_items as i')
      .select('i.id')
      .where(isChosen(owner, chosen))
      .where(sql<boolean>`${set.column} <> ${set.to}`)
      .orderBy('i.id')
      .limit(sql.lit(MAX_CHANGED + 1))
      .forNoKeyUpdate()
      .execute()
    if (rows.length > MAX_CHANGED) return refused({ reason: 'too-many' })
    if (rows.length === 0) return done({ changed: 0 })
    const items = rows.map(({ id }) => id)
    await sql`update clothing_items set ${set.column} = ${set.to}, updated_at = ${now}
      where id = any(${items}::uuid[])`.execute(tx)
    const action = { pause: 'pause items', resume: 'resume items', price: 'change prices' }
    const after = { ...(change.kind === 'price' && { credits_per_day: set.to }), items }
    await recordAction(
      tx,
      owner,
      { action: action[change.kind], noun: 'closet', nounId: owner.id, after },
      now,
    )
    if (change.kind === 'resume') await offerDueDaysSoon(tx, { itemIds: items }, now)
    return done({ changed: items.length })
  })
}

function isChosen(owner: ClosetOwner, chosen: ItemsChosen) {
  return 'ids' in chosen
    ? sql<boolean>`(${ownItemsWhere(owner, { q: '', filter: 'all' })}
        and i.id = any(${chosen.ids}::uuid[]))`
    : ownItemsWhere(owner, chosen)
}
