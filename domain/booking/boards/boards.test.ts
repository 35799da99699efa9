import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { BoardId, ItemId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { BOARD_DAYS, MAX_BOARDS, MAX_PEOPLE, MAX_PIECES } from './board-limits.ts'
import {
  addPiece,
  boardsOf,
  changeOccasion,
  claimBoards,
  findBoard,
  joinBoard,
  leaveBoard,
  leaveBoardsOf,
  makeBoard,
  newVisitorKey,
  occasionVersion,
  type Planner,
  removeBoard,
  removeOldBoards,
  removePiece,
  resetLink,
  visitorWith,
  voteForPiece,
  wearPiece,
} from './boards.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
function day(text: string) {
  const date = parseCalendarDate(text)
  if (!date) throw new Error(`${text} is no day`)
  return date
}
const today = day('2026-11-20')
const wedding = {
  name: 'A wedding',
  start: day('2027-06-12'),
  end: day('2027-06-15'),
  zip: '02116',
}
const ana = { firstName: 'Ana', size: 'M' } as const
const ben = { firstName: 'Ben', size: 'L' } as const

const as = ({ id }: Shopper): Planner => ({ kind: 'person', id })
const shopper = async () => as(await made.shopper())
function visitor(key = newVisitorKey()) {
  const planner = visitorWith(key)
  if (!planner) throw new Error('no key')
  return { key, planner }
}

async function madeBoard(planner: Planner, itemId: ItemId | null = null): Promise<BoardId> {
  const outcome = await makeBoard(db, planner, { ...wedding, ...ana, itemId }, now, today)
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value
}
const seen = (planner: Planner | null, id: BoardId, code: string | null = null) =>
  findBoard(db, planner, { id, code }, today)
const codeOf = async (id: BoardId) => (await readRow(db, 'boards', 'share_code', { id })).share_code
const join = async (planner: Planner, id: BoardId, words: typeof ana | typeof ben = ben) =>
  await joinBoard(db, planner, { id, code: await codeOf(id), ...words }, now)
const refused = (reason: string) => ({ ok: false, problem: expect.objectContaining({ reason }) })

test('people join by the secret link, and see each other by first name', async () => {
  const [one, other] = [await shopper(), visitor().planner]
  const id = await madeBoard(one)
  expect(await seen(other, id)).toBeNull()
  expect(await seen(other, id, 'wrong')).toBeNull()
  const before = await seen(other, id, await codeOf(id))
  expect(before).toMatchObject({ name: 'A wedding', you: null, shareCode: null })
  expect((await join(other, id)).ok).toBe(true)
  expect(await seen(other, id)).toMatchObject({
    people: [
      { firstName: 'Ana', isYou: false },
      { firstName: 'Ben', isYou: true },
    ],
    you: { firstName: 'Ben', size: 'L', runsIt: false },
  })
  expect(JSON.stringify(await seen(other, id))).not.toContain('"M"')
  expect(await boardsOf(db, other, today)).toMatchObject([{ id, people: 2, pieces: 0 }])
})

test('joining again changes the name and the size only', async () => {
  const [one, other] = [await shopper(), await shopper()]
  const id = await madeBoard(one)
  await join(other, id)
  await join(other, id, ana)
  const board = await seen(other, id)
  expect(board?.people).toHaveLength(2)
  expect(board?.you).toMatchObject(ana)
})

test('pieces are voted for, and worn by one person each', async () => {
  const [one, other] = [await shopper(), await shopper()]
  const { id: itemId } = await made.item({ title: 'Red gown' })
  const id = await madeBoard(one, itemId)
  await join(other, id)
  await voteForPiece(db, one, id, itemId, true)
  await voteForPiece(db, other, id, itemId, true)
  await voteForPiece(db, other, id, itemId, true)
  expect((await wearPiece(db, other, id, itemId, true)).ok).toBe(true)
  expect(await wearPiece(db, one, id, itemId, true)).toEqual(refused('item-not-found'))
  expect((await seen(one, id))?.pieces).toMatchObject([
    {
      item: { title: 'Red gown' },
      isFree: true,
      votes: ['Ana', 'Ben'],
      isYourVote: true,
      wornBy: { firstName: 'Ben' },
    },
  ])
  await voteForPiece(db, other, id, itemId, false)
  await wearPiece(db, other, id, itemId, false)
  expect((await seen(one, id))?.pieces).toMatchObject([{ votes: ['Ana'], wornBy: null }])
})

test('a piece that is rented on the dates is not free', async () => {
  const one = await shopper()
  const item = await made.item({ advance_booking: true })
  const id = await madeBoard(one, item.id)
  await made.rental({ item, start: '2027-06-14' })
  expect((await seen(one, id))?.pieces).toMatchObject([{ isFree: false }])
})

test('only who added a piece, would wear it or runs the board takes it off', async () => {
  const [one, other, third] = [await shopper(), await shopper(), await shopper()]
  const [{ id: first }, { id: second }] = [await made.item(), await made.item()]
  const id = await madeBoard(one, first)
  await join(other, id)
  await join(third, id)
  await addPiece(db, other, id, second, now)
  await removePiece(db, third, id, first)
  await removePiece(db, third, id, second)
  expect((await seen(one, id))?.pieces).toHaveLength(2)
  await wearPiece(db, third, id, first, true)
  await removePiece(db, third, id, first)
  await removePiece(db, one, id, second)
  expect((await seen(one, id))?.pieces).toEqual([])
})

test('strangers change nothing', async () => {
  const [one, stranger] = [await shopper(), await shopper()]
  const { id: itemId } = await made.item()
  const id = await madeBoard(one, itemId)
  for (const outcome of [
    await addPiece(db, stranger, id, itemId, now),
    await removePiece(db, stranger, id, itemId),
    await voteForPiece(db, stranger, id, itemId, true),
    await wearPiece(db, stranger, id, itemId, true),
    await changeOccasion(db, stranger, id, { ...wedding, seen: null }, today),
    await resetLink(db, stranger, id),
    await removeBoard(db, stranger, id),
    await leaveBoard(db, stranger, id, null),
    await joinBoard(db, stranger, { id, code: '', ...ben }, now),
    await joinBoard(db, stranger, { id: newId(), code: await codeOf(id), ...ben }, now),
  ])
    expect(outcome).toEqual(refused('not-found'))
})

test('only the person who runs a board changes it, and a link that was reset opens nothing', async () => {
  const [one, other, third] = [await shopper(), await shopper(), await shopper()]
  const id = await madeBoard(one)
  await join(other, id)
  const code = await codeOf(id)
  expect(await resetLink(db, other, id)).toEqual(refused('not-found'))
  expect(await removeBoard(db, other, id)).toEqual(refused('not-found'))
  expect((await resetLink(db, one, id)).ok).toBe(true)
  expect(await joinBoard(db, third, { id, code, ...ben }, now)).toEqual(refused('not-found'))
  expect(await seen(null, id, code)).toBeNull()
  expect(await seen(other, id)).not.toBeNull()
})

test('whoever joined next runs a board that its first person leaves, and nobody an empty one', async () => {
  const [one, other] = [await shopper(), await shopper()]
  const { id: itemId } = await made.item()
  const id = await madeBoard(one, itemId)
  await join(other, id)
  await leaveBoard(db, one, id, null)
  expect(await seen(one, id)).toBeNull()
  expect(await seen(other, id)).toMatchObject({ you: { runsIt: true }, pieces: [{}] })
  await leaveBoard(db, other, id, null)
  expect(await boardsOf(db, other, today)).toEqual([])
})

test('whoever runs a board takes others off it, and nobody else does', async () => {
  const [one, other, third] = [await shopper(), await shopper(), await shopper()]
  const id = await madeBoard(one)
  await join(other, id)
  await join(third, id)
  const [, second, last] = (await seen(one, id))?.people ?? []
  if (!second || !last) throw new Error('nobody')
  expect(await leaveBoard(db, other, id, last.id)).toEqual(refused('not-found'))
  expect((await leaveBoard(db, one, id, second.id)).ok).toBe(true)
  expect(await seen(other, id)).toBeNull()
})

test('a board of the past is not made, but one that has begun keeps its days', async () => {
  const one = await shopper()
  const past = { ...wedding, start: '2026-11-19', end: '2026-11-21' }
  const make = (dates: object) =>
    makeBoard(db, one, { ...wedding, ...ana, ...dates, itemId: null }, now, today)
  expect(await make(past)).toEqual(refused('dates-past'))
  expect(await make({ start: '', end: '' })).toEqual(refused('dates-missing'))
  expect(await make({ start: '2027-06-12', end: '2027-12-31' })).toEqual(refused('dates-too-long'))
  expect(await make({ start: '2029-06-12', end: '2029-06-12' })).toEqual(refused('dates-too-far'))
  const id = await madeBoard(one)
  const changed = { ...wedding, name: 'Our wedding', seen: null }
  expect((await changeOccasion(db, one, id, changed, day('2027-06-13'))).ok).toBe(true)
  expect(
    await changeOccasion(db, one, id, { ...changed, end: '2027-06-16' }, day('2027-06-13')),
  ).toEqual(refused('dates-past'))
  expect(await seen(one, id)).toMatchObject({ name: 'Our wedding', start: '2027-06-12' })
})

test('an occasion that was saved since an edit began is not overwritten', async () => {
  const one = await shopper()
  const id = await madeBoard(one)
  const seen = occasionVersion(wedding)
  const change = (words: object) =>
    changeOccasion(db, one, id, { ...wedding, ...words, seen }, today)
  expect((await change({ name: 'Our wedding' })).ok).toBe(true)
  expect((await change({ name: 'Our wedding' })).ok, 'sent again').toBe(true)
  expect(await change({ zip: '10001' })).toEqual(refused('edit-conflict'))
  expect(await readRow(db, 'boards', ['name', 'zip'], { id })).toEqual({
    name: 'Our wedding',
    zip: '02116',
  })
})

test('boards, people and pieces have limits, also at once', async () => {
  const one = await shopper()
  const many = await Promise.all(
    Array.from({ length: MAX_BOARDS + 3 }, () =>
      makeBoard(db, one, { ...wedding, ...ana, itemId: null }, now, today),
    ),
  )
  expect(many.filter(({ ok }) => ok)).toHaveLength(MAX_BOARDS)
  expect(many.filter(({ ok }) => !ok)).toContainEqual(refused('too-many-boards'))
  const { planner } = visitor()
  const id = await madeBoard(planner)
  expect(await join(one, id)).toEqual(refused('too-many-boards'))
  const joined = await Promise.all(
    Array.from({ length: MAX_PEOPLE + 3 }, () => join(visitor().planner, id)),
  )
  expect(joined.filter(({ ok }) => ok)).toHaveLength(MAX_PEOPLE - 1)
  expect(joined).toContainEqual(refused('board-full'))
  const items = await Promise.all(Array.from({ length: MAX_PIECES + 2 }, () => made.item()))
  const added = await Promise.all(items.map((item) => addPiece(db, planner, id, item.id, now)))
  expect(added.filter(({ ok }) => ok)).toHaveLength(MAX_PIECES)
  expect(added).toContainEqual(refused('pieces-full'))
  // A piece that was taken off makes room for one.
  const [taken] = (await seen(planner, id))?.pieces ?? []
  const missing = items.find((_, index) => !added[index]?.ok)
  if (!taken || !missing) throw new Error('no piece')
  await removePiece(db, planner, id, taken.item.id)
  expect((await addPiece(db, planner, id, missing.id, now)).ok).toBe(true)
})

test('an item that is rented now is added, one that is not in the shop is not', async () => {
  const one = await shopper()
  const { id: itemId } = await made.item({ approval_status: 'pending' })
  const id = await madeBoard(one)
  const rented = await made.item()
  await made.rental({ item: rented, status: 'delivered' })
  expect((await addPiece(db, one, id, rented.id, now)).ok).toBe(true)
  expect(await addPiece(db, one, id, itemId, now)).toEqual(refused('item-not-found'))
  const withIt = { ...wedding, ...ana, itemId }
  expect(await makeBoard(db, one, withIt, now, today)).toEqual(refused('item-not-found'))
  expect(await boardsOf(db, one, today)).toHaveLength(1)
})

test('the boards of a visitor become those of their account', async () => {
  const { key, planner } = visitor()
  const { id: itemId } = await made.item()
  const id = await madeBoard(planner, itemId)
  const account = await made.shopper()
  await join(as(account), id)
  await voteForPiece(db, as(account), id, itemId, true)
  await wearPiece(db, as(account), id, itemId, true)
  const other = await madeBoard(planner)
  expect(await claimBoards(db, key, account.id)).toEqual({ boards: 2, left: 0 })
  expect((await claimBoards(db, key, account.id)).boards).toBe(0)
  expect(await boardsOf(db, planner, today)).toEqual([])
  expect((await boardsOf(db, as(account), today)).map((board) => board.id)).toEqual(
    expect.arrayContaining([id, other]),
  )
  expect(await seen(as(account), id)).toMatchObject({
    people: [{ firstName: 'Ana', isYou: true }],
    you: { runsIt: true },
    pieces: [{ votes: ['Ana'], wornBy: { isYou: true }, mayRemove: true }],
  })
  for (const text of [null, '', 'x', 'x'.repeat(5000)])
    expect((await claimBoards(db, text, account.id)).boards).toBe(0)
})

test('an account takes only as many boards of a visitor as it may be on', async () => {
  const { key, planner } = visitor()
  const account = await made.shopper()
  const shared = await madeBoard(planner)
  await join(as(account), shared)
  await madeBoard(planner)
  await madeBoard(planner)
  for (let board = 2; board < MAX_BOARDS; board++) await madeBoard(as(account))
  expect(await claimBoards(db, key, account.id)).toEqual({ boards: 2, left: 1 })
  expect(await boardsOf(db, planner, today)).toHaveLength(1)
  expect(await boardsOf(db, as(account), today)).toHaveLength(MAX_BOARDS)
})

test('only the hash of a visitor’s key is stored', async () => {
  const { key, planner } = visitor()
  const id = await madeBoard(planner)
  const { visitor_key_hash: hash } = await readRow(db, 'board_people', 'visitor_key_hash', {
    board_id: id,
  })
  expect(hash).toEqual(createHash('sha256').update(key).digest())
})

test('rentals for the board show who has what, canceled ones only to their renter', async () => {
  const [renter, friend] = [await made.shopper(), await shopper()]
  const id = await madeBoard(as(renter))
  await join(friend, id)
  const rental = async (title: string, status: 'pending' | 'cancelled') => {
    const row = await made.rental({ item: await made.item({ title }), renter, status })
    await updateRows(db, 'rentals', row.id, { board_id: id })
  }
  await rental('Gown', 'pending')
  await rental('Jacket', 'cancelled')
  expect((await seen(as(renter), id))?.rentals).toMatchObject([
    { title: 'Gown', firstName: 'Ana', ownId: expect.any(String) },
    { title: 'Jacket', stage: 'cancelled' },
  ])
  const shown = (await seen(friend, id))?.rentals
  expect(shown).toMatchObject([{ title: 'Gown', firstName: 'Ana', ownId: null }])
  expect(JSON.stringify(shown)).not.toMatch(/credit|address/i)
  const byLink = await seen(await shopper(), id, await codeOf(id))
  expect(byLink?.rentals).toEqual([])
})

test('a closed account leaves its boards to the others', async () => {
  const [account, friend] = [await made.shopper(), await shopper()]
  const { id: itemId } = await made.item()
  const id = await madeBoard(as(account), itemId)
  await join(friend, id)
  const alone = await madeBoard(as(account))
  await inTransaction(db, (tx) => leaveBoardsOf(tx, account.id))
  expect(await seen(friend, id)).toMatchObject({
    people: [{ firstName: 'Ben' }],
    you: { runsIt: true },
    pieces: [{}],
  })
  expect(await seen(null, alone, 'x')).toBeNull()
})

test(`boards are removed ${BOARD_DAYS} days after their last day`, async () => {
  const one = await shopper()
  const id = await madeBoard(one)
  await removeOldBoards(db, day('2027-09-13'))
  expect(await seen(one, id)).not.toBeNull()
  expect(await removeOldBoards(db, day('2027-09-14'))).toBeGreaterThan(0)
  expect(await seen(one, id)).toBeNull()
})
