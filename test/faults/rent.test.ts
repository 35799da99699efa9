import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { booksOf } from './books.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { aWeek } from './shopping.ts'
import { openWorld, type Visit } from './world.ts'

const world = await openWorld()

interface Scene {
  readonly shopper: Shopper
  readonly item: string
  readonly form: Readonly<Record<string, string>>
}

test('an app killed at any message of renting leaves rental and payment, or neither', async () => {
  const post = async ({ shop }: Visit, { item, form }: Scene) => shop.post(`/item/${item}`, form)

  await killAtEachMessage<Scene>(world, {
    name: 'rent',
    set: async () => ({
      shopper: await world.make.readyShopper({ credits: 50 }),
      item: (await world.make.item({ creditsPerDay: 3 })).id,
      form: { intent: 'rent', request_key: newId(), ...aWeek(world) },
    }),
    act: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      const rented = await post(visit, scene)
      await visit.shop.get(rented.location ?? '')
    },
    check: async ({ shopper }) => {
      const { credits, liveRentals } = await booksOf(world, shopper)
      expect([0, 1]).toContain(liveRentals)
      expect(credits).toBe(50 - 21 * liveRentals)
    },
    // The browser sends the form again, with the key that it carried before.
    goOn: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      const rented = await visit.shop.follow(await post(visit, scene))
      expect(rented.text('h1')).toMatch(/^You rented /)
    },
    end: async ({ shopper }) => {
      expect(await booksOf(world, shopper)).toMatchObject({ credits: 29, liveRentals: 1 })
    },
  })
})
