import type { BoardId, ItemId } from '#db/ids.ts'
import { MAX_BOARDS, MAX_PEOPLE, MAX_PIECES } from '#domain/booking/boards/board-limits.ts'
import type { Model } from './state.ts'

// Boards, written anew: whoever joined first of those who are left runs a board.

type Placed = { readonly position: number }

export type BoardPerson = Placed & {
  /** The id of an account, or the key of a visitor. */
  who: string
  name: string
}

type BoardPiece = Placed & {
  readonly item: ItemId
  addedBy: string | null
  wornBy: string | null
  /** Of people, by `who`. */
  votes: Set<string>
}

export type Board = {
  readonly id: BoardId
  people: BoardPerson[]
  pieces: BoardPiece[]
}

export function boardsWith({ boards }: Model, who: string): readonly Board[] {
  return boards.filter(({ people }) => people.some((one) => one.who === who))
}

export function runnerOf({ people }: Board): string | undefined {
  return people.toSorted((a, b) => a.position - b.position)[0]?.who
}

/** The place after the last one, or the first free one; null when all are taken. */
function freePlace(taken: readonly Placed[], max: number): number | null {
  const last = Math.max(0, ...taken.map(({ position }) => position))
  if (last < max) return last + 1
  for (let place = 1; place <= max; place++)
    if (!taken.some(({ position }) => position === place)) return place
  return null
}

export function whyNotMake(model: Model, who: string): string {
  return boardsWith(model, who).length < MAX_BOARDS ? 'done' : 'too-many-boards'
}

/** `knowsCode`: the code of the link is the current one. */
export function join(model: Model, board: Board, who: string, knowsCode: boolean): string {
  const { people } = board
  const known = people.find((one) => one.who === who)
  if (known) {
    known.name = nameOf(who)
    return 'done'
  }
  const isNew = whyNotMake(model, who)
  if (isNew !== 'done') return isNew
  if (!knowsCode) return 'not-found'
  const position = freePlace(people, MAX_PEOPLE)
  if (position === null) return 'board-full'
  people.push({ who, name: nameOf(who), position })
  return 'done'
}

export const nameOf = (who: string) => `N${who.slice(-6)}`

export function addPiece(board: Board, who: string, item: ItemId): string {
  if (!isOn(board, who)) return 'not-found'
  if (board.pieces.some((piece) => piece.item === item)) return 'done'
  const position = freePlace(board.pieces, MAX_PIECES)
  if (position === null) return 'pieces-full'
  board.pieces.push({ item, position, addedBy: who, wornBy: null, votes: new Set() })
  return 'done'
}

export const isOn = ({ people }: Board, who: string) => people.some((one) => one.who === who)

export function mayRemove(board: Board, { addedBy, wornBy }: BoardPiece, who: string): boolean {
  return isOn(board, who) && [runnerOf(board), addedBy, wornBy].includes(who)
}

/** What somebody did stays without them, but their votes go. */
export function leave(model: Model, board: Board, who: string): void {
  board.people = board.people.filter((one) => one.who !== who)
  for (const piece of board.pieces) {
    piece.votes.delete(who)
    if (piece.addedBy === who) piece.addedBy = null
    if (piece.wornBy === who) piece.wornBy = null
  }
  if (board.people.length === 0) model.boards.splice(model.boards.indexOf(board), 1)
}

/** A visitor signs in: their place becomes that of the account, which gives up its own. */
export function claim(model: Model, key: string, account: string): number {
  let claimed = 0
  for (const board of boardsWith(model, key).toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const hasRoom = isOn(board, account) || whyNotMake(model, account) === 'done'
    if (!hasRoom) continue
    claimed += 1
    board.people = board.people.filter(({ who }) => who !== account)
    const rename = (who: string) => (who === key ? account : who)
    for (const person of board.people) person.who = rename(person.who)
    for (const piece of board.pieces) {
      piece.addedBy = piece.addedBy && rename(piece.addedBy)
      piece.wornBy = piece.wornBy && rename(piece.wornBy)
      piece.votes = new Set([...piece.votes].map(rename))
    }
  }
  return claimed
}
