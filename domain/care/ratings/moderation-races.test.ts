import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { refused } from '#domain/shared/outcome.ts'
import { atOnce } from '#test/at-once.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRow } from '#test/postgres/rows.ts'
import { ratedRental } from '#test/worlds/rating-world.ts'
import { hideRating, removeReply, showRating, undoModeration } from './hide-rating.ts'
import { replyToRating } from './reply.ts'

const { db, pool, made } = await testDatabase()
const [ada, ben] = [await made.admin(), await made.admin()]
const start = new Date('2026-06-01T12:00:00Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

/** A published review with a reply, which Ada hid, if `isHidden`. */
async function review({ isHidden = false } = {}) {
  const words = { byRenter: { words: 'What a mess.' }, byCloset: { words: 'Careful.' } }
  const { rentalId, closet } = await ratedRental(db, words, start)
  const { id } = await readRow(db, 'ratings', 'id', { rental_id: rentalId, side: 'renter' })
  await replyToRating(db, closet, { ratingId: id, words: 'You are the mess.' }, start)
  if (isHidden) await hideRating(db, ada, { ratingId: id, reason: 'Insults.' }, later(1))
  return id
}

type Rating = Awaited<ReturnType<typeof review>>
type Act = (ratingId: Rating) => Promise<unknown>

const hide = (who: typeof ada) => (ratingId: Rating) =>
  hideRating(db, who, { ratingId, reason: 'Insults.' }, later(2))
const show = (who: typeof ada) => (ratingId: Rating) => showRating(db, who, ratingId, later(2))
const remove = (who: typeof ada) => (ratingId: Rating) =>
  removeReply(db, who, { ratingId, reason: 'Insults.' }, later(2))
/** Of what Ada hid a minute before. */
const undo: Act = (ratingId) => undoModeration(db, ada, { ratingId, at: later(1) }, later(2))

async function count(ratingId: Rating) {
  const { rows } = await sql<{ lines: number; emails: number }>`select
    (select count(*)::int from audit_log where noun_id = ${ratingId}) as lines,
    (select count(*)::int from graphile_worker.jobs
      where task_identifier = 'tell-about-ratings') as emails`.execute(db)
  return rows[0] ?? expect.unreachable()
}

const done = { ok: true, value: null }
const refusedAs = (reason: string) => refused({ reason })

test.for<[what: string, acts: [Act, Act], isHidden: boolean, answers: unknown[]]>([
  ['hide a review', [hide(ada), hide(ben)], false, [done, refusedAs('already-hidden')]],
  ['show it again', [show(ada), show(ben)], true, [done, refusedAs('already-shown')]],
  ['remove its reply', [remove(ada), remove(ben)], false, [done, refusedAs('rating-not-found')]],
  [
    'show it again, one of them by Undo',
    [undo, show(ben)],
    true,
    ['shown', refusedAs('already-shown')],
  ],
  ['show it again, one before the Undo', [show(ben), undo], true, [done, null]],
  ['undo it in two tabs', [undo, undo], true, ['shown', null]],
])('of two admins who %s at once, one does it and the other reads why', async ([
  ,
  [first, second],
  isHidden,
  [answer, refusal],
]) => {
  const ratingId = await review({ isHidden })
  const before = await count(ratingId)
  const acts = [() => first(ratingId), () => second(ratingId)]
  expect(await atOnce(pool, acts)).toEqual([answer, refusal])
  const { lines, emails } = await count(ratingId)
  expect([lines - before.lines, emails - before.emails]).toEqual([1, 1])
})
