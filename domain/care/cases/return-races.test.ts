import { expect, test } from 'vitest'
import { ANSWER_HOURS } from '#domain/care/cases/case-limits.ts'
import { assertOk, reasonOf, returnedRentals } from '#test/make/returning.ts'
import { enforceCaseDeadlines } from './case-deadlines.ts'
import { decideReturn } from './decide-return.ts'
import { withdrawCase } from './withdraw-case.ts'

const world = await returnedRentals()
const { db, made, now, hours, admin, requested, answer, returnItem, requestOf, balanceOf } = world
const ROUNDS = 8

/** Runs all acts at once; each of them comes first in some rounds. */
async function race<Result>(round: number, acts: readonly (() => Promise<Result>)[]) {
  const first = round % acts.length
  const order = acts.map((_, index) => (index + first) % acts.length)
  const results = await Promise.all(order.map(async (at) => ({ at, result: await acts[at]?.() })))
  return results.toSorted((one, other) => one.at - other.at).map(({ result }) => result)
}

test('when the closet and the job accept while the renter withdraws, exactly one of them decides', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const rental = await requested()
    const { renter, rentalId } = rental
    const end = hours(ANSWER_HOURS)
    const before = new Date(end.getTime() - 1)
    const [accepted, withdrawn] = await race(round, [
      () => answer(rental, 'accept', { when: before }),
      () => withdrawCase(db, renter, 'return', rentalId, before),
      async () => {
        await enforceCaseDeadlines(db, 'return', end)
        return null
      },
    ])
    if (!accepted || !withdrawn) throw new Error('nobody answered')
    const request = await requestOf(rental)
    const winners = [accepted.ok, withdrawn.ok].filter(Boolean).length
    expect(winners).toBe(request?.status === 'accepted' && !request.decided_by ? 0 : 1)
    expect(request?.status).toBe(withdrawn.ok ? 'withdrawn' : 'accepted')
    expect(request?.credits_back).toBe(withdrawn.ok ? 0 : 10)
    for (const outcome of [accepted, withdrawn])
      expect(['already-decided', null]).toContain(reasonOf(outcome))
    // Ends everything, so that the next round has only its own request.
    await returnItem(rental, end)
    expect(await balanceOf(renter, end)).toBe(withdrawn.ok ? 86 : 96)
  }
})

test('accepting while the return is recorded restores the credits once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const rental = await requested()
    await race<unknown>(round, [
      () => answer(rental, 'accept').then(assertOk),
      () => returnItem(rental),
    ])
    expect(await balanceOf(rental.renter)).toBe(96)
  }
})

test('of two admins who decide at once, the second sees the decision', async () => {
  const other = await made.admin()
  for (let round = 0; round < ROUNDS; round += 1) {
    const rental = await requested()
    const { rentalId } = rental
    assertOk(await answer(rental, 'contest'))
    await returnItem(rental)
    const decide = (who: typeof admin, outcome: 'accepted' | 'refused') => () =>
      decideReturn(db, who, { rentalId, outcome, reasons: 'Photos' }, now)
    const outcomes = await race(round, [decide(admin, 'accepted'), decide(other, 'refused')])
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1)
    expect(outcomes.find((outcome) => !outcome?.ok)).toMatchObject({
      problem: { reason: 'already-decided' },
    })
    const isAccepted = outcomes[0]?.ok === true
    expect(await requestOf(rental)).toMatchObject({ status: isAccepted ? 'accepted' : 'refused' })
    expect(await balanceOf(rental.renter)).toBe(isAccepted ? 96 : 86)
  }
})
