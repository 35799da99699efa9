import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { booksOf } from './books.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { aWeek, pay } from './shopping.ts'
import { openWorld, type Visit } from './world.ts'

const world = await openWorld()

interface Scene {
  readonly shopper: Shopper
  readonly item: string
  /** Where the payment page has sent the shopper, once paid. */
  wayBack: string
}

test('an app killed at any message of paying the deposit holds it once if it was paid, else not', async () => {
  const checkOut = async ({ shop }: Visit, item: string) =>
    shop.post(`/item/${item}`, { intent: 'deposit', ...aWeek(world) })

  await killAtEachMessage<Scene>(world, {
    name: 'deposit',
    set: async () => ({
      shopper: await world.make.shopper(),
      item: (await world.make.item()).id,
      wayBack: '',
    }),
    act: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      scene.wayBack = await pay(visit, await checkOut(visit, scene.item))
      await visit.shop.get(scene.wayBack)
      await app.work()
    },
    check: async ({ shopper, wayBack }) => {
      const { deposits, paid } = await booksOf(world, shopper)
      expect(paid.deposit).toBe(wayBack ? 1 : 0)
      expect(deposits).toBe(paid.deposit)
    },
    goOn: async ({ shopper, item, wayBack }, app) => {
      const visit = await app.visit(shopper)
      const way = wayBack || (await pay(visit, await checkOut(visit, item)))
      const back = await visit.shop.get(way)
      expect(back.location).toMatch(`/item/${item}?start=`)
    },
    end: async ({ shopper }) => {
      expect(await booksOf(world, shopper)).toMatchObject({
        paid: { deposit: 1 },
        chargedCents: 5000,
        customers: 1,
        deposits: 1,
      })
    },
  })
})
