import { expect } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { moneyOf } from './money-of.ts'
import { pay, rentalWeek } from './shopping.ts'
import type { RunningApp, Visit, World } from './world.ts'

/** A story of one person, which can be interrupted at any message. */
export interface Story<Scene> {
  readonly name: string
  /** The setup, which is repeated for every kill. */
  readonly setUp: () => Promise<Scene>
  /** The actions on the app that is killed. */
  readonly act: (scene: Scene, app: RunningApp) => Promise<void>
  /** What must hold after the restart, and also after late webhooks have arrived. */
  readonly check: (scene: Scene) => Promise<void>
  /** How the person continues with the restarted app. */
  readonly resume: (scene: Scene, app: RunningApp) => Promise<void>
  /** What must hold at the end, wherever the story was interrupted. */
  readonly end: (scene: Scene) => Promise<void>
}

interface Paying {
  readonly shopper: Shopper
  /** The address to which the payment page redirected the shopper; empty before the payment. */
  returnPath: string
}

/** A shopper pays the deposit and returns before the webhook arrives. */
export function depositStory(world: World): Story<Paying & { readonly item: string }> {
  const checkOut = async ({ shop }: Visit, item: string) =>
    shop.post(`/item/${item}`, { intent: 'deposit', ...rentalWeek(world) })
  return {
    name: 'deposit',
    setUp: async () => ({
      shopper: await world.make.shopper(),
      item: (await world.make.item()).id,
      returnPath: '',
    }),
    act: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      scene.returnPath = await pay(visit, await checkOut(visit, scene.item))
      await visit.shop.get(scene.returnPath)
      await app.work()
    },
    check: async ({ shopper, returnPath }) => {
      const { deposits, paid } = await moneyOf(world, shopper)
      expect(paid.deposit).toBe(returnPath ? 1 : 0)
      expect(deposits).toBe(paid.deposit)
    },
    resume: async ({ shopper, item, returnPath }, app) => {
      const visit = await app.visit(shopper)
      const successPath = returnPath || (await pay(visit, await checkOut(visit, item)))
      const back = await visit.shop.get(successPath)
      expect(back.location).toMatch(`/item/${item}?start=`)
    },
    end: async ({ shopper }) => {
      expect(await moneyOf(world, shopper)).toMatchObject({
        paid: { deposit: 1 },
        chargedCents: 5000,
        customers: 1,
        deposits: 1,
      })
    },
  }
}

/** A shopper pays the missing part of a deposit and returns before the webhook arrives. */
export function topUpStory(world: World): Story<Paying & { readonly item: string }> {
  const checkOut = async ({ shop }: Visit, item: string) =>
    shop.post(`/item/${item}`, { intent: 'top-up', ...rentalWeek(world) })
  return {
    name: 'top-up',
    setUp: async () => {
      const shopper = await world.make.readyShopper()
      await withholdPartOfDeposit(world.db, shopper, 1050, world.clock.now())
      await world.queue.clear()
      return { shopper, item: (await world.make.item()).id, returnPath: '' }
    },
    act: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      scene.returnPath = await pay(visit, await checkOut(visit, scene.item))
      await visit.shop.get(scene.returnPath)
      await app.work()
    },
    check: async ({ shopper, returnPath }) => {
      const { addedCents, paid } = await moneyOf(world, shopper)
      expect(paid.topUp).toBe(returnPath ? 1 : 0)
      expect(addedCents).toBe(1050 * paid.topUp)
    },
    resume: async ({ shopper, item, returnPath }, app) => {
      const visit = await app.visit(shopper)
      const successPath = returnPath || (await pay(visit, await checkOut(visit, item)))
      const back = await visit.shop.get(successPath)
      expect(back.location).toMatch(`/item/${item}?start=`)
    },
    end: async ({ shopper }) => {
      expect(await moneyOf(world, shopper)).toMatchObject({
        paid: { topUp: 1 },
        chargedCents: 1050,
        customers: 1,
        addedCents: 1050,
      })
    },
  }
}

/**
 * A shopper pays for the credits of a rental, and for the deposit if there is none, and returns before
 * the webhook arrives.
 */
export function paidRentalStory(
  world: World,
  { paysDeposit }: { readonly paysDeposit: boolean },
): Story<Paying & { readonly item: string }> {
  const totalCents = paysDeposit ? 10_000 : 5000
  const checkOut = async ({ shop }: Visit, item: string) =>
    shop.post(`/item/${item}`, { intent: `pay:one_time:${totalCents}`, ...rentalWeek(world) })
  return {
    name: paysDeposit ? 'deposit and rental' : 'paid rental',
    setUp: async () => {
      const shopper = await world.make.shopper()
      if (!paysDeposit) await world.make.deposit(shopper)
      await world.queue.clear()
      const item = await world.make.item({ creditsPerDay: 2, advance_booking: true })
      return { shopper, item: item.id, returnPath: '' }
    },
    act: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      scene.returnPath = await pay(visit, await checkOut(visit, scene.item))
      await visit.shop.get(scene.returnPath)
      await app.work()
    },
    check: async ({ shopper, returnPath }) => {
      const { paid, deposits, liveRentals, credits } = await moneyOf(world, shopper)
      expect(paid.pack).toBe(returnPath ? 1 : 0)
      expect(deposits).toBe(paysDeposit ? paid.pack : 1)
      expect(liveRentals).toBe(paid.pack)
      expect(credits).toBe(36 * paid.pack)
    },
    resume: async ({ shopper, item, returnPath }, app) => {
      const visit = await app.visit(shopper)
      // A page that is just being opened can be left after a minute.
      if (!returnPath) world.clock.advance({ seconds: 60 })
      const successPath = returnPath || (await pay(visit, await checkOut(visit, item)))
      const back = await visit.shop.get(successPath)
      expect(back.location).toMatch('/rental-success?rental=')
    },
    end: async ({ shopper }) => {
      expect(await moneyOf(world, shopper)).toMatchObject({
        ...{ paid: { pack: 1 }, chargedCents: totalCents, customers: 1 },
        ...{ deposits: 1, credits: 36, liveRentals: 1 },
      })
    },
  }
}

/** A shopper buys credits, and the webhook arrives before they return. */
export function packStory(world: World): Story<Paying> {
  const checkOut = async ({ shop }: Visit) => shop.post('/credits', { product: 'one_time' })
  return {
    name: 'pack',
    setUp: async () => ({ shopper: await world.make.shopper(), returnPath: '' }),
    act: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      scene.returnPath = await pay(visit, await checkOut(visit))
      await app.work()
      await visit.shop.get(scene.returnPath)
    },
    check: async ({ shopper, returnPath }) => {
      const { credits, paid } = await moneyOf(world, shopper)
      expect(paid.pack).toBe(returnPath ? 1 : 0)
      expect(credits).toBe(50 * paid.pack)
    },
    resume: async ({ shopper, returnPath }, app) => {
      const visit = await app.visit(shopper)
      const successPath = returnPath || (await pay(visit, await checkOut(visit)))
      const back = await visit.shop.follow(await visit.shop.get(successPath))
      expect(back.text('h1')).toBe('50 credits are yours')
    },
    end: async ({ shopper }) => {
      expect(await moneyOf(world, shopper)).toMatchObject({
        paid: { pack: 1 },
        chargedCents: 5000,
        customers: 1,
        credits: 50,
      })
    },
  }
}

interface Renting {
  readonly shopper: Shopper
  readonly item: string
  readonly form: Readonly<Record<string, string>>
}

/** A shopper rents; later the browser sends the form again with the same key. */
export function rentStory(world: World): Story<Renting> {
  const post = async ({ shop }: Visit, { item, form }: Renting) => shop.post(`/item/${item}`, form)
  return {
    name: 'rent',
    setUp: async () => ({
      shopper: await world.make.readyShopper({ credits: 50 }),
      item: (await world.make.item({ creditsPerDay: 3 })).id,
      form: { intent: 'rent', request_key: newId(), ...rentalWeek(world) },
    }),
    act: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      const rented = await post(visit, scene)
      await visit.shop.get(rented.location ?? '')
    },
    check: async ({ shopper }) => {
      const { credits, liveRentals } = await moneyOf(world, shopper)
      expect([0, 1]).toContain(liveRentals)
      expect(credits).toBe(50 - 21 * liveRentals)
    },
    resume: async (scene, app) => {
      const visit = await app.visit(scene.shopper)
      const rented = await visit.shop.follow(await post(visit, scene))
      expect(rented.text('h1')).toMatch(/^Request sent: /)
    },
    end: async ({ shopper }) => {
      expect(await moneyOf(world, shopper)).toMatchObject({ credits: 29, liveRentals: 1 })
    },
  }
}
