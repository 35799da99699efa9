import { type AliasableExpression, type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'

/** Cases to decide by admins, to answer by closets, and decided ones. */
export const caseParts = ['decide', 'answer', 'decided'] as const
export type CasePart = (typeof caseParts)[number]

/** The time that a list of cases is sorted by, and whether the earliest comes first. */
export type CaseOrder = {
  readonly at: RawBuilder<Date>
  readonly soonestFirst: boolean
}

/** SQL: the order of cases by a time and rental, and the condition to start after a cursor. */
export function casesInOrder(
  { at, soonestFirst }: CaseOrder,
  rental: RawBuilder<RentalId>,
  after: string | null,
) {
  const direction = soonestFirst ? sql`asc` : sql`desc`
  const comparison = soonestFirst ? sql`>` : sql`<`
  const cursor = decodeNewestFirst<RentalId>(after)
  return {
    orderBy: sql`${at} ${direction}, ${rental} ${direction}`,
    isAfter: cursor
      ? sql<boolean>`(${at}, ${rental}) ${comparison} (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
      : sql<boolean>`true`,
  }
}

/** How many cases are to do, counted up to one more than `MAX_COUNTED`, and the one due first. */
export type CasesToDo = {
  readonly count: number
  readonly rentalId: RentalId | null
  /** The title of its item. */
  readonly title: string | null
  /** When that one is due. */
  readonly dueAt: Date | null
}

/** Counts a limited query of rentals and times; `dueOf` turns such a time into its deadline. */
export async function casesToDo(
  read: DbOrTx,
  cases: AliasableExpression<{ rental_id: RentalId; at: Date | null }>,
  dueOf: (at: Date) => Date = (at) => at,
): Promise<CasesToDo> {
  const { at, ...first } = await read
    .selectFrom(cases.as('c'))
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<RentalId | null>`(array_agg(c.rental_id order by c.at, c.rental_id))[1]`.as('rentalId'),
      sql<Date | null>`min(c.at)`.as('at'),
      sql<string | null>`(select i.title from rentals r join clothing_items i on i.id = r.item_id
        where r.id = (array_agg(c.rental_id order by c.at, c.rental_id))[1])`.as('title'),
    ])
    .executeTakeFirstOrThrow()
  return { ...first, dueAt: at && dueOf(at) }
}
