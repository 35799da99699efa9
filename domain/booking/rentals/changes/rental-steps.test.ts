import { expect, test } from 'vitest'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { readRows } from '#test/postgres/rows.ts'
import { approveCondition, keepDeposit } from './rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from './rental-steps.ts'

/** `RACES=1000` repeats each race more often. */
const RACES = Number(process.env.RACES ?? 12)

const { db, made, now, ok, lent, returned, rentalOf, isAvailable, eventsOf } = await lentRentals()

test('a rental passes through every step, each recorded with its author, time and audit line', async () => {
  const { closet, item, renter, on } = await lent()
  const at = (hour: number) => new Date(now.getTime() + hour * 3_600_000)
  expect(await acceptRental(db, closet, on, at(1))).toEqual(ok)
  expect(await deliverRental(db, closet, { ...on, note: ' by hand ' }, at(2))).toEqual(ok)
  expect(await markLate(db, closet, on, at(3))).toEqual(ok)
  expect(await recordReturn(db, closet, on, at(4))).toEqual(ok)
  expect(await approveCondition(db, closet, on, at(5))).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({
    status: 'completed',
    confirmed_at: at(1),
    confirmed_by: closet.id,
    delivery_status: 'delivered',
    delivered_at: at(2),
    delivered_by: closet.id,
    late_at: at(3),
    late_by: closet.id,
    return_status: 'returned',
    returned_at: at(4),
    returned_by: closet.id,
    returned_on: on.today,
    condition_status: 'approved',
    condition_reviewed_at: at(5),
    condition_reviewed_by: closet.id,
  })
  expect(await isAvailable(item)).toBe(true)
  expect(await creditsBalance(db, renter.id, now)).toBe(0)
  const lines = await readRows(
    db,
    'audit_log',
    ['action', 'actor_id', 'before', 'after'],
    { noun_id: on.rentalId },
    'at',
  )
  expect(lines.map(({ action }) => action)).toEqual([
    'accept',
    'deliver',
    'mark-late',
    'record-return',
    'approve-condition',
  ])
  const delivered = { status: 'delivered', delivery_status: 'delivered' }
  expect(lines[1]).toEqual({
    ...{ action: 'deliver', actor_id: closet.id },
    before: {
      ...{ status: 'confirmed', delivery_status: 'pending' },
      ...{ delivered_at: null, delivered_by: null },
    },
    after: { ...delivered, delivered_at: at(2).toISOString(), delivered_by: closet.id },
  })
  expect(await handoversOf(db, [on.rentalId])).toMatchObject([
    { step: 'delivery', note: 'by hand', writtenBy: closet.fullName },
  ])
  expect(await eventsOf(on)).toEqual([
    'accept',
    'deliver',
    'mark-late',
    'record-return',
    'approve-condition',
  ])
})

test('the owner can deliver a pending rental, and an admin can take every step', async () => {
  const { on } = await lent()
  const admin = await made.admin()
  expect(await deliverRental(db, admin, on, now)).toEqual(ok)
  expect(await recordReturn(db, admin, on, now)).toEqual(ok)
  expect(await keepDeposit(db, admin, { ...on, cents: 1 }, now)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ confirmed_at: null, delivered_by: admin.id })
})

test('once a late item is back, its days are offered to the waitlist', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet, advance_booking: true })
  const late = { item, status: 'delivered', start: '2026-11-11', createdAt: now } as const
  const { id: rentalId } = await made.rental(late)
  const days = { start: '2026-11-21', end: '2026-11-27' }
  const entry = await made.entry({ item, ...days, createdAt: now })
  expect(await recordReturn(db, closet, { rentalId, origin: '' }, now)).toEqual(ok)
  const waiting = db.selectFrom('waitlist_entries').select('status').where('id', '=', entry)
  expect(await waiting.executeTakeFirst()).toEqual({ status: 'offered' })
})

test('a failed delivery cancels the rental and refunds everything', async () => {
  const { closet, item, renter, on } = await lent('confirmed')
  expect(await failDelivery(db, closet, on, now)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({
    status: 'cancelled',
    cancellation: 'delivery_failed',
    delivery_status: 'failed',
    cancelled_by: closet.id,
  })
  expect(await isAvailable(item)).toBe(true)
  expect(await creditsBalance(db, renter.id, now)).toBe(14)
})

test('repeating a step changes nothing and is not an error', async () => {
  const { closet, on } = await lent()
  for (const step of [
    acceptRental,
    acceptRental,
    deliverRental,
    deliverRental,
    markLate,
    markLate,
    recordReturn,
  ])
    expect(await step(db, closet, on, now)).toEqual(ok)
  const keep = { ...on, cents: 700 }
  expect(await Promise.all([1, 2, 3].map(() => keepDeposit(db, closet, keep, now)))).toEqual(
    Array(3).fill(ok),
  )
  expect(await keepDeposit(db, closet, { ...keep, cents: 800 }, now)).toMatchObject({
    problem: { reason: 'already-decided' },
  })
  expect(await eventsOf(on)).toEqual([
    'accept',
    'deliver',
    'mark-late',
    'record-return',
    'keep-deposit',
  ])
})

test('every cancellation is recorded in the audit log', async () => {
  const [byOwner, byRenter] = [await lent(), await lent()]
  await cancelRental(db, byOwner.closet, byOwner.on, now)
  await cancelRental(db, byRenter.renter, byRenter.on, now)
  const lines = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'noun_id'])
    .where('noun_id', 'in', [byOwner.on.rentalId, byRenter.on.rentalId])
    .orderBy('id')
    .execute()
  const of = (rentalId: string) =>
    lines
      .filter(({ noun_id }) => noun_id === rentalId)
      .map(({ action, actor_id }) => [action, actor_id])
  expect(of(byOwner.on.rentalId)).toEqual([['cancel', byOwner.closet.id]])
  expect(of(byRenter.on.rentalId)).toEqual([['cancel', byRenter.renter.id]])
})

test(
  'when withholding and approving race, one decision counts and the other person is told which',
  async () => {
    const admin = await made.admin()
    const tally = { 'approve-condition': 0, 'keep-deposit': 0 }
    for (let round = 0; round < RACES; round++) {
      const { closet, on } = await returned()
      const keep = () => keepDeposit(db, closet, { ...on, cents: 2000 }, now)
      const approve = () => approveCondition(db, admin, on, now)
      const [first, second] = round % 2 ? [keep, approve] : [approve, keep]
      const outcomes = await Promise.all([first(), second()])
      const rental = await rentalOf(on)
      const won = rental.condition_status === 'approved' ? 'approve-condition' : 'keep-deposit'
      tally[won]++
      const lost = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.problem]))
      expect(lost).toMatchObject([{ reason: 'already-decided', decided: { what: won } }])
      expect(rental.deposit_kept_amount).toBe(won === 'approve-condition' ? 0 : 2000)
    }
    expect(tally['approve-condition'] + tally['keep-deposit']).toBe(RACES)
  },
  60_000 + RACES * 200,
)

test(
  'in each race of cancel against deliver the credits are refunded or the item is out, never both',
  async () => {
    for (let round = 0; round < RACES; round++) {
      const { closet, renter, on } = await lent()
      const cancel = () => cancelRental(db, renter, on, now)
      const hand = () => deliverRental(db, closet, on, now)
      const acts = round % 2 ? [cancel, hand] : [hand, cancel]
      const outcomes = await Promise.all(acts.map((act) => act()))
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
      const { status } = await rentalOf(on)
      expect(await creditsBalance(db, renter.id, now)).toBe(status === 'cancelled' ? 14 : 0)
    }
  },
  60_000 + RACES * 200,
)
