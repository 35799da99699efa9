import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type BlockProblem, blockDates } from './blocked-dates.ts'
import { type ItemsChosen, itemsChosen } from './change-many.ts'
import { type RangeProblem, rangeProblem } from './date-range.ts'
import { type RetireProblem, retireItem } from './listing.ts'

// Bulk actions that single items can refuse. Each item is changed by the command for one item in
// its own transaction. Rentals do not wait for the other items, a bulk action never locks several
// items at once, and sending an interrupted one again continues it.

/** The maximum number of items in one request. */
export const MAX_AT_ONCE = 100

export type NamedItem = { readonly id: ItemId; readonly title: string }

/** The result of a bulk action, without items that are deleted or not the owner's. */
export type DoneForEach<Reason> = {
  readonly changed: number
  readonly refused: readonly (NamedItem & { readonly reason: Reason })[]
}

export type TooMany = { readonly reason: 'too-many' }

/** The closet's selected items by title; at most one more than can be changed at once. */
export async function chosenItems(
  db: DbOrTx,
  owner: ClosetOwner,
  chosen: ItemsChosen,
  max = MAX_NEWEST,
): Promise<readonly NamedItem[]> {
  return itemsChosen(db, owner, chosen, max)
    .select(['i.id', 'i.title'])
    .orderBy(sql`lower(i.title)`)
    .orderBy('i.id')
    .limit(MAX_AT_ONCE + 1)
    .execute()
}

type RetireRefusal = Exclude<RetireProblem['reason'], 'item-not-found'>

/** Deletes those of the items that can be deleted. */
export async function retireEach(
  db: Db,
  owner: ClosetOwner,
  ids: readonly ItemId[],
  now: Date,
): Promise<Outcome<DoneForEach<RetireRefusal>, TooMany>> {
  return forEach(db, owner, ids, (id) => retireItem(db, owner, id, now))
}

type BlockRefusal = Exclude<BlockProblem['reason'], 'item-not-found'>

/** Blocks these days, first and last included, for those of the items that are free on them. */
export async function blockDatesOfEach(
  db: Db,
  owner: ClosetOwner,
  days: { readonly start: CalendarDate; readonly end: CalendarDate },
  ids: readonly ItemId[],
  now: Date,
  today: CalendarDate,
): Promise<Outcome<DoneForEach<BlockRefusal>, TooMany | { readonly reason: RangeProblem }>> {
  const wrong = rangeProblem(days.start, days.end, today)
  if (wrong) return refused({ reason: wrong })
  return forEach(db, owner, ids, (itemId) => blockDates(db, owner, { itemId, ...days }, now, today))
}

async function forEach<Reason extends string>(
  db: Db,
  owner: ClosetOwner,
  ids: readonly ItemId[],
  act: (id: ItemId) => Promise<Outcome<unknown, { readonly reason: Reason | 'item-not-found' }>>,
): Promise<Outcome<DoneForEach<Reason>, TooMany>> {
  if (new Set(ids).size > MAX_AT_ONCE) return refused({ reason: 'too-many' })
  const refusals: (NamedItem & { readonly reason: Reason })[] = []
  let changed = 0
  for (const item of await chosenItems(db, owner, { ids })) {
    const outcome = await act(item.id)
    if (outcome.ok) changed++
    else if (outcome.problem.reason !== 'item-not-found')
      refusals.push({ ...item, reason: outcome.problem.reason })
  }
  return done({ changed, refused: refusals })
}
