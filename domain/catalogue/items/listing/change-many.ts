import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { queueDueOffers, withdrawOffers } from '#domain/booking/waitlist/waitlist.ts'
import {
  type Lending,
  lendingColumns,
  writeLending,
} from '#domain/catalogue/items/fields/lending.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { recordActions } from '#domain/shared/audit.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import { done } from '#domain/shared/outcome.ts'
import { MAX_CHANGED } from './change-limits.ts'
import {
  findableColumns,
  newestOwnItems,
  type OwnItemQuery,
  ownItemsWhere,
} from './own-item-list.ts'

// Bulk changes to a closet's items that no item can refuse. None of them needs another approval.

/** A list of ids, or all of the newest `MAX_NEWEST` items that match a search and a filter. */
export type ItemsChosen = { readonly ids: readonly string[] } | OwnItemQuery

export type ChangeOfMany =
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | ({ readonly kind: 'lending' } & Lending)

/** How many of the closet's items are selected, and their lending; null when it differs. */
export async function describeChosen(
  db: DbOrTx,
  owner: ClosetOwner,
  chosen: ItemsChosen,
  max = MAX_NEWEST,
): Promise<{ readonly count: number; readonly lending: Lending | null }> {
  const { count, isAhead, days, isSame } = await itemsChosen(db, owner, chosen, max)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<boolean | null>`bool_and(i.advance_booking)`.as('isAhead'),
      sql<number | null>`min(i.turnaround_days)::int`.as('days'),
      sql<boolean | null>`bool_and(i.advance_booking) = bool_or(i.advance_booking)
        and min(i.turnaround_days) = max(i.turnaround_days)`.as('isSame'),
    ])
    .executeTakeFirstOrThrow()
  const lending =
    isAhead === null || days === null ? null : { advanceBooking: isAhead, turnaroundDays: days }
  return { count, lending: isSame ? lending : null }
}

/**
 * Changes at most `MAX_CHANGED` of the selected items. Returns how many were changed, and whether
 * there are more; repeating the command changes those.
 */
export async function changeMany(
  db: Db,
  owner: ClosetOwner,
  chosen: ItemsChosen,
  change: ChangeOfMany,
  now: Date,
  max = MAX_NEWEST,
) {
  return inTransaction(db, async (tx) => {
    const found = await itemsChosen(tx, owner, chosen, max)
      .select('i.id')
      .where(isDifferent(change))
      .limit(MAX_CHANGED + 1)
      .execute()
    const hasMore = found.length > MAX_CHANGED
    const ids = found.slice(0, MAX_CHANGED).map(({ id }) => id)
    // Locked in one order, like the locks of renting, so that two bulk changes cannot deadlock.
    const rows = await tx
      .selectFrom('clothing_items as i')
      .select(['i.id', 'i.advance_booking', 'i.turnaround_days'])
      .where('i.id', 'in', ids)
      .where(isChosen(owner, chosen))
      .where(isDifferent(change))
      .orderBy('i.id')
      .forNoKeyUpdate()
      .execute()
    if (rows.length === 0) return done({ changed: 0, hasMore })
    const items = rows.map(({ id }) => id)
    await write(tx, items, change, now)
    await recordActions(
      tx,
      owner,
      rows.map(({ id, ...before }) => ({ noun: 'item', nounId: id, ...lineOf(change, before) })),
      now,
    )
    if (change.kind === 'pause') await withdrawOffers(tx, items, now)
    if (change.kind === 'resume' || change.kind === 'lending')
      await queueDueOffers(tx, { itemIds: items }, now)
    return done({ changed: items.length, hasMore })
  })
}

type Before = { readonly turnaround_days: number; readonly advance_booking: boolean }

/** The line in the audit log about one of the items, the same as when it is changed alone. */
function lineOf(change: ChangeOfMany, lending: Before) {
  if (change.kind === 'lending')
    return { action: 'set lending', before: lending, after: lendingColumns(change) }
  return { action: change.kind }
}

/** SQL: leaves out items that have the new value already. */
function isDifferent(change: ChangeOfMany) {
  return change.kind === 'lending'
    ? sql<boolean>`(i.advance_booking, i.turnaround_days)
        <> (${change.advanceBooking}::boolean, ${change.turnaroundDays}::smallint)`
    : sql<boolean>`i.paused <> ${change.kind === 'pause'}`
}

/** Changes the locked items. */
async function write(tx: Tx, items: readonly ItemId[], change: ChangeOfMany, now: Date) {
  if (change.kind === 'lending') return writeLending(tx, items, change, now)
  await tx
    .updateTable('clothing_items')
    .set({ paused: change.kind === 'pause', updated_at: now })
    .where('id', 'in', items)
    .execute()
}

/** The selected items of the closet, as `i`. */
export function itemsChosen(db: DbOrTx, owner: ClosetOwner, chosen: ItemsChosen, max: number) {
  const items =
    'ids' in chosen
      ? db
          .selectFrom('clothing_items')
          .select(findableColumns)
          .where(sql<boolean>`id = any(${chosen.ids}::uuid[])`)
      : newestOwnItems(db, owner, max)
  return db.selectFrom(items.as('i')).where(isChosen(owner, chosen))
}

/** SQL: whether item `i` is selected. Items of other closets are not found. */
export function isChosen(owner: ClosetOwner, chosen: ItemsChosen) {
  return 'ids' in chosen
    ? sql<boolean>`(${ownItemsWhere(owner, { q: '', filter: 'all' })}
        and i.id = any(${chosen.ids}::uuid[]))`
    : ownItemsWhere(owner, chosen)
}
