import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reconcile } from '#domain/checkout/reconcile.ts'
import { refundsNeedingHand, retryRefund } from '#domain/checkout/refunds-by-hand.ts'
import { approveCondition, keepDeposit } from '#domain/rentals/rental-review.ts'
import {
  accept,
  deliver,
  failDelivery,
  markLate,
  recordReturn,
} from '#domain/rentals/rental-steps.ts'
import { cancelRental } from '#domain/rentals/rentals.ts'
import type { CardName } from '#sandbox/payments/cards.ts'
import { testClock } from '#test/clock.ts'
import { brokenPromises, testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { testPayments } from '#test/payments.ts'
import { findDeposit, requestRefund } from './deposits.ts'

const database = await testDatabase()
const { db } = database
const made = make(db)
const clock = testClock()
const payments = await testPayments(database, clock)
const admin = await made.admin()
const closet = await made.closet()
const origin = 'https://shop.example'

const cards: readonly CardName[] = ['visa', 'refundFails', 'refundWaits', 'disputed']
const steps = { accept, deliver, failDelivery, markLate, recordReturn, approveCondition }
const stepNames = [
  'accept',
  'deliver',
  'failDelivery',
  'markLate',
  'recordReturn',
  'approveCondition',
] as const

const anAct = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay' as const), card: fc.constantFrom(...cards) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rent' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      step: fc.constantFrom(...stepNames),
      which: fc.nat(3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('keep' as const),
      which: fc.nat(3),
      cents: fc.integer({ min: 1, max: 5000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask back' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('refund in the dashboard' as const),
      cents: fc.integer({ min: 1, max: 5000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('end dispute' as const), won: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retry' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('hear' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(15, 3600) }),
  },
)
type Act = typeof anAct extends fc.Arbitrary<infer One> ? One : never

async function someLife(acts: readonly Act[]) {
  const shopper = await made.shopper()
  const paid: string[] = []
  const rentals: string[] = []
  const on = (which: number) => ({ rentalId: rentals.at(-1 - which) ?? admin.id, origin })

  for (const act of acts) {
    await perform(act)
    expect(await brokenPromises(db)).toEqual([])
  }
  clock.advance({ hours: 1 })
  await payments.settle()
  for (const payment of paid) expect(await inOurBooks(payment)).toBe(await atStripe(payment))

  async function perform(act: Act): Promise<unknown> {
    switch (act.do) {
      case 'pay':
        if (!(await findDeposit(db, shopper.id)))
          paid.push(await payments.holdDeposit(shopper, act.card))
        return
      case 'rent': {
        const deposit = await findDeposit(db, shopper.id)
        if (!deposit || deposit.barred) return
        const item = await made.item({ closet, creditsPerDay: 0 })
        rentals.push((await made.rental({ item, renter: shopper, createdAt: clock.now() })).id)
        return
      }
      case 'step':
        return await steps[act.step](db, closet, on(act.which), clock.now())
      case 'cancel':
        return await cancelRental(db, shopper, on(act.which), clock.now())
      case 'keep':
        return await keepDeposit(db, closet, { ...on(act.which), cents: act.cents }, clock.now())
      case 'ask back':
        return await requestRefund(db, shopper, clock.now())
      case 'refund in the dashboard':
        return await refundLast(act.cents)
      case 'end dispute':
        return await endDispute(act.won)
      case 'retry': {
        const [failed] = (await refundsNeedingHand(db, admin)).rows
        return failed && (await retryRefund(db, admin, failed.id, clock.now()))
      }
      case 'hear':
        return await payments.settle()
      case 'reconcile':
        return await reconcile(db, payments.stripe, clock.now())
      case 'wait':
        return clock.advance({ seconds: act.seconds })
    }
  }

  /** Of the last payment, as much as Stripe still has of it. */
  async function refundLast(cents: number) {
    const payment = paid.at(-1)
    const [charge] = payment ? await chargesOf(payment) : []
    if (!charge || charge.disputed) return
    const left = charge.amount_captured - charge.amount_refunded
    if (left > 0)
      await payments.dashboard.refunds.create({
        charge: charge.id,
        amount: Math.min(cents, left),
      })
  }

  async function endDispute(won: boolean) {
    for (const payment of paid) {
      const { data } = await payments.dashboard.disputes.list({ payment_intent: payment })
      const open = data.find(({ status }) => status === 'needs_response')
      if (!open) continue
      const evidence = { uncategorized_text: won ? 'winning_evidence' : 'losing_evidence' }
      await payments.dashboard.disputes.update(open.id, { evidence, submit: true })
      clock.advance({ seconds: 1 })
    }
  }
}

async function chargesOf(payment: string) {
  return (await payments.dashboard.charges.list({ payment_intent: payment })).data
}

/** Cents of a payment that the house still has, as Stripe counts. */
async function atStripe(payment: string): Promise<number> {
  const [charge] = await chargesOf(payment)
  const { data } = await payments.dashboard.disputes.list({ payment_intent: payment })
  const lost = data.filter(({ status }) => status === 'lost')
  const taken = lost.reduce((sum, dispute) => sum + dispute.amount, 0)
  return (charge?.amount_captured ?? 0) - (charge?.amount_refunded ?? 0) - taken
}

/** The same by our books: what is kept or held, without what is on its way back or written off. */
async function inOurBooks(payment: string): Promise<number> {
  const deposit = await db
    .selectFrom('deposits as d')
    .selectAll('d')
    .select((eb) => [
      eb
        .selectFrom('refunds')
        .select((one) => one.fn.sum<string | null>('amount_cents').as('cents'))
        .whereRef('deposit_id', '=', 'd.id')
        .where('status', '=', 'pending')
        .as('on_their_way'),
      eb
        .selectFrom('disputes')
        .select((one) => one.fn.sum<string | null>('loss_cents').as('cents'))
        .whereRef('payment_intent', '=', 'd.payment_intent')
        .as('loss'),
    ])
    .where('payment_intent', '=', payment)
    .executeTakeFirstOrThrow()
  const { amount_cents, refunded_cents, lost_cents } = deposit
  return (
    amount_cents -
    refunded_cents -
    lost_cents -
    Number(deposit.on_their_way ?? 0) -
    Number(deposit.loss ?? 0)
  )
}

test('whatever happens to deposits, no promise breaks and Stripe has what our books say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 20, maxLength: 45, size: 'max' }), someLife),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)
