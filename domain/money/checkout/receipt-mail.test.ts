import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Jobs } from '#db/jobs.ts'
import { downgrade, quoteUpgrade, resumePlan, upgrade } from '#domain/money/plans/change-plan.ts'
import type { Person } from '#domain/shared/actors.ts'
import { savePlatformNumbers } from '#domain/site/settings/save-platform-numbers.ts'
import { saveSiteStyle } from '#domain/site/style/style.ts'
import { depositsPaidWithCredits } from '#test/make/deposits-paid-with-credits.ts'
import { make } from '#test/make/make.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { openPayments } from '#test/payments.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { fulfil } from './fulfil.ts'
import { mailReceipt } from './receipt-mail.ts'

async function open() {
  const { db, clock, payments } = await openPayments({ at: '2027-01-31T12:00:00Z' })
  const place = { timeZone: 'America/New_York', origin: 'http://shop.test' }
  /** Runs the waiting jobs twice; returns the receipts sent to a person so far. */
  const receiptsOf = async (person: Person) => {
    const { rows } = await sql<{ payload: Jobs['mail-receipt'] }>`select j.payload
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'mail-receipt' order by j.id`.execute(db)
    for (const { payload } of [...rows, ...rows]) await mailReceipt(db, payload, place, clock.now())
    return await db
      .selectFrom('mail_outbox')
      .select(['subject', 'text_body'])
      .where('recipient_id', '=', person.id)
      .where('template', 'like', 'receipt-%')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  }
  return { db, clock, payments, made: make(db), receiptsOf }
}

test('a top-up gets its own receipt, which links to the deposit', async () => {
  const { db, clock, payments, made, receiptsOf } = await open()
  const shopper = await made.readyShopper()
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  await payments.topUp(shopper)
  const [receipt, ...others] = await receiptsOf(shopper)
  expect(others).toEqual([])
  expect(receipt?.subject).toBe('Receipt: deposit top-up, $10.50')
  expect(receipt?.text_body).toContain('/credits#deposit')
})

test('credits and the deposit that was paid with them have one receipt', async () => {
  const { payments, made, receiptsOf } = await open()
  const shopper = await made.shopper()
  await payments.holdDepositWithPack(shopper, null)
  const [receipt, ...others] = await receiptsOf(shopper)
  expect(others).toEqual([])
  expect(receipt?.subject).toBe('Receipt: 50 credits and refundable deposit, $100.00')
  expect(receipt?.text_body).toContain('We received your payment of $100.00 on ')
  expect(receipt?.text_body).toContain('$50.00 of it is your refundable deposit.')
  expect(receipt?.text_body).toMatch(/Order number: \S+ and \S+/)
})

test('a deposit that is refunded at once is not on the receipt of its credits', async () => {
  const { payments, made, receiptsOf } = await open()
  const shopper = await made.shopper()
  await payments.holdDeposit(shopper)
  await payments.holdDepositWithPack(shopper, null)
  const receipts = await receiptsOf(shopper)
  expect(receipts.map(({ subject }) => subject).sort()).toEqual([
    'Receipt: 50 credits, $50.00',
    'Receipt: refundable deposit, $50.00',
  ])
})

test('a deposit has its own receipt when the plan that was paid with it is refunded', async () => {
  const { db, clock, payments, stripe, opened, ordersOf } = await depositsPaidWithCredits()
  const { shopper, sessionId } = await opened('subscription_monthly')
  await payments.subscribe(shopper, 'subscription_monthly')
  await payments.pay(sessionId)
  await fulfil(db, stripe, sessionId)
  const place = { timeZone: 'America/New_York', origin: 'http://shop.test' }
  for (const { id } of await ordersOf(shopper))
    await mailReceipt(db, { of: 'order', id }, place, clock.now())
  const mails = await readRows(db, 'mail_outbox', 'subject', {
    ...{ recipient_id: shopper.id, template: 'receipt-order' },
  })
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Receipt: Monthly plan, $20.00',
    'Receipt: refundable deposit, $50.00',
  ])
})

test('the receipt of a gift that never expires says so', async () => {
  const { db, clock, payments, made, receiptsOf } = await open()
  const shopper = await made.shopper()
  const numbers = { high_value_cents: 50_000, high_value_rentals: 3, gift_months: null }
  await savePlatformNumbers(db, await made.admin(), numbers, clock.now())
  await payments.buy(shopper, 'gift', { recipientEmail: 'may@example.test' })
  await payments.processAll()
  const [receipt] = await receiptsOf(shopper)
  expect(receipt?.text_body).toContain('50 are for may@example.test. They never expire.')
})

test('the receipt of a gift says when it expires, even after the setting has changed', async () => {
  const { db, clock, payments, made, receiptsOf } = await open()
  const shopper = await made.shopper()
  const numbers = { high_value_cents: 50_000, high_value_rentals: 3 }
  const admin = await made.admin()
  await savePlatformNumbers(db, admin, { ...numbers, gift_months: 12 }, clock.now())
  await payments.buy(shopper, 'gift', { recipientEmail: 'may@example.test' })
  await payments.processAll()
  await savePlatformNumbers(db, admin, { ...numbers, gift_months: 1 }, clock.now())
  const [receipt] = await receiptsOf(shopper)
  expect(receipt?.text_body).toContain('All of them expire on Jan 31, 2028.')
})

test('every payment has one receipt, with amount, product, expiry, date and order', async () => {
  const { db, clock, payments, made, receiptsOf } = await open()
  const shopper = await made.shopper()
  await payments.holdDeposit(shopper)
  clock.advance({ seconds: 1 })
  await payments.buy(shopper, 'one_time')
  await payments.processAll()
  clock.advance({ seconds: 1 })
  await payments.buy(shopper, 'gift', { recipientEmail: 'may@example.test' })
  await payments.processAll()
  const receipts = await receiptsOf(shopper)
  expect(receipts.map(({ subject }) => subject).sort()).toEqual([
    'Receipt: 50 credits, $50.00',
    'Receipt: 50/50 Credit deal, $50.00',
    'Receipt: refundable deposit, $50.00',
  ])
  const pack = receipts.find(({ subject }) => subject.includes('50 credits'))?.text_body
  const { id } = await readRow(db, 'checkout_orders', 'id', { product_type: 'one_time' })
  expect(pack).toContain('See your statement')
  const deposit = receipts.find(({ subject }) => subject.includes('deposit'))?.text_body
  expect(deposit).toMatch(/See your deposit\W+http:\/\/shop.test\/credits#deposit/)
  for (const fact of ['$50.00 on Jan 31, 2027', 'expire on Apr 30, 2027', id, '/credits#statement'])
    expect(pack).toContain(fact)
})

test('a plan sends one receipt for its start, each renewal and each change', async () => {
  const { db, clock, payments, made, receiptsOf } = await open()
  const { stripe } = payments
  const shopper = await made.shopper()
  await payments.subscribe(shopper, 'subscription_annual')
  await payments.catchUp()
  const live = await db
    .selectFrom('credit_subscriptions')
    .select('stripe_subscription_id as id')
    .executeTakeFirstOrThrow()
  const subjects = async () => (await receiptsOf(shopper)).map(({ subject }) => subject)
  const lastText = async () => (await receiptsOf(shopper)).at(-1)?.text_body
  expect(await subjects()).toEqual(['Receipt: Annual plan, $200.00'])
  expect(await lastText()).toContain('Credits roll over 1 month.')
  const { expires_at } = await readRow(db, 'credit_lots', 'expires_at', {})
  expect(expires_at).toEqual(new Date('2027-04-01T04:00:00Z'))
  const cancel = { cancel_at_period_end: 'true' }
  await payments.call('POST', `subscriptions/${live.id}`, cancel)
  await payments.catchUp()
  clock.advance({ seconds: 1 })
  expect((await subjects()).at(-1)).toBe('Your Annual plan is canceled')
  expect(await lastText()).toMatch(/See your plan\W+http:\/\/shop.test\/credits#plans/)
  await resumePlan(db, shopper, stripe, clock.now())
  await payments.catchUp()
  clock.advance({ seconds: 1 })
  expect((await subjects()).at(-1)).toBe('You keep your Annual plan')
  await downgrade(db, shopper, stripe, clock.now())
  await payments.catchUp()
  clock.advance({ seconds: 1 })
  expect((await subjects()).at(-1)).toBe('Your plan changes to the Monthly plan on Jan 31, 2028')
  clock.set('2028-01-31T13:00:00Z')
  await payments.catchUp()
  expect((await subjects()).at(-1)).toBe('Receipt: Monthly plan, $20.00')
  expect(await subjects()).toHaveLength(5)
})

test('the receipt of an upgrade shows its price less the unused month', async () => {
  const { db, payments, made, receiptsOf, clock } = await open()
  const { stripe } = payments
  const shopper = await made.shopper()
  await payments.subscribe(shopper, 'subscription_monthly')
  await payments.catchUp()
  const quote = await quoteUpgrade(db, shopper, stripe, clock.now())
  if (!quote.ok) throw new Error(quote.problem.reason)
  clock.advance({ seconds: 1 })
  await upgrade(db, shopper, stripe, quote.value.dueCents, clock.now())
  await payments.catchUp()
  const [first, second, ...more] = await receiptsOf(shopper)
  expect(first?.subject).toBe('Receipt: Monthly plan, $20.00')
  expect(second?.subject).toMatch(/^Receipt: upgrade to Annual plan, \$180\.\d\d$/)
  expect(second?.text_body).toContain('The unused part of your month was deducted from the price.')
  expect(more).toEqual([])
})

test('a receipt has the payment method, the tax if there is any, and the address of the seller', async () => {
  const { db, clock, payments, made, receiptsOf } = await open()
  const shopper = await made.shopper()
  await payments.subscribe(shopper, 'subscription_monthly')
  await payments.catchUp()
  const { id } = await db.selectFrom('checkout_orders').select('id').executeTakeFirstOrThrow()
  const [plain] = await receiptsOf(shopper)
  expect(plain?.text_body).toContain(
    `Order number: ${id}\nPayment method: Visa ending in 4242\n\nSee your statement`,
  )
  expect(plain?.text_body).not.toContain('Sold by')

  const business_address = '12 Plum Lane\nBrooklyn, NY 11201'
  await saveSiteStyle(db, await made.admin(), { business_address }, clock.now())
  await db.updateTable('checkout_orders').set({ tax_cents: 163 }).execute()
  await db.deleteFrom('mail_outbox').execute()
  clock.set('2027-02-28T13:00:00Z')
  await payments.catchUp()
  const seller = `Sold by:\nHemline\n${business_address}\n\nSee your statement`
  const receipts = await receiptsOf(shopper)
  const [start, renewal] = ['Order', 'Invoice'].map(
    (kind) => receipts.find(({ text_body }) => text_body.includes(`${kind} number`))?.text_body,
  )
  expect(start).toContain(
    `Order number: ${id}\nPayment method: Visa ending in 4242\nTax included: $1.63\n\n${seller}`,
  )
  expect(renewal).toMatch(/Invoice number: \w+\nPayment method: Visa ending in 4242\n\n/)
  expect(renewal).toContain(seller)
})

test('a closed account gets no receipt', async () => {
  const { db, payments, made, receiptsOf, clock } = await open()
  const shopper = await made.shopper()
  await payments.buy(shopper, 'one_time')
  await payments.processAll()
  await updateRows(db, 'user_profiles', shopper.id, { deleted_at: clock.now() })
  expect(await receiptsOf(shopper)).toEqual([])
})
