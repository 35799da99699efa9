import { type InferResult, sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { rentalsForOthers } from '#domain/booking/rentals/records/own-rental.ts'
import { firstWeek } from '#domain/booking/rentals/stage/quote.ts'
import { mayMove, moveNames } from '#domain/booking/rentals/stage/rental-stage.ts'
import { securingColumns, securingDeposit } from '#domain/money/deposits/deposits.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { detailsOf, shownRental, shownRows } from './shown-rental.ts'

// Rentals for the people who manage them: closets see their own, admins all (spec 5.8).

export type PanelRental = ReturnType<typeof shapePanelRow>
export type PanelPerson = PanelRental['renter']

/** Rentals as closets and admins manage them, with their `renter` and `owner`. */
export function panelRows(db: DbOrTx) {
  return shownRows(db)
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .leftJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select(securingColumns)
    .select(['renter.id as renter_id', 'renter.full_name as renter_name'])
    .select(['renter.email as renter_email', 'owner.id as owner_id'])
    .select(['owner.full_name as owner_name', 'owner.email as owner_email'])
}

export type PanelRow = InferResult<ReturnType<typeof panelRows>>[number]

/** The rentals `r` that this person manages: a closet its own, an admin all. */
export const isOwn = (who: ClosetOwner | Admin) =>
  who.accountType === 'admin' ? sql<boolean>`true` : sql<boolean>`r.owner_id = ${who.id}`

/** An event in the life of a rental; `by` is null when it was automatic. */
export type PanelStep = {
  readonly what:
    | 'request'
    | 'accept'
    | 'deliver'
    | 'mark-late'
    | 'mark-lost'
    | 'send-back'
    | 'record-return'
    | 'approve-condition'
    | 'keep-deposit'
    | 'cancel'
  readonly at: Date
  readonly by: string | null
}

/** A rental with all details for managing it. */
export type RunRental = NonNullable<Awaited<ReturnType<typeof findRunRental>>>

/** The name of the person in a column of a rental that records an actor. */
const nameOf = (column: string) =>
  sql<string | null>`(select full_name from user_profiles where id = ${sql.ref(`r.${column}`)})`

function runRows(db: DbOrTx) {
  return panelRows(db)
    .select([
      'r.condition_notes',
      'r.credits_per_day',
      'r.deposit_amount',
      'i.replacement_value_cents',
      'r.confirmed_at',
      'r.delivered_at',
    ])
    .select(['r.late_at', 'r.returned_at', 'r.condition_reviewed_at', 'r.cancelled_at'])
    .select('r.at_risk_since')
    .select([
      nameOf('confirmed_by').as('confirmed_name'),
      nameOf('delivered_by').as('delivered_name'),
      nameOf('late_by').as('late_name'),
      nameOf('returned_by').as('returned_name'),
      nameOf('condition_reviewed_by').as('reviewed_name'),
      nameOf('cancelled_by').as('cancelled_name'),
    ])
}

type RunRow = InferResult<ReturnType<typeof runRows>>[number]

/** A rental that this person manages, or null: other people's rentals are not found. */
export async function findRunRental(
  db: Db,
  who: ClosetOwner | Admin,
  rentalId: RentalId,
  today: CalendarDate,
) {
  const row = await runRows(db).where('r.id', '=', rentalId).where(isOwn(who)).executeTakeFirst()
  if (!row) return null
  return {
    ...shapePanelRow(row, who, today, await rentalsForOthers(db, who, [row])),
    ...detailsOf(row),
    conditionNotes: row.condition_notes,
    /** What its lister gave; renters do not see it. */
    replacementValueCents: row.replacement_value_cents,
    /** Cents held when it was requested, and how many can still be withheld. */
    depositCents: row.deposit_amount,
    maxWithheldCents: Math.max(0, Math.min(row.deposit_amount, row.deposit_left ?? 0)),
    firstWeekCredits: firstWeek(row.credits_per_day),
    /** The rental before it is late: cancelling costs the renter nothing. */
    isAtRisk: row.at_risk_since !== null,
    steps: stepsOf(row),
  }
}

function stepsOf(row: RunRow): PanelStep[] {
  const step = (what: PanelStep['what'], at: Date | null, by: string | null) =>
    at ? [{ what, at, by }] : []
  const decided = row.condition_status === 'deposit_kept' ? 'keep-deposit' : 'approve-condition'
  const reviewed = row.return_status === 'late' ? 'mark-lost' : decided
  return [
    ...step('request', row.created_at, row.renter_name),
    ...step('accept', row.confirmed_at, row.confirmed_name),
    ...step('deliver', row.delivered_at, row.delivered_name),
    ...step('mark-late', row.late_at, row.late_name),
    ...step('send-back', row.sent_back_at, row.renter_name),
    ...step('record-return', row.returned_at, row.returned_name),
    ...step(reviewed, row.condition_reviewed_at, row.reviewed_name),
    ...step('cancel', row.cancelled_at, row.cancelled_name),
  ]
}

export function shapePanelRow(
  row: PanelRow,
  who: ClosetOwner | Admin,
  today: CalendarDate,
  forOthers: ReadonlySet<RentalId>,
) {
  const isForOthers = forOthers.has(row.id)
  const mover = isForOthers ? 'renter' : who.accountType === 'admin' ? 'admin' : 'owner'
  return {
    ...shownRental(row, today),
    renter: { id: row.renter_id, fullName: row.renter_name, email: row.renter_email },
    owner: { id: row.owner_id, fullName: row.owner_name, email: row.owner_email },
    sentBackTracking: row.sent_back_tracking,
    deposit: securingDeposit(row),
    /** The moves open to this person today. */
    moves: moveNames.filter((move) => mayMove(move, mover, row, today)),
    /** This person is an admin who rents it: another admin or its closet takes the steps. */
    isForOthers,
  }
}
