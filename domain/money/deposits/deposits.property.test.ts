import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PersonId, RentalId } from '#db/ids.ts'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { answerAppeal, fileAppeal } from '#domain/care/cases/appeals.ts'
import { enforceCaseDeadlines } from '#domain/care/cases/case-deadlines.ts'
import { decideAppeal } from '#domain/care/cases/decide-appeal.ts'
import { withdrawCase } from '#domain/care/cases/withdraw-case.ts'
import { retryRefund, unresolvedRefunds } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { arbitraryAct, type DepositAct, depositStories } from '#test/deposit-acts.ts'
import { openPayments } from '#test/payments.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { findDeposit, requestRefund } from './deposits.ts'
import { stripeIdOf } from './payment-parts.ts'

const origin = 'https://shop.example'

const steps = {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
  approveCondition,
}
/** A database for each run: the integrity checks stay fast while it is small. */
async function openDatabase() {
  const { db, made, clock, payments } = await openPayments()
  const admin = await made.admin()
  const closet = await made.closet()
  return randomLife

  async function randomLife(acts: readonly DepositAct[]) {
    const shopper = await made.shopper()
    const paid: string[] = []
    const rentals: RentalId[] = []
    const on = (which: number) => ({
      rentalId: rentals.at(-1 - which) ?? newId(),
      origin,
      notes: 'Torn hem',
      // All rentals have ended; marking them as late is not tested here.
      today: addDays(calendarDateIn('UTC', clock.now()), 400),
    })

    for (const act of acts) {
      await perform(act)
      expect(await integrityViolations(db)).toEqual([])
    }
    clock.advance({ hours: 1 })
    await payments.processAll()
    for (const deposit of await depositsOf(shopper.id)) {
      const payments = new Set(deposit.payments.map(stripeIdOf))
      const there = await Promise.all([...payments].map(atStripe))
      expect(deposit.cents).toBe(there.reduce((sum, cents) => sum + cents, 0))
    }

    async function perform(act: DepositAct): Promise<unknown> {
      switch (act.do) {
        case 'pay':
          if (!(await findDeposit(db, shopper.id)))
            paid.push(await payments.holdDeposit(shopper, act.card))
          return
        case 'pay with credits': {
          const deposit = await findDeposit(db, shopper.id)
          if (deposit?.topUpCents !== 0)
            paid.push(await payments.holdDepositWithPack(shopper, deposit, act.card))
          return
        }
        case 'top up':
          if (((await findDeposit(db, shopper.id))?.topUpCents ?? 0) > 0)
            paid.push(await payments.topUp(shopper, act.card))
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
        case 'appeal': {
          const statement = { ...on(act.which), words: 'No.', imageIds: [] }
          if (act.turn === 'file') return await fileAppeal(db, shopper, statement, clock.now())
          if (act.turn === 'answer') return await answerAppeal(db, closet, statement, clock.now())
          return await withdrawCase(db, shopper, 'appeal', statement.rentalId, clock.now())
        }
        case 'decide': {
          const { outcome, cents: returnedCents } = act
          const { rentalId } = on(act.which)
          const decision = { rentalId, outcome, returnedCents, reasons: 'Photos' }
          return await decideAppeal(db, admin, decision, clock.now())
        }
        case 'days':
          clock.advance({ days: act.days })
          await releaseClaims(db, clock.now())
          return await enforceCaseDeadlines(db, 'appeal', clock.now())
        case 'ask back':
          return await requestRefund(db, shopper, clock.now())
        case 'refund in the dashboard':
          return await refundLast(act.cents)
        case 'end dispute':
          return await endDispute(act.won)
        case 'retry': {
          const [failed] = (await unresolvedRefunds(db, admin)).rows
          return failed && (await retryRefund(db, admin, failed.id, clock.now()))
        }
        case 'hear':
          return await payments.processAll()
        case 'reconcile':
          return await reconcile(db, payments.stripe, clock.now())
        case 'wait':
          return clock.advance({ seconds: act.seconds })
      }
    }

    /** Refunds the last payment in the dashboard, at most what is left of it. */
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

  /** Cents of a payment that have not been refunded, according to Stripe. */
  async function atStripe(payment: string): Promise<number> {
    const [charge] = await chargesOf(payment)
    const { data } = await payments.dashboard.disputes.list({ payment_intent: payment })
    const lost = data.filter(({ status }) => status === 'lost')
    const taken = lost.reduce((sum, dispute) => sum + dispute.amount, 0)
    return (charge?.amount_captured ?? 0) - (charge?.amount_refunded ?? 0) - taken
  }

  /**
   * The same according to our records, for each deposit: cents withheld or held, less pending
   * refunds and losses, and what is left of credits that were paid with it; and its payments.
   */
  async function depositsOf(personId: PersonId) {
    const { rows } = await sql<{ cents: number; payments: string[] }>`
      select (d.amount_cents - d.refunded_cents - d.lost_cents
          - coalesce((select sum(f.amount_cents) from refunds f
            where f.deposit_id = d.id and f.status = 'pending'), 0)
          - coalesce((select sum(s.loss_cents) from disputes s
            join deposit_payments p on p.payment_intent = s.payment_intent
            where p.deposit_id = d.id), 0)
          + coalesce((select sum(o.amount_cents
              - coalesce((select sum(s.amount_cents) from disputes s
                where s.payment_intent = o.payment_intent and s.status = 'lost'), 0))
            from checkout_orders o join checkout_orders w on w.paid_with = o.id
            join deposit_payments p on p.payment_intent = w.payment_intent
            where p.deposit_id = d.id), 0))::integer as cents,
        array(select payment_intent from deposit_payments where deposit_id = d.id) as payments
      from deposits d where d.user_id = ${personId}`.execute(db)
    return rows
  }
}

/**
 * How many random histories are run: `LIVES=2000 npx vitest run --project domain deposits.property`
 * runs more, and `SEED=…` repeats a run. Every run prints its seed.
 */
const lives = Number(process.env.LIVES ?? 6)
const seed = process.env.SEED ? Number(process.env.SEED) : Date.now() % 2 ** 31
const LIVES_PER_RUN = 25

const runs = Array.from({ length: Math.ceil(lives / LIVES_PER_RUN) }, (_, run) => ({
  seed: seed + run,
  lives: Math.min(LIVES_PER_RUN, lives - run * LIVES_PER_RUN),
}))

test.each(
  runs,
)('every sequence of events leaves deposits consistent with each other and with Stripe (SEED=$seed LIVES=$lives)', async (run) => {
  const randomLife = await openDatabase()
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryAct, { minLength: 20, maxLength: 45, size: 'max' }),
      randomLife,
    ),
    { numRuns: run.lives, endOnFailure: true, seed: run.seed },
  )
}, 600_000)

test.each(
  Object.entries(depositStories),
)('nothing is lost beyond what was disputed: %s', async (_, acts) => {
  const randomLife = await openDatabase()
  await randomLife(acts)
})
