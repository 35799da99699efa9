import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RefundId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import type { RefundState } from '#gateways/stripe/refunds.ts'
import { StripeRefused, StripeUnavailable } from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { openPayments } from '#test/payments.ts'
import { type RefundRow, refundRows } from '#test/refund-rows.ts'
import { makeRefund, syncRefund, syncRefundsOfCharge } from './refunds.ts'

// Rows are inserted without the history that commands would leave.
const { db, made, clock, stripe } = await openPayments({ violatesInvariants: true })
const at = clock.now()

const refund = refundRows(db, at)

const rowOf = (id: RefundId) =>
  db
    .selectFrom('refunds')
    .select(['status', 'stripe_refund_id as stripeId', 'failure', 'finished_at as finishedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const mailsAbout = async (id: RefundId) => {
  const rows = await db
    .selectFrom('mail_outbox')
    .select(['template', 'subject', 'to_address as to', 'recipient_id as recipient', 'text_body'])
    .where('message_id', 'like', `refund-${id}-%`)
    .orderBy('id')
    .execute()
  return rows.map(({ text_body: text, ...row }) => ({ ...row, text }))
}

async function admins(): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`select j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'tell-admins' order by j.id`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** What Stripe says about a refund. */
const state = (
  refundId: RefundId,
  status: RefundState['status'],
  failure: string | null = null,
): RefundState => ({
  ...{ id: `re_${refundId}`, status, failure, refundId, paymentIntent: 'pi_1' },
  ...{ amountCents: 3000, createdAt: at },
})
/** Requests that Stripe received. */
let requests: string[] = []
const answering = (answer: () => RefundState): StripeGateway => ({
  ...stripe,
  refund: async ({ refundId }) => {
    requests.push(refundId)
    return answer()
  },
  readRefund: async () => answer(),
  refundsOfCharge: async () => [answer()],
})
const throwing = (error: Error) =>
  answering(() => {
    throw error
  })

test('a refund is requested once, with its payment', async () => {
  requests = []
  const id = await refund()
  const other = await refund({ stripeId: 're_known' })
  const done = await refund({ status: 'succeeded' })
  const gateway = answering(() => state(id, 'pending'))
  for (const one of [id, id, other, done, newId()]) await makeRefund(db, gateway, one, clock.now())
  expect(requests).toEqual([id])
  expect(await rowOf(id)).toMatchObject({ status: 'pending', stripeId: `re_${id}` })
  expect(await mailsAbout(id)).toEqual([])
  const unpaid = await refund({ payment: null })
  await expect(makeRefund(db, gateway, unpaid, clock.now())).rejects.toThrow(
    `refund ${unpaid} has no payment to give back`,
  )
})

test('a refund fails when Stripe refuses it, and is retried when Stripe is unavailable', async () => {
  const [disputed, used, waits] = [await refund(), await refund(), await refund()]
  const refusal = new StripeRefused('It is disputed.', { code: 'charge_disputed' })
  await makeRefund(db, throwing(refusal), disputed, clock.now())
  const spent = new StripeRefused('Nothing is left of it.', { code: 'charge_already_refunded' })
  await makeRefund(db, throwing(spent), used, clock.now())
  const failed = { status: 'failed', stripeId: null, finishedAt: clock.now() }
  expect(await rowOf(disputed)).toEqual({ ...failed, failure: 'charge_disputed' })
  expect(await rowOf(used)).toEqual({ ...failed, failure: 'Nothing is left of it.' })
  for (const error of [new StripeUnavailable('no route'), new Error('a bug')])
    await expect(makeRefund(db, throwing(error), waits, clock.now())).rejects.toBe(error)
  expect(await rowOf(waits)).toMatchObject({ status: 'pending' })
  expect(await admins()).toEqual([
    { event: 'refund-failed', id: disputed },
    { event: 'refund-failed', id: used },
  ])
  // Stripe reports it after all, with an id.
  const reported = answering(() => state(used, 'failed', 'declined'))
  await syncRefund(db, reported, `re_${used}`, clock.now())
  expect(await rowOf(used)).toEqual({ ...failed, stripeId: `re_${used}`, failure: 'declined' })
  expect(await mailsAbout(used)).toHaveLength(1)
  expect(await admins()).toHaveLength(2)
})

test('an answer older than the recorded state changes nothing', async () => {
  const before = await admins()
  const id = await refund()
  const synced = async (status: RefundState['status']) => {
    clock.advance({ seconds: 1 })
    await syncRefundsOfCharge(
      db,
      answering(() => state(id, status)),
      'ch_1',
      clock.now(),
    )
    return await rowOf(id)
  }
  expect(await synced('pending')).toMatchObject({ status: 'pending', finishedAt: null })
  const succeeded = await synced('succeeded')
  expect(succeeded).toMatchObject({ status: 'succeeded', finishedAt: clock.now() })
  expect(await admins()).toEqual(before)
  for (const status of ['pending', 'succeeded'] as const)
    expect(await synced(status)).toEqual(succeeded)
  const failed = await synced('failed')
  expect(failed).toMatchObject({ status: 'failed', finishedAt: clock.now() })
  for (const status of ['pending', 'succeeded', 'failed'] as const)
    expect(await synced(status)).toEqual(failed)
  const mails = await mailsAbout(id)
  expect(mails.map(({ template }) => template)).toEqual(['refund-arrived', 'refund-failed'])
  expect(await admins()).toEqual([...before, { event: 'refund-failed', id }])
})

test('a refusal keeps the id of a refund that Stripe has reported since it was requested', async () => {
  const id = await refund()
  const pending = answering(() => state(id, 'pending'))
  const refusing: StripeGateway = {
    ...stripe,
    refund: async () => {
      await syncRefund(db, pending, `re_${id}`, clock.now())
      throw new StripeRefused('It is being refunded.')
    },
  }
  await makeRefund(db, refusing, id, clock.now())
  expect(await rowOf(id)).toMatchObject({ status: 'failed', stripeId: `re_${id}` })
})

test('the email about a refund says what is refunded, to the payer or the contact of a closed account', async () => {
  const payer = await made.shopper({ full_name: 'Ida Brandt' })
  const gone = await made.shopper({ deleted_at: at })
  const deposit = await made.deposit(payer)
  const contact = { contact_email: 'mia@hemline.test', contact_name: 'Mia Gone' }
  const mailsOf = async (options: RefundRow) => {
    const id = await refund({ payer, ...options })
    await makeRefund(
      db,
      answering(() => state(id, 'succeeded')),
      id,
      clock.now(),
    )
    return await mailsAbout(id)
  }
  const arrived = { template: 'refund-arrived', subject: '$30.00 was refunded to your card' }
  const toPayer = { ...arrived, to: payer.email, recipient: payer.id }
  const link = 'https://shop.example/credits'
  for (const [options, words] of [
    [{ deposit }, '$30.00 of your deposit was refunded'],
    [{ product: 'deposit_top_up' }, '$30.00 that you added to your deposit was refunded'],
    [{}, '$30.00 that you paid twice was refunded'],
    [{ product: 'one_time', credits: 30 }, '$30.00 for 30 credits was refunded'],
  ] as const) {
    const [mail, ...others] = await mailsOf(options)
    expect(others).toEqual([])
    expect(mail).toMatchObject(toPayer)
    for (const text of ['Hi Ida,', words, link]) expect(mail?.text).toContain(text)
  }
  const [toContact] = await mailsOf({ payer: gone, contact })
  expect(toContact).toMatchObject({ ...arrived, to: 'mia@hemline.test', recipient: null })
  expect(toContact?.text).toContain('Hi Mia,')
  expect(toContact?.text).not.toContain(link)
  expect(await mailsOf({ payer: gone })).toEqual([])
})
