import { type RawBuilder, sql } from 'kysely'
import type { BoardId, PersonId } from '#db/ids.ts'

/**
 * SQL: the occasion that a request is for, if the shopper is on that board; else null.
 * The board cannot be removed meanwhile.
 */
export function boardOf(
  shopperId: PersonId,
  boardId: BoardId | null = null,
): RawBuilder<BoardId | null> {
  return boardId === null
    ? sql`null`
    : sql`(select b.id from boards b where b.id = ${boardId} and exists (
        select from board_people p where p.board_id = b.id and p.user_id = ${shopperId})
        for key share)`
}
