import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { BoardId, ItemId } from '#db/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_PIECES } from './board-limits.ts'
import { freePosition, lockBoard, type OnBoard, type Planner } from './board-people.ts'

/** SQL on `clothing_items i`: everybody may see it, also while it is rented or paused. */
export const isInShop = sql<boolean>`(i.approval_status = 'approved' and i.deleted_at is null
  and i.lister_in_good_standing)`

export type PieceProblem =
  | { readonly reason: 'not-found' }
  | { readonly reason: 'item-not-found' }
  | { readonly reason: 'pieces-full' }

type PieceOutcome = Outcome<null, PieceProblem>

/** Puts an item of the shop on a board. Adding it again changes nothing. */
export async function addPiece(
  db: Db,
  planner: Planner,
  boardId: BoardId,
  itemId: ItemId,
  now: Date,
): Promise<PieceOutcome> {
  return await onBoard(db, planner, boardId, (tx, own) =>
    insertPiece(tx, boardId, own, itemId, now),
  )
}

/** Part of adding a piece to a board that is locked. */
export async function insertPiece(
  tx: Tx,
  boardId: BoardId,
  own: Pick<OnBoard, 'id'>,
  itemId: ItemId,
  now: Date,
): Promise<PieceOutcome> {
  const item = await tx
    .selectFrom('clothing_items as i')
    .select('i.id')
    .select(
      sql<boolean>`exists (select from board_pieces p
        where p.board_id = ${boardId} and p.item_id = i.id)`.as('isOnIt'),
    )
    .where('i.id', '=', itemId)
    .where(isInShop)
    .executeTakeFirst()
  if (!item) return refused({ reason: 'item-not-found' })
  if (item.isOnIt) return done(null)
  const position = await freePosition(tx, 'board_pieces', boardId, MAX_PIECES)
  if (position === null) return refused({ reason: 'pieces-full' })
  await tx
    .insertInto('board_pieces')
    .values({ board_id: boardId, position, item_id: itemId, added_by: own.id, added_at: now })
    .execute()
  return done(null)
}

/** Takes a piece off a board: that is for whoever added it, would wear it, or runs the board. */
export async function removePiece(
  db: Db,
  planner: Planner,
  boardId: BoardId,
  itemId: ItemId,
): Promise<PieceOutcome> {
  return await onBoard(db, planner, boardId, async (tx, own) => {
    let pieces = tx
      .deleteFrom('board_pieces')
      .where('board_id', '=', boardId)
      .where('item_id', '=', itemId)
    if (!own.runsIt)
      pieces = pieces.where((piece) =>
        piece.or([piece('added_by', '=', own.id), piece('worn_by', '=', own.id)]),
      )
    await pieces.execute()
    return done(null)
  })
}

/** Votes for a piece, or takes the vote back. */
export async function voteForPiece(
  db: Db,
  planner: Planner,
  boardId: BoardId,
  itemId: ItemId,
  wanted: boolean,
): Promise<PieceOutcome> {
  return await onBoard(db, planner, boardId, async (tx, own) => {
    if (!wanted) {
      await tx
        .deleteFrom('board_votes')
        .where('board_id', '=', boardId)
        .where('item_id', '=', itemId)
        .where('person_id', '=', own.id)
        .execute()
      return done(null)
    }
    const voted = await sql`insert into board_votes (board_id, item_id, person_id)
      select board_id, item_id, ${own.id} from board_pieces
      where board_id = ${boardId} and item_id = ${itemId}
      on conflict on constraint board_votes_pkey do update set person_id = excluded.person_id`.execute(
      tx,
    )
    return voted.numAffectedRows ? done(null) : refused({ reason: 'item-not-found' })
  })
}

/** Says that the planner would wear a piece, or no longer. It takes a piece from nobody. */
export async function wearPiece(
  db: Db,
  planner: Planner,
  boardId: BoardId,
  itemId: ItemId,
  wanted: boolean,
): Promise<PieceOutcome> {
  return await onBoard(db, planner, boardId, async (tx, own) => {
    const changed = await tx
      .updateTable('board_pieces')
      .set({ worn_by: wanted ? own.id : null })
      .where('board_id', '=', boardId)
      .where('item_id', '=', itemId)
      .where((piece) =>
        piece.or([
          piece('worn_by', '=', own.id),
          ...(wanted ? [piece('worn_by', 'is', null)] : []),
        ]),
      )
      .executeTakeFirst()
    return changed.numUpdatedRows > 0n ? done(null) : refused({ reason: 'item-not-found' })
  })
}

async function onBoard(
  db: Db,
  planner: Planner,
  boardId: BoardId,
  act: (tx: Tx, own: OnBoard) => Promise<PieceOutcome>,
): Promise<PieceOutcome> {
  return await inTransaction<PieceOutcome>(db, async (tx) => {
    const own = await lockBoard(tx, planner, boardId)
    return own ? await act(tx, own) : refused({ reason: 'not-found' })
  })
}
