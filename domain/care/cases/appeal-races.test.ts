import { expect, test } from 'vitest'
import { ANSWER_HOURS } from '#domain/care/cases/case-limits.ts'
import { APPEAL_DAYS } from '#domain/money/deposits/appeal-time.ts'
import { appealedDeposits } from '#test/make/appealed-deposits.ts'
import { answerAppeal, fileAppeal } from './appeals.ts'
import { enforceCaseDeadlines } from './case-deadlines.ts'
import { decideAppeal } from './decide-appeal.ts'

const world = await appealedDeposits()
const { db, made, clock, withheld, file, answer, claimOf, appealOf, earnedFor, admin } = world
const ROUNDS = 12

test('filing as the claim becomes final: either the appeal is open, or it is refused', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const claim = await withheld()
    const { renter, rentalId } = claim
    const end = new Date(clock.now().getTime() + APPEAL_DAYS * 86_400_000)
    const statement = { rentalId, words: 'It was torn before.', imageIds: [] }
    // The request came a moment before the job.
    const before = new Date(end.getTime() - 1)
    const acts = [
      () => enforceCaseDeadlines(db, 'appeal', end),
      () => fileAppeal(db, renter, statement, before),
    ] as const
    const [first, second] = round % 2 ? acts : acts.toReversed()
    const results = await Promise.all([first?.(), second?.()])
    const filed = results.find((result) => typeof result === 'object')
    if (typeof filed !== 'object') throw new Error('nothing was filed')
    const { final_at } = await claimOf(claim)
    const earned = await earnedFor(claim)
    seen.add(filed.ok ? 'filed' : filed.problem.reason)
    if (filed.ok) expect([final_at, earned]).toEqual([null, []])
    else {
      expect(filed.problem).toEqual({ reason: 'already-decided', endedAt: end })
      expect(earned).toHaveLength(1)
    }
  }
  expect([...seen].every((one) => ['filed', 'already-decided'].includes(one))).toBe(true)
})

test('answering as the time ends: either it is answered, or everything is returned once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const claim = await withheld()
    const { closet, rentalId } = claim
    await file(claim)
    const end = new Date(clock.now().getTime() + ANSWER_HOURS * 3_600_000)
    const statement = { rentalId, words: 'It was whole.', imageIds: [] }
    const acts = [
      () => enforceCaseDeadlines(db, 'appeal', end),
      () => answerAppeal(db, closet, statement, new Date(end.getTime() - 1)),
    ] as const
    const [first, second] = round % 2 ? acts : acts.toReversed()
    const results = await Promise.all([first?.(), second?.()])
    const answered = results.find((result) => typeof result === 'object')
    if (typeof answered !== 'object') throw new Error('nothing was answered')
    const appeal = await appealOf(claim)
    if (answered.ok) expect(appeal).toMatchObject({ status: 'answered', returned_cents: 0 })
    else {
      expect(answered.problem).toMatchObject({
        reason: 'already-decided',
        decided: { status: 'overturned', by: null, returnedCents: 2000 },
      })
      expect(appeal).toMatchObject({ status: 'overturned', answer: null })
    }
  }
})

test('of two admins who decide at once, the second sees the decision', async () => {
  const other = await made.admin()
  for (let round = 0; round < ROUNDS; round += 1) {
    const claim = await withheld()
    const { rentalId } = claim
    await file(claim)
    await answer(claim)
    const decisions = [
      { who: admin, outcome: 'upheld', returnedCents: null },
      { who: other, outcome: 'reduced', returnedCents: 700 },
    ] as const
    const outcomes = await Promise.all(
      decisions.map(({ who, outcome, returnedCents }) =>
        decideAppeal(db, who, { rentalId, outcome, returnedCents, reasons: 'Photos' }, clock.now()),
      ),
    )
    const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.problem]))
    expect(refusals).toMatchObject([{ reason: 'already-decided' }])
    const winner = outcomes.findIndex(({ ok }) => ok)
    const returned = decisions[winner]?.returnedCents ?? 0
    expect(await claimOf(claim)).toMatchObject({ returned_cents: returned })
    expect(await earnedFor(claim)).toMatchObject([{ amount_cents: 2000 - returned }])
  }
})
