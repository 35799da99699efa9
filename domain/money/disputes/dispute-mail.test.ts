import { expect, test } from 'vitest'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { openPayments } from '#test/payments.ts'
import { syncDispute } from './disputes.ts'

const { db, made, clock, payments, stripe } = await openPayments()
const { dashboard } = payments

async function spend(shopper: Shopper, creditsPerDay: number) {
  const today = calendarDateIn('UTC', clock.now())
  const item = await made.item({ creditsPerDay })
  const days = { start: addDays(today, 1), end: addDays(today, 7) }
  const input = { itemId: item.id, ...days, requestKey: newId(), origin: 'https://shop.example' }
  const rented = await requestRental(db, shopper, input, clock.now(), today, 'UTC')
  if (!rented.ok) throw new Error(rented.problem.reason)
}

/** A pack of 50 credits, of which some are spent, and its open dispute. */
async function disputedPack({ creditsPerDay }: { readonly creditsPerDay: number }) {
  const shopper = await made.shopper()
  const session = await payments.buy(shopper, 'one_time', { card: 'disputed' })
  const fulfilled = await fulfil(db, stripe, session)
  if (!fulfilled.ok) throw new Error(fulfilled.problem.reason)
  await made.deposit(shopper)
  await spend(shopper, creditsPerDay)
  clock.advance({ hours: 1 })
  await payments.processAll()
  const payment = await payments.paymentOfSession(session)
  const { data } = await dashboard.disputes.list({ payment_intent: payment })
  if (!data[0]) throw new Error('nobody disputes it')
  return { shopper, dispute: data[0].id }
}

async function win(dispute: string) {
  const evidence = { uncategorized_text: 'winning_evidence' }
  await dashboard.disputes.update(dispute, { evidence, submit: true })
  clock.advance({ seconds: 1 })
  await payments.processAll()
}

async function lose(dispute: string) {
  await dashboard.disputes.close(dispute)
  await payments.processAll()
}

/** In the order of their templates: lost, open, won. */
const mailsTo = ({ email }: Person) =>
  db
    .selectFrom('mail_outbox')
    .select(['template', 'subject', 'text_body'])
    .where('to_address', '=', email)
    .where('template', 'like', 'dispute-%')
    .orderBy('template')
    .execute()

test('the payer gets an email when a dispute opens, and when it is won, with the credits left', async () => {
  const { shopper, dispute } = await disputedPack({ creditsPerDay: 2 })
  const [opened, ...rest] = await mailsTo(shopper)
  expect([opened?.template, rest]).toEqual(['dispute-open', []])
  expect(opened?.subject).toBe('Your payment of $50.00 is disputed')
  expect(opened?.text_body).toContain(
    'the 36 credits left from this payment are on hold and cannot be spent.',
  )
  expect(opened?.text_body).toContain('/credits#statement')

  await win(dispute)
  await syncDispute(db, stripe, dispute, clock.now())
  const [, won, ...more] = await mailsTo(shopper)
  expect([won?.template, more]).toEqual(['dispute-won', []])
  expect(won?.subject).toBe('The dispute about your payment of $50.00 is resolved')
  expect(won?.text_body).toContain('Your 36 credits are no longer on hold.')
})

test('the payer gets an email when a dispute is lost, with the number of credits removed', async () => {
  const { shopper, dispute } = await disputedPack({ creditsPerDay: 2 })
  await lose(dispute)
  await syncDispute(db, stripe, dispute, clock.now())
  const [lost, ...rest] = await mailsTo(shopper)
  expect([lost?.template, rest]).toMatchObject(['dispute-lost', [{ template: 'dispute-open' }]])
  expect(lost?.subject).toBe('$50.00 went back to your card after a dispute')
  expect(lost?.text_body).toContain('We removed 36 credits that you bought with this payment.')
})

test('the emails use the singular for one credit', async () => {
  const { shopper, dispute } = await disputedPack({ creditsPerDay: 7 })
  await win(dispute)
  const [opened, won] = await mailsTo(shopper)
  expect(opened?.text_body).toContain('the 1 credit left from this payment is on hold')
  expect(won?.text_body).toContain('Your 1 credit is no longer on hold. You can use it again.')
})
