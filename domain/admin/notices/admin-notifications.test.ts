import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import { testClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import { testPayments } from '#test/payments.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { notifyAdmins } from './admin-notifications.ts'
import { emailAdmins } from './email-admins.ts'
import { remindAdmins } from './remind-admins.ts'

const now = new Date('2027-02-01T15:00:00Z')
const place = { origin: 'http://shop.test', timeZone: 'America/New_York', paymentsAreReal: false }

async function open() {
  const database = await testDatabase()
  const { db } = database
  const mails = () =>
    db
      .selectFrom('mail_outbox')
      .select(['template', 'subject', 'to_address', 'text_body'])
      .where('template', 'like', 'admin-%')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  const events = async () => {
    const { rows } = await database.pool.query(
      `select payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'tell-admins' order by j.id`,
    )
    return rows.map(({ payload }) => payload)
  }
  return { database, db, mails, events, things: make(db) }
}

test('every admin gets one email; former admins and closed accounts get none', async () => {
  const { db, mails, things } = await open()
  const admins = [await things.admin(), await things.admin()]
  await things.shopper()
  await things.admin({ deleted_at: now })
  const message = {
    ...{ template: 'admin-test', subject: 'News', paragraphs: ['Hello.'] },
    button: { text: 'Go to the dashboard', path: '/admin' },
  }
  const once = { origin: place.origin, key: 'news 1' }
  for (let time = 0; time < 2; time++)
    await inTransaction(db, (tx) => emailAdmins(tx, message, once, now))
  const sent = await mails()
  expect(sent.map(({ to_address }) => to_address).sort()).toEqual(
    admins.map(({ email }) => email).sort(),
  )
})

test('admins get an email when a dispute opens, with its deadline and a link', async () => {
  const { database, db, mails, events, things } = await open()
  const clock = testClock('2027-01-31T12:00:00Z')
  const payments = await testPayments(database, clock)
  await things.admin()
  const shopper = await things.shopper({ full_name: 'Nia New' })
  await payments.holdDeposit(shopper, 'disputed')
  clock.advance({ seconds: 15 })
  await payments.processAll()
  const [first, ...rest] = await events()
  expect(first).toMatchObject({ event: 'dispute-opened' })
  expect(rest).toEqual([])
  for (let time = 0; time < 2; time++)
    await notifyAdmins(db, first, { ...place, paymentsAreReal: true }, now)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toMatch(/^\$50\.00 disputed: respond by \w+ \d+, 2027$/)
  expect(mail?.text_body).toContain('Nia New has disputed a payment of $50.00')
  expect(mail?.text_body).toContain('http://shop.test/admin/money?part=open')
  expect(mail?.text_body).toContain('https://dashboard.stripe.com/disputes/')
})

test('credits revoked by a dashboard refund stay revoked when it fails, and admins get an email', async () => {
  const { database, db, mails, events, things } = await open()
  const clock = testClock('2027-01-31T12:00:00Z')
  const payments = await testPayments(database, clock)
  await things.admin()
  const shopper = await things.shopper({ full_name: 'Nia New' })
  const session = await payments.buy(shopper, 'one_time', { card: 'refundFails' })
  await payments.processAll()
  const payment = await payments.paymentOfSession(session)
  await payments.dashboard.refunds.create({ payment_intent: payment, amount: 2000 })
  for (let time = 0; time < 2; time++) {
    await payments.processAll()
    clock.advance({ seconds: 15 })
    await payments.processAll()
  }
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(30)
  const [sent, ...rest] = await events()
  expect([sent?.event, rest]).toEqual(['dashboard-refund-failed', []])
  await notifyAdmins(db, sent, place, now)
  const [mail] = await mails()
  expect(mail?.subject).toBe('Refund of $20.00 to Nia New failed')
  expect(mail?.text_body).toContain(`http://shop.test/admin/users/${shopper.id}`)
})

test('a failed refund causes one email', async () => {
  const { database, db, mails, events, things } = await open()
  const clock = testClock('2027-01-31T12:00:00Z')
  const payments = await testPayments(database, clock)
  await things.admin()
  const shopper = await things.shopper({ full_name: 'Nia New' })
  await payments.holdDeposit(shopper, 'refundFails')
  await requestRefund(db, shopper, clock.now())
  await payments.processAll()
  clock.advance({ seconds: 15 })
  await payments.processAll()
  expect(await events()).toEqual([{ event: 'refund-failed', id: expect.any(String) }])
  await notifyAdmins(db, (await events())[0], place, now)
  const [mail] = await mails()
  expect(mail?.subject).toBe('Refund of $50.00 to Nia New failed')
  expect(mail?.text_body).toContain('Card expired or canceled')
})

test('admins get one email a day about a failing job', async () => {
  const { db, mails, things } = await open()
  await things.admin()
  const about = {
    event: 'job-failed',
    id: 'reconcile-payments.2027-02-01',
    error: 'away',
  } as const
  for (let time = 0; time < 3; time++) await notifyAdmins(db, about, place, now)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('A background task keeps failing: reconcile payments')
})

test('admins get one email a day while something needs attention', async () => {
  const { db, mails, things } = await open()
  await things.admin()
  await remindAdmins(db, place, now)
  expect(await mails()).toEqual([])
  for (let n = 0; n < 2; n++) await things.item({ approval_status: 'pending' })
  await things.closet({ requested_name: 'The New Room', name_requested_at: now })
  await remindAdmins(db, place, now)
  await remindAdmins(db, place, new Date(now.getTime() + 3_600_000))
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your Hemline to-do list for today')
  expect(mail?.text_body).toContain('2 items are waiting for approval.')
  expect(mail?.text_body).toContain('1 closet name is waiting for approval.')
  await remindAdmins(db, place, new Date(now.getTime() + 86_400_000))
  expect(await mails()).toHaveLength(2)
})
