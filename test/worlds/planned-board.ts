import type { BoardId, ItemId } from '#db/ids.ts'
import {
  addPiece,
  joinBoard,
  makeBoard,
  newVisitorKey,
  type Planner,
  visitorWith,
  voteForPiece,
  wearPiece,
} from '#domain/booking/boards/boards.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { Site } from '#test/app.ts'
import { readRow } from '#test/postgres/rows.ts'

/** A board with its secret link. */
export interface PlannedBoard {
  readonly id: BoardId
  readonly path: string
  readonly link: string
}

export const plannerOf = ({ id }: Pick<Shopper, 'id'>): Planner => ({ kind: 'person', id })

/** Somebody without an account, and the key of their browser. */
export function newVisitor(): { readonly key: string; readonly planner: Planner } {
  const key = newVisitorKey()
  const planner = visitorWith(key)
  if (!planner) throw new Error('not a key')
  return { key, planner }
}

/** A board that the first planner runs and the others join; each votes for every item and wears one. */
export async function plannedBoard(
  { db, clock }: Pick<Site, 'db' | 'clock'>,
  planners: readonly [Planner, ...Planner[]],
  {
    items = [],
    name = 'A wedding in Boston',
    firstName = 'Ana',
    start = '2027-06-12',
    end = '2027-06-15',
  }: {
    items?: readonly { readonly id: ItemId }[]
    name?: string
    firstName?: string
    start?: string
    end?: string
  } = {},
): Promise<PlannedBoard> {
  const now = clock.now()
  const today = calendarDateIn('America/New_York', now)
  const occasion = { name, start, end, zip: '02116' }
  const [runner, ...others] = planners
  const words = { firstName, size: 'M' } as const
  const made = await makeBoard(db, runner, { ...occasion, ...words, itemId: null }, now, today)
  if (!made.ok) throw new Error(`not made: ${made.problem.reason}`)
  const id = made.value
  const { share_code: code } = await readRow(db, 'boards', 'share_code', { id })
  for (const other of others) await joinBoard(db, other, { id, code, ...words }, now)
  for (const [n, item] of items.entries()) {
    await addPiece(db, runner, id, item.id, now)
    for (const planner of planners) await voteForPiece(db, planner, id, item.id, true)
    const wearer = planners[n]
    if (wearer) await wearPiece(db, wearer, id, item.id, true)
  }
  const path = `/boards/${id}`
  return { id, path, link: `${path}?code=${code}` }
}
