import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reconcile } from '#domain/money/events/reconcile.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { moneyOf } from './money-of.ts'
import { pay, rentalWeek } from './shopping.ts'
import { openWorld, type Visit } from './world.ts'

const world = await openWorld()
const { make, clock, db } = world
const app = await world.run()

/** Makes the sandbox fail at one of its addresses. */
async function fault(wanted: Readonly<Record<string, string | number>>): Promise<void> {
  const answer = await world.provider(
    new Request('http://pay.test/sandbox/faults', {
      method: 'POST',
      headers: { authorization: `Bearer ${world.settings.payments.secretKey}` },
      body: JSON.stringify(wanted),
    }),
  )
  if (!answer.ok) throw new Error(await answer.text())
}

/** More times than the app tries. */
const ALL_TRIES = 3

const buyPack = ({ shop }: Visit) => shop.post('/credits', { product: 'one_time' })

async function sessionsOf(shopper: Shopper): Promise<number> {
  const { rows } = await world.database.pool.query(
    `select from stripe_sandbox.objects where object = 'checkout.session'
      and body->'metadata'->>'user_id' = $1`,
    [shopper.id],
  )
  return rows.length
}

test('an unconfirmed payment is retried and granted once', async () => {
  const shopper = await make.shopper()
  const visit = await app.visit(shopper)
  const successPath = await pay(visit, await buyPack(visit))
  await fault({
    kind: 'drop_before',
    path: '/v1/checkout/sessions',
    method: 'GET',
    times: ALL_TRIES,
  })
  const waiting = await visit.shop.get(successPath)
  expect(waiting.text('h1')).toBe('We are confirming your payment')
  expect(await moneyOf(world, shopper)).toMatchObject({ credits: 0, paid: { pack: 1 } })

  const next = await world.restart()
  expect(await moneyOf(world, shopper)).toMatchObject({ credits: 50 })
  const later = await (await next.visit(shopper)).shop.get(successPath)
  expect(later.text('h1')).toBe('50 credits are yours')
  await next.work()
  expect(await moneyOf(world, shopper)).toMatchObject({ credits: 50, chargedCents: 5000 })
  await next.close()
})

test.for([
  { method: 'POST', path: '/v1/customers' },
  { method: 'POST', path: '/v1/checkout/sessions' },
  { method: 'GET', path: '/v1/checkout/sessions' },
])('one lost answer of $method $path changes nothing', async ({ method, path }) => {
  const shopper = await make.shopper()
  const visit = await app.visit(shopper)
  await fault({ kind: 'drop_after', method, path })
  const back = await visit.shop.get(await pay(visit, await buyPack(visit)))
  expect((await visit.shop.follow(back)).text('h1')).toBe('50 credits are yours')
  expect(await sessionsOf(shopper)).toBe(1)
  expect(await moneyOf(world, shopper)).toMatchObject({
    customers: 1,
    credits: 50,
    chargedCents: 5000,
  })
})

test.for([
  { method: 'GET', path: '/v1/prices', broken: 'status' },
  { method: 'POST', path: '/v1/customers', broken: 'drop_after' },
  { method: 'POST', path: '/v1/checkout/sessions', broken: 'status' },
  { method: 'POST', path: '/v1/checkout/sessions', broken: 'drop_after' },
])('while $method $path fails ($broken) no payment is possible, and later exactly one', async ({
  method,
  path,
  broken,
}) => {
  const other = await world.run()
  const shopper = await make.shopper()
  const item = await make.item()
  const visit = await other.visit(shopper)
  const payDeposit = () =>
    visit.shop.post(`/item/${item.id}`, { intent: 'deposit', ...rentalWeek(world) })
  await fault({ kind: broken, method, path, times: ALL_TRIES })
  const refused = await payDeposit()
  expect(refused.text('dialog[open] h2')).toBe('Error: Failed to create deposit checkout')
  expect((await visit.shop.get(await pay(visit, await payDeposit()))).status).toBe(302)
  await other.work()
  expect(await moneyOf(world, shopper)).toMatchObject({
    paid: { deposit: 1 },
    customers: 1,
    deposits: 1,
    chargedCents: 5000,
  })
  await other.close()
})

test('a shopper who changes their name after a lost response can still pay', async () => {
  const shopper = await make.shopper()
  const visit = await app.visit(shopper)
  await fault({ kind: 'drop_after', path: '/v1/customers', times: ALL_TRIES })
  const refused = await buyPack(visit)
  const shown = await visit.shop.follow(refused)
  expect(shown.text()).toContain('Error: Failed to create checkout session')
  await updateRows(db, 'user_profiles', shopper.id, { full_name: 'Nora Quist-Lindahl' })
  await visit.shop.get(await pay(visit, await buyPack(visit)))
  expect(await moneyOf(world, shopper)).toMatchObject({ credits: 50, chargedCents: 5000 })
})

test('a checkout that the payment provider does not answer does not count towards the limit', async () => {
  const visit = await app.visit(await make.shopper())
  await buyPack(visit)
  // The next checkout is the last one allowed.
  await sql`update rate_limits set points = 19 where key like 'checkout:%'`.execute(db)
  await fault({ kind: 'drop_before', path: '/v1/checkout/sessions', times: ALL_TRIES })
  const refused = await visit.shop.follow(await buyPack(visit))
  expect(refused.text()).toContain('Error: Failed to create checkout session')
  expect((await buyPack(visit)).location).toContain('/sandbox/checkout/')
  const tooMany = await visit.shop.follow(await buyPack(visit))
  expect(tooMany.text()).toContain('Too many attempts. Please try again in')
})

/** A shopper who paid two deposits in two tabs; the refund of the second one is pending. */
async function paidTwice(card: CardName = 'visa'): Promise<Shopper> {
  const shopper = await make.shopper()
  const item = await make.item()
  const visit = await app.visit(shopper)
  const toPay = () =>
    visit.shop.post(`/item/${item.id}`, { intent: 'deposit', ...rentalWeek(world) })
  const [first, second] = [await toPay(), await toPay()]
  await visit.shop.get(await pay(visit, first))
  await visit.shop.get(await pay(visit, second, card))
  return shopper
}

const refundedOnce = { deposits: 1, chargedCents: 5000, refunds: { succeeded: 1 } }

test('a refund whose response is lost is made once', async () => {
  const shopper = await paidTwice()
  await fault({ kind: 'drop_after', path: '/v1/refunds', method: 'POST' })
  await app.work()
  expect(await moneyOf(world, shopper)).toMatchObject(refundedOnce)
})

test('a refund without a response is made once, even after its key has expired', async () => {
  const shopper = await paidTwice()
  await fault({ kind: 'drop_after', path: '/v1/refunds', method: 'POST', times: ALL_TRIES })
  await expect(app.work()).rejects.toThrow()
  expect(await moneyOf(world, shopper)).toMatchObject({
    chargedCents: 5000,
    refunds: { pending: 1 },
  })
  clock.advance({ hours: 25 })
  const next = await world.restart()
  await next.work()
  expect(await moneyOf(world, shopper)).toMatchObject(refundedOnce)
  await next.close()
})

test('a slow refund completes without a webhook', async () => {
  const shopper = await paidTwice('refundWaits')
  await fault({ target: 'webhook', kind: 'drop', type: 'refund.updated' })
  await app.work()
  expect(await moneyOf(world, shopper)).toMatchObject({ refunds: { pending: 1 } })
  clock.advance({ seconds: 30 })
  await app.work()
  expect(await moneyOf(world, shopper)).toMatchObject({ refunds: { pending: 1 } })
  await (await world.restart()).close()
  expect(await moneyOf(world, shopper)).toMatchObject(refundedOnce)
})

test('a refund that two processes request at the same time is made once', async () => {
  const shopper = await paidTwice()
  const bothLooked = Promise.withResolvers<void>()
  let looks = 0
  // Both see that there is no refund yet before either requests it.
  const stripe = world.stripe(async (request) => {
    const answer = await world.provider(request)
    if (request.method === 'GET' && new URL(request.url).pathname === '/v1/refunds') {
      looks += 1
      if (looks === 2) bothLooked.resolve()
      await bothLooked.promise
    }
    return answer
  })
  await Promise.all([reconcile(db, stripe, clock.now()), reconcile(db, stripe, clock.now())])
  expect(looks).toBe(2)
  expect(await moneyOf(world, shopper)).toMatchObject(refundedOnce)
  await app.work()
  expect(await moneyOf(world, shopper)).toMatchObject(refundedOnce)
})
