import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { booksOf } from './books.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { pay } from './shopping.ts'
import { openWorld, type Visit } from './world.ts'

const world = await openWorld()

interface Scene {
  readonly shopper: Shopper
  /** Where the payment page has sent the shopper, once paid. */
  wayBack: string
}

test('an app killed at any message of buying credits gives them once if they were paid, else not', async () => {
  const checkOut = async ({ shop }: Visit) => shop.post('/credits', { product: 'one_time' })

  await killAtEachMessage<Scene>(world, {
    name: 'pack',
    set: async () => ({ shopper: await world.make.shopper(), wayBack: '' }),
    // The webhook is quicker than the shopper's way back.
    act: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      scene.wayBack = await pay(visit, await checkOut(visit))
      await app.work()
      await visit.shop.get(scene.wayBack)
    },
    check: async ({ shopper, wayBack }) => {
      const { credits, paid } = await booksOf(world, shopper)
      expect(paid.pack).toBe(wayBack ? 1 : 0)
      expect(credits).toBe(50 * paid.pack)
    },
    goOn: async ({ shopper, wayBack }, app) => {
      const visit = await app.visit(shopper)
      const way = wayBack || (await pay(visit, await checkOut(visit)))
      const back = await visit.shop.follow(await visit.shop.get(way))
      expect(back.text('h1')).toBe('50 credits are yours')
    },
    end: async ({ shopper }) => {
      expect(await booksOf(world, shopper)).toMatchObject({
        paid: { pack: 1 },
        chargedCents: 5000,
        customers: 1,
        credits: 50,
      })
    },
  })
})
