import type { RentalId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Days } from '#tools/orders/check/days.ts'
import type { BookingAnswer } from '#tools/orders/check/item.ts'
import { type Act, type Acting, itemOf, readApi, someDays, TRIES, unknownAnswer } from './acting.ts'
import { FIRST_DAY, type LentItem, learn, PER_WEEK, type Scene } from './scene.ts'
import { ask, noticeOf, type Sent } from './sending.ts'

/** Rents an item, with the same form again if no answer came. */
export const rent: Act = async (acting) => {
  const item = acting.random.one(acting.scene.items)
  if (item) await rentOn(acting, item, someDays(acting.random))
}

export async function rentOn(acting: Acting, item: LentItem, days: Days): Promise<void> {
  const { scene, me, random, tally } = acting
  const key = newId()
  const dates = { start: scene.day(days.start), end: scene.day(days.end) }
  const form = { intent: 'rent', request_key: key, ...dates }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sent = await ask(tally, () => me.browser.post(`/item/${item.id}`, form))
    const answer = rentAnswer(sent)
    const person = me.shopper.id
    if (answer !== 'missing') item.history.add(sent, { kind: 'rent', key, person, ...days, answer })
    if (answer === 'done' || answer === 'short' || answer === null)
      me.wallet.add(sent, { kind: 'rent', key, ...days, perWeek: PER_WEEK, answer })
    const was = answer === 'taken' || answer === 'short' ? 'refused' : answer
    me.deposit.add(sent, { kind: 'rent', key, answer: was })
    const id = /rental=([-\w]+)$/.exec(sent.page?.location ?? '')?.[1]
    if (id) learn(me, { key, id: id as RentalId, itemId: item.id })
    if (answer !== null || random.oneIn(3)) return
  }
}

function rentAnswer(sent: Sent): 'done' | 'taken' | 'short' | 'missing' | null {
  if (!sent.page) return null
  if (sent.page.location?.startsWith('/rental-success?')) return 'done'
  const words = noticeOf(sent.page)
  // First: the field for the dates says that they are taken, whatever the answer is.
  if (/deposit is required/i.test(words)) return 'missing'
  if (SHORT.test(words)) return 'short'
  if (/are not available|You already (requested|rented) this/.test(words)) return 'taken'
  throw unknownAnswer(sent)
}

const SHORT = /You need \d+ credits but only have \d+/

/** Changes the days of a rental, or only its last one. */
export const changeDays: Act = async ({ scene, me, random, tally }) => {
  const rental = random.one(me.rentals.filter((one) => !one.isSwapped))
  const item = rental && itemOf(scene, rental)
  if (!item) return
  const { start, end } = someDays(random)
  const isExtension = random.oneIn(2)
  const form: Readonly<Record<string, string>> = isExtension
    ? { answer: 'extend', keep: scene.day(end) }
    : { answer: 'change-dates', start: scene.day(start), end: scene.day(end) }
  rental.changes += 1
  const sent = await ask(tally, () =>
    me.browser.post(`/my-rentals/${rental.id}`, { ...form, request_key: newId() }),
  )
  const answer = changeAnswer(sent)
  if (answer !== null) rental.changes -= 1
  const move = {
    kind: 'change',
    key: rental.key,
    end,
    ...(!isExtension && { start }),
    answer,
  } as const
  item.history.add(sent, move)
  me.wallet.add(sent, move)
}

function changeAnswer(sent: Sent): BookingAnswer {
  if (!sent.page) return null
  if (sent.page.location !== null) return 'done'
  const words = noticeOf(sent.page)
  if (/are not available/.test(words)) return 'taken'
  if (SHORT.test(words)) return 'short'
  if (/can no longer (be extended|change)/.test(words)) return 'over'
  if (/Please choose (a day after|other dates)|days at most/.test(words)) return 'same'
  // A rental that cannot be longer shows no form, and no reason why its last form was refused.
  if (/It is not available after/.test(sent.page.text('main'))) return 'same'
  throw unknownAnswer(sent)
}

/** Cancels, and looks whether the rental is gone. */
export const cancel: Act = async (acting) => {
  const { scene, me, random, tally } = acting
  const rental = random.one(me.rentals)
  const item = rental && itemOf(scene, rental)
  if (!item) return
  const sent = await ask(tally, () => me.browser.post('/my-rentals', { rental: rental.id }))
  const isDone = sent.page && noticeOf(sent.page).includes('success')
  if (sent.page && !isDone) throw unknownAnswer(sent)
  const move = { kind: 'cancel', key: rental.key, answer: isDone ? 'done' : null } as const
  item.history.add(sent, move)
  me.wallet.add(sent, move)
  me.deposit.add(sent, move)
  await readRentals(acting)
}

export const readCalendar: Act = async (acting) => {
  const item = acting.random.one(acting.scene.items)
  if (item) await readTaken(acting, item)
}

/** The days of an item that are shown as taken; null without an answer. */
export async function readTaken(acting: Acting, { id, history }: LentItem) {
  const { scene, me } = acting
  const found = await readApi(acting, `/items/${id}/availability`)
  if (!found) return null
  const days: number[] = found.body.blocked_dates.map(scene.numberOf)
  const taken = days.filter((day) => day >= FIRST_DAY)
  history.add(found.sent, { kind: 'calendar', person: me.shopper.id, taken })
  return taken
}

interface ShownRental {
  readonly id: RentalId
  readonly item_id: string
  readonly start_date: Parameters<Scene['numberOf']>[0]
  readonly end_date: Parameters<Scene['numberOf']>[0]
}

/** Somebody's live rentals; null without an answer. */
export async function readOwn(acting: Acting) {
  const { scene, me } = acting
  const found = await readApi(acting, '/my-rentals?live=true')
  if (!found) return null
  const shown: readonly ShownRental[] = found.body.data
  const rentals = shown.map(({ id, item_id: itemId, start_date, end_date }) => {
    return { id, itemId, start: scene.numberOf(start_date), end: scene.numberOf(end_date) }
  })
  for (const { id, history } of scene.items) {
    const own = rentals.filter(({ itemId }) => itemId === id)
    const days = own.map(({ start, end }) => ({ start, end }))
    history.add(found.sent, { kind: 'mine', person: me.shopper.id, rentals: days })
  }
  return rentals
}

export const readRentals: Act = async (acting) => {
  await readOwn(acting)
}
