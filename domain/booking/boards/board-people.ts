import { createHash, randomBytes } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { UsualSize } from '#db/enums.ts'
import type { BoardId, BoardPersonId, PersonId } from '#db/ids.ts'
import type { DB } from '#db/types.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_BOARDS, MAX_PEOPLE } from './board-limits.ts'

/** Who uses boards: an account, or the browser of a visitor. */
export type Planner =
  | { readonly kind: 'person'; readonly id: PersonId }
  | { readonly kind: 'visitor'; readonly keyHash: Buffer }

/** A key of 128 bits for the browser of a visitor; only its hash is stored. */
export function newVisitorKey(): string {
  return randomBytes(16).toString('base64url')
}

/** Null for a text that cannot be a key. */
export function visitorWith(key: string | null): Planner | null {
  if (key === null || !/^[\w-]{22}$/.test(key)) return null
  return { kind: 'visitor', keyHash: createHash('sha256').update(key).digest() }
}

/** SQL condition on `board_people`: the rows of this planner. */
export function isPlanner(planner: Planner) {
  return ({ eb }: ExpressionBuilder<DB, 'board_people'>) =>
    planner.kind === 'person'
      ? eb('board_people.user_id', '=', planner.id)
      : eb('board_people.visitor_key_hash', '=', planner.keyHash)
}

/** What somebody says of themselves on a board. */
export type OwnWords = {
  /** 1 to `MAX_FIRST_NAME` characters. */
  readonly firstName: string
  /** Only they see it: their searches from the board are for it. */
  readonly size: UsualSize | null
}

export type OnBoard = { readonly id: BoardPersonId; readonly runsIt: boolean }

/** Locks a board. Null for people who are not on it. */
export async function lockBoard(tx: Tx, planner: Planner, id: BoardId): Promise<OnBoard | null> {
  await sql`select from boards where id = ${id} for no key update`.execute(tx)
  const own = await tx
    .selectFrom('board_people')
    .select('id')
    .select(isFirst.as('runsIt'))
    .where('board_id', '=', id)
    .where(isPlanner(planner))
    .executeTakeFirst()
  return own ?? null
}

/** SQL: whoever joined first of those who are still on the board runs it. */
export const isFirst = sql<boolean>`(board_people.position = (select min(first.position)
  from board_people first where first.board_id = board_people.board_id))`

export type JoinProblem =
  | { readonly reason: 'not-found' }
  | { readonly reason: 'board-full' }
  | { readonly reason: 'too-many-boards' }

/** Joins a board by its secret link. Joining again changes the name and the size. */
export async function joinBoard(
  db: Db,
  planner: Planner,
  { id, code, ...words }: OwnWords & { readonly id: BoardId; readonly code: string },
  now: Date,
): Promise<Outcome<null, JoinProblem>> {
  return await inTransaction<Outcome<null, JoinProblem>>(db, async (tx) => {
    const hasMany = await hasTooMany(tx, planner)
    const own = await lockBoard(tx, planner, id)
    if (own) {
      await setWords(tx, own.id, words)
      return done(null)
    }
    if (hasMany) return refused({ reason: 'too-many-boards' })
    const board = await tx
      .selectFrom('boards')
      .select('id')
      .where('id', '=', id)
      .where('share_code', '=', code)
      .executeTakeFirst()
    if (!board) return refused({ reason: 'not-found' })
    const isAdded = await addPerson(tx, id, planner, words, now)
    return isAdded ? done(null) : refused({ reason: 'board-full' })
  })
}

/**
 * Part of making or joining a board: whether the planner is on as many as they may be. Two of them at
 * once wait for each other.
 */
export async function hasTooMany(tx: Tx, planner: Planner): Promise<boolean> {
  await (planner.kind === 'person'
    ? lockPerson(tx, planner.id)
    : sql`select pg_advisory_xact_lock(
        ${planner.keyHash.readInt32BE(0)}::integer, ${planner.keyHash.readInt32BE(4)}::integer)`.execute(
        tx,
      ))
  return (await countBoards(tx, planner)) >= MAX_BOARDS
}

async function countBoards(tx: Tx, planner: Planner): Promise<number> {
  const { boards } = await tx
    .selectFrom('board_people')
    .select((person) => person.fn.countAll<number>().as('boards'))
    .where(isPlanner(planner))
    .executeTakeFirstOrThrow()
  return Number(boards)
}

/** Locked before any board, as when an account is closed. */
async function lockPerson(tx: Tx, id: PersonId): Promise<void> {
  await sql`select from user_profiles where id = ${id} for no key update`.execute(tx)
}

/** Part of making or joining a board that is locked. False if it is full. */
export async function addPerson(
  tx: Tx,
  boardId: BoardId,
  planner: Planner,
  { firstName, size }: OwnWords,
  now: Date,
): Promise<boolean> {
  const position = await freePosition(tx, 'board_people', boardId, MAX_PEOPLE)
  if (position === null) return false
  await tx
    .insertInto('board_people')
    .values({
      id: newId(),
      board_id: boardId,
      position,
      user_id: planner.kind === 'person' ? planner.id : null,
      visitor_key_hash: planner.kind === 'visitor' ? planner.keyHash : null,
      first_name: firstName,
      size,
      joined_at: now,
    })
    .execute()
  return true
}

/** The place after the last one, or else the first one that is free; null if there is none. */
export async function freePosition(
  tx: Tx,
  table: 'board_people' | 'board_pieces',
  boardId: BoardId,
  max: number,
): Promise<number | null> {
  const rows = await tx
    .selectFrom(table)
    .select('position')
    .where('board_id', '=', boardId)
    .execute()
  const taken = new Set(rows.map(({ position }) => position))
  const next = Math.max(0, ...taken) + 1
  if (next <= max) return next
  return Array.from(taken, (_, index) => index + 1).find((one) => !taken.has(one)) ?? null
}

/** Changes what somebody says of themselves. */
export async function changeOwnWords(
  db: Db,
  planner: Planner,
  boardId: BoardId,
  words: OwnWords,
): Promise<Outcome<null, { readonly reason: 'not-found' }>> {
  return await inTransaction<Outcome<null, { readonly reason: 'not-found' }>>(db, async (tx) => {
    const own = await lockBoard(tx, planner, boardId)
    if (!own) return refused({ reason: 'not-found' })
    await setWords(tx, own.id, words)
    return done(null)
  })
}

async function setWords(tx: Tx, id: BoardPersonId, { firstName, size }: OwnWords): Promise<void> {
  await tx
    .updateTable('board_people')
    .set({ first_name: firstName, size })
    .where('id', '=', id)
    .execute()
}

/** Leaves a board, or takes somebody off one that the planner runs. Without people it is removed. */
export async function leaveBoard(
  db: Db,
  planner: Planner,
  boardId: BoardId,
  personId: BoardPersonId | null,
): Promise<Outcome<null, { readonly reason: 'not-found' }>> {
  return await inTransaction<Outcome<null, { readonly reason: 'not-found' }>>(db, async (tx) => {
    const own = await lockBoard(tx, planner, boardId)
    const leaves = personId ?? own?.id
    if (!own || !leaves || (leaves !== own.id && !own.runsIt))
      return refused({ reason: 'not-found' })
    await tx
      .deleteFrom('board_people')
      .where('board_id', '=', boardId)
      .where('id', '=', leaves)
      .execute()
    await removeIfEmpty(tx, [boardId])
    return done(null)
  })
}

async function removeIfEmpty(tx: Tx, boards: readonly BoardId[]): Promise<void> {
  if (boards.length === 0) return
  await tx
    .deleteFrom('boards')
    .where('id', 'in', boards)
    .where(sql<boolean>`not exists (select from board_people p where p.board_id = boards.id)`)
    .execute()
}

/** How many boards of a visitor became those of an account, and how many it has no room for. */
type Claimed = { readonly boards: number; readonly left: number }

/**
 * The boards of a visitor become those of their account, up to `MAX_BOARDS`, when they sign in or up
 * in the same browser or open their own link elsewhere. On a board that has both, the votes and
 * pieces of the account move to the visitor's place.
 */
export async function claimBoards(
  db: Db,
  key: string | null,
  personId: PersonId,
): Promise<Claimed> {
  const visitor = visitorWith(key)
  if (visitor?.kind !== 'visitor') return { boards: 0, left: 0 }
  return await inTransaction(db, async (tx) => {
    await lockPerson(tx, personId)
    const found = await tx
      .selectFrom('board_people')
      .select(['id', 'board_id as boardId'])
      .where(isPlanner(visitor))
      .orderBy('board_id')
      .execute()
    let room = MAX_BOARDS - (await countBoards(tx, { kind: 'person', id: personId }))
    let boards = 0
    for (const { id, boardId } of found) {
      await sql`select from boards where id = ${boardId} for no key update`.execute(tx)
      const isNew = !(await moveTo(tx, boardId, id, personId))
      if (isNew && room <= 0) continue
      if (isNew) room -= 1
      await tx
        .updateTable('board_people')
        .set({ user_id: personId, visitor_key_hash: null })
        .where('id', '=', id)
        .execute()
      boards += 1
    }
    return { boards, left: found.length - boards }
  })
}

/**
 * What the account has done on a board becomes what this person of the board has done. False for an
 * account that is not on it.
 */
async function moveTo(
  tx: Tx,
  boardId: BoardId,
  id: BoardPersonId,
  personId: PersonId,
): Promise<boolean> {
  const account = await tx
    .selectFrom('board_people')
    .select('id')
    .where('board_id', '=', boardId)
    .where('user_id', '=', personId)
    .executeTakeFirst()
  if (!account) return false
  for (const column of ['added_by', 'worn_by'] as const)
    await tx
      .updateTable('board_pieces')
      .set({ [column]: id })
      .where('board_id', '=', boardId)
      .where(column, '=', account.id)
      .execute()
  await sql`insert into board_votes (board_id, item_id, person_id)
    select board_id, item_id, ${id} from board_votes
    where board_id = ${boardId} and person_id = ${account.id} on conflict do nothing`.execute(tx)
  await tx.deleteFrom('board_people').where('id', '=', account.id).execute()
  return true
}

/** Part of closing an account: the person leaves all boards. */
export async function leaveBoardsOf(tx: Tx, personId: PersonId): Promise<void> {
  const boards = await tx
    .selectFrom('boards')
    .select('id')
    .where('id', 'in', (board) =>
      board.selectFrom('board_people').select('board_id').where('user_id', '=', personId),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  await tx.deleteFrom('board_people').where('user_id', '=', personId).execute()
  await removeIfEmpty(
    tx,
    boards.map(({ id }) => id),
  )
}
