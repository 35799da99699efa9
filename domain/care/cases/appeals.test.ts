import { expect, test } from 'vitest'
import { closingBlocker } from '#domain/accounts/closing/close-account.ts'
import { reduceWithheld } from '#domain/booking/rentals/changes/corrections.ts'
import { ANSWER_HOURS } from '#domain/care/cases/case-limits.ts'
import { APPEAL_DAYS } from '#domain/money/deposits/appeal-time.ts'
import { appealedDeposits } from '#test/make/appealed-deposits.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { answerAppeal, fileAppeal } from './appeals.ts'
import { MAX_CASE_CHARACTERS } from './case-limits.ts'
import { decideAppeal } from './decide-appeal.ts'
import { findAppeal } from './find-appeal.ts'
import { withdrawCase } from './withdraw-case.ts'

const world = await appealedDeposits()
const { db, made, clock, withheld, file, answer, decide, claimOf, appealOf, earnedFor } = world
const { admin, origin, ok, passDays, payments } = world
const statement = { words: 'It was torn before.', imageIds: [] }
const reasonOf = (outcome: { ok: true } | { ok: false; problem: { reason: string } }) =>
  outcome.ok ? null : outcome.problem.reason

test('a renter appeals within seven days, once, with a text of 1 to 4,000 characters', async () => {
  const claim = await withheld()
  const { renter, rentalId } = claim
  const send = (words: string) =>
    fileAppeal(db, renter, { rentalId, words, imageIds: [] }, clock.now())
  expect(reasonOf(await send('  '))).toBe('words-missing')
  expect(reasonOf(await send('x'.repeat(MAX_CASE_CHARACTERS.appeal + 1)))).toBe('words-too-long')
  expect(await appealOf(claim)).toBeUndefined()
  expect(await send('It was torn before.')).toEqual(ok)
  expect(await send('It was torn before.')).toEqual(ok)
  expect(reasonOf(await send('Something else.'))).toBe('already-filed')
  expect(await appealOf(claim)).toMatchObject({
    status: 'open',
    answer_due_at: new Date(clock.now().getTime() + ANSWER_HOURS * 3_600_000),
  })
})

test('only the renter of a rental with a withheld amount can appeal', async () => {
  const { rentalId, closet } = await withheld()
  const stranger = await made.shopper()
  const other = await made.rental({ item: await made.item(), renter: stranger })
  for (const [who, id] of [
    [stranger, rentalId],
    [closet, rentalId],
    [stranger, other.id],
  ] as const) {
    const shopper = who as typeof stranger
    const filed = await fileAppeal(db, shopper, { ...statement, rentalId: id }, clock.now())
    expect(reasonOf(filed)).toBe('claim-not-found')
  }
})

test('after seven days it is too late to appeal, even before the job has run', async () => {
  const { renter, rentalId } = await withheld()
  const late = new Date(clock.now().getTime() + APPEAL_DAYS * 86_400_000)
  const lastMoment = new Date(late.getTime() - 1)
  const filed = await fileAppeal(db, renter, { ...statement, rentalId }, late)
  expect(filed).toEqual({ ok: false, problem: { reason: 'appeal-too-late', endedAt: late } })
  expect(await fileAppeal(db, renter, { ...statement, rentalId }, lastMoment)).toEqual(ok)
})

test('photos are attached once, and another person’s are refused', async () => {
  const claim = await withheld()
  const { renter, closet, rentalId } = claim
  const photo = (ownerId: typeof renter.id) =>
    made.image({ owner_id: ownerId, attached_at: null, use: 'appeal' })
  const [own, foreign] = [await photo(renter.id), await photo(closet.id)]
  const send = (imageIds: (typeof own.id)[]) =>
    fileAppeal(db, renter, { ...statement, rentalId, imageIds }, clock.now())
  expect(reasonOf(await send([own.id, foreign.id]))).toBe('image-unknown')
  expect(await send([own.id])).toEqual(ok)
  expect(await appealOf(claim)).toMatchObject({ image_ids: [own.id] })
})

test('the amount cannot be corrected while an appeal is open', async () => {
  const claim = await withheld()
  await file(claim)
  const on = { rentalId: claim.rentalId, origin, cents: 100 }
  const reduced = await reduceWithheld(db, admin, on, clock.now())
  expect(reasonOf(reduced)).toBe('appealed')
  expect(await claimOf(claim)).toMatchObject({ kept_cents: 2000, final_at: null })
})

test('only the closet can answer, once and in time; other closets and admins cannot', async () => {
  const claim = await withheld()
  const { closet, rentalId } = claim
  const send = (who: typeof closet | typeof admin, at = clock.now()) =>
    answerAppeal(db, who, { rentalId, words: 'It was whole.', imageIds: [] }, at)
  expect(reasonOf(await send(closet))).toBe('case-not-found')
  await file(claim)
  expect(reasonOf(await send(await made.closet()))).toBe('case-not-found')
  expect(reasonOf(await send(admin))).toBe('case-not-found')
  const due = (await appealOf(claim))?.answer_due_at ?? new Date(0)
  expect(await send(closet, due)).toEqual({
    ok: false,
    problem: { reason: 'answer-too-late', dueAt: due },
  })
  expect(await send(closet)).toEqual(ok)
  expect(await send(closet)).toEqual(ok)
  expect(await appealOf(claim)).toMatchObject({ status: 'answered', answered_by: closet.id })
})

test('an admin answers for a closet that was blocked', async () => {
  const claim = await withheld()
  await file(claim)
  await updateRows(db, 'user_profiles', claim.closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  const { rentalId } = claim
  const words = 'The closet sent us photos.'
  expect(await answerAppeal(db, admin, { rentalId, words, imageIds: [] }, clock.now())).toEqual(ok)
  const decision = { rentalId, outcome: 'upheld', returnedCents: null, reasons: 'Photos' } as const
  await made.admin()
  expect(reasonOf(await decideAppeal(db, admin, decision, clock.now()))).toBe('own-decision')
})

test('an admin decides after the answer; the second one sees what was decided', async () => {
  const claim = await withheld()
  const { rentalId } = claim
  const decision = {
    rentalId,
    outcome: 'reduced',
    returnedCents: 500,
    reasons: 'Both are a little right.',
  } as const
  const by = (who: typeof admin, change = {}) =>
    decideAppeal(db, who, { ...decision, ...change }, clock.now())
  expect(reasonOf(await by(admin))).toBe('case-not-found')
  await file(claim)
  expect(reasonOf(await by(admin))).toBe('not-yet')
  await answer(claim)
  expect(reasonOf(await by(admin, { reasons: ' ' }))).toBe('reasons-missing')
  for (const returnedCents of [null, 0, 2001, 1.5])
    expect(await by(admin, { returnedCents })).toEqual({
      ok: false,
      problem: { reason: 'amount-invalid', maxCents: 2000 },
    })
  expect(await by(admin)).toEqual(ok)
  expect(await by(admin)).toEqual(ok)
  const second = await by(await made.admin(), { outcome: 'upheld' })
  expect(second).toEqual({
    ok: false,
    problem: {
      reason: 'already-decided',
      decided: { status: 'reduced', by: admin.fullName, at: clock.now(), returnedCents: 500 },
    },
  })
  expect(await earnedFor(claim)).toEqual([
    {
      owner_id: claim.closet.id,
      amount_cents: 1500,
      source_key: `damage:${rentalId}`,
      payable_at: clock.now(),
    },
  ])
})

test('returning all of it overturns the claim, and the closet earns nothing', async () => {
  const claim = await withheld()
  expect(await decide(claim, 'reduced', 2000)).toEqual(ok)
  expect(await appealOf(claim)).toMatchObject({ status: 'overturned', returned_cents: 2000 })
  expect(await earnedFor(claim)).toEqual([])
})

test('an admin who withheld the money cannot decide, unless there is no other admin', async () => {
  const claim = await withheld()
  await updateRows(db, 'deposit_claims', { rental_id: claim.rentalId }, { decided_by: admin.id })
  const other = await made.admin()
  expect(reasonOf(await decide(claim, 'upheld', null))).toBe('own-decision')
  const seen = async () => (await findAppeal(db, admin, claim.rentalId, clock.now()))?.appeal
  expect(await seen()).toMatchObject({ mayDecide: false, isForAnotherAdmin: true })
  await db
    .updateTable('user_profiles')
    .set({ account_type: 'regular' })
    .where('id', '<>', admin.id)
    .where('account_type', '=', 'admin')
    .execute()
  expect(await seen()).toMatchObject({ mayDecide: true, isForAnotherAdmin: false })
  const { rentalId } = claim
  const decision = { rentalId, outcome: 'upheld', returnedCents: null, reasons: 'Photos' } as const
  expect(await decideAppeal(db, admin, decision, clock.now())).toEqual(ok)
  expect(await seen()).toMatchObject({ status: 'upheld', isOwnDecision: true })
  const line = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'decide-appeal')
    .where('noun_id', '=', rentalId)
    .executeTakeFirst()
  expect(line?.after).toMatchObject({ 'own decision, as no other admin could decide': true })
  await updateRows(db, 'user_profiles', other.id, { account_type: 'admin' })
})

test('an appeal in which every admin had a part can be decided by one of them', async () => {
  const other = await made.admin()
  const claim = await withheld()
  const { rentalId } = claim
  await updateRows(db, 'deposit_claims', { rental_id: rentalId }, { decided_by: admin.id })
  await file(claim)
  await answer(claim)
  await updateRows(db, 'deposit_appeals', { rental_id: rentalId }, { answered_by: other.id })
  const third = await made.admin()
  const decision = { rentalId, outcome: 'upheld', returnedCents: null, reasons: 'Photos' } as const
  const decideAs = (who: typeof admin) => decideAppeal(db, who, decision, clock.now())
  for (const who of [admin, other]) expect(reasonOf(await decideAs(who))).toBe('own-decision')
  await db
    .updateTable('user_profiles')
    .set({ account_type: 'regular' })
    .where('id', 'not in', [admin.id, other.id])
    .where('account_type', '=', 'admin')
    .execute()
  for (const who of [admin, other]) {
    const seen = await findAppeal(db, who, rentalId, clock.now())
    expect(seen?.appeal).toMatchObject({ mayDecide: true })
  }
  expect(await decideAs(other)).toEqual(ok)
  await updateRows(db, 'user_profiles', third.id, { account_type: 'admin' })
})

test('a withdrawn appeal makes the claim final and cannot be filed again', async () => {
  const claim = await withheld()
  const { renter, rentalId } = claim
  expect(reasonOf(await withdrawCase(db, renter, 'appeal', rentalId, clock.now()))).toBe(
    'case-not-found',
  )
  await file(claim)
  await answer(claim)
  expect(await withdrawCase(db, renter, 'appeal', rentalId, clock.now())).toEqual(ok)
  expect(await withdrawCase(db, renter, 'appeal', rentalId, clock.now())).toEqual(ok)
  expect(await claimOf(claim)).toMatchObject({ final_at: clock.now(), returned_cents: 0 })
  expect(await earnedFor(claim)).toMatchObject([{ amount_cents: 2000 }])
  const again = await fileAppeal(db, renter, { ...statement, rentalId }, clock.now())
  expect(reasonOf(again)).toBe('already-decided')
  const decision = { rentalId, outcome: 'upheld', returnedCents: null, reasons: 'Photos' } as const
  expect(reasonOf(await decideAppeal(db, admin, decision, clock.now()))).toBe('already-decided')
})

test('an account cannot be deleted while its appeal or its claim is undecided', async () => {
  const claim = await withheld()
  const { renter, closet } = claim
  const blockers = async () => [await closingBlocker(db, renter), await closingBlocker(db, closet)]
  await passDays(2)
  await payments.processAll()
  expect(await blockers()).toEqual([null, { reason: 'appeal-open' }])
  await file(claim)
  expect(await blockers()).toEqual([{ reason: 'appeal-open' }, { reason: 'appeal-open' }])
  expect(await withdrawCase(db, renter, 'appeal', claim.rentalId, clock.now())).toEqual(ok)
  expect(await blockers()).toEqual([null, { reason: 'earnings-owed' }])
})
