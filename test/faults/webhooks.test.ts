import { beforeEach, expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { type Money, moneyOf } from './money-of.ts'
import { pay, rentalWeek } from './shopping.ts'
import { type InProcessApp, openWorld } from './world.ts'

const world = await openWorld()
const { make, db, clock } = world
const app = await world.run()
const item = await make.item()

/** Webhooks that were sent but not delivered yet. */
let sent: Request[] = []
beforeEach(() => {
  sent = []
  world.receiveWebhooks(async (input, init) => {
    sent.push(new Request(input, init))
    return new Response()
  })
})

const purchases = {
  deposit: {
    path: `/item/${item.id}`,
    form: { intent: 'deposit', ...rentalWeek(world) },
    effect: { deposits: 1, credits: 0, chargedCents: 5000 },
    payer: () => make.shopper(),
  },
  'top-up': {
    path: `/item/${item.id}`,
    form: { intent: 'top-up', ...rentalWeek(world) },
    effect: { deposits: 1, addedCents: 1050, chargedCents: 1050 },
    payer: shopperLacking1050,
  },
  pack: {
    path: '/credits',
    form: { product: 'one_time' },
    effect: { deposits: 0, credits: 50, chargedCents: 5000 },
    payer: () => make.shopper(),
  },
} as const
type Purchase = keyof typeof purchases

/** A shopper of whose deposit $10.50 were withheld. */
async function shopperLacking1050(): Promise<Shopper> {
  const shopper = await make.readyShopper()
  await withholdPartOfDeposit(db, shopper, 1050, clock.now())
  return shopper
}

/** Pays before the webhooks are delivered, which wait in `sent`. */
async function bought(purchase: Purchase) {
  const { path, form, payer } = purchases[purchase]
  const shopper = await payer()
  const visit = await app.visit(shopper)
  const successPath = await pay(visit, await visit.shop.post(path, form))
  await world.deliver()
  expect(sent.length).toBeGreaterThan(3)
  return { shopper, returnFromPayment: async () => void (await visit.shop.get(successPath)) }
}

function deliver(webhook: Request, to: InProcessApp = app): Promise<Response> {
  return to.app.handle(webhook.clone(), { peer: '127.0.0.1' })
}

async function deliverThreeTimes(inParallel: boolean): Promise<void> {
  const copies = sent.flatMap((webhook) => [webhook, webhook, webhook])
  if (inParallel) {
    const answers = await Promise.all(copies.map((copy) => deliver(copy)))
    expect(answers.map(({ status }) => status)).toEqual(copies.map(() => 200))
    return
  }
  for (const copy of copies) {
    expect((await deliver(copy)).status).toBe(200)
    await app.drain()
  }
}

async function idsOfSent(): Promise<string[]> {
  const events = await Promise.all(sent.map((webhook) => webhook.clone().json()))
  return events.map(({ id }) => id)
}

function stored(ids: readonly string[]) {
  return db.selectFrom('stripe_events').select('done_at').where('id', 'in', ids).execute()
}

const once = (purchase: Purchase): Partial<Money> => purchases[purchase].effect

test.for(
  (['deposit', 'top-up', 'pack'] as const).flatMap((purchase) =>
    (['before', 'after', 'without', 'together with'] as const).flatMap((moment) =>
      ([false, true] as const).map((inParallel) => ({ purchase, moment, inParallel })),
    ),
  ),
)('$purchase webhooks, 3 times $moment the success page, act once (at once: $inParallel)', async ({
  purchase,
  moment,
  inParallel,
}) => {
  const { shopper, returnFromPayment } = await bought(purchase)
  if (moment === 'after') await returnFromPayment()
  const coming = moment === 'together with' ? returnFromPayment() : Promise.resolve()
  await deliverThreeTimes(inParallel)
  const rival = await world.run()
  await Promise.all([app.drain(), rival.drain(), coming])
  await rival.close()
  if (moment === 'before') await returnFromPayment()

  expect(await moneyOf(world, shopper)).toMatchObject(once(purchase))
  const events = await stored(await idsOfSent())
  expect(events).toHaveLength(sent.length)
  expect(events.every(({ done_at }) => done_at !== null)).toBe(true)
})

test.for([
  'deposit',
  'top-up',
  'pack',
] as const)('the webhooks of a %s in reverse order, each twice, have one effect', async (purchase) => {
  const { shopper } = await bought(purchase)
  for (const webhook of sent.toReversed().flatMap((one) => [one, one])) {
    expect((await deliver(webhook)).status).toBe(200)
    await app.drain()
  }
  expect(await moneyOf(world, shopper)).toMatchObject({ ...once(purchase), refunds: {} })
})

test('a webhook that arrives before the response that opens its checkout is not lost', async () => {
  const opened = Promise.withResolvers<string>()
  const letGo = Promise.withResolvers<void>()
  const slow = await world.run({
    provider: async (request) => {
      const answer = await world.provider(request)
      if (request.method !== 'POST' || !request.url.endsWith('/v1/checkout/sessions')) return answer
      opened.resolve((await answer.clone().json()).url)
      await letGo.promise
      return answer
    },
  })
  world.receiveWebhooks(async (input, init) => deliver(new Request(input, init)))
  const shopper = await make.shopper()
  const visit = await slow.visit(shopper)
  const answering = visit.shop.post('/credits', { product: 'one_time' })
  const checkout = await visit.payPages.get(await opened.promise)
  await visit.payPages.submit(checkout, 'form[action^="/sandbox/checkout/"]')
  await world.deliver()
  await app.drain()
  expect(await moneyOf(world, shopper)).toMatchObject({ credits: 50 })
  letGo.resolve()
  expect((await answering).status).toBe(302)
  expect(await moneyOf(world, shopper)).toMatchObject({ credits: 50, paid: { pack: 1 } })
  await slow.close()
})

test('a payment for an unknown order is retried until the order is known', async () => {
  const { shopper } = await bought('pack')
  const order = await db
    .deleteFrom('checkout_orders')
    .where('user_id', '=', shopper.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  for (const webhook of sent) expect((await deliver(webhook)).status).toBe(200)
  await expect(app.drain()).rejects.toThrow('no order belongs to session')
  const waiting = () =>
    db.selectFrom('stripe_events').select('last_error').where('done_at', 'is', null).execute()
  expect(await waiting()).toEqual([
    { last_error: expect.stringContaining('no order belongs to session') },
  ])

  await db.insertInto('checkout_orders').values(order).execute()
  // The database's clock is ahead, and the next attempt is due some seconds after the last one.
  clock.set(new Date(Date.now() + 60_000))
  await app.drain()
  expect(await waiting()).toEqual([])
  expect(await moneyOf(world, shopper)).toMatchObject({ credits: 50 })
})

test('a webhook without a valid Stripe signature is refused and not stored', async () => {
  await bought('pack')
  const [genuine] = sent
  const body = (await genuine?.clone().text()) ?? ''
  const signature = genuine?.headers.get('stripe-signature') ?? ''
  const forged = [
    { body, signature: null },
    { body, signature: '' },
    { body, signature: 'nonsense' },
    { body, signature: signature.replace(/v1=\w{8}/, 'v1=00000000') },
    { body: body.replace('evt_', 'evt_0'), signature },
    { body: '', signature },
    // Signed too long ago.
    { body, signature: signature.replace(/t=\d+/, 't=1700000000') },
  ]
  const count = () => db.selectFrom('stripe_events').select('id').execute()
  const before = await count()
  for (const one of forged) {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (one.signature !== null) headers.set('stripe-signature', one.signature)
    const request = new Request('http://localhost:3000/hooks/stripe', {
      method: 'POST',
      headers,
      body: one.body,
    })
    expect((await deliver(request)).status, JSON.stringify(one)).toBe(400)
  }
  expect(await count()).toEqual(before)
})
