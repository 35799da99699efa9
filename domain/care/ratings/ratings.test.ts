import { expect, test } from 'vitest'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { completedRental, ratedRental, stars } from '#test/worlds/rating-world.ts'
import { publishDueRatings } from './publish-ratings.ts'
import {
  HEIGHT_CM,
  MAX_RATING_CHARACTERS,
  MAX_RATING_PHOTOS,
  RATING_DAYS,
  ratingEnd,
  replyEnd,
} from './rating-limits.ts'
import { findRatings } from './rating-queries.ts'
import { rate } from './ratings.ts'
import { replyToRating } from './reply.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-06-01T12:00:00Z')
const day14 = ratingEnd(now)
const justBefore = new Date(day14.getTime() - 1)
const reasonOf = (outcome: { ok: true } | { ok: false; problem: { reason: string } }) =>
  outcome.ok ? null : outcome.problem.reason

async function ratingsOf(rentalId: Awaited<ReturnType<typeof completedRental>>['rentalId']) {
  return await db
    .selectFrom('ratings')
    .selectAll()
    .where('rental_id', '=', rentalId)
    .orderBy('side', 'desc')
    .execute()
}

async function sumsOf(itemId: Awaited<ReturnType<typeof made.item>>['id']) {
  const sums = await db
    .selectFrom('item_rating_sums')
    .selectAll()
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return sums && [sums.ratings, sums.stars, sums.small, sums.true_to_size, sums.large]
}

test('both reviews are published at once when the second is written, and update the sums', async () => {
  const { rentalId, renter, closet, item } = await completedRental(db, {}, now)
  const input = stars(rentalId, 4, { words: 'Swishes.', fit: 'small', heightCm: 170 })
  expect(await rate(db, renter, input, now)).toEqual({ ok: true, value: { isPublished: false } })
  expect(await sumsOf(item.id)).toBeUndefined()
  const later = new Date(now.getTime() + 1000)
  expect(await rate(db, closet, stars(rentalId, 5), later)).toEqual({
    ok: true,
    value: { isPublished: true },
  })
  expect(await ratingsOf(rentalId)).toMatchObject([
    { side: 'renter', stars: 4, fit: 'small', height_cm: 170, published_at: later },
    { side: 'owner', stars: 5, fit: null, published_at: later },
  ])
  expect(await sumsOf(item.id)).toEqual([1, 4, 1, 0, 0])
  expect(
    await readRows(db, 'renter_rating_sums', ['ratings', 'stars'], { renter_id: renter.id }),
  ).toEqual([{ ratings: 1, stars: 5 }])
})

test('a single review is published on day 14, and the other side can no longer write', async () => {
  const { rentalId, renter, closet, item } = await completedRental(db, {}, now)
  await rate(db, renter, stars(rentalId, 3, { fit: 'true' }), now)
  await publishDueRatings(db, justBefore)
  expect(await ratingsOf(rentalId)).toMatchObject([{ published_at: null }])
  expect(reasonOf(await rate(db, closet, stars(rentalId, 1), day14))).toBe('rating-too-late')
  await publishDueRatings(db, day14)
  expect(await ratingsOf(rentalId)).toMatchObject([{ published_at: day14 }])
  expect(await sumsOf(item.id)).toEqual([1, 3, 0, 1, 0])
  expect(reasonOf(await rate(db, closet, stars(rentalId, 1), day14))).toBe('rating-too-late')
})

test('a review can be changed until it is published; afterwards only the same one is accepted', async () => {
  const { rentalId, renter, closet } = await completedRental(db, {}, now)
  await rate(db, renter, stars(rentalId, 1, { words: 'Bad.' }), now)
  const changed = stars(rentalId, 5, { words: 'Good after all.', fit: 'large', usualSize: 'M' })
  expect(await rate(db, renter, changed, justBefore)).toMatchObject({ ok: true })
  expect(await ratingsOf(rentalId)).toMatchObject([{ stars: 5, fit: 'large', usual_size: 'M' }])
  await rate(db, closet, stars(rentalId, 4), justBefore)
  expect(await rate(db, closet, stars(rentalId, 4), justBefore)).toMatchObject({ ok: true })
  expect(await rate(db, renter, changed, justBefore)).toMatchObject({ ok: true })
  const again = await rate(db, renter, stars(rentalId, 1), justBefore)
  expect(reasonOf(again)).toBe('rating-published')
})

test('when both sides write at once, both reviews are saved and published', async () => {
  for (let round = 0; round < 10; round++) {
    const { rentalId, renter, closet } = await completedRental(db, {}, now)
    await Promise.all([
      rate(db, renter, stars(rentalId, 4), now),
      rate(db, closet, stars(rentalId, 5), now),
      publishDueRatings(db, now),
    ])
    const published = (await ratingsOf(rentalId)).map(({ published_at }) => published_at)
    expect(published).toEqual([now, now])
  }
})

test('a review is validated before it is saved', async () => {
  const { rentalId, renter, closet } = await completedRental(db, {}, now)
  const give = async (given: number | null, more = {}) =>
    reasonOf(await rate(db, renter, stars(rentalId, given, more), now))
  for (const given of [null, 0, 6, 4.5, Number.NaN]) expect(await give(given)).toBe('stars-missing')
  const words = 'x'.repeat(MAX_RATING_CHARACTERS + 1)
  expect(await give(5, { words })).toBe('words-too-long')
  for (const heightCm of [HEIGHT_CM.min - 1, HEIGHT_CM.max + 1, 170.5, Number.NaN])
    expect(await give(5, { heightCm })).toBe('height-invalid')
  const photos = await Promise.all(
    Array.from({ length: MAX_RATING_PHOTOS + 1 }, () =>
      made.image({ owner_id: renter.id, use: 'rating', attached_at: null }),
    ),
  )
  const imageIds = photos.map(({ id }) => id)
  expect(await give(5, { imageIds })).toBe('too-many-photos')
  const foreign = await made.image({ owner_id: closet.id, use: 'rating', attached_at: null })
  expect(await give(5, { imageIds: [foreign.id] })).toBe('image-unknown')
  expect(await ratingsOf(rentalId)).toEqual([])
  expect(await give(5, { imageIds: imageIds.slice(0, 2) })).toBeNull()
  // The first photo is removed from the review, to be deleted by the next sweep.
  expect(await give(5, { imageIds: imageIds.slice(1, 3) })).toBeNull()
  const attached = await db
    .selectFrom('images')
    .select('id')
    .where('id', 'in', imageIds)
    .where('attached_at', 'is not', null)
    .orderBy('id')
    .execute()
  expect(attached.map(({ id }) => id)).toEqual(imageIds.slice(1, 3).toSorted())
})

test('only the two sides of a completed rental can review it', async () => {
  const { rentalId } = await completedRental(db, {}, now)
  const open = await made.rental({ status: 'delivered', createdAt: now })
  const strangers = [await made.shopper(), await made.closet(), await made.admin()]
  for (const stranger of strangers) {
    expect(reasonOf(await rate(db, stranger, stars(rentalId, 5), now))).toBe('rental-not-found')
    const found = await findRatings(db, stranger, rentalId, now)
    expect(found?.side ?? null).toBeNull()
  }
  const renter = { ...(await made.shopper()), id: open.renter_id } as Shopper
  expect(reasonOf(await rate(db, renter, stars(open.id, 5), now))).toBe('not-completed')
})

test('any admin can write for an admin’s listing, and closets give only stars and text', async () => {
  const [lister, colleague] = [await made.admin(), await made.admin()]
  const item = await made.item({ business_id: lister.id })
  const { rentalId } = await completedRental(db, { item }, now)
  const input = stars(rentalId, 4, { words: 'Friendly.', fit: 'small', heightCm: 170 })
  expect(await rate(db, colleague, input, now)).toMatchObject({ ok: true })
  expect(await ratingsOf(rentalId)).toMatchObject([
    { side: 'owner', writer_id: colleague.id, words: 'Friendly.', fit: null, height_cm: null },
  ])
})

test('neither side sees the other’s review before it is published', async () => {
  const { rentalId, renter, closet } = await completedRental(db, {}, now)
  const admin = await made.admin()
  const seenBy = async (who: Shopper | ClosetOwner | typeof admin) =>
    (await findRatings(db, who, rentalId, now))?.ratings.map(({ side }) => side)
  const before = await findRatings(db, closet, rentalId, now)
  await rate(db, renter, stars(rentalId, 2, { words: 'Torn.' }), now)
  expect(await findRatings(db, closet, rentalId, now)).toEqual(before)
  expect([await seenBy(renter), await seenBy(closet), await seenBy(admin)]).toEqual([
    ['renter'],
    [],
    [],
  ])
  await rate(db, closet, stars(rentalId, 5), now)
  for (const who of [renter, closet, admin]) expect(await seenBy(who)).toEqual(['renter', 'owner'])
})

test('a reviewed person can reply once, within 30 days', async () => {
  const both = { byRenter: { words: 'Lovely.' }, byCloset: { words: 'Careful.' } }
  const { rentalId, renter, closet } = await ratedRental(db, both, now)
  const [ofRenter, ofCloset] = await ratingsOf(rentalId)
  if (!ofRenter || !ofCloset) throw new Error('both wrote')
  const reply = async (who: Shopper | ClosetOwner, ratingId: typeof ofRenter.id, words: string) =>
    reasonOf(await replyToRating(db, who, { ratingId, words }, now))
  expect(await reply(renter, ofRenter.id, 'Thank you, me.')).toBe('rating-not-found')
  expect(await reply(await made.closet(), ofRenter.id, 'Hello.')).toBe('rating-not-found')
  expect(await reply(closet, ofRenter.id, ' ')).toBe('words-missing')
  const long = 'x'.repeat(MAX_RATING_CHARACTERS + 1)
  expect(await reply(closet, ofRenter.id, long)).toBe('words-too-long')
  expect(await reply(closet, ofRenter.id, 'Come again.')).toBeNull()
  expect(await reply(closet, ofRenter.id, 'Come again.')).toBeNull()
  expect(await reply(closet, ofRenter.id, 'Or not.')).toBe('already-replied')
  const tooLate = { ratingId: ofCloset.id, words: 'Thanks.' }
  expect(reasonOf(await replyToRating(db, renter, tooLate, replyEnd(now)))).toBe('reply-too-late')
})

test('an unpublished review cannot be replied to', async () => {
  const { rentalId, closet } = await ratedRental(db, { byRenter: { words: 'Lovely.' } }, now)
  const [rating] = await ratingsOf(rentalId)
  if (!rating) throw new Error('the renter wrote')
  const reply = await replyToRating(db, closet, { ratingId: rating.id, words: 'Thanks.' }, now)
  expect(reasonOf(reply)).toBe('rating-not-found')
})

test('undoing the review of the item restarts the time to write', async () => {
  const { rentalId, renter, closet } = await ratedRental(db, { byRenter: {} }, now)
  const soon = new Date(now.getTime() + 60_000)
  const undo = { rentalId, origin: 'https://shop.example', correction: 'undo-review' } as const
  const undone = await correct(db, closet, undo, soon)
  expect(undone).toMatchObject({ ok: true })
  expect(reasonOf(await rate(db, closet, stars(rentalId, 5), soon))).toBe('not-completed')
  await publishDueRatings(db, day14)
  const due = new Date(day14.getTime() + RATING_DAYS * 86_400_000)
  expect(await ratingsOf(rentalId)).toMatchObject([{ published_at: null, due_at: due }])
  expect(await findRatings(db, closet, rentalId, day14)).toBeNull()
  expect(await findRatings(db, renter, rentalId, day14)).toMatchObject({ writableUntil: null })
})
