import { type RawBuilder, sql } from 'kysely'
import type { BoardId, PersonId } from '#db/ids.ts'

/** SQL: the occasion that a request is for, if the shopper is on that board; else null. */
export function boardOf(
  shopperId: PersonId,
  boardId: BoardId | null = null,
): RawBuilder<BoardId | null> {
  return boardId === null
    ? sql`null`
    : sql`(select board_id from board_people where board_id = ${boardId} and user_id = ${shopperId})`
}
