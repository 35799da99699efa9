import type { Db } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'

/** Part of a person's data export: their boards and what they do there, `max` rows of each at most. */
export async function ownBoards(db: Db, { id }: Person, max: number) {
  const boards = await db
    .selectFrom('board_people as p')
    .innerJoin('boards as b', 'b.id', 'p.board_id')
    .select(['b.id', 'b.name', 'b.start_date', 'b.end_date', 'b.zip', 'p.first_name', 'p.size'])
    .select('p.joined_at')
    .where('p.user_id', '=', id)
    .limit(max)
    .execute()
  const boardPieces = await db
    .selectFrom('board_people as p')
    .innerJoin('board_pieces as q', 'q.board_id', 'p.board_id')
    .leftJoin('board_votes as v', (join) =>
      join
        .onRef('v.board_id', '=', 'q.board_id')
        .onRef('v.item_id', '=', 'q.item_id')
        .onRef('v.person_id', '=', 'p.id'),
    )
    .select(['q.board_id', 'q.item_id', 'q.added_at'])
    .select((piece) => [
      piece('q.added_by', '=', piece.ref('p.id')).as('added_by_you'),
      piece('q.worn_by', '=', piece.ref('p.id')).as('for_you'),
      piece('v.person_id', 'is not', null).as('your_vote'),
    ])
    .where('p.user_id', '=', id)
    .limit(max)
    .execute()
  return { boards, boardPieces }
}
