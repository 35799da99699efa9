import { type InferResult, sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type {
  Cancellation,
  ConditionStatus,
  DeliveryStatus,
  RentalStatus,
  ReturnStatus,
} from '#db/enums.ts'
import type { ItemId, PersonId, RentalId } from '#db/ids.ts'
import { rentalsForOthers } from '#domain/booking/rentals/records/own-rental.ts'
import { swapGoodwill } from '#domain/booking/rentals/records/swap-goodwill.ts'
import { type HandoverWay, handoverWay } from '#domain/booking/rentals/stage/handover-method.ts'
import {
  type MoveName,
  mayMove,
  moveNames,
  type RentalStage,
  stageOf,
} from '#domain/booking/rentals/stage/rental-stage.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

// Rentals for the people who manage them: closets see their own, admins all (spec 5.8).

export type PanelPerson = {
  readonly id: PersonId
  readonly fullName: string
  readonly email: string
}

export type PanelRental = {
  readonly id: RentalId
  readonly itemId: ItemId
  readonly title: string
  readonly imageUrl: string | null
  readonly size: string
  readonly renter: PanelPerson
  readonly owner: PanelPerson
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly totalDays: number
  readonly totalCredits: number
  /** Goodwill that paid for it after a swap and is never restored. */
  readonly swapGoodwill: number
  readonly status: RentalStatus
  readonly stage: RentalStage
  readonly deliveryStatus: DeliveryStatus
  readonly returnStatus: ReturnStatus
  readonly conditionStatus: ConditionStatus
  readonly cancellation: Cancellation | null
  /** The tracking number of the item that the renter sent back. */
  readonly sentBackTracking: string | null
  readonly handover: HandoverWay | null
  /** Cents withheld, and how many of them an appeal has returned. */
  readonly withheldCents: number
  readonly returnedCents: number
  /** The moves open to this person today. */
  readonly moves: readonly MoveName[]
  /** This person is an admin who rents it: another admin or its closet takes the steps. */
  readonly isForOthers: boolean
}

/** Rentals as closets and admins manage them, with their item, `renter` and `owner`. */
export function panelTables(db: DbOrTx) {
  return db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
}

/** The columns that every view of such a rental shows. */
export const panelColumns = [
  'r.id',
  'r.item_id',
  'i.title',
  'i.image_url',
  'i.size',
  'renter.id as renter_id',
  'renter.full_name as renter_name',
  'renter.email as renter_email',
  'owner.id as owner_id',
  'owner.full_name as owner_name',
  'owner.email as owner_email',
  'r.start_date',
  'r.end_date',
  'r.total_days',
  'r.total_credits',
  'r.status',
  'r.delivery_status',
  'r.return_status',
  'r.condition_status',
  'r.cancellation',
  'r.deposit_kept_amount',
  sql<number>`coalesce((select c.returned_cents from deposit_claims c
    where c.rental_id = r.id), 0)`.as('returned_cents'),
  'r.created_at',
  'r.sent_back_at',
  'r.sent_back_tracking',
  'r.handover_method',
  'r.carrier',
  'r.tracking_number',
  'r.renter_phone',
  'r.delivery_address',
  'r.delivery_notes',
  swapGoodwill.as('swap_goodwill'),
] as const

const panelRows = (db: DbOrTx) => panelTables(db).select(panelColumns)

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
    | 'send-back'
    | 'record-return'
    | 'approve-condition'
    | 'keep-deposit'
    | 'cancel'
  readonly at: Date
  readonly by: string | null
}

/** A rental with all details for managing it. */
export type RunRental = PanelRental & {
  readonly renterPhone: string | null
  readonly deliveryAddress: string | null
  readonly deliveryNotes: string | null
  readonly conditionNotes: string | null
  /** Cents held for this rental, and how many can still be withheld. */
  readonly depositCents: number
  readonly maxWithheldCents: number
  /** The rental before it is late: cancelling costs the renter nothing. */
  readonly isAtRisk: boolean
  readonly steps: readonly PanelStep[]
}

/** The name of the person in a column of a rental that records an actor. */
const nameOf = (column: string) =>
  sql<string | null>`(select full_name from user_profiles where id = ${sql.ref(`r.${column}`)})`

function runRows(db: DbOrTx) {
  return panelRows(db)
    .leftJoin('deposits as d', 'd.id', 'r.deposit_id')
    .select(['r.condition_notes', 'r.deposit_amount', 'r.confirmed_at', 'r.delivered_at'])
    .select(['r.late_at', 'r.returned_at', 'r.condition_reviewed_at', 'r.cancelled_at'])
    .select('r.at_risk_since')
    .select([
      sql<number>`least(r.deposit_amount,
        coalesce(d.amount_cents - d.kept_cents - d.refunded_cents - d.lost_cents, 0))`.as(
        'max_withheld',
      ),
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
): Promise<RunRental | null> {
  const row = await runRows(db).where('r.id', '=', rentalId).where(isOwn(who)).executeTakeFirst()
  if (!row) return null
  return {
    ...shapePanelRow(row, who, today, await rentalsForOthers(db, who, [row])),
    renterPhone: row.renter_phone,
    deliveryAddress: row.delivery_address,
    deliveryNotes: row.delivery_notes,
    conditionNotes: row.condition_notes,
    depositCents: row.deposit_amount,
    maxWithheldCents: row.max_withheld,
    isAtRisk: row.at_risk_since !== null,
    steps: stepsOf(row),
  }
}

function stepsOf(row: RunRow): PanelStep[] {
  const step = (what: PanelStep['what'], at: Date | null, by: string | null) =>
    at ? [{ what, at, by }] : []
  const reviewed = row.condition_status === 'deposit_kept' ? 'keep-deposit' : 'approve-condition'
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
): PanelRental {
  const isForOthers = forOthers.has(row.id)
  const mover = isForOthers ? 'renter' : who.accountType === 'admin' ? 'admin' : 'owner'
  return {
    id: row.id,
    itemId: row.item_id,
    title: row.title,
    imageUrl: row.image_url,
    size: row.size,
    renter: { id: row.renter_id, fullName: row.renter_name, email: row.renter_email },
    owner: { id: row.owner_id, fullName: row.owner_name, email: row.owner_email },
    start: row.start_date,
    end: row.end_date,
    totalDays: row.total_days,
    totalCredits: row.total_credits,
    swapGoodwill: row.swap_goodwill,
    status: row.status,
    stage: stageOf(row, today),
    deliveryStatus: row.delivery_status,
    returnStatus: row.return_status,
    conditionStatus: row.condition_status,
    cancellation: row.cancellation,
    sentBackTracking: row.sent_back_tracking,
    handover: handoverWay(row),
    withheldCents: row.deposit_kept_amount,
    returnedCents: row.returned_cents,
    moves: moveNames.filter((move) => mayMove(move, mover, row, today)),
    isForOthers,
  }
}
