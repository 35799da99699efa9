import { expect, test } from 'vitest'
import { resolveRefund, retryRefund } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { make } from '#test/make/make.ts'
import { openPayments } from '#test/payments.ts'

async function open() {
  const { db, clock, payments } = await openPayments({ at: '2027-01-31T12:00:00Z' })
  const shopper = await make(db).shopper()
  /** The emails so far: kind, recipient, and the addresses in them. */
  const mails = async () => {
    const rows = await db
      .selectFrom('mail_outbox')
      .select(['template', 'subject', 'to_address', 'text_body'])
      .where('recipient_id', '=', shopper.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    expect(rows.filter(({ to_address }) => to_address !== shopper.email)).toEqual([])
    for (const { text_body } of rows) expect(text_body).toContain('http://shop.test/credits')
    return rows.map(({ template, subject }) => `${template}: ${subject}`)
  }
  const payAndRequestRefund = async (card: CardName) => {
    await payments.holdDeposit(shopper, card)
    await requestRefund(db, shopper, clock.now())
  }
  return { db, clock, payments, shopper, mails, payAndRequestRefund }
}

const RETURNED = 'refund-arrived: $50.00 was refunded to your card'
const FAILED = 'refund-failed: Your refund of $50.00 failed'

test('a shopper gets one email when the deposit was refunded, and none before', async () => {
  const { db, clock, payments, mails, payAndRequestRefund } = await open()
  await payAndRequestRefund('refundWaits')
  await payments.processAll()
  expect(await mails()).toEqual([])
  clock.advance({ seconds: 15 })
  for (let time = 0; time < 3; time++) {
    await payments.processAll()
    await reconcile(db, payments.stripe, clock.now())
  }
  expect(await mails()).toEqual([RETURNED])
})

test('the payer gets an email when a refund fails, and when it is resolved', async () => {
  const { db, clock, payments, mails, payAndRequestRefund } = await open()
  const admin = await make(db).admin()
  await payAndRequestRefund('refundFails')
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await mails()).toEqual([RETURNED, FAILED])

  const failed = () =>
    db.selectFrom('refunds').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await retryRefund(db, admin, (await failed()).id, clock.now())
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  const { id: refundId } = await failed()
  await resolveRefund(db, admin, { refundId, cents: 5000, note: 'A cheque' }, clock.now())
  await resolveRefund(db, admin, { refundId, cents: 5000, note: 'Another cheque' }, clock.now())
  expect(await mails()).toEqual([
    RETURNED,
    FAILED,
    RETURNED,
    FAILED,
    'refund-given-by-hand: $50.00 was refunded another way',
  ])
})

test('each failed renewal causes one email, however often its event arrives', async () => {
  const { db, clock, payments, shopper, mails } = await open()
  const results = 'renewal-failed: Your subscription payment failed'
  await payments.subscribe(shopper, 'subscription_monthly', 'renewalDeclined')
  clock.advance({ days: 29 })
  const events = await payments.takeEvents()
  for (let time = 0; time < 3; time++) {
    await payments.receive(events)
    await reconcile(db, payments.stripe, clock.now())
    clock.advance({ days: 3 })
    await payments.catchUp()
  }
  expect(await mails()).toEqual([results])

  const { invoices, paymentMethods } = payments.dashboard
  const [due] = (await invoices.list({ status: 'open' })).data
  const card = await paymentMethods.attach('pm_card_visa', { customer: String(due?.customer) })
  await invoices.pay(due?.id ?? '', { payment_method: card.id })
  await payments.catchUp()
  clock.set('2027-04-02T12:00:00Z')
  await payments.catchUp()
  expect(await mails()).toEqual([results, results])
})
