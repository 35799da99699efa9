import type { ItemId, RentalId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import {
  addDays,
  type CalendarDate,
  calendarDateIn,
  daysBetween,
} from '#domain/shared/time/calendar-date.ts'
import { apiTokenOf } from '#test/api.ts'
import { openAccount } from '#test/faults/payout-account.ts'
import type { RunningApp, Visit, World } from '#test/faults/world.ts'
import { openCheckout, paid } from '#tools/faults/journeys.ts'
import { type DepositMove, depositModel } from '#tools/orders/check/deposit.ts'
import { type EarningsMove, earningsModel } from '#tools/orders/check/earnings.ts'
import { type GiftMove, giftModel } from '#tools/orders/check/gift-code.ts'
import { type ItemMove, itemModel } from '#tools/orders/check/item.ts'
import { type PlanMove, planModel } from '#tools/orders/check/plan.ts'
import { type WalletMove, walletModel } from '#tools/orders/check/wallet.ts'
import { type History, historyOf, type Recorder } from './history.ts'
import { type Browser, untilDone } from './sending.ts'

/** A rental that its renter knows of. */
export interface KnownRental {
  /** Of the form that rented it. */
  readonly key: string
  readonly id: RentalId
  readonly itemId: ItemId
  /** How many changes of its days are under way, or without an answer. */
  changes: number
  /** Was swapped, or may have been. */
  isSwapped: boolean
}

export interface Someone {
  readonly shopper: Shopper
  readonly browser: Browser
  readonly visit: Visit
  readonly token: string
  readonly wallet: Recorder<WalletMove>
  readonly deposit: Recorder<DepositMove>
  readonly plan: Recorder<PlanMove>
  readonly rentals: KnownRental[]
  /** The only item for which this person waits: nobody has two offers. */
  readonly waitsFor: LentItem
  /** Has bought a plan, or tried to. */
  hasPlan: boolean
  isChangingPlan: boolean
}

export interface LentItem {
  readonly id: ItemId
  readonly history: Recorder<ItemMove>
  /** A rental from long ago, which did not come back. */
  readonly late: RentalId
}

/** A few people who want the same few things. */
export interface Scene {
  readonly world: World
  readonly people: readonly Someone[]
  readonly items: readonly LentItem[]
  readonly gift: {
    readonly code: string
    readonly buyer: Someone
    readonly history: Recorder<GiftMove>
  }
  readonly closet: {
    readonly id: string
    readonly browser: Browser
    readonly token: string
    readonly admin: Browser
    readonly earnings: Recorder<EarningsMove>
  }
  readonly histories: readonly History[]
  readonly day: (number: number) => CalendarDate
  readonly numberOf: (day: CalendarDate) => number
}

export interface Setting {
  readonly world: World
  readonly app: RunningApp
  /** Stands between people and the shop. */
  readonly through?: (browser: Browser, who: string) => Browser
}

const ITEMS = 3
const CREDITS = 40
/** Of an item a week. */
export const PER_WEEK = 14
/** From here on, a late rental does not take any days, even after midnight. */
export const FIRST_DAY = 5
/** The days between rentals of the late ones, which puts later ones at risk up to the other day. */
const TURNAROUND = 14
export const LAST_RISK_DAY = 3 + TURNAROUND
const LATE_SINCE = -30

export function learn(me: Someone, rental: Pick<KnownRental, 'key' | 'id' | 'itemId'>): void {
  me.rentals.push({ ...rental, changes: 0, isSwapped: false })
}

/** New people and things, so that histories stay short. */
export async function makeScene(setting: Setting, size: number): Promise<Scene> {
  const { world, app, through = (browser) => browser } = setting
  const today = calendarDateIn(world.settings.timeZone, new Date())
  const numberOf = (day: CalendarDate) => daysBetween(today, day)
  const histories: History[] = []
  const noted = <Move>(history: Recorder<Move>) => {
    histories.push(history)
    return history
  }
  const closet = await untilDone(() => world.make.closet())
  const admin = await untilDone(() => world.make.admin())
  await untilDone(() => openAccount(world, closet))
  const shoppers: { shopper: Shopper; visit: Visit }[] = []
  const stranger = await untilDone(() => world.make.shopper())
  const items: LentItem[] = []
  for (let number = 0; number < ITEMS; number += 1) {
    const { id, late } = await untilDone(async () => {
      const row = { advance_booking: true, turnaround_days: 0 }
      const item = await world.make.item({ closet, creditsPerDay: 2, ...row })
      const rented = { ...item, turnaround_days: TURNAROUND }
      const since = { start: addDays(today, LATE_SINCE), status: 'delivered' } as const
      const late = await world.make.rental({ item: rented, renter: stranger, ...since })
      return { id: item.id, late: late.id }
    })
    items.push({ id, late, history: noted(historyOf(`item ${id}`, itemModel)) })
  }
  for (let number = 0; number < size; number += 1) {
    // Made anew if an answer of the database was lost: nobody has two deposits.
    const shopper = await untilDone(async () => {
      const made = await world.make.shopper()
      await world.make.credits(made, CREDITS)
      if (number > 0) await world.make.deposit(made)
      return made
    })
    const visit = await untilDone(() => app.visit(shopper))
    // One deposit of each scene can be paid back.
    if (number === 0) await payDeposit(visit, items[0]?.id, addDays(today, FIRST_DAY))
    shoppers.push({ shopper, visit })
  }
  const first = shoppers[0]
  if (!first) throw new Error('a scene needs people')
  const code = await buyGift(first.visit)
  const people: Someone[] = []
  for (const [index, { shopper, visit }] of shoppers.entries()) {
    const waitsFor = items[index % ITEMS]
    if (!waitsFor) throw new Error('a scene needs items')
    const { token } = await untilDone(() => apiTokenOf(world.db, shopper))
    const { credits_balance: credits } = await untilDone(() => read(visit.shop, token, '/credits'))
    people.push({
      shopper,
      visit,
      token,
      browser: through(visit.shop, shopper.id),
      wallet: noted(historyOf(`wallet of ${shopper.id}`, walletModel(credits))),
      deposit: noted(historyOf(`deposit of ${shopper.id}`, depositModel)),
      plan: noted(historyOf(`plan of ${shopper.id}`, planModel)),
      rentals: [],
      waitsFor,
      hasPlan: false,
      isChangingPlan: false,
    })
  }
  const [buyer] = people
  if (!buyer) throw new Error('a scene needs people')
  const { token } = await untilDone(() => apiTokenOf(world.db, closet))
  const visits = await untilDone(() => Promise.all([app.visit(closet), app.visit(admin)]))
  return {
    world,
    people,
    items,
    gift: { code, buyer, history: noted(historyOf(`gift code ${code}`, giftModel)) },
    closet: {
      id: closet.id,
      token,
      browser: through(visits[0].shop, closet.id),
      admin: through(visits[1].shop, admin.id),
      earnings: noted(historyOf(`earnings of ${closet.id}`, earningsModel)),
    },
    histories,
    day: (number) => addDays(today, number),
    numberOf,
  }
}

/** A read of the API, which throws unless it is answered. */
// biome-ignore lint/suspicious/noExplicitAny: its schemas are tested elsewhere
async function read(browser: Browser, token: string, path: string): Promise<any> {
  const page = await browser.get(`/api/v1${path}`, withToken(token))
  if (page.status !== 200) throw new Error(`${path}: ${page.status}`)
  return JSON.parse(page.html)
}

export function withToken(token: string) {
  return { headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' } }
}

async function payDeposit(visit: Visit, item: ItemId | undefined, start: CalendarDate) {
  const form = { intent: 'deposit', start, end: addDays(start, 6) }
  const checkout = await openCheckout(untilDone, () => visit.shop.post(`/item/${item}`, form))
  const successPath = await paid(untilDone, visit, checkout)
  await untilDone(async () => {
    const { status, location } = await visit.shop.get(successPath)
    if (!location?.startsWith('/item/')) throw new Error(`no deposit yet: ${status}`)
  })
}

async function buyGift(visit: Visit): Promise<string> {
  const form = { product: 'gift', friend_email: `${newId()}@hemline.test` }
  const checkout = await openCheckout(untilDone, () => visit.shop.post('/credits', form))
  const successPath = await paid(untilDone, visit, checkout)
  return await untilDone(async () =>
    (await visit.shop.follow(await visit.shop.get(successPath))).text('main code'),
  )
}
