import { expect, test } from 'vitest'
import { payDeposit } from '#domain/money/checkout/checkout.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { Browsing } from '#test/browsing.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { moneyOf } from './money-of.ts'
import { pay, rentalWeek } from './shopping.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { make, db, clock } = world
const stripe = world.stripe()

const oneHeldOneRefunded = {
  paid: { deposit: 2 },
  chargedCents: 5000,
  deposits: 1,
  refunds: { succeeded: 1 },
}

test('of two deposits paid in two tabs, one is held and the other refunded', async () => {
  const app = await world.run()
  const shopper = await make.shopper()
  const item = await make.item()
  const tab = await app.visit(shopper)
  const toPay = () => tab.shop.post(`/item/${item.id}`, { intent: 'deposit', ...rentalWeek(world) })
  const [first, second] = [await toPay(), await toPay()]
  const [firstPath, secondPath] = [await pay(tab, first), await pay(tab, second)]

  const answers = await Promise.all([tab.shop.get(firstPath), tab.shop.get(secondPath)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 302])
  const refunded = answers.find(({ status }) => status === 200)
  expect(refunded?.text('h1')).toBe('We are refunding this payment')
  await app.work()
  expect(await moneyOf(world, shopper)).toMatchObject(oneHeldOneRefunded)
  clock.advance({ seconds: 30 })
  await app.work()
  expect(await moneyOf(world, shopper)).toMatchObject(oneHeldOneRefunded)
  await app.close()
})

/** A shopper whose second payment has a pending refund. */
async function twicePaid(): Promise<Shopper> {
  const shopper = await make.shopper()
  const places = { origin: 'http://localhost:3000', successPath: '/', returnTo: '/' }
  const payPages = new Browsing({ handle: world.provider }, 'http://pay.test')
  const open = async () => {
    const opened = await payDeposit(db, shopper, stripe, places, clock.now())
    if (!opened.ok) throw new Error(opened.problem.reason)
    return opened.value
  }
  for (const { sessionId, url } of [await open(), await open()]) {
    const form = await payPages.get(url)
    await payPages.submit(form, 'form[action^="/sandbox/checkout/"]')
    await fulfil(db, stripe, sessionId)
  }
  await world.deliver()
  return shopper
}

test('an app killed at any message of refunding a payment refunds it once', async () => {
  await killAtEachMessage<{ shopper: Shopper }>(world, {
    name: 'refund',
    setUp: async () => ({ shopper: await twicePaid() }),
    act: async (_, app) => app.work(),
    check: async ({ shopper }) => {
      expect(await moneyOf(world, shopper)).toMatchObject(oneHeldOneRefunded)
    },
    resume: async () => {},
    end: async ({ shopper }) => {
      expect(await moneyOf(world, shopper)).toMatchObject(oneHeldOneRefunded)
    },
  })
})
