import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { failDelivery } from '#domain/booking/rentals/changes/rental-steps.ts'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { paidDeposits } from '#test/make/paid-deposits.ts'
import {
  findDeposit,
  freezeDeposit,
  isDepositUsable,
  makeClaimFinal,
  releaseClaim,
  requestRefund,
} from './deposits.ts'

/** How often each race is run; `RACES=1000` runs it more often. */
const RACES = Number(process.env.RACES ?? 12)

const {
  db,
  made,
  now,
  payments,
  origin,
  ok,
  makeClaimsFinal,
  renterWith,
  returnedRental,
  depositOf,
  refundsOf,
  charged,
} = await paidDeposits()

test('when $12.34 is withheld the other $37.66 is refunded automatically', async () => {
  const { renter, payment, returned } = await renterWith(1)
  for (const { closet, on } of returned)
    expect(await keepDeposit(db, closet, { ...on, cents: 1234 }, now)).toEqual(ok)
  await payments.processAll()
  expect(await refundsOf(renter)).toEqual([])
  await makeClaimsFinal()
  await payments.processAll()
  expect(await depositOf(renter)).toMatchObject({
    kept_cents: 1234,
    refunded_cents: 3766,
    closed_at: now,
  })
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded', amount_cents: 3766 }])
  expect(await charged(payment)).toBe(1234)
  expect(await findDeposit(db, renter.id)).toBeNull()
})

test('two reviews can withhold no more from one deposit than is left', async () => {
  const { renter, returned } = await renterWith(2)
  const outcomes = await Promise.all(
    returned.map(({ closet, on }) => keepDeposit(db, closet, { ...on, cents: 3000 }, now)),
  )
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  const lost = returned[outcomes.findIndex((outcome) => !outcome.ok)]
  if (!lost) throw new Error('both were kept')
  expect(outcomes.find((outcome) => !outcome.ok)).toEqual({
    ok: false,
    problem: { reason: 'more-than-is-left', leftCents: 2000 },
  })
  expect(await findDeposit(db, renter.id)).toMatchObject({
    barred: 'partly-withheld',
    withheldCents: 3000,
  })
  await payments.processAll()
  expect(await refundsOf(renter)).toEqual([])
  expect(await keepDeposit(db, lost.closet, { ...lost.on, cents: 2000 }, now)).toEqual(ok)
  const final = await makeClaimsFinal()
  expect(await depositOf(renter)).toMatchObject({ kept_cents: 5000, closed_at: final })
  expect(await refundsOf(renter)).toEqual([])
})

test(
  'in each race two claims on one deposit never exceed it',
  async () => {
    for (let round = 0; round < RACES; round++) {
      const renter = await made.shopper()
      await made.deposit(renter, { paidAt: now })
      const returned = [await returnedRental(renter), await returnedRental(renter)]
      const outcomes = await Promise.all(
        returned.map(({ closet, on }, i) =>
          keepDeposit(db, closet, { ...on, cents: 2501 + i }, now),
        ),
      )
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    }
  },
  60_000 + RACES * 200,
)

test.each([
  ['cancelled', (on: On, renter: Shopper) => cancelRental(db, renter, on, now)],
  ['not delivered', (on: On, _: Shopper, closet: Owner) => failDelivery(db, closet, on, now)],
])('the rest of a kept deposit waits for the last rental on it, also when it is %s', async (_, end) => {
  const { renter, returned } = await renterWith(1)
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 1 })
  const open = await made.rental({ item, renter, status: 'confirmed', createdAt: now })
  for (const { closet: owner, on } of returned)
    expect(await keepDeposit(db, owner, { ...on, cents: 100 }, now)).toEqual(ok)
  expect(await refundsOf(renter)).toEqual([])
  await makeClaimsFinal()
  expect(await refundsOf(renter)).toEqual([])
  expect(await end({ rentalId: open.id, origin }, renter, closet)).toEqual(ok)
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded', amount_cents: 4900 }])
})
type On = Parameters<typeof failDelivery>[2]
type Owner = Awaited<ReturnType<typeof made.closet>>

test('a whole deposit stays held until it is requested, and is refunded once', async () => {
  const { renter, payment, returned } = await renterWith(1)
  const other = await made.shopper()
  await made.deposit(other, { paidAt: new Date(now.getTime() + 1000) })
  await made.rental({ renter: other, createdAt: now })
  expect(await requestRefund(db, renter, now)).toEqual({
    ok: false,
    problem: { reason: 'rentals-open', rentals: 1 },
  })
  for (const { closet, on } of returned) await approveCondition(db, closet, on, now)
  await payments.processAll()
  expect(await findDeposit(db, renter.id)).toMatchObject({ barred: null })
  const requested = Array.from({ length: 5 }, () => requestRefund(db, renter, now))
  expect(await Promise.all(requested)).toEqual(Array(5).fill({ ok: true, value: { cents: 5000 } }))
  await payments.processAll()
  expect(await refundsOf(renter)).toMatchObject([{ status: 'succeeded', amount_cents: 5000 }])
  expect(await charged(payment)).toBe(0)
  expect(await depositOf(renter)).toMatchObject({ refunded_cents: 5000, closed_at: now })
  expect(await findDeposit(db, other.id)).toMatchObject({ leftCents: 5000 })
  expect(await requestRefund(db, renter, now)).toMatchObject({ problem: { reason: 'no-deposit' } })
})

test('releasing one claim leaves others, and a deposit keeps the date of its first dispute', async () => {
  const { renter, returned } = await renterWith(2)
  for (const { closet, on } of returned)
    expect(await keepDeposit(db, closet, { ...on, cents: 100 }, now)).toEqual(ok)
  const [one, two] = returned.map(({ on }) => on.rentalId)
  if (!one || !two) return expect.unreachable()
  const claimsLeft = () =>
    db
      .selectFrom('deposit_claims')
      .select('rental_id')
      .where('rental_id', 'in', [one, two])
      .where('released_at', 'is', null)
      .execute()
  const { id } = await depositOf(renter)
  const later = new Date(now.getTime() + 1000)
  await inTransaction(db, async (tx) => {
    await releaseClaim(tx, one, now)
    expect([await makeClaimFinal(tx, one, now), await makeClaimFinal(tx, one, now)]).toEqual([
      ...[true, false],
    ])
    for (const at of [now, later]) await freezeDeposit(tx, id, at, at)
  })
  expect(await claimsLeft()).toEqual([{ rental_id: two }])
  expect(await depositOf(renter)).toMatchObject({ frozen_at: now })
  await inTransaction(db, async (tx) => {
    await freezeDeposit(tx, id, null, later)
    expect(await makeClaimFinal(tx, two, now)).toBe(true)
    expect(await isDepositUsable(tx, id)).toBe(true)
    expect(await isDepositUsable(tx, null)).toBe(false)
  })
})

test('a shopper without a deposit gets no refund, even while others wait for theirs', async () => {
  const { renter } = await renterWith(0, 'refundWaits')
  expect(await requestRefund(db, renter, now)).toMatchObject({ ok: true })
  const stranger = await made.shopper()
  expect(await requestRefund(db, stranger, now)).toEqual({
    ok: false,
    problem: { reason: 'no-deposit' },
  })
})

test('when a refund request and a rental race, only one succeeds', async () => {
  const closet = await made.closet()
  const today = calendarDateIn('UTC', now)
  for (let round = 0; round < RACES; round++) {
    const renter = await made.shopper()
    await made.deposit(renter, { paidAt: now })
    const item = await made.item({ closet, creditsPerDay: 0 })
    const days = { start: addDays(today, 1), end: addDays(today, 7) }
    const input = { itemId: item.id, ...days, requestKey: newId(), origin }
    const acts = [
      () => requestRefund(db, renter, now),
      () => requestRental(db, renter, input, now, today, 'UTC'),
    ]
    const outcomes = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
    const lost = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.problem.reason]))
    expect([['rentals-open'], ['deposit-missing']]).toContainEqual(lost)
  }
})
