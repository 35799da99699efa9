import { randomBytes } from 'node:crypto'
import { type Db, inTransaction, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { BoardId, ItemId } from '#db/ids.ts'
import { type DatesProblem, readDates } from '#domain/booking/calendar/rental-dates.ts'
import { newId } from '#domain/shared/ids.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { addDays, type CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { hasChanged, versionOf } from '#domain/shared/version.ts'
import { BOARD_DAYS } from './board-limits.ts'
import { addPerson, hasTooMany, lockBoard, type OwnWords, type Planner } from './board-people.ts'
import { insertPiece, type PieceProblem } from './board-pieces.ts'

export { type BoardBag, readBoardBag } from './board-bag.ts'
export {
  changeOwnWords,
  claimBoards,
  type JoinProblem,
  joinBoard,
  leaveBoard,
  leaveBoardsOf,
  newVisitorKey,
  type OwnWords,
  type Planner,
  visitorWith,
} from './board-people.ts'
export {
  addPiece,
  type PieceProblem,
  removePiece,
  voteForPiece,
  wearPiece,
} from './board-pieces.ts'
export {
  type Board,
  type BoardPiece,
  type BoardRental,
  boardPlannedFor,
  boardsOf,
  findBoard,
  type ListedBoard,
  type PlannedBoard,
} from './board-queries.ts'

const BATCH_SIZE = 200

/** What an occasion is (spec 23). */
export type Occasion = {
  /** 1 to `MAX_BOARD_NAME` characters. */
  readonly name: string
  /** As submitted: 'YYYY-MM-DD', validated as those of a rental. */
  readonly start: unknown
  readonly end: unknown
  readonly zip: string | null
}

export type MakeProblem = { readonly reason: 'too-many-boards' } | DatesProblem | PieceProblem

/** Makes a board that the planner runs, if wanted with a first piece. */
export async function makeBoard(
  db: Db,
  planner: Planner,
  {
    name,
    start,
    end,
    zip,
    itemId,
    ...words
  }: Occasion & OwnWords & { readonly itemId: ItemId | null },
  now: Date,
  today: CalendarDate,
): Promise<Outcome<BoardId, MakeProblem>> {
  const dates = readDates({ start, end }, today)
  if ('reason' in dates) return refused(dates)
  return await inTransactionOrRollback<Outcome<BoardId, MakeProblem>>(db, async (tx, rollBack) => {
    if (await hasTooMany(tx, planner)) return refused({ reason: 'too-many-boards' })
    const id: BoardId = newId()
    await tx
      .insertInto('boards')
      .values({
        ...{ id, name, zip, start_date: dates.start, end_date: dates.end },
        share_code: newCode(),
        created_at: now,
      })
      .execute()
    await addPerson(tx, id, planner, words, now)
    const own = itemId && (await lockBoard(tx, planner, id))
    if (itemId && own) {
      const added = await insertPiece(tx, id, own, itemId, now)
      if (!added.ok) return rollBack(added)
    }
    return done(id)
  })
}

/** 128 bits. */
const newCode = () => randomBytes(16).toString('base64url')

type NotFound = { readonly reason: 'not-found' }

type ChangeProblem =
  | NotFound
  /** It was saved elsewhere since this edit began. */
  | { readonly reason: 'edit-conflict' }
  | DatesProblem

/** Names what the form of an occasion shows; it contains the ZIP code, so only its own form gets it. */
export function occasionVersion({
  name,
  start,
  end,
  zip,
}: {
  readonly name: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly zip: string | null
}): string {
  return versionOf({ name, start, end, zip })
}

/**
 * Changes the occasion, for whoever runs the board. Days that have begun can stay.
 * @param seen the version that the edit began from
 */
export async function changeOccasion(
  db: Db,
  planner: Planner,
  id: BoardId,
  { name, start, end, zip, seen }: Occasion & { readonly seen: string | null },
  today: CalendarDate,
): Promise<Outcome<null, ChangeProblem>> {
  return await asRunner<ChangeProblem>(db, planner, id, async (tx) => {
    const before = await tx
      .selectFrom('boards')
      .select(['name', 'start_date as start', 'end_date as end', 'zip'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const isSame = before.start === start && before.end === end
    const dates = isSame ? before : readDates({ start, end }, today)
    if ('reason' in dates) return refused(dates)
    const saved = { name, zip, start: dates.start, end: dates.end }
    if (hasChanged(seen, occasionVersion(before), occasionVersion(saved)))
      return refused({ reason: 'edit-conflict' })
    await tx
      .updateTable('boards')
      .set({ name, zip, start_date: dates.start, end_date: dates.end })
      .where('id', '=', id)
      .execute()
    return done(null)
  })
}

/** Replaces the secret link: the old one opens nothing any more. People who joined stay. */
export async function resetLink(
  db: Db,
  planner: Planner,
  id: BoardId,
): Promise<Outcome<null, NotFound>> {
  return await asRunner(db, planner, id, async (tx) => {
    await tx.updateTable('boards').set({ share_code: newCode() }).where('id', '=', id).execute()
    return done(null)
  })
}

/** Removes a board for everybody. Rentals stay as they are. */
export async function removeBoard(
  db: Db,
  planner: Planner,
  id: BoardId,
): Promise<Outcome<null, NotFound>> {
  return await asRunner(db, planner, id, async (tx) => {
    await tx.deleteFrom('boards').where('id', '=', id).execute()
    return done(null)
  })
}

async function asRunner<Problem extends { readonly reason: string }>(
  db: Db,
  planner: Planner,
  id: BoardId,
  act: (tx: Tx) => Promise<Outcome<null, Problem>>,
): Promise<Outcome<null, Problem | NotFound>> {
  return await inTransaction<Outcome<null, Problem | NotFound>>(db, async (tx) => {
    const own = await lockBoard(tx, planner, id)
    return own?.runsIt ? await act(tx) : refused({ reason: 'not-found' })
  })
}

/** Removes boards that ended long ago, some at a time. Returns how many. */
export async function removeOldBoards(db: Db, today: CalendarDate): Promise<number> {
  const batch = db
    .selectFrom('boards')
    .select('id')
    .where('end_date', '<', addDays(today, -BOARD_DAYS))
    .orderBy('end_date')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()
  const removed = await db.deleteFrom('boards').where(inBatch('id', batch)).executeTakeFirst()
  return Number(removed.numDeletedRows)
}
