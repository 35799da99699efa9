import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { UsualSize } from '#db/enums.ts'
import type { BoardId, BoardPersonId, ItemId, RentalId } from '#db/ids.ts'
import { rentableOn } from '#domain/booking/calendar/calendar.ts'
import { isBackNotAsDescribed, noShowCase, stageColumns } from '#domain/booking/rentals/rentals.ts'
import { letDownOf } from '#domain/booking/rentals/stage/let-down.ts'
import { type RentalStage, stageOf } from '#domain/booking/rentals/stage/rental-stage.ts'
import { itemCards, type ListedItem, toListedItem } from '#domain/catalogue/items/items.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { MAX_BOARDS, MAX_PEOPLE, MAX_PIECES } from './board-limits.ts'
import { isFirst, isPlanner, type Planner } from './board-people.ts'
import { isInShop } from './board-pieces.ts'

/** A board in the list of somebody who is on it. */
export type ListedBoard = {
  readonly id: BoardId
  readonly name: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly pieces: number
  readonly people: number
}

/** The boards that the planner is on, the next occasion first and past ones last. */
export async function boardsOf(
  db: DbOrTx,
  planner: Planner,
  today: CalendarDate,
): Promise<readonly ListedBoard[]> {
  return await db
    .selectFrom('board_people')
    .innerJoin('boards as b', 'b.id', 'board_people.board_id')
    .select(['b.id', 'b.name', 'b.start_date as start', 'b.end_date as end'])
    .select(
      sql<number>`(select count(*)::int from board_pieces p where p.board_id = b.id)`.as('pieces'),
    )
    .select(
      sql<number>`(select count(*)::int from board_people p where p.board_id = b.id)`.as('people'),
    )
    .where(isPlanner(planner))
    .orderBy(sql`b.end_date < ${today}::date`)
    .orderBy('b.start_date')
    .orderBy('b.id')
    .limit(MAX_BOARDS)
    .execute()
}

/** The board to which items of a list are added. */
export type PlannedBoard = {
  readonly id: BoardId
  readonly name: string
  /** What is on it, at most `MAX_PIECES`. */
  readonly itemIds: readonly ItemId[]
}

/**
 * The board of the planner for these days, or without days for the next occasion. Null if there is
 * none.
 */
export async function boardPlannedFor(
  db: DbOrTx,
  planner: Planner,
  days: { readonly start: CalendarDate; readonly end: CalendarDate } | null,
  today: CalendarDate,
): Promise<PlannedBoard | null> {
  let boards = db
    .selectFrom('board_people')
    .innerJoin('boards as b', 'b.id', 'board_people.board_id')
    .select(['b.id', 'b.name'])
    .select(
      sql<
        readonly ItemId[]
      >`array(select p.item_id from board_pieces p where p.board_id = b.id)`.as('itemIds'),
    )
    .where(isPlanner(planner))
    .where('b.end_date', '>=', today)
  if (days)
    boards = boards.where('b.start_date', '=', days.start).where('b.end_date', '=', days.end)
  const found = await boards.orderBy('b.start_date').orderBy('b.id').limit(1).executeTakeFirst()
  return found ?? null
}

export type BoardPerson = {
  readonly id: BoardPersonId
  readonly firstName: string
  readonly isYou: boolean
}

export type BoardPiece = {
  readonly item: ListedItem
  /** Whether the viewer can rent it on the days of the board. */
  readonly isFree: boolean
  /** The first names of those who voted for it, at most `MAX_PEOPLE`. */
  readonly votes: readonly string[]
  readonly isYourVote: boolean
  readonly wornBy: BoardPerson | null
  /** Whether the viewer may take it off. */
  readonly mayRemove: boolean
}

/** A rental for the occasion, as everybody on the board sees it: without prices and addresses. */
export type BoardRental = {
  readonly itemId: ItemId
  readonly title: string
  /** Null for somebody who has left the board. */
  readonly firstName: string | null
  readonly stage: RentalStage
  readonly start: CalendarDate
  readonly end: CalendarDate
  /** Null for rentals of others. */
  readonly ownId: RentalId | null
  /** The viewer was let down, and can still take another item. */
  readonly mayChooseAnother: boolean
}

export type Board = {
  readonly id: BoardId
  readonly name: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly zip: string | null
  /** The secret part of its link, for people on it. */
  readonly shareCode: string | null
  readonly people: readonly BoardPerson[]
  /** What the viewer has said; null for viewers who have not joined. */
  readonly you: {
    readonly firstName: string
    readonly size: UsualSize | null
    readonly runsIt: boolean
  } | null
  readonly pieces: readonly BoardPiece[]
  /** For people on it. */
  readonly rentals: readonly BoardRental[]
}

/** A board for people who are on it, or who have its secret link; null for others. */
export async function findBoard(
  db: DbOrTx,
  planner: Planner | null,
  { id, code }: { readonly id: BoardId; readonly code: string | null },
  today: CalendarDate,
): Promise<Board | null> {
  const found = await db
    .selectFrom('boards as b')
    .select(['b.name', 'b.start_date as start', 'b.end_date as end', 'b.zip'])
    .select('b.share_code as shareCode')
    .where('b.id', '=', id)
    .executeTakeFirst()
  if (!found) return null
  const rows = await db
    .selectFrom('board_people')
    .select(['id', 'first_name', 'size', 'user_id'])
    .select(isFirst.as('runsIt'))
    .select((person) =>
      sql<boolean>`${planner ? person.fn.coalesce(isPlanner(planner)(person), sql.lit(false)) : sql.lit(false)}`.as(
        'isYou',
      ),
    )
    .where('board_id', '=', id)
    .orderBy('position')
    .limit(MAX_PEOPLE)
    .execute()
  const you = rows.find(({ isYou }) => isYou) ?? null
  if (!you && found.shareCode !== code) return null
  const { start, end } = found
  const people = rows.map(({ id: personId, first_name: firstName, isYou }) => ({
    id: personId,
    firstName,
    isYou,
  }))
  return {
    ...found,
    id,
    shareCode: you && found.shareCode,
    people,
    you: you && { firstName: you.first_name, size: you.size, runsIt: you.runsIt },
    pieces: await piecesOf(db, id, people, { you, planner, days: { start, end }, today }),
    rentals: you ? await rentalsOf(db, id, rows, today) : [],
  }
}

async function piecesOf(
  db: DbOrTx,
  boardId: BoardId,
  people: readonly BoardPerson[],
  viewer: {
    readonly you: { readonly id: BoardPersonId; readonly runsIt: boolean } | null
    readonly planner: Planner | null
    readonly days: Readonly<Record<'start' | 'end', CalendarDate>>
    readonly today: CalendarDate
  },
): Promise<readonly BoardPiece[]> {
  const { you, planner, days, today } = viewer
  const shopper = planner?.kind === 'person' ? planner.id : null
  const rows = await itemCards(db)
    .innerJoin('board_pieces as p', 'p.item_id', 'i.id')
    .select(['p.added_by', 'p.worn_by', isInShop.as('isInShop')])
    .select(rentableOn('i', days, today, shopper).as('isRentable'))
    .select(
      sql<readonly BoardPersonId[]>`array(select v.person_id from board_votes v
        where v.board_id = p.board_id and v.item_id = p.item_id)`.as('voters'),
    )
    .where('p.board_id', '=', boardId)
    .orderBy('p.position')
    .limit(MAX_PIECES)
    .execute()
  return rows.map((row) => ({
    item: toListedItem(row),
    isFree: row.isInShop && row.isRentable,
    votes: people.filter(({ id }) => row.voters.includes(id)).map(({ firstName }) => firstName),
    isYourVote: you !== null && row.voters.includes(you.id),
    wornBy: people.find(({ id }) => id === row.worn_by) ?? null,
    mayRemove: you !== null && (you.runsIt || [row.added_by, row.worn_by].includes(you.id)),
  }))
}

/** More than everybody could wear. */
const MAX_RENTALS = MAX_PEOPLE * MAX_PIECES

async function rentalsOf(
  db: DbOrTx,
  boardId: BoardId,
  people: readonly { readonly user_id: string | null; first_name: string; isYou: boolean }[],
  today: CalendarDate,
): Promise<readonly BoardRental[]> {
  const rows = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'r.item_id', 'i.title', 'r.renter_id', ...stageColumns])
    .select(['r.at_risk_since', 'r.swapped_for', isBackNotAsDescribed.as('not_as_described')])
    .select(noShowCase.as('no_show_case'))
    .where('r.board_id', '=', boardId)
    .where('r.swapped_for', 'is', null)
    .orderBy('r.created_at')
    .limit(MAX_RENTALS)
    .execute()
  return rows.flatMap((row) => {
    const renter = people.find(({ user_id }) => user_id === row.renter_id)
    const stage = stageOf(row, today)
    const isOwn = renter?.isYou === true
    // What did not happen is only for whoever wanted it.
    if ((stage === 'cancelled' || stage === 'failed') && !isOwn) return []
    const { item_id: itemId, title, start_date: start, end_date: end } = row
    return [
      {
        ...{ itemId, title, stage, start, end },
        firstName: renter?.first_name ?? null,
        ownId: isOwn ? row.id : null,
        mayChooseAnother: isOwn && letDownOf(row, today) !== null,
      },
    ]
  })
}
