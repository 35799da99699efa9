import { expect, test } from 'vitest'
import type { Db } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { inTurn } from '#test/in-turn.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { findOwedForAYear } from './owed-without-account.ts'
import { countPayoutProblems } from './payout-figures.ts'
import { remindOfPayouts } from './remind-of-payouts.ts'

const connected = { hasConnect: true }
const at = (time: string) => {
  const now = new Date(time)
  return { now, today: calendarDateIn('America/New_York', now), origin: 'https://shop.example' }
}
const noon = (day: string) => at(`${day}T17:00:00Z`)
const start = new Date('2026-01-31T12:00:00Z')

/** The state after an admin turned a closet into a customer and blocked that customer. */
async function block(db: Db, closet: ClosetOwner, blocked = {}) {
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
    ...blocked,
  })
}

async function open() {
  const database = await testDatabase()
  const { db, made } = database
  const admin = await made.admin()
  const mailsTo = (closet: ClosetOwner) =>
    readRows(
      db,
      'mail_outbox',
      ['subject', 'text_body', 'created_at'],
      { recipient_id: closet.id },
      'created_at',
    )
  const owed = async (cents = 2500, details = {}) => {
    const closet = await made.closet(details)
    await made.correction(closet, { cents, at: start })
    return closet
  }
  const remind = (day: string) => remindOfPayouts(db, connected, noon(day))
  const forAdmins = async (time: string) => {
    await findOwedForAYear(db, new Date(time))
    return (await countPayoutProblems(db, admin, new Date(time))).owedForAYear
  }
  return { database, db, made, admin, mailsTo, owed, remind, forAdmins }
}

test('a closet without an account is reminded once a month of what it can be paid then', async () => {
  const { db, made, mailsTo, owed, remind } = await open()
  const closet = await owed(2500, { full_name: 'Olivia Owed' })
  expect(await remind('2026-01-31')).toBe(1)
  for (const day of ['2026-01-31', '2026-02-01', '2026-02-27']) expect(await remind(day)).toBe(0)
  await made.correction(closet, { cents: 1234, at: start })
  const later = new Date('2026-06-01T00:00:00Z')
  await made.correction(closet, { cents: 9999, at: start, payableAt: later })
  await made.correction(closet, { cents: 1, at: start, payableAt: noon('2026-02-28').now })
  await Promise.all([remind('2026-02-28'), remind('2026-02-28')])
  const [first, second, ...others] = await mailsTo(closet)
  expect(others).toEqual([])
  expect([first?.subject, second?.subject]).toEqual([
    'Set up payouts to receive $25.00',
    'Set up payouts to receive $37.35',
  ])
  expect(first?.text_body).toContain('Hi Olivia Owed,')
  expect(first?.text_body).toContain('https://shop.example/business/payouts')
  const last = await db.selectFrom('payout_reminders').selectAll().execute()
  expect(last).toMatchObject([{ first_reminded_on: '2026-01-31', reminded_on: '2026-02-28' }])
})

test('nobody else is reminded', async () => {
  const { db, made, mailsTo, owed } = await open()
  const ready = await owed()
  await made.payoutAccount(ready)
  const inReview = await owed()
  await made.payoutAccount(inReview, { state: 'in_review' })
  const little = await owed(2499)
  const early = await made.closet()
  const payableAt = new Date('2026-02-07T12:00:00Z')
  await made.correction(early, { cents: 2500, at: start, payableAt })
  const deducted = await owed()
  await made.correction(deducted, { cents: -1, at: start })
  const closed = await owed()
  await block(db, closed, { blocked_at: start, blocked_reason: 'Fraud.' })
  expect(await remindOfPayouts(db, { hasConnect: false }, noon('2026-02-01'))).toBe(0)
  expect(await remindOfPayouts(db, connected, noon('2026-02-01'))).toBe(0)
  for (const closet of [ready, inReview, little, early, deducted, closed])
    expect(await mailsTo(closet)).toEqual([])
  expect(await remindOfPayouts(db, connected, noon('2026-02-08'))).toBe(1)
  expect(await mailsTo(early)).toHaveLength(1)
})

test('a blocked closet is reminded too, since its earnings are still paid', async () => {
  const { db, mailsTo, owed, remind } = await open()
  const blocked = await owed()
  await block(db, blocked)
  expect(await remind('2026-02-01')).toBe(1)
  expect((await mailsTo(blocked)).map(({ subject }) => subject)).toEqual([
    'Set up payouts to receive $25.00',
  ])
})

test.each([
  [
    'incomplete',
    'Set up payouts to receive $25.00',
    'Stripe still needs something from you',
    'Set up',
  ],
  [
    'restricted',
    'Check your Stripe account to receive $25.00',
    'does not accept payouts',
    'See your',
  ],
  ['gone', 'Set up payouts to receive $25.00', 'Please set up payouts again.', 'Set up'],
] as const)('a closet whose account is %s learns what to do', async (state, subject, words, button) => {
  const { made, mailsTo, owed, remind } = await open()
  const closet = await owed()
  await made.payoutAccount(closet, { state })
  await remind('2026-02-01')
  const [mail] = await mailsTo(closet)
  expect(mail?.subject).toBe(subject)
  expect(mail?.text_body).toContain(words)
  expect(mail?.text_body).toContain(`${button} payouts:\nhttps://shop.example/business/payouts`)
})

test('reminders stop once the account is ready or the money is sent', async () => {
  const { db, made, mailsTo, owed, remind } = await open()
  const [setUp, sent] = [await owed(), await owed()]
  expect(await remind('2026-02-01')).toBe(2)
  await made.payoutAccount(setUp)
  await made.payoutAccount(sent)
  const transfer = { owner_id: sent.id, amount_cents: 2500, requested_at: start }
  const id: TransferId = newId()
  await insertRows(db, 'transfers', { ...transfer, id })
  await updateRows(db, 'earnings', { owner_id: sent.id }, { transfer_id: id })
  await updateRows(
    db,
    'payout_accounts',
    { owner_id: sent.id },
    { state: 'restricted', payouts_enabled: false },
  )
  expect(await remind('2026-03-05')).toBe(0)
  for (const closet of [setUp, sent]) expect(await mailsTo(closet)).toHaveLength(1)
})

test('after twelve months of reminders admins have to act, until there is an account', async () => {
  const { made, mailsTo, owed, remind, forAdmins } = await open()
  const closet = await owed()
  for (let month = 1; month <= 14; month += 1)
    await remind(new Date(Date.UTC(2026, month, 15)).toISOString().slice(0, 10))
  const mails = await mailsTo(closet)
  expect(mails).toHaveLength(12)
  expect(mails.at(-1)?.created_at.toISOString()).toMatch(/^2027-01-15/)
  expect(await forAdmins('2027-02-14T12:00:00Z')).toBe(0)
  expect(await forAdmins('2027-02-15T12:00:00Z')).toBe(1)
  await made.payoutAccount(closet)
  expect(await forAdmins('2027-02-15T12:00:00Z')).toBe(0)
})

test('if Connect is set up late, old earnings still get a year of reminders first', async () => {
  const { db, mailsTo, owed, remind, forAdmins } = await open()
  const closet = await owed()
  const gone = await owed()
  await block(db, gone, { blocked_at: start, blocked_reason: 'Fraud.' })
  const customer = await owed()
  await updateRows(db, 'user_profiles', customer.id, {
    account_type: 'regular',
    business_status: null,
  })
  expect(await remindOfPayouts(db, { hasConnect: false }, noon('2027-08-01'))).toBe(0)
  // Admins have to act at once for people who cannot be reminded.
  expect(await forAdmins('2027-08-01T12:00:00Z')).toBe(2)
  for (let month = 7; month <= 20; month += 1)
    await remind(new Date(Date.UTC(2027, month, 2)).toISOString().slice(0, 10))
  expect(await mailsTo(closet)).toHaveLength(12)
  expect(await forAdmins('2028-08-01T12:00:00Z')).toBe(2)
  expect(await forAdmins('2028-08-02T12:00:00Z')).toBe(3)
})

test('money paid another way counts against the oldest earnings', async () => {
  const { made, mailsTo, owed, remind, forAdmins } = await open()
  const closet = await owed()
  await made.correction(closet, { cents: -2500, note: 'Paid in cash.', at: start })
  await made.correction(closet, { cents: 4000, at: new Date('2027-03-01T12:00:00Z') })
  expect(await forAdmins('2027-03-02T12:00:00Z')).toBe(0)
  await remind('2027-03-02')
  expect(await mailsTo(closet)).toHaveLength(1)
  expect(await forAdmins('2028-03-02T12:00:00Z')).toBe(1)
})

test('closets are checked in batches, and each is reminded once of its own amount', async () => {
  const { db, mailsTo, owed } = await open()
  const closets: ClosetOwner[] = []
  for (const place of [0, 1, 2]) closets.push(await owed(2500 + place))
  const remindTwoAtATime = () => remindOfPayouts(db, connected, noon('2026-02-01'), 2)
  expect(await remindTwoAtATime()).toBe(3)
  expect(await remindTwoAtATime()).toBe(0)
  const mails = await Promise.all(closets.map(mailsTo))
  expect(mails.map((of) => of.map(({ subject }) => subject.replace(/.* receive /, '')))).toEqual([
    ['$25.00'],
    ['$25.01'],
    ['$25.02'],
  ])
})

test('a closet that can be paid by the time it is visited is not reminded', async () => {
  const { database, db, made, mailsTo, owed, remind } = await open()
  const [first, second] = [await owed(), await owed()]
  const reminded = `insert into payout_reminders (owner_id, first_reminded_on, reminded_on)
    values ($1, '2026-02-01', '2026-02-01')`
  await inTurn(
    database,
    [reminded, first.id],
    [() => remind('2026-02-01')],
    async () => void (await made.payoutAccount(second)),
  )
  expect(await mailsTo(first)).toHaveLength(1)
  expect(await mailsTo(second)).toEqual([])
  const owners = await db.selectFrom('payout_reminders').select('owner_id').execute()
  expect(owners).toEqual([{ owner_id: first.id }])
})
