import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Page } from '#test/browsing.ts'
import { AT_EVERY_MESSAGE } from './chosen-messages.ts'
import { type Counted, Gate } from './gate.ts'
import { moneyOf } from './money-of.ts'
import { pay, rentalWeek } from './shopping.ts'
import { openWorld, type RunningApp } from './world.ts'

const world = await openWorld()
const { make, db } = world

type Act = (app: RunningApp) => Promise<() => Promise<void>>

/** Breaks the connections at each message that changes something, and at every seventh message. */
async function breakAtEachMessage(name: string, act: Act): Promise<void> {
  if (AT_EVERY_MESSAGE) return breakAtEvery(1, 'every message', name, act)
  await breakAtEvery(1, 'changes and answers', name, act)
  await breakAtEvery(7, 'every message', name, act)
}

/**
 * Repeats `act` on one app whose connections to the database break at message 1, then at message
 * 1 + `step` and so on, until it completes without a break; new connections work. The app starts
 * without a connection, and each break leaves it without one. The function that `act` returns runs
 * afterwards, without breaks. Prints the number of breaks.
 */
async function breakAtEvery(step: number, counted: Counted, name: string, act: Act): Promise<void> {
  const gate = new Gate(Number.POSITIVE_INFINITY, 'broken off', counted)
  const app = await world.run({ databaseGate: gate })
  let at = 1 - step
  do {
    at += step
    gate.arm(at)
    try {
      const afterwards = await act(app)
      gate.disarm()
      await nextTicks()
      await afterwards()
    } catch (problem) {
      throw new Error(`${name}, broken off at message ${at}: ${gate.last}`, { cause: problem })
    }
  } while (gate.isCut)
  await app.close()
  const breaks = Math.ceil((at - 1) / step)
  console.log(`${name} (${counted}): the database broken off ${breaks} times`)
}

/** Waits for some turns of the event loop, in which the app notices a broken connection. */
async function nextTicks(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

function expectUnavailable(page: Page): void {
  expect(page.status).toBe(503)
  expect(page.text()).toContain('We will be right back')
  expect(page.response.headers.get('cache-control')).toBe('no-store')
}

test('a page that loses the database shows an error, and the next request works', async () => {
  const shopper = await make.readyShopper()
  const item = await make.item({ title: 'Ivory coat' })
  for (const path of [`/item/${item.id}`, '/my-rentals', '/credits']) {
    await breakAtEachMessage(`GET ${path.slice(0, 8)}`, async (app) => {
      const { shop } = await app.visit(shopper)
      const page = await shop.get(path)
      if (page.status === 500) expect(page.text()).toContain('Failed to load item details')
      else if (page.status !== 200) expectUnavailable(page)
      return async () => expect((await shop.get(path)).status).toBe(200)
    })
  }
})

test('while the database is unavailable every request gets an error without side effects', async () => {
  const gate = new Gate(1, 'away')
  const app = await world.run({ databaseGate: gate })
  const { shop } = await app.visit(await make.shopper())
  gate.pass('the database goes')
  for (const path of ['/', '/styles', '/credits', '/auth', `/item/${newId()}`]) {
    expectUnavailable(await shop.get(path))
  }
  expectUnavailable(await shop.post('/credits', { product: 'one_time' }))
  await app.close()
})

test('a rental form sent again after a lost database connection makes one rental', async () => {
  await breakAtEachMessage('rent', async (app) => {
    const shopper = await make.readyShopper({ credits: 50 })
    const item = await make.item({ creditsPerDay: 3 })
    const form = { intent: 'rent', request_key: newId(), ...rentalWeek(world) }
    const { shop } = await app.visit(shopper)
    const first = await shop.post(`/item/${item.id}`, form)
    expect([302, 500, 503]).toContain(first.status)
    return async () => {
      const { credits, liveRentals } = await moneyOf(world, shopper)
      expect(credits).toBe(50 - 21 * liveRentals)
      const rented = await shop.follow(await shop.post(`/item/${item.id}`, form))
      expect(rented.text('h1')).toMatch(/^Request sent: /)
      expect(await moneyOf(world, shopper)).toMatchObject({ credits: 29, liveRentals: 1 })
    }
  })
})

test('a payment interrupted by a lost database connection grants its credits once', async () => {
  const shoppers: Shopper[] = []
  await breakAtEachMessage('pack', async (app) => {
    const shopper = await make.shopper()
    shoppers.push(shopper)
    const visit = await app.visit(shopper)
    const buy = () => visit.shop.post('/credits', { product: 'one_time' })
    const first = await buy()
    await nextTicks()
    const toPay = first.location?.startsWith('http') ? first : await buy()
    const successPath = await pay(visit, toPay)
    await nextTicks()
    expect([200, 302, 503]).toContain((await visit.shop.get(successPath)).status)
    await world.deliver()
    return async () => {
      const again = await visit.shop.follow(await visit.shop.get(successPath))
      expect(again.text('h1')).toBe('50 credits are yours')
    }
  })
  world.clock.advance({ seconds: 2 })
  const next = await world.restart()
  await next.work()
  for (const shopper of shoppers) {
    expect(await moneyOf(world, shopper)).toMatchObject({ credits: 50, chargedCents: 5000 })
  }
  const waiting = db.selectFrom('stripe_events').select('type').where('done_at', 'is', null)
  expect(await waiting.execute()).toEqual([])
  await next.close()
})
