import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { recordActions } from '#domain/shared/audit.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { asId } from '#domain/shared/ids.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_CHANGED } from './change-limits.ts'
import { type ItemsChosen, isChosen, itemsChosen } from './change-many.ts'
import { changedPrice, MAX_CREDITS_PER_DAY, type PriceChange } from './price-change.ts'

export type PreviewedPrices = {
  /** The first `MAX_PREVIEWED` items whose price changes, by title; credits per week. */
  readonly items: readonly {
    readonly id: ItemId
    readonly title: string
    readonly before: number
    readonly after: number
  }[]
  readonly changed: number
  /** How many have the new price already. */
  readonly unchanged: number
  /** Identifies the prices that were shown; see `changePrices`. */
  readonly seen: string
}

export const MAX_PREVIEWED = 50

/** A change that depends on the old price is not repeated for the rest, so it takes all or none. */
const isRelative = ({ by }: PriceChange) => by !== 'set'

export type PriceProblem =
  | { readonly reason: 'too-many' }
  /** Prices or the list have changed since they were shown. */
  | { readonly reason: 'prices-changed' }

type TooMany = Extract<PriceProblem, { reason: 'too-many' }>

/** The old and new prices of the selected items. */
export async function previewPrices(
  db: Db,
  owner: ClosetOwner,
  chosen: ItemsChosen,
  change: PriceChange,
  max = MAX_NEWEST,
): Promise<Outcome<PreviewedPrices, TooMany>> {
  return inTransaction<Outcome<PreviewedPrices, TooMany>>(db, async (tx) => {
    const isDifferent = changes(change)
    const { count, changed, seen } = await countPrices(tx, owner, chosen, change, max)
    if (isRelative(change) && changed > MAX_CHANGED) return refused({ reason: 'too-many' })
    const rows = await itemsChosen(tx, owner, chosen, max)
      .select(['i.id', 'i.title', 'i.credits_per_day'])
      .where(isDifferent)
      .orderBy(sql`lower(i.title)`)
      .orderBy('i.id')
      .limit(MAX_PREVIEWED)
      .execute()
    const items = rows.map(({ id, title, credits_per_day }) => ({
      id,
      title,
      before: creditsPerWeek(credits_per_day),
      after: creditsPerWeek(changedPrice(change, credits_per_day)),
    }))
    return done({ items, changed, unchanged: count - changed, seen })
  })
}

function countPrices(
  tx: Tx,
  owner: ClosetOwner,
  chosen: ItemsChosen,
  change: PriceChange,
  max: number,
) {
  return itemsChosen(tx, owner, chosen, max)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`count(*) filter (where ${changes(change)})::int`.as('changed'),
      sql<string>`md5(coalesce(string_agg(i.id || ' ' || i.credits_per_day, ',' order by i.id), ''))`.as(
        'seen',
      ),
    ])
    .executeTakeFirstOrThrow()
}

/** SQL: the new price of item `i`, looked up by its old one. */
function newPrice(change: PriceChange) {
  const prices = Array.from({ length: MAX_CREDITS_PER_DAY + 1 }, (_, perDay) =>
    changedPrice(change, perDay),
  )
  return sql<number>`(${prices}::integer[])[i.credits_per_day + 1]`
}

const changes = (change: PriceChange) => sql<boolean>`i.credits_per_day <> ${newPrice(change)}`

export type ChangedPrices = {
  readonly changed: number
  /** There are more items; repeating the command changes those. */
  readonly hasMore: boolean
}

/**
 * Changes the prices of at most `MAX_CHANGED` of the selected items, whose prices are those of
 * the preview `seen`. `undoPrices` takes the same `now`.
 */
export async function changePrices(
  db: Db,
  owner: ClosetOwner,
  chosen: ItemsChosen,
  { seen, ...change }: PriceChange & { readonly seen: string },
  now: Date,
  max = MAX_NEWEST,
): Promise<Outcome<ChangedPrices, PriceProblem>> {
  return inTransaction<Outcome<ChangedPrices, PriceProblem>>(db, async (tx) => {
    const found = await itemsChosen(tx, owner, chosen, max)
      .select('i.id')
      .where(changes(change))
      .limit(MAX_CHANGED + 1)
      .execute()
    const hasMore = found.length > MAX_CHANGED
    if (hasMore && isRelative(change)) return refused({ reason: 'too-many' })
    const ids = found.slice(0, MAX_CHANGED).map(({ id }) => id)
    // Locked in one order, as in `changeMany`.
    const rows = await tx
      .selectFrom('clothing_items as i')
      .select(['i.id', 'i.credits_per_day', newPrice(change).as('after')])
      .where('i.id', 'in', ids)
      .where(isChosen(owner, chosen))
      .where(changes(change))
      .orderBy('i.id')
      .forNoKeyUpdate()
      .execute()
    // Read under the locks: nobody else can change these prices now.
    const current = await countPrices(tx, owner, chosen, change, max)
    if (current.seen !== seen) return refused({ reason: 'prices-changed' })
    await setPrices(
      tx,
      owner,
      rows.map(({ id, credits_per_day, after }) => ({ id, before: credits_per_day, after })),
      now,
    )
    return done({ changed: rows.length, hasMore })
  })
}

type SetPrice = { readonly id: ItemId; readonly before: number; readonly after: number }

/** Sets the prices of locked items. */
async function setPrices(tx: Tx, owner: ClosetOwner, items: readonly SetPrice[], now: Date) {
  if (items.length === 0) return
  await sql`update clothing_items set credits_per_day = priced.after, updated_at = ${now}
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ after }) => after)}::integer[])
      as priced (id, after)
    where clothing_items.id = priced.id`.execute(tx)
  const acts = items.map(({ id, before, after }) => ({
    ...{ action: 'edit', noun: 'item', nounId: id },
    before: { credits_per_day: before },
    after: { credits_per_day: after },
  }))
  await recordActions(tx, owner, acts, now)
}

/** How long a bulk change of prices can be undone. */
export const UNDO_PRICES_FOR_MS = 60 * 60 * 1000

/**
 * Restores the prices of a bulk change made `at`, which the audit log holds. Items whose price
 * has changed since then, or which were deleted, stay as they are.
 */
export async function undoPrices(
  db: Db,
  owner: ClosetOwner,
  at: Date,
  now: Date,
): Promise<{ readonly restored: number; readonly changedSince: number }> {
  const nothing = { restored: 0, changedSince: 0 }
  if (at > now || now.getTime() - at.getTime() > UNDO_PRICES_FOR_MS) return nothing
  return inTransaction(db, async (tx) => {
    const lines = await pricesChangedAt(tx, owner, at)
    const locked = await tx
      .selectFrom('clothing_items as i')
      .select(['i.id', 'i.credits_per_day'])
      .where(isChosen(owner, { ids: lines.map(({ id }) => id) }))
      .orderBy('i.id')
      .forNoKeyUpdate()
      .execute()
    const current = new Map(locked.map(({ id, credits_per_day }) => [id, credits_per_day]))
    const restored = lines
      .filter(({ id, after }) => current.get(id) === after)
      .map(({ id, before, after }) => ({ id, before: after, after: before }))
    await setPrices(tx, owner, restored, now)
    return { restored: restored.length, changedSince: lines.length - restored.length }
  })
}

async function pricesChangedAt(
  tx: DbOrTx,
  owner: ClosetOwner,
  at: Date,
): Promise<readonly SetPrice[]> {
  const priceIn = (side: 'before' | 'after') =>
    sql<number>`(${sql.ref(side)} ->> 'credits_per_day')::integer`
  const lines = await tx
    .selectFrom('audit_log')
    .select(['noun_id', priceIn('before').as('before'), priceIn('after').as('after')])
    .where('actor_id', '=', owner.id)
    .where('at', '=', at)
    .where('noun', '=', 'item')
    .where('action', '=', 'edit')
    .where(sql<boolean>`before ? 'credits_per_day' and after ? 'credits_per_day'`)
    .orderBy('noun_id')
    .limit(MAX_CHANGED)
    .execute()
  return lines.map(({ noun_id, ...prices }) => ({ id: asId<ItemId>(noun_id), ...prices }))
}
