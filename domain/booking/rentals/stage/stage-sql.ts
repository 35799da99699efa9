import { type RawBuilder, sql } from 'kysely'
import type { RentalStatus } from '#db/enums.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import {
  type RentalStage,
  rentalStages,
  type StageGroup,
  type StageRule,
  stageGroups,
  stageRules,
} from './rental-stage.ts'
import { type StageDay, stageDays } from './stage-days.ts'

// The rules of the stages as conditions on rows of `rentals`.

type Condition = RawBuilder<boolean>

/** The columns of a rental that determine its stage and the days shown in a list. */
export const stageColumns = [
  'r.status',
  'r.return_status',
  'r.cancellation',
  'r.start_date',
  'r.end_date',
  'r.sent_back_at',
] as const

/**
 * Whether the rental `r` is at one of these stages today. The statuses come first, as literals, so
 * that partial indexes apply.
 */
export function isAtStage(
  stages: readonly RentalStage[] | StageGroup,
  today: CalendarDate,
  alias = 'r',
): Condition {
  const listed: readonly RentalStage[] = typeof stages === 'string' ? stageGroups[stages] : stages
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const statuses = [...new Set(listed.map((stage) => stageRules[stage].status))]
  const named = sql<boolean>`${column('status')} in (${sql.join(statuses.map((one) => sql.lit(one)))})`
  const partly = statuses.flatMap((status) => {
    const all = rentalStages.filter((stage) => stageRules[stage].status === status)
    const wanted = all.filter((stage) => listed.includes(stage))
    return wanted.length < all.length ? [{ status, wanted }] : []
  })
  if (partly.length === 0) return named
  const wholly = statuses.filter((status) => !partly.some((part) => part.status === status))
  const either = [
    ...(wholly.length > 0 ? [statusIn(column('status'), wholly)] : []),
    ...partly.flatMap(({ wanted }) => conditionsOf(wanted, today, alias)),
  ]
  return sql`(${named} and (${sql.join(either, sql` or `)}))`
}

/** SQL: whether this day of the rental has come by today. */
export function isReached(day: StageDay, today: CalendarDate, alias = 'r'): Condition {
  const { after, days } = stageDays[day]
  return sql`${sql.ref(`${alias}.${after}`)} <= ${addDays(today, -days)}::date`
}

const statusIn = (status: RawBuilder<unknown>, which: readonly RentalStatus[]): Condition =>
  sql`${status} in (${sql.join(which.map((one) => sql.lit(one)))})`

function conditionsOf(
  stages: readonly RentalStage[],
  today: CalendarDate,
  alias: string,
): Condition[] {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const rules: StageRule[] = stages.map((stage) => stageRules[stage])
  // Two stages that differ only by the day need no comparison of days when both are asked for.
  const withoutDay = ({ day: _, ...rule }: StageRule) => JSON.stringify(rule)
  const isEither = (rule: StageRule) =>
    rules.filter((other) => withoutDay(other) === withoutDay(rule)).length > 1
  const conditions = rules.map(({ day, ...rule }) => {
    const { status, returned, cancellation, sentBack } = rule
    const compared = isEither(rule) ? undefined : day
    const parts = [
      statusIn(column('status'), [status]),
      ...(returned
        ? [
            sql<boolean>`${column('return_status')} in (${sql.join(returned.map((one) => sql.lit(one)))})`,
          ]
        : []),
      ...(sentBack === undefined
        ? []
        : [
            sentBack
              ? sql<boolean>`${column('sent_back_at')} is not null`
              : sql<boolean>`${column('sent_back_at')} is null`,
          ]),
      ...(cancellation
        ? [
            sql<boolean>`${column('cancellation')} in (${sql.join(cancellation.map((one) => sql.lit(one)))})`,
          ]
        : []),
      ...(compared
        ? [
            compared[0] === 'from'
              ? isReached(compared[1], today, alias)
              : sql<boolean>`not ${isReached(compared[1], today, alias)}`,
          ]
        : []),
    ]
    return sql<boolean>`(${sql.join(parts, sql` and `)})`
  })
  return conditions
}
