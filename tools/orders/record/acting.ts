import type { ItemId, RentalId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { pay } from '#test/faults/shopping.ts'
import type { BookingAnswer, Days } from '#tools/orders/check/item.ts'
import type { Random } from '#tools/simulation/random.ts'
import {
  type KnownRental,
  type LentItem,
  PER_WEEK,
  type Scene,
  type Someone,
  withToken,
} from './scene.ts'
import { ask, noticeOf, type Sent, type Tally } from './sending.ts'

export interface Acting {
  readonly scene: Scene
  readonly me: Someone
  readonly random: Random
  readonly tally: Tally
}

export type Act = (acting: Acting) => Promise<void>

const FIRST_DAY = 3
const DAYS = 24
const TRIES = 4

/** Days that others are likely to want too. */
function someDays(random: Random): Days {
  const start = FIRST_DAY + random.between(0, DAYS)
  return { start, end: start + random.between(2, 9) }
}

/** Rents an item, with the same form again if no answer came. */
const rent: Act = async ({ scene, me, random, tally }) => {
  const item = random.one(scene.items)
  if (!item) return
  const key = newId()
  const days = someDays(random)
  const dates = { start: scene.day(days.start), end: scene.day(days.end) }
  const form = { intent: 'rent', request_key: key, ...dates }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sent = await ask(tally, () => me.browser.post(`/item/${item.id}`, form))
    if (!sent) return
    const answer = rentAnswer(sent)
    const person = me.shopper.id
    if (answer !== 'missing') item.history.add(sent, { kind: 'rent', key, person, ...days, answer })
    if (answer === 'done' || answer === 'short' || answer === null)
      me.wallet.add(sent, { kind: 'rent', key, ...days, perWeek: PER_WEEK, answer })
    const was = answer === 'taken' || answer === 'short' ? 'refused' : answer
    me.deposit.add(sent, { kind: 'rent', key, answer: was })
    const id = /rental=([-\w]+)$/.exec(sent.page?.location ?? '')?.[1]
    if (id) me.rentals.push({ key, id: id as RentalId, itemId: item.id })
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

function unknownAnswer({ page }: Sent): Error {
  return new Error(`${page?.url}: ${page?.status} ${page && noticeOf(page)} ${page?.text('main')}`)
}

/** Changes the days of a rental, or only its last one. */
const changeDays: Act = async ({ scene, me, random, tally }) => {
  const rental = random.one(me.rentals)
  const item = itemOf(scene, rental)
  if (!rental || !item) return
  const { start, end } = someDays(random)
  const isExtension = random.oneIn(2)
  const form: Readonly<Record<string, string>> = isExtension
    ? { answer: 'extend', keep: scene.day(end) }
    : { answer: 'change-dates', start: scene.day(start), end: scene.day(end) }
  const sent = await ask(tally, () =>
    me.browser.post(`/my-rentals/${rental.id}`, { ...form, request_key: newId() }),
  )
  if (!sent) return
  const answer = changeAnswer(sent)
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

const cancel: Act = async ({ scene, me, random, tally }) => {
  const rental = random.one(me.rentals)
  const item = itemOf(scene, rental)
  if (!rental || !item) return
  const sent = await ask(tally, () => me.browser.post('/my-rentals', { rental: rental.id }))
  if (!sent) return
  const isDone = sent.page && noticeOf(sent.page).includes('success')
  if (sent.page && !isDone) throw unknownAnswer(sent)
  const move = { kind: 'cancel', key: rental.key, answer: isDone ? 'done' : null } as const
  item.history.add(sent, move)
  me.wallet.add(sent, move)
  me.deposit.add(sent, move)
}

function itemOf(scene: Scene, rental: KnownRental | undefined): LentItem | undefined {
  return scene.items.find(({ id }) => id === rental?.itemId)
}

const claim: Act = async ({ scene: { gift }, me, tally }) => {
  if (me === gift.buyer) return
  const sent = await ask(tally, () =>
    me.browser.post('/credits', { intent: 'claim', code: gift.code }),
  )
  if (!sent) return
  const isDone = sent.page && noticeOf(sent.page).includes('Success! You received 50 credits')
  if (sent.page && !isDone && !noticeOf(sent.page).includes('Failed to claim gift code'))
    throw unknownAnswer(sent)
  const answer = isDone ? 'done' : sent.page ? 'used' : null
  gift.history.add(sent, { kind: 'claim', person: me.shopper.id, answer })
  if (answer !== 'used') me.wallet.add(sent, { kind: 'gain', from: gift.code, credits: 50, answer })
}

/** What can be bought, and the credits that it brings at once. */
const PRODUCTS = { one_time: 50, subscription_monthly: 30 } as const

/** Buys credits or a plan. They come with the payment, or with the news of it at any later time. */
const buy: Act = async ({ me, random, tally }) => {
  const product = random.oneIn(2) && !me.hasPlan ? 'subscription_monthly' : 'one_time'
  if (product === 'subscription_monthly') me.hasPlan = true
  const opened = await ask(tally, () => me.browser.post('/credits', { product }))
  // A payment page that is just being opened keeps others waiting.
  if (!opened?.page?.location?.includes('/sandbox/checkout/')) return
  const { page } = opened
  const began = performance.now()
  const from = newId()
  const gain = { kind: 'gain', from, credits: PRODUCTS[product] } as const
  try {
    const successPath = await pay(me.visit, page)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const shown = await ask(tally, async () =>
        me.browser.follow(await me.browser.get(successPath)),
      )
      if (!shown?.page?.text('h1').includes('credits are yours')) continue
      me.wallet.add({ began, ended: shown.ended }, { ...gain, answer: 'done' })
      return
    }
  } catch {
    // The payment page did not answer.
  }
  me.wallet.add({ began, ended: Number.POSITIVE_INFINITY }, { ...gain, answer: null })
}

/** Asks for the deposit back. */
const refund: Act = async ({ scene, me, tally }) => {
  if (me !== scene.gift.buyer) return
  const sent = await ask(tally, () => me.browser.post('/credits', { intent: 'refund-deposit' }))
  if (!sent) return
  const words = sent.page && noticeOf(sent.page)
  if (words === null) me.deposit.add(sent, { kind: 'refund', answer: null })
  else if (/will be refunded/.test(words)) me.deposit.add(sent, { kind: 'refund', answer: 'done' })
  else if (/when your .*open rental/.test(words))
    me.deposit.add(sent, { kind: 'refund', answer: 'in use' })
  else if (/no deposit|on its way/.test(words))
    me.deposit.add(sent, { kind: 'refund', answer: 'missing' })
  else throw unknownAnswer(sent)
}

/** An admin credits the closet with money, which the next payout sends. */
const earn: Act = async ({ scene: { closet }, tally }) => {
  const key = newId()
  const form = { intent: 'correct', closet: closet.id, amount: '30', note: 'A gift', key }
  const sent = await ask(tally, () => closet.admin.post('/admin/payouts', form))
  if (!sent) return
  if (sent.page && sent.page.location === null) throw unknownAnswer(sent)
  const answer = sent.page ? 'done' : null
  closet.earnings.add(sent, { kind: 'gain', from: key, credits: 3000, answer })
}

/** A read of the API; null without an answer. */
async function readApi(
  { me, tally }: Acting,
  path: string,
  { browser, token }: Pick<Someone, 'browser' | 'token'> = me,
) {
  const sent = await ask(tally, () => browser.get(`/api/v1${path}`, withToken(token)))
  if (!sent?.page) return null
  if (sent.page.status !== 200) throw new Error(`${path}: ${sent.page.status} ${sent.page.html}`)
  return { sent, body: JSON.parse(sent.page.html) }
}

const readBalance: Act = async (acting) => {
  const found = await readApi(acting, '/credits')
  if (found)
    acting.me.wallet.add(found.sent, { kind: 'balance', credits: found.body.credits_balance })
}

const readCalendar: Act = async (acting) => {
  const { scene, random } = acting
  const item = random.one(scene.items)
  const found = item && (await readApi(acting, `/items/${item.id}/availability`))
  if (!found) return
  const taken: number[] = found.body.blocked_dates.map(scene.numberOf)
  const never = new Set(item.neverFree)
  item.history.add(found.sent, { kind: 'calendar', taken: taken.filter((day) => !never.has(day)) })
}

interface ShownRental {
  readonly item_id: ItemId
  readonly start_date: Parameters<Scene['numberOf']>[0]
  readonly end_date: Parameters<Scene['numberOf']>[0]
}

const readRentals: Act = async (acting) => {
  const { scene, me } = acting
  const found = await readApi(acting, '/my-rentals?live=true')
  if (!found) return
  const shown: readonly ShownRental[] = found.body.data
  for (const { id, history } of scene.items) {
    const rentals = shown
      .filter(({ item_id }) => item_id === id)
      .map(({ start_date, end_date }) => ({
        start: scene.numberOf(start_date),
        end: scene.numberOf(end_date),
      }))
    history.add(found.sent, { kind: 'mine', person: me.shopper.id, rentals })
  }
}

/** The page with the deposit and the gifts. */
const readCredits: Act = async ({ scene: { gift }, me, tally }) => {
  const sent = await ask(tally, () => me.browser.get('/credits'))
  if (!sent?.page) return
  const isHeld = !sent.page.text('#deposit').includes('You need a')
  me.deposit.add(sent, { kind: 'shown', isHeld })
  if (me !== gift.buyer) return
  const line = sent.page.$$('li').find((one) => one.textContent.includes(gift.code))
  if (!line) throw new Error('the gift is not shown')
  gift.history.add(sent, { kind: 'shown', isClaimed: /claimed on/.test(line.textContent) })
}

const readEarnings: Act = async (acting) => {
  const { closet } = acting.scene
  const found = await readApi(acting, '/earnings/summary', closet)
  if (!found) return
  const { payable_cents, pending_cents, in_transfer_cents, paid_this_year_cents } = found.body
  const credits = payable_cents + pending_cents + in_transfer_cents + paid_this_year_cents
  closet.earnings.add(found.sent, { kind: 'balance', credits })
}

/** What people do; frequent things are listed several times. */
export const everyAct: readonly Act[] = [
  ...[rent, rent, rent, rent, changeDays, changeDays, cancel, cancel, claim, refund, earn, buy],
  ...[readBalance, readBalance, readCalendar, readCalendar, readRentals, readCredits, readEarnings],
]

/** Looks at everything, after all else. */
export const readEverything: readonly Act[] = [readBalance, readRentals, readCredits, readEarnings]
