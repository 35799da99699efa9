import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { Cancellation } from '#db/enums.ts'
import { NO_LOCATION } from '#domain/catalogue/items/fields/item-words.ts'
import {
  type AnswerRecord,
  acceptedAt,
  answersOf,
  isAnswered,
} from '#domain/catalogue/items/items.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { FIGURE_DAYS, SHOWN_CITIES } from './figure-periods.ts'

const DAY_MS = 24 * 3_600_000

/** The requests that were made in a period, each in one of the counts after `made`. */
export type RequestFigures = {
  readonly made: number
  readonly accepted: number
  readonly declined: number
  /** Their closets did not answer in time. */
  readonly unanswered: number
  /** Canceled by their renters before an answer. */
  readonly withdrawn: number
  /** Ended before an answer in another way, such as by a swap. */
  readonly otherwise: number
  readonly open: number
  /** As closets show theirs; null while nothing was answered. */
  readonly answers: AnswerRecord | null
}

/** How much the items of a city are used. */
export type CityUse = {
  /** 'Austin, TX', the city of the closets; null for all cities after the first `SHOWN_CITIES`. */
  readonly city: string | null
  /** Items that can be rented now. */
  readonly items: number
  /** Requests of the period that were accepted. */
  readonly rentals: number
}

/**
 * The requests of the last `FIGURE_DAYS` and of as many days before, and the use of items by city in
 * the former. Reads the rentals of both periods by their index, and the counts of listed items.
 */
export async function requestFigures(db: DbOrTx, _admin: Admin, now: Date) {
  const since = new Date(now.getTime() - FIGURE_DAYS * DAY_MS)
  const before = new Date(since.getTime() - FIGURE_DAYS * DAY_MS)
  const [latest, earlier, cities] = await Promise.all([
    requestsMade(db, since, now),
    requestsMade(db, before, since),
    citiesInUse(db, since, now),
  ])
  return { latest, earlier, cities }
}

async function requestsMade(db: DbOrTx, from: Date, until: Date): Promise<RequestFigures> {
  const count = (which: RawBuilder<unknown>) =>
    sql<number>`(count(*) filter (where ${acceptedAt} is null and ${which}))::int`
  const ended = (how: Cancellation) => count(sql`r.cancellation = ${sql.lit(how)}`)
  return await db
    .with(
      (cte) => cte('r').materialized(),
      (query) => requests(query, from, until),
    )
    .selectFrom('r')
    .select([
      sql<number>`count(*)::int`.as('made'),
      sql<number>`count(${acceptedAt})::int`.as('accepted'),
      ended('by_owner').as('declined'),
      ended('never_answered').as('unanswered'),
      ended('by_shopper').as('withdrawn'),
      count(sql`r.cancellation not in ('by_owner', 'never_answered', 'by_shopper')`).as(
        'otherwise',
      ),
      count(sql`r.cancellation is null`).as('open'),
      answersOf(sql`from r where ${isAnswered}`).as('answers'),
    ])
    .executeTakeFirstOrThrow()
}

function requests(db: Pick<DbOrTx, 'selectFrom'>, from: Date, until: Date) {
  return db
    .selectFrom('rentals as r')
    .select(['r.owner_id', 'r.created_at', 'r.cancelled_at', 'r.cancellation'])
    .select(['r.confirmed_at', 'r.delivered_at'])
    .where('r.created_at', '>=', from)
    .where('r.created_at', '<', until)
}

/** The cities with the most rentals, then with the most items; those after them are the last row. */
async function citiesInUse(db: DbOrTx, from: Date, until: Date): Promise<CityUse[]> {
  const ofClosets = db
    .selectFrom(requests(db, from, until).where(acceptedAt, 'is not', null).as('r'))
    .select('r.owner_id')
    .select(sql<number>`count(*)`.as('rentals'))
    .groupBy('r.owner_id')
  const rented = db
    .selectFrom(ofClosets.as('o'))
    .innerJoin('user_profiles as p', 'p.id', 'o.owner_id')
    .select(sql<string>`coalesce(lister_location(p), ${NO_LOCATION})`.as('city'))
    .select(sql<number>`sum(o.rentals)::int`.as('rentals'))
    .groupBy(sql`1`)
  const listed = db
    .selectFrom('listed_count_deltas')
    .select('value as city')
    .select(sql<number>`sum(delta)::int`.as('items'))
    .where('kind', '=', sql.lit('location' as const))
    .groupBy('value')
    .having(sql<boolean>`sum(delta) > 0`)
  const cities = db
    .selectFrom(rented.as('n'))
    .fullJoin(listed.as('l'), 'l.city', 'n.city')
    .select([
      sql<string>`coalesce(n.city, l.city)`.as('city'),
      sql<number>`coalesce(l.items, 0)`.as('items'),
      sql<number>`coalesce(n.rentals, 0)`.as('rentals'),
      sql<number>`row_number() over (order by coalesce(n.rentals, 0) desc,
        coalesce(l.items, 0) desc, coalesce(n.city, l.city))`.as('place'),
    ])
  return await db
    .selectFrom(cities.as('c'))
    .select([
      sql<string | null>`case when place <= ${sql.lit(SHOWN_CITIES)} then c.city end`.as('city'),
      sql<number>`sum(items)::int`.as('items'),
      sql<number>`sum(rentals)::int`.as('rentals'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`min(place)`)
    .execute()
}
