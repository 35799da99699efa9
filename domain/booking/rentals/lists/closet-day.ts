import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { countedIn } from '#domain/shared/lists/found.ts'
import { MAX_COUNTED } from '#domain/shared/lists/page.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { DUE, type RentalTask, withTask } from './due-tasks.ts'
import { shapeListed } from './panel-list.ts'
import { panelRows } from './rental-panel.ts'

// A closet's day as the people it meets: everything for one renter at one time and place is one handover.

/** The most pieces of one handover; others of the same renter and place are another one. */
export const MAX_PIECES = 20

/** The most rentals of each kind on each day; the others are in the list of rentals. */
const MAX_LISTED = 120

export type DayPiece = ReturnType<typeof shapeListed> & {
  /** The full name of the person who still has it, before a delivery; else null. */
  readonly stillWith: string | null
}

/** The pieces that change hands together; never empty. */
export type DayHandover = { readonly id: RentalId; readonly pieces: readonly DayPiece[] }

type DayHandovers = {
  readonly deliveries: readonly DayHandover[]
  readonly returns: readonly DayHandover[]
}

export type ClosetDay = {
  /** Includes what is overdue, and returned pieces whose condition is not checked yet. */
  readonly today: DayHandovers
  readonly tomorrow: DayHandovers
  /** Requests to answer, counted up to one more than `MAX_COUNTED`. */
  readonly requests: number
  /** Rentals whose renters would like other dates, counted like the requests. */
  readonly otherDates: number
  /** What its renters read about the return; null without. */
  readonly returnInstructions: string | null
  /** There are more rentals than are listed. */
  readonly isPartial: boolean
}

type Part = 'deliverToday' | 'deliverTomorrow' | 'returnToday' | 'returnTomorrow'

/** The handovers of today and tomorrow, in the order in which they are due. */
export async function closetDay(
  db: DbOrTx,
  owner: ClosetOwner,
  today: CalendarDate,
): Promise<ClosetDay> {
  const tomorrow = addDays(today, 1)
  const part = (name: Part, task: RentalTask, when: RawBuilder<boolean>) =>
    db
      .selectFrom(withTask(owner, task, when, MAX_LISTED + 1).as('t'))
      .select(['t.id', 't.due', sql.lit(name).as('part')])
  const due = part('deliverToday', 'deliver', sql`${DUE} <= ${today}::date`)
    .unionAll(part('deliverTomorrow', 'deliver', sql`${DUE} = ${tomorrow}::date`))
    .unionAll(part('returnToday', 'collect', sql`${DUE} <= ${today}::date`))
    .unionAll(part('returnTomorrow', 'collect', sql`${DUE} = ${tomorrow}::date`))
    .unionAll(part('returnToday', 'review', sql`true`))
  const rows = await panelRows(db)
    .innerJoin(due.as('due'), 'due.id', 'r.id')
    .select('due.part')
    .select(
      sql<string | null>`(select p.full_name from rentals o
        join user_profiles p on p.id = o.renter_id
        where o.item_id = r.item_id and o.id <> r.id and o.status = 'delivered'
          and o.return_status <> 'returned' limit 1)`.as('still_with'),
    )
    .orderBy('due.due')
    .orderBy('r.id')
    .execute()
  const waiting = (task: RentalTask) =>
    countedIn(sql`from ${withTask(owner, task, sql`true`, MAX_COUNTED + 1)} t`)
  const {
    requests,
    otherDates,
    return_instructions: returnInstructions,
  } = await db
    .selectFrom('user_profiles')
    .select([waiting('answer').as('requests'), waiting('dates').as('otherDates')])
    .select('return_instructions')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const nothing = { stars: new Map(), marks: new Map(), forOthers: new Set<RentalId>() }
  const of = (name: Part) =>
    rows
      .filter((row) => row.part === name)
      .slice(0, MAX_LISTED)
      .map((row) => ({ ...shapeListed(row, owner, today, nothing), stillWith: row.still_with }))
  const isPartial = (name: Part) => rows.filter((row) => row.part === name).length > MAX_LISTED
  return {
    today: {
      deliveries: together(of('deliverToday'), placeOf),
      returns: together(of('returnToday'), returnOf),
    },
    tomorrow: {
      deliveries: together(of('deliverTomorrow'), placeOf),
      returns: together(of('returnTomorrow'), returnOf),
    },
    requests,
    otherDates,
    returnInstructions,
    isPartial: (['deliverToday', 'deliverTomorrow', 'returnToday', 'returnTomorrow'] as const).some(
      isPartial,
    ),
  }
}

const returnOf = ({ renter, returnArrangement }: DayPiece) =>
  JSON.stringify([renter.id, returnArrangement])

/** What is picked up has no address of its own. */
function placeOf(piece: DayPiece): string {
  const { renter, chosenHandover, deliveryAddress, deliveryArrangement } = piece
  const address = chosenHandover === 'pickup' ? null : deliveryAddress
  const place = address?.trim().toLowerCase() ?? null
  return JSON.stringify([renter.id, chosenHandover, place, deliveryArrangement])
}

/** Groups pieces, in the order of the first piece of each group. */
function together(
  pieces: readonly DayPiece[],
  keyOf: (piece: DayPiece) => string,
): readonly DayHandover[] {
  const groups = new Map<string, DayPiece[]>()
  for (const piece of pieces) {
    const key = keyOf(piece)
    groups.set(key, [...(groups.get(key) ?? []), piece])
  }
  return [...groups.values()].flatMap((group) => {
    const handovers: DayHandover[] = []
    for (let at = 0; at < group.length; at += MAX_PIECES) {
      const shown = group.slice(at, at + MAX_PIECES)
      const [first] = shown
      if (first) handovers.push({ id: first.id, pieces: shown })
    }
    return handovers
  })
}
