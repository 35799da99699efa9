import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  refundablePurchases,
  refundPurchase,
} from '#domain/money/checkout/refunding/refund-purchase.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import type { Person } from '#domain/shared/actors.ts'
import { disputedPayments } from '#test/make/disputed-payments.ts'
import { readRow } from '#test/postgres/rows.ts'
import { syncDispute } from './disputes.ts'

const world = await disputedPayments()
const { db, made, clock, payments, stripe, dashboard } = world
const { disputesOf, disputeOf, openDispute, win, lose, bought } = world

const balanceOf = (person: Person) => creditsBalance(db, person.id, clock.now())

async function emailsToAdmins(disputeId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from graphile_worker._private_jobs
    where payload->>'event' = 'dispute-opened' and payload->>'id' = ${disputeId}`.execute(db)
  return rows[0]?.count ?? 0
}

test.for([
  ['won', win],
  ['lost', lose],
] as const)('a dispute that is %s is over, however often it is read again', async ([
  status,
  end,
]) => {
  const { shopper, payment } = await bought()
  const id = await openDispute(payment)
  for (let time = 0; time < 2; time += 1) await syncDispute(db, stripe, id, clock.now())
  expect(await emailsToAdmins(id)).toBe(1)
  await end(payment)
  const before = await disputesOf(payment)
  expect(before).toMatchObject([{ status, loss_cents: 0, loss_credits: 0 }])
  const mails = () =>
    db.selectFrom('mail_outbox').select('id').where('recipient_id', '=', shopper.id).execute()
  const mailed = await mails()
  clock.advance({ hours: 1 })
  await syncDispute(db, stripe, id, clock.now())
  expect(await disputesOf(payment)).toEqual(before)
  expect(await mails()).toEqual(mailed)
  expect(await balanceOf(shopper)).toBe(status === 'won' ? 50 : 0)
})

test('disputes, refunds and losses of one payment do not affect other payments', async () => {
  const [one, other] = [await bought(), await bought()]
  await openDispute(one.payment)
  await disputeOf(other.payment)
  await win(one.payment)
  expect([await balanceOf(one.shopper), await balanceOf(other.shopper)]).toEqual([50, 0])
  // An admin's refund of another purchase must not count for this one.
  const admin = await made.admin()
  const session = await payments.buy(await made.shopper(), 'one_time')
  await payments.processAll()
  const order = await readRow(db, 'checkout_orders', ['id', 'user_id'], {
    stripe_session_id: session,
  })
  const [offer] = await refundablePurchases(db, [order.id], clock.now())
  const whole = { orderId: order.id, cents: offer?.cents ?? 0, credits: 'all' } as const
  const what = { ...whole, personId: order.user_id, reason: 'x' }
  expect(await refundPurchase(db, admin, what, clock.now())).toMatchObject({ ok: true })
  await payments.processAll()
  await dashboard.refunds.create({ payment_intent: one.payment, amount: 2000 })
  await payments.processAll()
  expect(await balanceOf(one.shopper)).toBe(30)
  expect(await disputesOf(other.payment)).toMatchObject([
    { status: 'open', loss_cents: 0, loss_credits: 0, closed_at: null },
  ])
})
