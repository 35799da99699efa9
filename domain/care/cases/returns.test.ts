import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { monthlyEarnings } from '#domain/accounts/closets/earnings.ts'
import { confirmDelivery } from '#domain/booking/rentals/changes/delivery-answers.ts'
import { acceptRental, deliverRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { statementPage } from '#domain/money/credits/statement.ts'
import { earningsPage } from '#domain/money/payouts/payout-queries.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { assertOk, reasonOf, returnedRentals } from '#test/make/returning.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { enforceCaseDeadlines } from './case-deadlines.ts'
import { decideReturn } from './decide-return.ts'
import { findReturn } from './find-return.ts'
import { requestReturn } from './returns.ts'
import { withdrawCase } from './withdraw-case.ts'

const world = await returnedRentals()
const { db, made, now, hours, today, admin } = world
const { rented, delivered, requested, photo, ask, answer, returnItem, approve } = world
const { requestOf, earnedFor, balanceOf } = world
const done = { ok: true, value: null }
const MOMENT = 1 / 3_600_000

test('a return is requested within 24 hours of the delivery, once', async () => {
  const early = await rented()
  expect(reasonOf(await ask(early, 'does_not_fit'))).toBe('request-closed')
  const late = await delivered()
  expect(reasonOf(await ask(late, 'does_not_fit', hours(24)))).toBe('request-closed')
  expect(await ask(late, 'does_not_fit', hours(24 - MOMENT))).toEqual(done)
  expect(await ask(late, 'does_not_fit', hours(24 - MOMENT))).toEqual(done)
  expect(reasonOf(await ask(late, 'not_as_described', hours(1)))).toBe('already-requested')
  expect(await requestOf(late)).toMatchObject({
    status: 'open',
    answer_due_at: hours(96 - MOMENT),
    credits_back: 0,
  })
  const over = await delivered()
  await returnItem(over)
  await approve(over)
  expect(reasonOf(await ask(over, 'does_not_fit', hours(1)))).toBe('request-closed')
})

test('only the renter can request a return; for others the rental is not found', async () => {
  const rental = await delivered()
  const stranger = await made.shopper()
  expect(reasonOf(await ask({ ...rental, renter: stranger }, 'does_not_fit'))).toBe(
    'rental-not-found',
  )
  expect(await findReturn(db, stranger, rental.rentalId, now, today)).toBeNull()
  expect(await findReturn(db, rental.closet, rental.rentalId, now, today)).toBeNull()
  expect(await findReturn(db, rental.renter, rental.rentalId, now, today)).toMatchObject({
    askUntil: hours(24),
    reasons: [
      { reason: 'does_not_fit', credits: 10 },
      { reason: 'not_as_described', credits: 14 },
    ],
    request: null,
  })
})

test('a bad fit is a possible reason if the item allows it, now or when it was rented', async () => {
  const tooSmall = (rental: Awaited<ReturnType<typeof delivered>>) => ask(rental, 'does_not_fit')
  const never = await delivered({ fitReturns: false })
  expect(reasonOf(await tooSmall(never))).toBe('fit-not-returned')
  expect(await findReturn(db, never.renter, never.rentalId, now, today)).toMatchObject({
    reasons: [{ reason: 'not_as_described' }],
  })
  const set = (id: typeof never.item.id, fit_returns: boolean) =>
    db.updateTable('clothing_items').set({ fit_returns }).where('id', '=', id).execute()
  await set(never.item.id, true)
  expect(await tooSmall(never)).toEqual(done)
  const before = await delivered()
  await set(before.item.id, false)
  expect(await tooSmall(before)).toEqual(done)
})

test('"not as described" needs a photo of one’s own, and the text has a limit', async () => {
  const rental = await delivered({ fitReturns: false })
  const { renter, closet, rentalId } = rental
  const [own, foreign] = [await photo(renter), await photo(closet)]
  const send = async (imageIds: readonly (typeof own)[], words = '') =>
    reasonOf(
      await requestReturn(
        db,
        renter,
        { rentalId, reason: 'not_as_described', words, imageIds },
        now,
        today,
      ),
    )
  expect(await send([])).toBe('photo-missing')
  expect(await send([own, foreign])).toBe('image-unknown')
  expect(await send([own], 'x'.repeat(2001))).toBe('words-too-long')
  const seven = await Promise.all(Array.from({ length: 7 }, () => photo(renter)))
  expect(await send(seven)).toBe('too-many-photos')
  expect(await requestOf(rental)).toBeUndefined()
  expect(await send([own, own])).toBeNull()
  expect(await requestOf(rental)).toMatchObject({ image_ids: [own] })
  const image = await db.selectFrom('images').selectAll().where('id', '=', own).executeTakeFirst()
  expect(image).toMatchObject({ attached_at: now })
})

test('too small: once accepted and returned, all but two days are restored, and the closet earns two days', async () => {
  const rental = await requested('does_not_fit')
  expect(await balanceOf(rental.renter)).toBe(86)
  expect(await answer(rental, 'accept', { words: '' })).toEqual(done)
  expect(await answer(rental, 'accept', { words: '' })).toEqual(done)
  expect(await requestOf(rental)).toMatchObject({ status: 'accepted', credits_back: 10 })
  expect(await balanceOf(rental.renter)).toBe(86)
  await returnItem(rental)
  expect(await balanceOf(rental.renter)).toBe(96)
  await approve(rental)
  expect(await earnedFor(rental)).toEqual([['rental', 4 * 45]])
  const { rows } = await statementPage(db, rental.renter, null)
  expect(rows.map(({ kind, amount }) => [kind, amount])).toContainEqual(['return_request', 10])
  const { closet } = rental
  const month = { rentals: 1, credits: 4, cents: 180 }
  const year = { since: '2026-01', until: '2026-12', timeZone: 'UTC' }
  expect(await monthlyEarnings(db, closet, year)).toMatchObject([month])
  const paid = await earningsPage(db, closet, { filter: 'all', after: null })
  expect(paid.rows).toMatchObject([{ credits: 4, cents: 180, isForReturn: false }])
})

test('not as described: everything is restored, even after the review, and the closet earns nothing', async () => {
  const rental = await requested('not_as_described')
  await returnItem(rental)
  await approve(rental)
  assertOk(await answer(rental, 'contest'))
  const decision = { rentalId: rental.rentalId, outcome: 'accepted', reasons: 'A tear.' } as const
  expect(await decideReturn(db, admin, decision, now)).toEqual(done)
  expect(await balanceOf(rental.renter)).toBe(100)
  expect(await earnedFor(rental)).toEqual([])
})

test('a request without an answer for 72 hours is accepted', async () => {
  const rental = await requested()
  await enforceCaseDeadlines(db, 'return', hours(72 - MOMENT))
  expect(await requestOf(rental)).toMatchObject({ status: 'open' })
  expect(reasonOf(await answer(rental, 'accept', { when: hours(72) }))).toBe('answer-too-late')
  await enforceCaseDeadlines(db, 'return', hours(72))
  expect(await requestOf(rental)).toMatchObject({
    status: 'accepted',
    decided_by: null,
    answered_at: null,
    credits_back: 10,
  })
  const late = await answer(rental, 'contest', { when: hours(73) })
  expect(late).toMatchObject({
    problem: { reason: 'already-decided', decided: { status: 'accepted', by: null } },
  })
})

test('contested with an explanation and refused with reasons: nothing is restored', async () => {
  const rental = await requested()
  const { rentalId } = rental
  const decide = (who = admin, reasons = 'It was worn.') =>
    decideReturn(db, who, { rentalId, outcome: 'refused', reasons }, now)
  expect(reasonOf(await decide())).toBe('not-yet')
  expect(reasonOf(await answer(rental, 'contest', { words: ' ' }))).toBe('words-missing')
  expect(await answer(rental, 'contest')).toEqual(done)
  expect(await answer(rental, 'contest')).toEqual(done)
  expect(reasonOf(await answer(rental, 'accept'))).toBe('already-answered')
  await enforceCaseDeadlines(db, 'return', hours(200))
  expect(await findReturn(db, admin, rentalId, hours(121), today)).toMatchObject({
    request: { status: 'contested', decisionDueAt: hours(120), isOverdue: true, mayDecide: true },
  })
  expect(reasonOf(await decide(admin, ' '))).toBe('reasons-missing')
  expect(reasonOf(await decide(admin, 'x'.repeat(2001)))).toBe('reasons-too-long')
  expect(await decide()).toEqual(done)
  expect(await decide()).toEqual(done)
  expect(await decide(await made.admin())).toMatchObject({
    problem: { reason: 'already-decided', decided: { status: 'refused', by: admin.fullName } },
  })
  await returnItem(rental)
  await approve(rental)
  expect(await balanceOf(rental.renter)).toBe(86)
  expect(await earnedFor(rental)).toEqual([['rental', 630]])
})

test('a request can be withdrawn until it is decided, and not made again', async () => {
  const rental = await requested()
  const { renter, rentalId } = rental
  assertOk(await answer(rental, 'contest'))
  expect(reasonOf(await withdrawCase(db, await made.shopper(), 'return', rentalId, now))).toBe(
    'case-not-found',
  )
  expect(await withdrawCase(db, renter, 'return', rentalId, now)).toEqual(done)
  expect(await withdrawCase(db, renter, 'return', rentalId, now)).toEqual(done)
  expect(reasonOf(await ask(rental, 'does_not_fit'))).toBe('already-requested')
  const decision = { rentalId, outcome: 'accepted', reasons: 'Photos' } as const
  expect(reasonOf(await decideReturn(db, admin, decision, now))).toBe('already-decided')
  const accepted = await requested()
  assertOk(await answer(accepted, 'accept'))
  expect(reasonOf(await withdrawCase(db, accepted.renter, 'return', accepted.rentalId, now))).toBe(
    'already-decided',
  )
})

test('an admin answers for a closet that cannot, and does not decide a case they are involved in', async () => {
  const rental = await requested()
  const { closet, rentalId } = rental
  const asAdmin = { who: admin as unknown as typeof closet }
  expect(reasonOf(await answer(rental, 'contest', asAdmin))).toBe('case-not-found')
  const become = (account_type: 'regular' | 'admin', id: PersonId) =>
    db.updateTable('user_profiles').set({ account_type }).where('id', '=', id).execute()
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  expect(await answer(rental, 'contest', asAdmin)).toEqual(done)
  const decide = (who = admin) =>
    decideReturn(db, who, { rentalId, outcome: 'refused', reasons: 'It was worn.' }, now)
  const other = await made.admin()
  expect(reasonOf(await decide())).toBe('own-decision')
  expect(await findReturn(db, admin, rentalId, now, today)).toMatchObject({
    request: { isForAnotherAdmin: true, mayDecide: false },
  })
  const rest = await db
    .selectFrom('user_profiles')
    .select('id')
    .where('account_type', '=', 'admin')
    .where('id', '<>', admin.id)
    .execute()
  for (const { id } of rest) await become('regular', id)
  // Without another admin, this one has to decide.
  expect(await findReturn(db, admin, rentalId, now, today)).toMatchObject({
    request: { mayDecide: true },
  })
  await become('admin', other.id)
  expect(await decide(other)).toEqual(done)
})

test('after the last day a bad fit is no reason, and no reason counts if the renter confirmed the delivery', async () => {
  const after = { days: addDays(today, 7), at: hours(7 * 24) }
  const late = await rented()
  const lateOn = { ...late.on, today: after.days, note: '' }
  assertOk(await acceptRental(db, late.closet, lateOn, now))
  assertOk(await deliverRental(db, late.closet, lateOn, after.at))
  const shown = (rental: typeof late, day = after.days) =>
    findReturn(db, rental.renter, rental.rentalId, after.at, day)
  expect(await shown(late, addDays(today, 6))).toMatchObject({
    reasons: [{ reason: 'does_not_fit' }, { reason: 'not_as_described' }],
  })
  expect(await shown(late)).toMatchObject({
    isFitReturned: true,
    reasons: [{ reason: 'not_as_described' }],
  })
  expect(reasonOf(await ask(late, 'does_not_fit', after.at, after.days))).toBe('rental-days-over')
  expect(await ask(late, 'not_as_described', after.at, after.days)).toEqual(done)

  const confirmed = await rented()
  const { closet, renter, on } = confirmed
  assertOk(await acceptRental(db, closet, on, now))
  assertOk(await confirmDelivery(db, renter, { ...on, today: after.days }, after.at))
  expect(await shown(confirmed)).toBeNull()
  for (const reason of ['does_not_fit', 'not_as_described'] as const)
    expect(reasonOf(await ask(confirmed, reason, after.at, after.days))).toBe('rental-days-over')
  expect(await requestOf(confirmed)).toBeUndefined()
})
