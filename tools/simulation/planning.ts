import type { BoardId, ItemId } from '#db/ids.ts'
import {
  addPiece,
  claimBoards,
  findBoard,
  joinBoard,
  leaveBoard,
  makeBoard,
  newVisitorKey,
  type Planner,
  removeBoard,
  removePiece,
  resetLink,
  type Board as SeenBoard,
  visitorWith,
  voteForPiece,
  wearPiece,
} from '#domain/booking/boards/boards.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import * as boards from './model/boards.ts'
import {
  type Action,
  expectOutcome,
  note,
  type Simulation,
  same,
  someone,
  today,
} from './simulation.ts'

/** Somebody with an account, or a visitor, who is one of few: they are often on the same boards. */
function somebody({ world, model, random }: Simulation): string {
  if (!random.oneIn(3)) return random.one(world.people.slice(0, 12))?.id ?? ''
  if (model.visitorKeys.length < 16) model.visitorKeys.push(newVisitorKey())
  return random.one(model.visitorKeys) ?? ''
}

function plannerOf({ world }: Simulation, who: string): Planner {
  const person = world.people.find(({ id }) => id === who)
  if (person) return { kind: 'person', id: person.id }
  const visitor = visitorWith(who)
  if (!visitor) throw new Error(`${who} is nobody`)
  return visitor
}

type Move = (
  play: Simulation,
  board: boards.Board,
  who: string,
) => Promise<readonly [{ readonly ok: true } | { ok: false; problem: { reason: string } }, string]>

const CODE = 'the code'

const moves: Readonly<Record<string, Move>> = {
  join: async (play, { id }, who) => {
    const code = play.random.oneIn(6) ? CODE : await codeOf(play, id)
    const board = boardOf(play, id)
    const words = { firstName: boards.nameOf(who), size: null }
    const joined = await joinBoard(
      play.world.db,
      plannerOf(play, who),
      { id, code, ...words },
      play.world.clock.now(),
    )
    return [joined, boards.join(play.model, board, who, code !== CODE)]
  },
  add: async (play, board, who) => {
    const item = play.random.one(play.model.items.filter(({ retired }) => !retired))?.id as ItemId
    const now = play.world.clock.now()
    const added = await addPiece(play.world.db, plannerOf(play, who), board.id, item, now)
    return [added, boards.addPiece(board, who, item)]
  },
  vote: async (play, board, who) => {
    const piece = play.random.one(board.pieces)
    const wanted = !play.random.oneIn(3)
    const item = piece?.item ?? play.model.items[0]?.id
    const voted = await voteForPiece(
      play.world.db,
      plannerOf(play, who),
      board.id,
      item as ItemId,
      wanted,
    )
    if (!boards.isOn(board, who)) return [voted, 'not-found']
    if (!piece) return [voted, wanted ? 'item-not-found' : 'done']
    if (wanted) piece.votes.add(who)
    else piece.votes.delete(who)
    return [voted, 'done']
  },
  wear: async (play, board, who) => {
    const piece = play.random.one(board.pieces)
    const wanted = !play.random.oneIn(3)
    const item = (piece?.item ?? play.model.items[0]?.id) as ItemId
    const worn = await wearPiece(play.world.db, plannerOf(play, who), board.id, item, wanted)
    if (!boards.isOn(board, who)) return [worn, 'not-found']
    const may = piece && (piece.wornBy === who || (wanted && piece.wornBy === null))
    if (!may) return [worn, 'item-not-found']
    piece.wornBy = wanted ? who : null
    return [worn, 'done']
  },
  'take off': async (play, board, who) => {
    const piece = play.random.one(board.pieces)
    const item = (piece?.item ?? play.model.items[0]?.id) as ItemId
    const removed = await removePiece(play.world.db, plannerOf(play, who), board.id, item)
    if (!boards.isOn(board, who)) return [removed, 'not-found']
    if (piece && boards.mayRemove(board, piece, who))
      board.pieces = board.pieces.filter((one) => one !== piece)
    return [removed, 'done']
  },
  reset: async (play, board, who) => [
    await resetLink(play.world.db, plannerOf(play, who), board.id),
    boards.runnerOf(board) === who ? 'done' : 'not-found',
  ],
  leave: async (play, board, who) => {
    const left = await leaveBoard(play.world.db, plannerOf(play, who), board.id, null)
    if (!boards.isOn(board, who)) return [left, 'not-found']
    boards.leave(play.model, board, who)
    return [left, 'done']
  },
  remove: async (play, board, who) => {
    const removed = await removeBoard(play.world.db, plannerOf(play, who), board.id)
    if (boards.runnerOf(board) !== who) return [removed, 'not-found']
    play.model.boards.splice(play.model.boards.indexOf(board), 1)
    return [removed, 'done']
  },
}

/** How often each is tried. */
const WEIGHTS = [
  'join',
  'join',
  'join',
  'add',
  'add',
  'add',
  'vote',
  'vote',
  'wear',
  'wear',
].concat(...['take off', 'reset', 'leave', 'remove'])

/** People plan occasions: a new board now and then, and moves on one that exists. */
export const planOne: Action = async (play) => {
  const { model, random } = play
  const board = random.one(model.boards)
  if (!board || random.oneIn(12)) {
    await make(play, somebody(play))
    return []
  }
  if (random.oneIn(20)) {
    await signIn(play)
    return []
  }
  const name = random.one(WEIGHTS) ?? 'join'
  const onIt = random.one(board.people)?.who
  const who = name === 'join' || random.oneIn(8) ? somebody(play) : (onIt ?? somebody(play))
  note(play, `${who} on board ${board.id}: ${name}`)
  const [outcome, expected] = (await moves[name]?.(play, board, who)) ?? []
  if (outcome && expected) expectOutcome(play, `board ${name}`, outcome, expected)
  await compareBoard(play, board.id)
  return []
}

async function make(play: Simulation, who: string): Promise<void> {
  const { world, model, random } = play
  const start = addDays(today(play), random.between(0, 40))
  const occasion = { name: 'A wedding', start, end: addDays(start, 3), zip: null }
  const words = { firstName: boards.nameOf(who), size: null, itemId: null }
  note(play, `${who} makes a board`)
  const planner = plannerOf(play, who)
  const made = await makeBoard(
    world.db,
    planner,
    { ...occasion, ...words },
    world.clock.now(),
    today(play),
  )
  expectOutcome(play, 'make board', made, boards.whyNotMake(model, who))
  if (!made.ok) return
  const person = { who, name: boards.nameOf(who), position: 1 }
  model.boards.push({ id: made.value, people: [person], pieces: [] })
}

async function signIn(play: Simulation): Promise<void> {
  const { world, model, random } = play
  const key = random.one(model.visitorKeys)
  if (!key) return
  const { id } = someone(play)
  note(play, `${id} has the boards of a visitor`)
  const expected = boards.boardsWith(model, key).map((board) => board.id)
  const claimed = await claimBoards(world.db, key, id)
  same('boards of a visitor', claimed.boards, boards.claim(model, key, id))
  for (const board of expected) await compareBoard(play, board)
}

async function codeOf({ world }: Simulation, id: BoardId): Promise<string> {
  const { share_code } = await world.db
    .selectFrom('boards')
    .select('share_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return share_code
}

function boardOf({ model }: Simulation, id: BoardId): boards.Board {
  const board = model.boards.find((one) => one.id === id)
  if (!board) throw new Error(`no board ${id}`)
  return board
}

/** What somebody on the board sees, and that a stranger sees nothing. */
async function compareBoard(play: Simulation, id: BoardId): Promise<void> {
  const { world, model, random } = play
  const board = model.boards.find((one) => one.id === id)
  const who = somebody(play)
  const viewer = board && !random.oneIn(4) ? (random.one(board.people)?.who ?? who) : who
  const planner = plannerOf(play, viewer)
  const seen = await findBoard(world.db, planner, { id, code: null }, today(play))
  const expected = board && boards.isOn(board, viewer) ? expectedWords(board, viewer) : null
  same(`board ${id} for ${viewer}`, seen && seenWords(seen), expected)
}

function seenWords({ people, pieces, you }: SeenBoard): string {
  return JSON.stringify({
    people: people.map(({ firstName, isYou }) => [firstName, isYou]),
    runs: you?.runsIt,
    pieces: pieces.map(({ item, votes, isYourVote, wornBy, mayRemove }) => [
      ...[item.id, votes.toSorted(), isYourVote, wornBy?.firstName ?? null, mayRemove],
    ]),
  })
}

function expectedWords(board: boards.Board, viewer: string): string {
  const byPosition = <Placed extends { readonly position: number }>(all: readonly Placed[]) =>
    all.toSorted((a, b) => a.position - b.position)
  const people = byPosition(board.people)
  const nameOf = (who: string | null) => people.find((one) => one.who === who)?.name ?? null
  return JSON.stringify({
    people: people.map(({ who, name }) => [name, who === viewer]),
    runs: boards.runnerOf(board) === viewer,
    pieces: byPosition(board.pieces).map((piece) => [
      piece.item,
      [...piece.votes].map((who) => nameOf(who) ?? '').toSorted(),
      piece.votes.has(viewer),
      nameOf(piece.wornBy),
      boards.mayRemove(board, piece, viewer),
    ]),
  })
}
