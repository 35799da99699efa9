import type { DbOrTx } from '#db/connection.ts'
import type { BoardId, ItemId } from '#db/ids.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import {
  type DepositState,
  depositState,
  liveDepositQuery,
} from '#domain/money/deposits/deposits.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { type Board, type BoardPiece, findBoard } from './board-queries.ts'

/** A piece of a board that the shopper can request. */
export type BagPiece = Pick<BoardPiece, 'item' | 'isFree' | 'wornBy'> & {
  readonly creditsPerDay: number
  /** For `readReach`: private. */
  readonly reach: string
  readonly lister: {
    readonly fullName: string
    readonly city: string | null
    readonly state: string | null
    readonly drivingDistance: string | null
  }
}

export type BoardBag = {
  readonly board: Board
  /** Without those that others wear or that the shopper has already. */
  readonly pieces: readonly BagPiece[]
  /** What the shopper has requested for it, or rents. */
  readonly requested: ReadonlySet<string>
  /** Null without a live deposit. */
  readonly deposit: DepositState | null
  readonly delivery: {
    readonly phone: string | null
    readonly address: string | null
    readonly notes: string | null
    readonly zip: string | null
  }
}

/** What a shopper can request of a board, and what their form is filled with; null for strangers. */
export async function readBoardBag(
  db: DbOrTx,
  shopper: Shopper,
  id: BoardId,
  today: CalendarDate,
): Promise<BoardBag | null> {
  const board = await findBoard(db, { kind: 'person', id: shopper.id }, { id, code: null }, today)
  if (!board) return null
  const requested = new Set<string>(
    board.rentals
      .filter(({ ownId, stage }) => ownId && !isIn(stage, 'over'))
      .map(({ itemId }) => itemId),
  )
  const wanted = board.pieces.filter(
    ({ item, wornBy }) => !requested.has(item.id) && (wornBy === null || wornBy.isYou),
  )
  const [rows, deposit, delivery] = await Promise.all([
    termsOf(
      db,
      wanted.map(({ item }) => item.id),
    ),
    liveDepositQuery(db, shopper.id).executeTakeFirst(),
    db
      .selectFrom('user_profiles')
      .select(['phone', 'delivery_address as address', 'delivery_notes as notes', 'zip'])
      .where('id', '=', shopper.id)
      .executeTakeFirstOrThrow(),
  ])
  const terms = new Map(rows.map((row) => [row.id, row]))
  return {
    board,
    requested,
    pieces: wanted.flatMap(({ item, isFree, wornBy }) => {
      const row = terms.get(item.id)
      if (!row) return []
      const { fullName, city, state, drivingDistance, creditsPerDay } = row
      const lister = { fullName, city, state, drivingDistance }
      return [{ item, isFree, wornBy, creditsPerDay, reach: row.reach, lister }]
    }),
    deposit: deposit ? depositState(deposit) : null,
    delivery,
  }
}

async function termsOf(db: DbOrTx, ids: readonly ItemId[]) {
  return await db
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as p', 'p.id', 'i.business_id')
    .select(['i.id', 'i.credits_per_day as creditsPerDay', 'i.reach'])
    .select(['p.full_name as fullName', 'p.city', 'p.state'])
    .select('p.driving_distance as drivingDistance')
    .where('i.id', 'in', ids)
    .execute()
}
