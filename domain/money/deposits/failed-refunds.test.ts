import { expect, test } from 'vitest'
import {
  resolveRefund,
  retryRefund,
  unresolvedRefunds,
} from '#domain/money/checkout/refunding/manual-refunds.ts'
import { purchaseRefundEmail } from '#domain/money/checkout/refunding/purchase-refund-emails.ts'
import { renderEmail } from '#domain/outbound/mail/email.ts'
import { newId } from '#domain/shared/ids.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { openPayments } from '#test/payments.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { findDeposit, requestRefund } from './deposits.ts'
import { type RefundDetails, refundEmail } from './refund-emails.ts'

const { db, made, clock, payments } = await openPayments()
const admin = await made.admin()

/** The $50.00 refund of a deposit failed, and a dispute of the same payment took $20.00 since. */
async function failedAndPartlyLost() {
  const renter = await made.shopper()
  const payment = await payments.holdDeposit(renter, 'refundFails')
  await requestRefund(db, renter, clock.now())
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  const before = await failedOf(renter.id)
  expect(before).toMatchObject({ cents: 5000, failedCents: 5000 })
  await recordLoss(payment, 2000)
  return { renter, payment, before }
}

/** As `syncDispute` records it when a bank has taken part of a payment. */
async function recordLoss(payment: string, cents: number) {
  const { id, user_id, order_id } = await depositOf(payment)
  await insertRows(db, 'disputes', {
    id: `dp_${id}`,
    payment_intent: payment,
    order_id,
    user_id,
    amount_cents: cents,
    status: 'lost',
    opened_at: clock.now(),
    closed_at: clock.now(),
  })
  await db.updateTable('deposits').set({ lost_cents: cents }).where('id', '=', id).execute()
}

const depositOf = (payment: string) =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('payment_intent', '=', payment)
    .executeTakeFirstOrThrow()

async function failedOf(personId: string) {
  const { rows } = await unresolvedRefunds(db, admin)
  return rows.find(({ person }) => person.id === personId)
}

test('a failed refund larger than the deposit is retried for the remaining amount', async () => {
  const { renter, before } = await failedAndPartlyLost()
  expect(await failedOf(renter.id)).toMatchObject({ cents: 3000, failedCents: 5000 })
  const result = await retryRefund(db, admin, before?.id ?? newId(), clock.now())
  if (!result.ok) throw new Error(result.problem.reason)
  expect(await failedOf(renter.id)).toBeUndefined()
  const again = await db
    .selectFrom('refunds')
    .select(['amount_cents', 'status', 'retry_of'])
    .where('id', '=', result.value.refundId)
    .executeTakeFirst()
  expect(again).toEqual({ amount_cents: 3000, status: 'pending', retry_of: before?.id })
  await payments.processAll()
})

test('the remaining amount can be marked as refunded another way, with the reason in the audit log', async () => {
  const { renter, payment, before } = await failedAndPartlyLost()
  const what = { refundId: before?.id ?? newId(), note: 'Check 12' }
  // The page was opened before the dispute was lost: the admin may have returned too much.
  expect(await resolveRefund(db, admin, { ...what, cents: 5000 }, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'amount-changed', owedCents: 3000 },
  })
  const answer = await resolveRefund(db, admin, { ...what, cents: 3000 }, clock.now())
  expect(answer).toMatchObject({ ok: true })
  expect(await failedOf(renter.id)).toBeUndefined()
  expect(await depositOf(payment)).toMatchObject({
    refunded_cents: 3000,
    lost_cents: 2000,
    closed_at: clock.now(),
  })
  const line = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'resolve refund')
    .where('noun_id', '=', what.refundId)
    .executeTakeFirst()
  expect(line).toEqual({
    actor_id: admin.id,
    before: { status: 'failed', cents: 5000 },
    after: { status: 'succeeded', cents: 3000, note: 'Check 12' },
  })
  const mail = await readRows(db, 'mail_outbox', 'subject', {
    recipient_id: renter.id,
    template: 'refund-given-by-hand',
  })
  expect(mail).toEqual([{ subject: '$30.00 was refunded another way' }])
})

test('a failed refund with nothing left to refund is not listed, and retrying explains why', async () => {
  const { renter, payment, before } = await failedAndPartlyLost()
  const { id } = await depositOf(payment)
  await updateRows(db, 'disputes', `dp_${id}`, { amount_cents: 5000 })
  const all = { lost_cents: 5000, closed_at: clock.now() }
  await db.updateTable('deposits').set(all).where('id', '=', id).execute()
  expect(await failedOf(renter.id)).toBeUndefined()
  expect(await retryRefund(db, admin, before?.id ?? newId(), clock.now())).toEqual({
    ok: false,
    problem: { reason: 'nothing-left' },
  })
})

test('a dispute of a pack does not put the same person’s deposit on hold (decision 15)', async () => {
  const renter = await made.shopper()
  const deposit = await payments.holdDeposit(renter)
  const session = await payments.buy(renter, 'one_time', { card: 'disputed' })
  await payments.processAll()
  clock.advance({ hours: 1 })
  await payments.processAll()
  const disputed = await readRows(db, 'disputes', ['status', 'payment_intent'], {
    user_id: renter.id,
  })
  const payment = await payments.paymentOfSession(session)
  expect(disputed).toEqual([{ status: 'open', payment_intent: payment }])
  expect(await findDeposit(db, renter.id)).toMatchObject({ barred: null })
  expect(await requestRefund(db, renter, clock.now())).toEqual({ ok: true, value: { cents: 5000 } })
  await payments.processAll()
  expect(await depositOf(deposit)).toMatchObject({ refunded_cents: 5000 })
})

test('a disputed top-up freezes the whole deposit (decision 15)', async () => {
  const renter = await made.shopper()
  await made.credits(renter, 100)
  await payments.holdDeposit(renter)
  await withholdPartOfDeposit(db, renter, 1050, clock.now())
  await payments.topUp(renter, 'disputed')
  clock.advance({ hours: 1 })
  await payments.processAll()
  expect(await requestRefund(db, renter, clock.now())).toEqual({
    ok: false,
    problem: { reason: 'deposit-disputed' },
  })
})

test.for([
  ['charge_disputed', 'disputed with your bank', 'Whatever you do not get back from your bank'],
  ['declined', 'the bank declined it', 'The money is still yours.'],
  ['expired_or_canceled_card', 'the card has expired', 'The money is still yours.'],
  ['lost_or_stolen_card', 'reported lost or stolen', 'The money is still yours.'],
  ['insufficient_funds', 'a problem on our side', 'The money is still yours.'],
  ['unknown', 'but it did not go through.', 'The money is still yours.'],
] as const)('whoever paid reads why a refund failed: %s', ([failure, cause, owed]) => {
  const details: RefundDetails = { name: 'Ada', cents: 3000, of: 'deposit', failure, origin: null }
  const ofDeposit = renderEmail(refundEmail('failed', details), null).text
  expect(ofDeposit).toContain(cause)
  expect(ofDeposit).toContain(owed)
  const pack = {
    name: 'Ada',
    cents: 3000,
    credits: 30,
    returned: { usable: 30, onHold: 0, inCode: 0 },
    note: null,
    failure,
    origin: null,
  }
  const ofPack = renderEmail(purchaseRefundEmail('failed', pack), null).text
  expect(ofPack).toContain(cause)
  for (const words of [ofDeposit, ofPack])
    expect(words.includes('bank declined')).toBe(failure === 'declined')
})
