import { expect, test } from 'vitest'
import { openSession, paidSession, submitCard } from '#sandbox/testing/checkout.ts'
import { availableCharge, expressAccount, onboarded } from '#sandbox/testing/connect.ts'
import { openShop, type Shop } from '#sandbox/testing/shop.ts'

const send = (shop: Shop, destination: string, amount: number, transfer_group = 'run_1') =>
  shop.stripe.transfers.create({ amount, currency: 'usd', destination, transfer_group })

async function balance(shop: Shop, stripeAccount?: string) {
  const read = await shop.stripe.balance.retrieve({}, { stripeAccount })
  return [read.available[0]?.amount, read.pending[0]?.amount]
}

test('a charge is pending for two days and costs a fee; refunds do not return the fee', async () => {
  const shop = await openShop()
  expect(await balance(shop)).toEqual([0, 0])
  const { intentId } = await paidSession(shop)
  expect(await balance(shop)).toEqual([0, 4825])
  await shop.stripe.refunds.create({ payment_intent: intentId, amount: 1000 })
  expect(await balance(shop)).toEqual([0, 3825])
  shop.clock.advance({ days: 2 })
  expect(await balance(shop)).toEqual([3825, 0])
})

test('a disputed charge leaves the balance with a fee', async () => {
  const shop = await openShop()
  await submitCard(shop, (await openSession(shop)).id, { card: 'disputed' })
  shop.clock.advance({ days: 2 })
  await shop.sandbox.deliverDueWebhooks()
  expect(await balance(shop)).toEqual([4825 - 5000 - 1500, 0])
})

test('a transfer moves available money to the account', async () => {
  const shop = await openShop()
  const destination = await onboarded(shop)
  await availableCharge(shop)

  const transfer = await send(shop, destination, 4000)

  expect(transfer).toMatchObject({ amount: 4000, destination, transfer_group: 'run_1' })
  expect(await balance(shop)).toEqual([825, 0])
  expect(await balance(shop, destination)).toEqual([4000, 0])
  expect(await shop.stripe.transfers.retrieve(transfer.id)).toMatchObject({ reversed: false })
  await shop.sandbox.deliverDueWebhooks()
  const event = shop.events.find(({ type }) => type === 'transfer.created')
  expect(event).toMatchObject({ data: { object: { id: transfer.id } } })
  expect(event).not.toHaveProperty('account')
})

test('transfers are listed by group, account and time', async () => {
  const shop = await openShop()
  const [ann, bob] = [await onboarded(shop), await onboarded(shop)]
  await availableCharge(shop)
  const first = await send(shop, ann, 100, 'a')
  shop.clock.advance({ hours: 1 })
  const second = await send(shop, bob, 200, 'b')
  const ids = async (params: object) =>
    (await shop.stripe.transfers.list(params)).data.map(({ id }) => id)

  expect(await ids({})).toEqual([second.id, first.id])
  expect(await ids({ transfer_group: 'a' })).toEqual([first.id])
  expect(await ids({ destination: bob })).toEqual([second.id])
  expect(await ids({ created: { gte: first.created, lt: second.created } })).toEqual([first.id])
  expect(await ids({ limit: 1, starting_after: second.id })).toEqual([first.id])
})

test('concurrent transfers take no more than is available', async () => {
  const shop = await openShop()
  const destination = await onboarded(shop)
  await availableCharge(shop)

  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => send(shop, destination, 2000)),
  )

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await balance(shop)).toEqual([825, 0])
})

test('a transfer without money, without the capability or to an unknown account is refused', async () => {
  const shop = await openShop()
  const [verified, missing] = [
    await onboarded(shop),
    await onboarded(shop, { name: 'Mia Missing' }),
  ]
  await paidSession(shop)
  const attempt = (destination: string) => send(shop, destination, 2500)

  await expect(attempt(verified)).rejects.toMatchObject({ code: 'balance_insufficient' })
  await expect(attempt(missing)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  })
  await expect(attempt('acct_no')).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'destination',
  })
  const { id } = await shop.stripe.accounts.create({ controller: expressAccount.controller })
  await expect(attempt(id)).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  })
})

test('the same idempotency key makes one transfer, and other accounts have other keys', async () => {
  const shop = await openShop()
  const destination = await onboarded(shop)
  await availableCharge(shop)
  const params = { amount: 2000, currency: 'usd', destination }
  const key = { idempotencyKey: 'transfer:1' }

  // The SDK retries when the response is lost.
  await shop.askForFault({ kind: 'drop_after', path: '/v1/transfers', method: 'POST' })
  const made = await shop.stripe.transfers.create(params, key)
  expect((await shop.stripe.transfers.create(params, key)).id).toBe(made.id)

  expect((await shop.stripe.transfers.list()).data.map(({ id }) => id)).toEqual([made.id])
  await expect(
    shop.stripe.transfers.create({ ...params, amount: 2001 }, key),
  ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  const payout = { amount: 500, currency: 'usd' }
  const ofAccount = await shop.stripe.payouts.create(payout, {
    ...key,
    stripeAccount: destination,
  })
  expect(ofAccount.amount).toBe(500)
})

test('a transfer is reversed in parts, from what the account still has', async () => {
  const shop = await openShop()
  const destination = await onboarded(shop)
  await availableCharge(shop)
  const { id } = await send(shop, destination, 4000)

  const part = await shop.stripe.transfers.createReversal(id, { amount: 1500 })

  expect(part).toMatchObject({ amount: 1500, transfer: id })
  expect(await balance(shop)).toEqual([825 + 1500, 0])
  expect(await balance(shop, destination)).toEqual([2500, 0])
  await expect(shop.stripe.transfers.createReversal(id, { amount: 2501 })).rejects.toMatchObject({
    param: 'amount',
  })
  await shop.stripe.payouts.create(
    { amount: 2000, currency: 'usd' },
    { stripeAccount: destination },
  )
  await expect(shop.stripe.transfers.createReversal(id)).rejects.toMatchObject({
    code: 'balance_insufficient',
  })
  await shop.stripe.transfers.createReversal(id, { amount: 500 })
  expect((await shop.stripe.transfers.listReversals(id)).data).toHaveLength(2)
  expect(await shop.stripe.transfers.retrieve(id)).toMatchObject({
    amount_reversed: 2000,
    reversed: false,
    reversals: { data: [{ amount: 500 }, { amount: 1500 }] },
  })
  await shop.sandbox.deliverDueWebhooks()
  expect(shop.events.filter(({ type }) => type === 'transfer.reversed')).toHaveLength(2)
})
