import { type RawBuilder, sql } from 'kysely'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** How requests are answered: those of a closet, for shoppers (spec 4.11), or all, for admins. */
export type AnswerRecord = {
  readonly acceptedPercent: number
  /** Half of the requests were answered within this time. */
  readonly medianSeconds: number
}

/** With fewer requests nothing is said. */
const MIN_REQUESTS = 5
/** The most requests that count, the newest. */
const MAX_REQUESTS = 100
const COUNTED_DAYS = 365

/** From when on requests count. A few hours more or less do not matter here. */
export function answersFrom(today: CalendarDate): Date {
  return new Date(addDays(today, -COUNTED_DAYS))
}

/** SQL: when the request `r` was accepted; null if it was not. */
export const acceptedAt = sql<Date | null>`coalesce(r.confirmed_at, r.delivered_at)`

/**
 * SQL: whether the request `r` counts: it was accepted, declined, or never answered. One that its
 * renter canceled before it was answered does not.
 */
export const isAnswered = sql<boolean>`(r.confirmed_at is not null or r.delivered_at is not null
  or r.cancellation in ('by_owner', 'never_answered'))`

/**
 * SQL: how requests were answered; null with fewer than `min`. One that was never answered took
 * until its end.
 * @param requests SQL: from, where and so on of requests `r` that count
 */
export function answersOf(requests: RawBuilder<unknown>, min = 1): RawBuilder<AnswerRecord | null> {
  return sql<AnswerRecord | null>`(
    select case when count(*) >= ${sql.lit(min)} then json_build_object(
      'acceptedPercent', round(100.0 * count(accepted_at) / count(*)),
      'medianSeconds', percentile_disc(0.5) within group (order by
        extract(epoch from coalesce(accepted_at, cancelled_at) - created_at)::int)) end
    from (select ${acceptedAt} as accepted_at, r.cancelled_at, r.created_at ${requests}) answered)`
}

/**
 * SQL: the answer record of a closet; null with too few requests.
 * @param closetId SQL: the id of the closet
 * @param since requests from then on; see `answersFrom`
 */
export function answerRecord(
  closetId: RawBuilder<unknown>,
  since: Date,
): RawBuilder<AnswerRecord | null> {
  return answersOf(
    sql`from rentals r
      where r.owner_id = ${closetId} and r.created_at >= ${since} and ${isAnswered}
      order by r.created_at desc limit ${sql.lit(MAX_REQUESTS)}`,
    MIN_REQUESTS,
  )
}
