import { expect, test } from 'vitest'
import { closetBoard } from '#domain/booking/rentals/lists/closet-board.ts'
import { panelRentals } from '#domain/booking/rentals/lists/panel-list.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { make } from '#test/make/make.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { ratedRental, stars } from '#test/worlds/rating-world.ts'
import { hideRating, removeReply, showRating, undoModeration } from './hide-rating.ts'
import { itemRatings } from './item-ratings.ts'
import { publishDueRatings } from './publish-ratings.ts'
import { MAX_HIDE_REASON_CHARACTERS } from './rating-limits.ts'
import { ratingList } from './rating-list.ts'
import { notifyAboutRatings } from './rating-notifications.ts'
import { findRatings } from './rating-queries.ts'
import { rate } from './ratings.ts'
import { remindToRate } from './remind-to-rate.ts'
import { renterRatings } from './renter-ratings.ts'
import { replyToRating } from './reply.ts'

const { db, made } = await testDatabase()
const admin = await made.admin()
const now = new Date('2026-06-01T12:00:00Z')
const place = { origin: 'https://shop.example', timeZone: 'UTC' }
const reasonOf = (outcome: { ok: true } | { ok: false; problem: { reason: string } }) =>
  outcome.ok ? null : outcome.problem.reason

async function rated(byRenter = { words: 'What a mess.' }) {
  const rental = await ratedRental(db, { byRenter, byCloset: { words: 'Careful.' } }, now)
  const ids = await readRows(db, 'ratings', ['id', 'side'], { rental_id: rental.rentalId })
  const idOf = (side: 'renter' | 'owner') => {
    const found = ids.find((one) => one.side === side)
    if (!found) throw new Error('both wrote')
    return found.id
  }
  return { ...rental, ofRenter: idOf('renter'), ofCloset: idOf('owner') }
}

async function mailsOf(rentalId: Awaited<ReturnType<typeof rated>>['rentalId']) {
  return await db
    .selectFrom('mail_outbox')
    .select(['template', 'to_address', 'subject', 'text_body'])
    .where('text_body', 'like', `%${rentalId}%`)
    .orderBy('template')
    .execute()
}

test('who hid a review or showed it again undoes that, once and for 15 minutes', async () => {
  const { ofRenter } = await rated()
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const undo = (decided: number, minutes: number, who = admin) =>
    undoModeration(db, who, { ratingId: ofRenter, at: at(decided) }, at(minutes))
  const reason = async () =>
    (await readRow(db, 'ratings', 'hidden_reason', { id: ofRenter })).hidden_reason
  await hideRating(db, admin, { ratingId: ofRenter, reason: 'Insults.' }, now)
  expect(await undo(0, 1, await made.admin())).toBeNull()
  expect(await undo(0, 15)).toBeNull()
  expect(await undo(0, 1)).toBe('shown')
  expect([await undo(0, 2), await reason()]).toEqual([null, null])
  // To show it again is undone too, and the reason is the one that it had.
  expect(await undo(1, 3)).toBe('hidden')
  expect(await reason()).toBe('Insults.')
  expect([await undo(1, 4), await undo(3, 2)]).toEqual([null, null])
  const audit = await readRows(db, 'audit_log', ['action'], { noun_id: ofRenter }, 'id')
  expect(audit.map(({ action }) => action)).toEqual(['hide', 'show', 'hide'])
  await showRating(db, admin, ofRenter, at(5))
})

test('an admin hides a review with a reason: nobody else sees it, and its stars do not count', async () => {
  const { rentalId, item, renter, closet, ofRenter } = await rated()
  const hide = (reason: string) => hideRating(db, admin, { ratingId: ofRenter, reason }, now)
  expect(reasonOf(await hide('  '))).toBe('reason-missing')
  expect(reasonOf(await hide('x'.repeat(MAX_HIDE_REASON_CHARACTERS + 1)))).toBe('reason-too-long')
  expect(reasonOf(await hide('Insults.'))).toBeNull()
  expect(reasonOf(await hide('Insults.'))).toBe('already-hidden')
  expect((await itemRatings(db, { itemId: item.id, like: null, after: null })).rows).toEqual([])
  const seen = async (who: typeof closet | typeof renter) =>
    (await findRatings(db, who, rentalId, now))?.ratings.map(({ hiddenReason }) => hiddenReason)
  expect(await seen(closet)).toEqual([null])
  expect(await seen(renter)).toEqual(['Insults.', null])
  const sum = db.selectFrom('item_rating_sums').select('ratings').where('item_id', '=', item.id)
  expect(await sum.execute()).toEqual([{ ratings: 0 }])
  expect((await ratingList(db, admin, { part: 'hidden', after: null })).rows).toMatchObject([
    { id: ofRenter, hiddenReason: 'Insults.', hiddenBy: admin.fullName },
  ])
  await showRating(db, admin, ofRenter, now)
  expect(await sum.execute()).toEqual([{ ratings: 1 }])
  const audit = await readRows(db, 'audit_log', ['action', 'actor_id'], { noun_id: ofRenter }, 'id')
  expect(audit).toEqual([
    { action: 'hide', actor_id: admin.id },
    { action: 'show', actor_id: admin.id },
  ])
})

test('a review with only stars cannot be hidden, and unpublished ones are not found', async () => {
  const { ofRenter } = await rated({ words: '' })
  const input = { ratingId: ofRenter, reason: 'Too few.' }
  expect(reasonOf(await hideRating(db, admin, input, now))).toBe('only-stars')
  const alone = await ratedRental(db, { byRenter: { words: 'Secret.' } }, now)
  const { id } = await readRow(db, 'ratings', 'id', { rental_id: alone.rentalId })
  const unseen = await hideRating(db, admin, { ratingId: id, reason: 'Insults.' }, now)
  expect(reasonOf(unseen)).toBe('rating-not-found')
  const { rows } = await ratingList(db, admin, { part: 'shown', after: null })
  expect(rows.map((row) => row.id)).not.toContain(id)
})

test('a removed reply is gone for good, and cannot be written again', async () => {
  const { closet, ofRenter } = await rated()
  await replyToRating(db, closet, { ratingId: ofRenter, words: 'You are the mess.' }, now)
  const input = { ratingId: ofRenter, reason: 'Insults.' }
  expect(reasonOf(await removeReply(db, admin, input, now))).toBeNull()
  expect(reasonOf(await removeReply(db, admin, input, now))).toBe('rating-not-found')
  const again = await replyToRating(db, closet, { ratingId: ofRenter, words: 'Again.' }, now)
  expect(reasonOf(again)).toBe('already-replied')
})

test('each event is emailed once to the people it concerns', async () => {
  const { rentalId, renter, closet } = await rated()
  const tell = async (job: Omit<Parameters<typeof notifyAboutRatings>[1], 'rentalId'>) => {
    const before = (await mailsOf(rentalId)).map(({ template }) => template)
    await notifyAboutRatings(db, { rentalId, ...job }, place, now)
    await notifyAboutRatings(db, { rentalId, ...job }, place, now)
    const after = await mailsOf(rentalId)
    return after.filter(({ template }) => !before.includes(template))
  }
  expect(await tell({ event: 'publish' })).toMatchObject([
    { template: 'rating-publish', to_address: renter.email },
    { template: 'rating-publish-owner', to_address: closet.email },
  ])
  // Already published, so nobody can still write.
  expect(await tell({ event: 'remind' })).toEqual([])
  expect(await tell({ event: 'reply', side: 'renter' })).toEqual([])
  const hidden = await tell({ event: 'hide', side: 'renter', at: '1', reason: 'Insults.' })
  expect(hidden).toMatchObject([{ template: 'rating-hide', to_address: renter.email }])
  expect(hidden[0]?.text_body).toContain('“Insults.”')
  for (const [side, readers] of [
    ['renter', 'Everyone can see it'],
    ['owner', 'The renter and other closets can see it'],
  ] as const) {
    const [shown] = await tell({ event: 'show', side, at: '3' })
    expect(shown?.text_body).toContain(readers)
  }
  const removed = await tell({ event: 'remove-reply', side: 'renter', at: '2', reason: 'Insults.' })
  expect(removed).toMatchObject([{ template: 'rating-remove-reply-owner' }])
})

test('an email to a blocked closet links to no page that it cannot open', async () => {
  const { rentalId, closet } = await rated()
  const blocked = { account_type: 'regular', business_status: 'blocked' } as const
  await db.updateTable('user_profiles').set(blocked).where('id', '=', closet.id).execute()
  await notifyAboutRatings(db, { rentalId, event: 'publish' }, place, now)
  const mail = await readRow(db, 'mail_outbox', ['template', 'text_body'], {
    recipient_id: closet.id,
  })
  expect(mail.template).toBe('rating-publish-owner')
  expect(mail.text_body).not.toContain(place.origin)
})

test('a side that has not written is reminded once, and learns nothing about the other side', async () => {
  const wrote = await ratedRental(db, { byRenter: { words: 'Secret silk.' } }, now)
  const silent = await ratedRental(db, {}, now)
  const day3 = new Date(now.getTime() + 3 * 86_400_000)
  expect(await remindToRate(db, new Date(day3.getTime() - 1))).toBe(0)
  expect(await remindToRate(db, day3)).toBeGreaterThan(1)
  expect(await remindToRate(db, day3)).toBe(0)
  for (const { rentalId } of [wrote, silent])
    await notifyAboutRatings(db, { rentalId, event: 'remind' }, place, day3)
  const templates = async (rentalId: typeof wrote.rentalId) =>
    (await mailsOf(rentalId)).map(({ template }) => template)
  expect(await templates(wrote.rentalId)).toEqual(['rating-remind-owner'])
  expect(await templates(silent.rentalId)).toEqual(['rating-remind', 'rating-remind-owner'])
  const [toCloset] = await mailsOf(wrote.rentalId)
  const [, toOther] = await mailsOf(silent.rentalId)
  expect(toOther?.text_body).toContain('You can write a review until Jun 15, 2026, 12:00 PM UTC.')
  const words = (mail: typeof toCloset, { renter, item }: typeof wrote) =>
    mail?.text_body.replaceAll(renter.fullName, 'X').replaceAll(item.title, 'Y').replace(/\S+#/, '')
  expect(words(toCloset, wrote)?.split('\n').slice(1)).toEqual(
    words(toOther, silent)?.split('\n').slice(1),
  )
})

test('a closet sees a renter’s stars, and what other closets wrote', async () => {
  const renter = await made.shopper()
  await ratedRental(db, { renter, byRenter: {}, byCloset: { stars: 4, words: 'Punctual.' } }, now)
  await ratedRental(db, { renter, byCloset: { stars: 1, words: 'Not yet published.' } }, now)
  const closet = await made.closet()
  const { id } = await made.rental({ item: await made.item({ closet }), renter })
  expect(await renterRatings(db, closet, id)).toMatchObject({
    sum: { ratings: 1, stars: 4 },
    newest: [{ words: 'Punctual.', stars: 4 }],
  })
  expect(await renterRatings(db, await made.closet(), id)).toBeNull()
})

test('the lists of a closet show the stars only of renters with open requests', async () => {
  const renter = await made.shopper()
  await ratedRental(db, { renter, byRenter: {}, byCloset: { stars: 4 } }, now)
  const closet = await made.closet()
  const ask = async (by: typeof renter, status: 'pending' | 'confirmed' = 'pending') =>
    await made.rental({
      item: await made.item({ closet }),
      renter: by,
      status,
      start: '2026-06-01',
    })
  await ask(renter)
  await ask(await made.shopper())
  await ask(renter, 'confirmed')
  const today = calendarDateIn('UTC', now)
  const { rows } = await panelRentals(db, closet, { filter: 'action', q: null, after: null }, today)
  const board = await closetBoard(db, closet, today)
  const onBoard = board.today.flatMap(({ rentals }) => rentals)
  for (const listed of [rows, onBoard]) {
    const found = listed.map(({ status, renter: { id }, renterStars }) => [
      status,
      id === renter.id,
      renterStars,
    ])
    expect(found).toHaveLength(3)
    expect(found).toContainEqual(['pending', true, { ratings: 1, stars: 4 }])
    expect(found).toContainEqual(['pending', false, null])
    expect(found).toContainEqual(['confirmed', true, null])
  }
})

test('the integrity checks find wrong sums, and a published review beside an unpublished one', async () => {
  const broken = await testDatabase({ violatesInvariants: true })
  const both = { byRenter: {}, byCloset: {} }
  const { item, rentalId } = await ratedRental(broken.db, both, now)
  await updateRows(broken.db, 'item_rating_sums', { item_id: item.id }, { stars: 1 })
  await broken.db.updateTable('renter_rating_sums').set({ ratings: 2 }).execute()
  await updateRows(
    broken.db,
    'ratings',
    { rental_id: rentalId, side: 'renter' },
    { published_at: null },
  )
  await updateRows(
    broken.db,
    'ratings',
    { side: 'owner' },
    { item_id: (await make(broken.db).item()).id },
  )
  const found = (await integrityViolations(broken.db)).map(({ check_name }) => check_name)
  expect(found.toSorted()).toEqual([
    'a rating is about its rental',
    'the ratings of a rental are published together',
    'the sums of a renter are those of their visible ratings',
    'the sums of an item are those of its visible ratings',
  ])
})

test('a rental that was reviewed again takes no rating once the other side’s is published and hidden', async () => {
  const { rentalId, closet } = await ratedRental(db, { byRenter: { words: 'What a mess.' } }, now)
  const later = new Date(now.getTime() + 15 * 86_400_000)
  await publishDueRatings(db, later)
  const { id: ratingId } = await readRow(db, 'ratings', 'id', { rental_id: rentalId })
  await hideRating(db, admin, { ratingId, reason: 'Insults.' }, later)
  await updateRows(db, 'rentals', rentalId, { condition_reviewed_at: later })
  expect(await findRatings(db, closet, rentalId, later)).toMatchObject({ writableUntil: null })
  const late = await rate(db, closet, stars(rentalId, 5), later)
  expect(reasonOf(late)).toBe('rating-too-late')
})
