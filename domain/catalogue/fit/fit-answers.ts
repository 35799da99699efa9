import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled-once.ts'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { UsualSize } from '#db/enums.ts'
import type { ItemId, PersonId } from '#db/ids.ts'
import {
  type Body,
  type Fit,
  type Measurements,
  shouldFit,
} from '#domain/accounts/sizes/should-fit.ts'
import type { Person } from '#domain/shared/actors.ts'
import {
  type FitAnswers,
  type FitOdds,
  factorsOf,
  MIN_ANSWERS,
  noAnswers,
  oddsFor,
  oddsOf,
  plus,
  totalOf,
  without,
} from './odds.ts'
import { type LikelyInSize, saysOtherwise } from './wearer.ts'

/** The nightly job that counts the answers by brand, category and size. */
export async function countFitAnswers(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Only one run at a time; pages can still read the counts.
    await sql`lock table fit_answers in share row exclusive mode`.execute(tx)
    await tx.deleteFrom('fit_answers').execute()
    await sql`insert into fit_answers (category, size, brand_id, small, true_to_size, large)
      select i.category_group, i.size_group, i.brand_id,
        sum(s.small), sum(s.true_to_size), sum(s.large)
      from item_rating_sums s join clothing_items i on i.id = s.item_id
      where s.small + s.true_to_size + s.large > 0 group by 1, 2, 3`.execute(tx)
  })
}

/** How an item fits, from what earlier wearers said. */
export type ItemFit = {
  readonly item: FitAnswers
  /** Of all items of its brand, category and size. */
  readonly alike: FitAnswers
  /** Of all items of its category and size. */
  readonly inSize: FitAnswers
  readonly odds: FitOdds
  /** How many earlier answers of the person the odds follow. */
  readonly ownAnswers: number
}

const MAX_OWN_ANSWERS = 30

/** Null with fewer than `MIN_ANSWERS` answers. `person`: the odds are theirs, with earlier answers. */
export async function findItemFit(
  db: DbOrTx,
  itemId: ItemId,
  person: Pick<Person, 'id'> | null,
): Promise<ItemFit | null> {
  const fits = await findFits(db, [itemId], person)
  return fits.get(itemId) ?? null
}

/** The same for several items, without those of which too little is known. */
async function findFits(
  db: DbOrTx,
  itemIds: readonly ItemId[],
  person: Pick<Person, 'id'> | null,
): Promise<ReadonlyMap<ItemId, ItemFit>> {
  const groups = await groupsOf(db, itemIds, person)
  const start = oddsOf(groups.all, [])
  const earlier = earlierAnswers(groups)
  return new Map(
    itemIds.flatMap((itemId): [ItemId, ItemFit][] => {
      const found = groups.byItem.get(itemId)
      if (!found || totalOf(found.inSize) + totalOf(found.item) < MIN_ANSWERS) return []
      const ofOthers = earlier.filter((one) => one.itemId !== itemId)
      const odds = oddsFor(oddsOf(groups.all, levelsOf(found)), factorsOf(ofOthers, start))
      return [[itemId, { ...found, odds, ownAnswers: ofOthers.length }]]
    }),
  )
}

export type LikelyFit = {
  /** In percent. */
  readonly percent: number
  /** What the measurements say, where that is the opposite. */
  readonly measured: Fit | null
}

/** How likely items fit the person; without those of which too little is known. */
export async function likelyToFit(
  db: DbOrTx,
  person: Pick<Person, 'id'> | null,
  body: Body | null,
  items: readonly { readonly id: ItemId }[],
): Promise<ReadonlyMap<ItemId, LikelyFit>> {
  if (!person || items.length === 0) return new Map()
  const ids = items.map(({ id }) => id)
  const [fits, measurements] = await Promise.all([
    findFits(db, ids, person),
    body ? measurementsOf(db, ids) : new Map<ItemId, Measurements>(),
  ])
  return new Map(
    [...fits].map(([id, { odds }]) => {
      const measured = measurements.get(id)
      const other = body && measured ? saysOtherwise(odds, shouldFit(measured, body)) : null
      return [id, { percent: Math.round(100 * odds.true), measured: other }]
    }),
  )
}

async function measurementsOf(
  db: DbOrTx,
  ids: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, Measurements>> {
  const rows = await db
    .selectFrom('item_measurements')
    .select(['item_id', 'stretch', 'bust_cm as bustCm', 'waist_cm as waistCm'])
    .select('hips_cm as hipsCm')
    .where('item_id', 'in', ids)
    .execute()
  const cm = (written: string | null) => (written === null ? null : Number(written))
  return new Map(
    rows.map(({ item_id, stretch, bustCm, waistCm, hipsCm }) => {
      const measured = { bustCm: cm(bustCm), waistCm: cm(waistCm), hipsCm: cm(hipsCm) }
      return [item_id, { stretch, ...measured, lengthCm: null }]
    }),
  )
}

/**
 * What earlier wearers said about items of this size, for a search of what is likely to fit the
 * person.
 */
export async function readLikelyInSize(
  db: DbOrTx,
  person: Pick<Person, 'id'>,
  size: UsualSize,
): Promise<LikelyInSize> {
  const [groups, rows] = await Promise.all([
    groupsOf(db, [], person),
    db
      .selectFrom('fit_answers as f')
      .select(['f.category', 'f.size', sql<number[]>`${sums}`.as('answers')])
      .groupBy(['f.category', 'f.size'])
      .execute(),
  ])
  const groupsBySize = rows.map((row) => ({ ...row, answers: answersIn(row.answers) }))
  const all = groupsBySize.reduce((sum, { answers }) => plus(sum, answers), noAnswers)
  return {
    size,
    factors: factorsOf(earlierAnswers({ ...groups, all }), oddsOf(all, [])),
    all: oddsOf(all, []),
    categories: groupsBySize
      .filter((group) => group.size === size)
      .map(({ category, answers }) => ({
        category,
        odds: oddsOf(all, [answers]),
        answers: totalOf(answers),
      })),
  }
}

type Groups = Pick<ItemFit, 'item' | 'alike' | 'inSize'>

/** Each with what the odds were without it. */
function earlierAnswers({ own, all, byItem }: Awaited<ReturnType<typeof groupsOf>>) {
  return own.flatMap(({ itemId, fit }) => {
    const rated = byItem.get(itemId)
    if (!rated) return []
    const others = levelsOf(rated).map((level) => without(level, fit))
    return [{ itemId, fit, odds: oddsOf(all, others) }]
  })
}

/** The wider ones first. */
function levelsOf({ inSize, alike, item }: Groups): readonly FitAnswers[] {
  return [inSize, alike, item]
}

const sums = sql`array[coalesce(sum(f.small), 0)::int, coalesce(sum(f.true_to_size), 0)::int,
  coalesce(sum(f.large), 0)::int]`

/** Of these items and of those that the person has rated, with their newest answers. */
async function groupsOf(db: DbOrTx, itemIds: readonly ItemId[], person: Pick<Person, 'id'> | null) {
  const rows = await groupRows(db, { itemIds, personId: person?.id ?? null })
  const byItem = new Map(
    rows.map(({ id, item, alike, inSize }): [ItemId, Groups] => [
      id,
      { item: answersIn(item), alike: answersIn(alike), inSize: answersIn(inSize) },
    ]),
  )
  return {
    all: rows[0] ? answersIn(rows[0].all) : noAnswers,
    byItem,
    own: rows.flatMap(({ id, fit }) => (fit ? [{ itemId: id, fit }] : [])),
  }
}

type GroupValues = { readonly itemIds: readonly ItemId[]; readonly personId: PersonId | null }

const groupRows = compiledOnce((db, { itemIds, personId }: GroupValues) => {
  const ofItem = sql`f.size = i.size_group
    and f.category is not distinct from i.category_group`
  const own = db
    .selectFrom('ratings')
    .select(['item_id', 'fit', 'id as rating_id'])
    .where('writer_id', '=', personId)
    .where('side', '=', 'renter')
    .where('fit', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_OWN_ANSWERS)
  return db
    .with('own', () => own)
    .selectFrom('clothing_items as i')
    .leftJoin('own', 'own.item_id', 'i.id')
    .leftJoin('item_rating_sums as s', 's.item_id', 'i.id')
    .where(sql<boolean>`i.id = any(${itemIds}::uuid[] || array(select item_id from own))`)
    .orderBy('own.rating_id', 'desc')
    .select([
      'i.id',
      'own.fit',
      sql<number[]>`(select ${sums} from fit_answers f)`.as('all'),
      sql<number[]>`(select ${sums} from fit_answers f where ${ofItem})`.as('inSize'),
      sql<
        number[]
      >`(select ${sums} from fit_answers f where ${ofItem} and f.brand_id = i.brand_id)`.as(
        'alike',
      ),
      sql<
        number[]
      >`array[coalesce(s.small, 0), coalesce(s.true_to_size, 0), coalesce(s.large, 0)]`.as('item'),
    ])
})

/** Counts in the order of `sums`. */
function answersIn([small = 0, trueToSize = 0, large = 0]: readonly number[]): FitAnswers {
  return { small, true: trueToSize, large }
}
