import { expect, test } from 'vitest'
import { paidSession } from '#sandbox/testing/checkout.ts'
import { openShop } from '#sandbox/testing/shop.ts'

/** A payment that the cardholder disputes. */
async function disputed() {
  const shop = await openShop()
  const { intentId } = await paidSession(shop, { card: 'disputed' })
  expect((await shop.stripe.disputes.list()).data).toEqual([])
  shop.clock.advance({ seconds: 10 })
  const [dispute] = (await shop.stripe.disputes.list({ payment_intent: intentId })).data
  if (!dispute) throw new Error('There is no dispute')
  const types = async () => {
    const { data } = await shop.stripe.events.list({ limit: 100 })
    return data.map(({ type }) => type).filter((type) => type.startsWith('charge.'))
  }
  const read = () => shop.stripe.disputes.retrieve(dispute.id)
  const charge = () => shop.stripe.charges.retrieve(String(dispute.charge))
  return { shop, dispute, types, read, charge, intentId }
}

test('a disputed payment is withdrawn from the shop with a fee, and cannot be refunded', async () => {
  const { shop, dispute, types, charge, intentId } = await disputed()
  expect(dispute).toMatchObject({
    amount: 5000,
    status: 'needs_response',
    reason: 'fraudulent',
    payment_intent: intentId,
    balance_transactions: [{ amount: -5000, fee: 1500, net: -6500 }],
  })
  expect((await charge()).disputed).toBe(true)
  expect(await types()).toEqual([
    'charge.dispute.funds_withdrawn',
    'charge.updated',
    'charge.dispute.created',
    'charge.succeeded',
  ])
  await expect(shop.stripe.refunds.create({ payment_intent: intentId })).rejects.toMatchObject({
    code: 'charge_disputed',
    message: expect.stringContaining('has been charged back; cannot issue a refund.'),
  })
})

test('a payment can be refunded after its dispute is won, but not after it is lost', async () => {
  for (const status of ['lost', 'won'] as const) {
    const { shop, dispute, read, intentId } = await disputed()
    const part = () => shop.stripe.refunds.create({ payment_intent: intentId, amount: 100 })
    const text = status === 'won' ? 'winning_evidence' : 'losing_evidence'
    await shop.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: text } })
    expect(await read()).toMatchObject({ status, is_charge_refundable: status === 'won' })
    if (status === 'won') expect(await part()).toMatchObject({ status: 'succeeded', amount: 100 })
    else await expect(part()).rejects.toMatchObject({ code: 'charge_disputed' })
  }
})

test.each([
  ['winning_evidence', 'won', ['charge.dispute.funds_reinstated', 'charge.dispute.closed']],
  ['losing_evidence', 'lost', ['charge.dispute.closed', 'charge.dispute.updated']],
])('%s decides a dispute: it is %s', async (uncategorized_text, status, last) => {
  const { shop, dispute, types, read } = await disputed()

  const answered = await shop.stripe.disputes.update(dispute.id, {
    evidence: { uncategorized_text },
  })

  expect(answered).toMatchObject({
    status: 'under_review',
    evidence: { uncategorized_text },
    evidence_details: { has_evidence: true, submission_count: 1 },
  })
  expect((await read()).status).toBe(status)
  expect((await types()).slice(0, 2)).toEqual(last)
  await expect(shop.stripe.disputes.close(dispute.id)).rejects.toThrow(status)
})

test('evidence can be gathered before it is submitted, and other evidence stays under review', async () => {
  const { shop, dispute, read } = await disputed()
  await shop.stripe.disputes.update(dispute.id, {
    evidence: { product_description: 'A dress' },
    submit: false,
  })
  expect(await read()).toMatchObject({
    status: 'needs_response',
    evidence_details: { has_evidence: true, submission_count: 0 },
  })
  await shop.stripe.disputes.update(dispute.id, { evidence: { customer_name: 'Sam' } })
  shop.clock.advance({ days: 30 })
  expect(await read()).toMatchObject({
    status: 'under_review',
    evidence: { product_description: 'A dress', customer_name: 'Sam' },
  })
})

test('a dispute without evidence is lost at its deadline, and a closed one at once', async () => {
  const unanswered = await disputed()
  unanswered.shop.clock.advance({ days: 9 })
  expect((await unanswered.read()).status).toBe('lost')

  const accepted = await disputed()
  const closed = await accepted.shop.stripe.disputes.close(accepted.dispute.id)
  expect(closed.status).toBe('lost')
})

test('a refunded payment cannot be disputed', async () => {
  const shop = await openShop()
  const { intentId } = await paidSession(shop, { card: 'disputed' })
  await shop.stripe.refunds.create({ payment_intent: intentId })
  shop.clock.advance({ seconds: 10 })
  expect((await shop.stripe.disputes.list()).data).toEqual([])
})
