import { newId } from '#domain/shared/ids.ts'
import { pay } from '#test/faults/shopping.ts'
import { type Act, type Acting, readApi, TRIES, unknownAnswer } from './acting.ts'
import { ask, noticeOf } from './sending.ts'

export const claim: Act = async ({ scene: { gift }, me, tally }) => {
  if (me === gift.buyer) return
  const sent = await ask(tally, () =>
    me.browser.post('/credits', { intent: 'claim', code: gift.code }),
  )
  const isDone = sent.page && noticeOf(sent.page).includes('Success! You received 50 credits')
  if (sent.page && !isDone && !noticeOf(sent.page).includes('Failed to claim gift code'))
    throw unknownAnswer(sent)
  const answer = isDone ? 'done' : sent.page ? 'used' : null
  gift.history.add(sent, { kind: 'claim', person: me.shopper.id, answer })
  if (answer !== 'used') me.wallet.add(sent, { kind: 'gain', from: gift.code, credits: 50, answer })
}

/** What can be bought, and the credits that it brings at once. */
const PRODUCTS = { one_time: 50, subscription_monthly: 30, subscription_annual: 30 } as const

const BOUGHT = {
  one_time: null,
  subscription_monthly: 'buy-monthly',
  subscription_annual: 'buy-annual',
} as const

export const buy: Act = (acting) => buyProduct(acting, 'one_time')

/** Buys credits or a plan. They come with the payment, or with the news of it at any later time. */
export async function buyProduct(
  { me, tally }: Acting,
  product: keyof typeof PRODUCTS,
): Promise<void> {
  const opened = await ask(tally, () => me.browser.post('/credits', { product }))
  // A payment page that is just being opened keeps others waiting.
  if (!opened.page?.location?.includes('/sandbox/checkout/')) return
  const { page } = opened
  const began = performance.now()
  try {
    const successPath = await pay(me.visit, page)
    for (let tries = 0; tries < TRIES; tries += 1) {
      const shown = await ask(tally, async () =>
        me.browser.follow(await me.browser.get(successPath)),
      )
      if (!shown.page?.text('h1').includes('credits are yours')) continue
      grant(shown.ended, 'done')
      return
    }
  } catch {
    // The payment page did not answer.
  }
  grant(Number.POSITIVE_INFINITY, null)

  function grant(ended: number, answer: 'done' | null) {
    const credits = PRODUCTS[product]
    me.wallet.add({ began, ended }, { kind: 'gain', from: newId(), credits, answer })
    const kind = BOUGHT[product]
    if (kind) me.plan.add({ began, ended }, { kind, answer })
  }
}

/** Asks for the deposit back. */
export const refund: Act = async ({ scene, me, tally }) => {
  if (me !== scene.gift.buyer) return
  const sent = await ask(tally, () => me.browser.post('/credits', { intent: 'refund-deposit' }))
  const words = sent.page && noticeOf(sent.page)
  if (words === null) me.deposit.add(sent, { kind: 'refund', answer: null })
  else if (/will be refunded/.test(words)) me.deposit.add(sent, { kind: 'refund', answer: 'done' })
  else if (/when your .*open rental/.test(words))
    me.deposit.add(sent, { kind: 'refund', answer: 'in use' })
  else if (/no deposit|on its way/.test(words))
    me.deposit.add(sent, { kind: 'refund', answer: 'missing' })
  else throw unknownAnswer(sent)
}

export const readBalance: Act = async (acting) => {
  const found = await readApi(acting, '/credits')
  if (found)
    acting.me.wallet.add(found.sent, { kind: 'balance', credits: found.body.credits_balance })
}
