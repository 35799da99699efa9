import { expect, test } from 'vitest'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { type UndoName, undos } from '#domain/booking/rentals/stage/rental-stage.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { UNDO_MINUTES } from '#domain/shared/undo-time.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { correct, reduceWithheld, releaseClaims } from './corrections.ts'
import { cancelUndelivered } from './rental-deadlines.ts'
import { approveCondition, keepDeposit, markLost } from './rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from './rental-steps.ts'
import { sendBack } from './send-back.ts'

/** `RACES=1000` repeats each race more often. */
const RACES = Number(process.env.RACES ?? 12)

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = parseCalendarDate('2026-11-20') ?? fail()
const origin = 'https://shop.example'
const ok = { ok: true, value: null }
const admin = await made.admin()
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

function fail(): never {
  throw new Error('this is no date')
}

/** A rental that ended eight days ago, so that its item can be late or lost. */
async function lent() {
  const closet = await made.closet()
  const item = await made.item({ closet, creditsPerDay: 2 })
  const renter = await made.shopper()
  const start = addDays(today, -14)
  const rental = await made.rental({ item, renter, start, createdAt: now })
  const on = { rentalId: rental.id, origin, today, notes: 'Torn hem', cents: 2000 }
  return { closet, item, renter, on }
}
type Lent = Awaited<ReturnType<typeof lent>>

const steps = {
  accept: ({ closet, on }: Lent) => acceptRental(db, closet, on, now),
  deliver: ({ closet, on }: Lent) => deliverRental(db, closet, on, now),
  fail: ({ closet, on }: Lent) => failDelivery(db, closet, on, now),
  late: ({ closet, on }: Lent) => markLate(db, closet, on, now),
  sendBack: ({ renter, on }: Lent) => sendBack(db, renter, { ...on, tracking: '1Z' }, now),
  return: ({ closet, on }: Lent) => recordReturn(db, closet, on, now),
  approve: ({ closet, on }: Lent) => approveCondition(db, closet, on, now),
  keep: ({ closet, on }: Lent) => keepDeposit(db, closet, on, now),
  lose: ({ closet, on }: Lent) => markLost(db, closet, on, now),
} as const
type Step = keyof typeof steps

async function after(...names: readonly Step[]): Promise<Lent> {
  const all = await lent()
  for (const name of names) expect(await steps[name](all)).toEqual(ok)
  return all
}

const rentalOf = ({ on }: Lent) =>
  db.selectFrom('rentals').selectAll().where('id', '=', on.rentalId).executeTakeFirstOrThrow()
const stateOf = async (all: Lent) => {
  const { status, delivery_status, return_status, condition_status, deposit_kept_amount } =
    await rentalOf(all)
  const { sent_back_at, sent_back_tracking } = await rentalOf(all)
  const states = { status, delivery_status, return_status, condition_status, deposit_kept_amount }
  return { ...states, sent_back_at, sent_back_tracking }
}
const depositOf = ({ renter }: Lent) =>
  db.selectFrom('deposits').selectAll().where('user_id', '=', renter.id).executeTakeFirstOrThrow()

const LIVES: readonly { before: readonly Step[]; step: Step; undo: UndoName }[] = [
  { before: [], step: 'accept', undo: 'undo-accept' },
  { before: ['accept'], step: 'deliver', undo: 'undo-deliver' },
  { before: ['accept'], step: 'fail', undo: 'reopen' },
  { before: ['accept', 'deliver'], step: 'late', undo: 'undo-late' },
  { before: ['accept', 'deliver'], step: 'return', undo: 'undo-return' },
  { before: ['accept', 'deliver', 'late'], step: 'return', undo: 'undo-return' },
  { before: ['accept', 'deliver'], step: 'sendBack', undo: 'undo-send-back' },
  { before: ['accept', 'deliver', 'sendBack'], step: 'return', undo: 'undo-return' },
  { before: ['accept', 'deliver', 'late'], step: 'lose', undo: 'undo-lost' },
  { before: ['accept', 'deliver', 'return'], step: 'approve', undo: 'undo-review' },
  { before: ['accept', 'deliver', 'return'], step: 'keep', undo: 'undo-review' },
]

test.each(
  LIVES,
)('$undo restores the state before $step after $before, including credits and deposit', async ({
  before,
  step,
  undo,
}) => {
  const all = await after(...before)
  const [was, held, credits] = [
    await stateOf(all),
    await depositOf(all),
    await creditsBalance(db, all.renter.id, now),
  ]
  expect(await steps[step](all)).toEqual(ok)
  const who = step === 'sendBack' ? all.renter : all.closet
  expect(await correct(db, who, { ...all.on, correction: undo }, now)).toEqual(ok)
  expect(await stateOf(all)).toEqual(was)
  // When it changed last is no part of what is restored.
  expect({ ...(await depositOf(all)), changed_at: held.changed_at }).toEqual(held)
  expect(await creditsBalance(db, all.renter.id, now)).toBe(credits)
  const line = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('noun_id', '=', all.on.rentalId)
    .where('action', '=', undo)
    .executeTakeFirst()
  expect(line).toEqual({ action: undo, actor_id: who.id })
  // The step can then be taken again.
  expect(await steps[step](all)).toEqual(ok)
})

test('every undo is tested above', () => {
  expect(new Set(LIVES.map(({ undo }) => undo))).toEqual(new Set(Object.keys(undos)))
})

test('the person who took a step can undo it for 15 minutes, and admins also later', async () => {
  const all = await after('accept')
  const undo = { ...all.on, correction: 'undo-accept' } as const
  const tooLate = { ok: false, problem: { reason: 'undo-too-late' } }
  expect(await correct(db, all.closet, undo, minutesLater(UNDO_MINUTES))).toEqual(tooLate)
  expect(await correct(db, await made.closet(), undo, now)).toEqual({
    ok: false,
    problem: { reason: 'rental-not-found' },
  })
  expect(await correct(db, admin, undo, minutesLater(60))).toEqual(ok)
  expect(await correct(db, admin, undo, now)).toEqual(tooLate)
  // The closet cannot undo what an admin did.
  await acceptRental(db, admin, all.on, now)
  expect(await correct(db, all.closet, undo, now)).toEqual(tooLate)
})

test('a step cannot be undone once others rely on it', async () => {
  const approved = await after('accept', 'deliver', 'return', 'approve')
  const next = await made.shopper()
  await made.credits(next, 100)
  await made.deposit(next)
  const dates = { start: addDays(today, 1), end: addDays(today, 3) }
  const input = { itemId: approved.item.id, ...dates, requestKey: newId(), origin }
  expect(await requestRental(db, next, input, now, today, 'UTC')).toMatchObject({ ok: true })
  const review = { ...approved.on, correction: 'undo-review' } as const
  expect(await correct(db, approved.closet, review, now)).toEqual({
    ok: false,
    problem: { reason: 'item-not-free' },
  })

  const failed = await after('accept', 'fail')
  const reopen = { ...failed.on, correction: 'reopen' } as const
  await requestRefund(db, failed.renter, now)
  expect(await correct(db, admin, reopen, now)).toEqual({
    ok: false,
    problem: { reason: 'deposit-gone' },
  })

  const spent = await after('accept', 'fail')
  const elsewhere = await made.item({ creditsPerDay: 2 })
  const other = { itemId: elsewhere.id, ...dates, requestKey: newId(), origin }
  expect(await requestRental(db, spent.renter, other, now, today, 'UTC')).toMatchObject({
    ok: true,
  })
  expect(await correct(db, admin, { ...spent.on, correction: 'reopen' }, now)).toMatchObject({
    ok: false,
    problem: { reason: 'not-enough-credits' },
  })
  expect(await rentalOf(spent)).toMatchObject({ status: 'cancelled', reopened: 0 })
})

test('reopening and canceling a rental again charges and refunds its credits exactly once each', async () => {
  const all = await after('accept')
  for (let time = 0; time < 3; time++) {
    expect(await creditsBalance(db, all.renter.id, now)).toBe(0)
    expect(await steps.fail(all)).toEqual(ok)
    expect(await creditsBalance(db, all.renter.id, now)).toBe(14)
    expect(await correct(db, all.closet, { ...all.on, correction: 'reopen' }, now)).toEqual(ok)
  }
  expect(await rentalOf(all)).toMatchObject({ status: 'confirmed', reopened: 3 })
})

test('an admin can reopen a rental canceled because it was never marked as delivered', async () => {
  const all = await after('accept')
  await updateRows(db, 'rentals', all.on.rentalId, { handover_asked_at: now })
  const later = new Date(now.getTime() + 3 * 86_400_000)
  await cancelUndelivered(db, { now: later, today: addDays(today, 3), origin })
  expect(await rentalOf(all)).toMatchObject({ cancellation: 'never_delivered' })
  expect(await correct(db, admin, { ...all.on, correction: 'reopen' }, later)).toEqual(ok)
  expect(await rentalOf(all)).toMatchObject({ status: 'confirmed', handover_asked_at: null })
})

test('an admin can reduce a withheld amount for two days, then the rest is refunded', async () => {
  const all = await after('accept', 'deliver', 'return', 'keep')
  const reduce = (cents: number, at = now) => reduceWithheld(db, admin, { ...all.on, cents }, at)
  for (const cents of [2000, 2001, -1, 1.5])
    expect(await reduce(cents)).toEqual({
      ok: false,
      problem: { reason: 'amount-invalid', maxCents: 1999 },
    })
  expect(await reduce(500)).toEqual(ok)
  expect(await depositOf(all)).toMatchObject({ kept_cents: 500, refund_requested_at: null })
  expect(await requestRefund(db, all.renter, now)).toMatchObject({
    problem: { reason: 'rentals-open' },
  })
  expect(await releaseClaims(db, minutesLater(48 * 60 - 1))).toBe(0)
  expect(await releaseClaims(db, minutesLater(48 * 60))).toBeGreaterThan(0)
  expect(await releaseClaims(db, minutesLater(48 * 60))).toBe(0)
  const refunds = await db
    .selectFrom('refunds as f')
    .innerJoin('deposits as d', 'd.id', 'f.deposit_id')
    .select(['f.amount_cents', 'f.status'])
    .where('d.user_id', '=', all.renter.id)
    .execute()
  expect(refunds).toEqual([{ amount_cents: 4500, status: 'pending' }])
  expect(await reduce(100)).toEqual({ ok: false, problem: { reason: 'deposit-gone' } })

  const withdrawn = await after('accept', 'deliver', 'return', 'keep')
  expect(await reduceWithheld(db, admin, { ...withdrawn.on, cents: 0 }, now)).toEqual(ok)
  expect(await rentalOf(withdrawn)).toMatchObject({
    status: 'completed',
    condition_status: 'approved',
    deposit_kept_amount: 0,
  })
  expect(await depositOf(withdrawn)).toMatchObject({ kept_cents: 0, closed_at: null })
})

test(
  'in each race of undo against the next step only one succeeds, and the ledger is consistent',
  async () => {
    for (let round = 0; round < RACES; round++) {
      const all = await after('accept', 'deliver')
      const undo = () => correct(db, all.closet, { ...all.on, correction: 'undo-deliver' }, now)
      const next = () => recordReturn(db, admin, all.on, now)
      const outcomes = await Promise.all(
        (round % 2 ? [undo, next] : [next, undo]).map((act) => act()),
      )
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    }
  },
  60_000 + RACES * 200,
)

test(
  'when reopening races with another rental, exactly one gets the item',
  async () => {
    const next = await made.shopper()
    await made.deposit(next)
    for (let round = 0; round < RACES; round++) {
      const all = await after('accept', 'fail')
      await made.credits(next, 14)
      const dates = { start: addDays(today, 1), end: addDays(today, 7) }
      const input = { itemId: all.item.id, ...dates, requestKey: newId(), origin }
      const acts = [
        () => correct(db, all.closet, { ...all.on, correction: 'reopen' }, now),
        () => requestRental(db, next, input, now, today, 'UTC'),
      ]
      const outcomes = await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    }
  },
  60_000 + RACES * 200,
)
