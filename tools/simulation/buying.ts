import type { PersonId } from '#db/ids.ts'
import { buyCredits, payDeposit, topUpDeposit } from '#domain/money/checkout/checkout.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { claimGiftCode } from '#domain/money/gifts/gifts.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import {
  readPlatformNumbers,
  savePlatformNumbers,
} from '#domain/site/settings/save-platform-numbers.ts'
import { isBarred, liveDeposit, topUpCents } from './model/deposits.ts'
import { fulfil as fulfilled } from './model/handling.ts'
import { openCheckout, payCheckout } from './model/provider.ts'
import { claim } from './model/rentals.ts'
import type { Card, Model, Product } from './model/state.ts'
import { knownLive, syncSub } from './model/subscriptions.ts'
import {
  type Action,
  note,
  outcomeCode,
  type Simulation,
  same,
  someone,
  someoneWho,
  type Touched,
} from './simulation.ts'
import { ORIGIN } from './world.ts'

const places = {
  origin: ORIGIN,
  successPath: '/done?session_id={CHECKOUT_SESSION_ID}',
  returnTo: '/',
}
export const goodCards: [Card, ...Card[]] = [
  'visa',
  'visa',
  'visa',
  'renewalDeclined',
  'disputed',
  'refundFails',
  'refundWaits',
]
const badCards: [string, ...string[]] = ['declined', 'expired', 'insufficientFunds']

/** At the start some people pay a deposit and buy packs or a gift, so that they can rent. */
export async function makeFirstPurchases(play: Simulation): Promise<void> {
  const { world, random } = play
  for (const shopper of random.shuffle(world.people).slice(0, 5)) {
    await chooseGiftMonths(play)
    const more = random.pick<Product>(['one_time', 'gift'])
    for (const product of ['deposit', 'one_time', more] as const)
      await buy(play, shopper, product, product === 'deposit' ? 'visa' : random.pick(goodCards))
  }
}

/** A complete purchase by a person who can make it. */
export async function buy(play: Simulation, shopper: Shopper, product: Product, card: Card) {
  const { world, model, known } = play
  await openFor(play, shopper, product)
  const order = model.orders.at(-1)
  if (!order) return
  const session = known.sessions.get(order.id) ?? ''
  same('a good card', await world.pay(session, card), true)
  payCheckout(model, order, card)
  await fulfil(world.db, world.stripe, session)
  fulfilled(model, order)
}

/** An admin changes how long the credits of gifts last. */
export const chooseGiftMonths: Action = async (play) => {
  const { world, model, random } = play
  const gift_months = random.oneIn(2) ? null : random.pick([3, 60])
  note(play, `gifts last for ${gift_months ?? 'ever'}`)
  const numbers = { ...(await readPlatformNumbers(world.db)), gift_months }
  const saved = await savePlatformNumbers(world.db, world.admin, numbers, world.clock.now())
  same('saving the months of gifts', outcomeCode(saved), 'done')
  model.giftMonths = gift_months
  return []
}

/** Opens a payment page, which may be paid later, in a different order or never. */
export const open: Action = async (play) => {
  const { model, random } = play
  const product = random.pick<Product>([
    'deposit',
    'deposit',
    'deposit',
    'deposit_top_up',
    'deposit_top_up',
    'one_time',
    'one_time',
    'gift',
    'subscription_monthly',
    'subscription_annual',
  ])
  const shopper = someoneWho(play, ({ id }) => whyNotOpen(model, id, product, false) === 'done')
  return await openFor(play, shopper, product)
}

async function openFor(play: Simulation, shopper: Shopper, product: Product): Promise<Touched> {
  const { world, model, known } = play
  note(play, `${shopper.fullName} opens a checkout for ${product}`)
  const expected = whyNotOpen(model, shopper.id, product, true)
  const { db, stripe, clock } = world
  const now = clock.now()
  const deposit = liveDeposit(model, shopper.id)
  const cents = product === 'deposit_top_up' && deposit ? topUpCents(deposit) : 5000
  const opened =
    product === 'deposit'
      ? await payDeposit(db, shopper, stripe, places, now)
      : product === 'deposit_top_up'
        ? await topUpDeposit(db, shopper, stripe, places, now)
        : await buyCredits(
            db,
            shopper,
            stripe,
            { product, recipientEmail: 'a@b.test' },
            places,
            now,
          )
  same(`opening ${product}`, outcomeCode(opened), expected)
  if (!opened.ok) return [shopper.id]
  const { id } = await db
    .selectFrom('checkout_orders')
    .select('id')
    .where('stripe_session_id', '=', opened.value.sessionId)
    .executeTakeFirstOrThrow()
  known.sessions.set(id, opened.value.sessionId)
  openCheckout(model, { id, owner: shopper.id, product, cents })
  return [shopper.id]
}

/** `toConfirm`: the provider is asked whether the current plan is still live. */
function whyNotOpen(model: Model, owner: PersonId, product: Product, toConfirm: boolean): string {
  if (product === 'deposit') {
    const deposit = liveDeposit(model, owner)
    if (!deposit) return 'done'
    return isBarred(deposit) ? 'previous-deposit-processing' : 'deposit-already-paid'
  }
  if (product === 'deposit_top_up') {
    const deposit = liveDeposit(model, owner)
    return deposit && topUpCents(deposit) > 0 ? 'done' : 'nothing-to-add'
  }
  if (product === 'one_time' || product === 'gift') return 'done'
  const live = knownLive(model, owner)
  if (live && toConfirm) syncSub(model, live, model.now)
  return knownLive(model, owner) ? 'already-subscribed' : 'done'
}

export const pay: Action = async (play) => {
  const { world, model, random, known } = play
  const open = model.orders.slice(-30).filter(({ session }) => session === 'open')
  const order = random.one(open.filter(({ paidWith }) => paidWith === null))
  if (!order) return null
  const session = known.sessions.get(order.id) ?? ''
  if (random.oneIn(6)) {
    const bad = random.pick(badCards)
    note(play, `a card is ${bad} for ${order.product} ${order.id}`)
    same('a bad card', await world.pay(session, bad), false)
    return [order.owner]
  }
  const card = random.pick(goodCards)
  note(play, `${order.product} ${order.id} is paid with ${card}`)
  same('a good card', await world.pay(session, card), true)
  payCheckout(model, order, card)
  if (random.oneIn(2)) return [order.owner]
  note(play, `the success page of ${order.id} is opened`)
  await fulfil(world.db, world.stripe, session)
  fulfilled(model, order)
  return [order.owner]
}

export const openSuccessPage: Action = async (play) => {
  const { world, model, random, known } = play
  const order = random.one(model.orders.slice(-40))
  if (!order) return null
  note(play, `the success page of ${order.id} is opened once more`)
  await fulfil(world.db, world.stripe, known.sessions.get(order.id) ?? '')
  fulfilled(model, order)
  return [order.owner]
}

export const claimCode: Action = async (play) => {
  const { world, model, random } = play
  const code = random.one(model.codes.slice(-8))
  if (!code) return null
  const friend = someone(play)
  const row = await world.db
    .selectFrom('gift_codes')
    .select('code')
    .where('order_id', '=', code.order.id)
    .executeTakeFirstOrThrow()
  note(play, `${friend.fullName} claims the code of ${code.order.id}`)
  const typed = random.oneIn(3) ? ` ${row.code.toLowerCase()} ` : row.code
  const answered = await claimGiftCode(world.db, friend, typed, world.clock.now())
  same('claiming', outcomeCode(answered), claim(model, code, friend.id))
  return [friend.id, code.buyer]
}
