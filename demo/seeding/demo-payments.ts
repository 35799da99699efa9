import { type Db, inTransaction } from '#db/connection.ts'
import { buyCredits, payDeposit } from '#domain/money/checkout/checkout.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { lockWallet, mint } from '#domain/money/credits/credits.ts'
import { findDeposit } from '#domain/money/deposits/deposits.ts'
import { asShopper, type Shopper } from '#domain/shared/actors.ts'
import { pages } from '#domain/shared/pages.ts'
import { cardNumberOf } from './demo-cards.ts'
import type { DemoContext } from './demo-context.ts'
import { demoId } from './demo-id.ts'
import { findPerson } from './seed-people.ts'

/** Sends a request to a page of the payment sandbox. */
export type SandboxFetch = (request: Request) => Promise<Response | undefined>

type Payments = Pick<DemoContext, 'db' | 'stripe' | 'origin'>

const afterDeposit = {
  returnTo: pages.home,
  successPath: `${pages.depositSuccess}?session_id={CHECKOUT_SESSION_ID}`,
}
const afterPack = {
  returnTo: pages.home,
  successPath: `${pages.creditsSuccess}?session_id={CHECKOUT_SESSION_ID}`,
}

export async function demoShopper(db: Db, email: string): Promise<Shopper> {
  const shopper = asShopper(await findPerson(db, email))
  if (!shopper) throw new Error(`${email} cannot shop`)
  return shopper
}

/** Pays the deposit on the sandbox's page, so that it can be refunded like any other. */
export async function payDemoDeposit(
  { db, stripe, origin }: Payments,
  ask: SandboxFetch,
  shopper: Shopper,
  now: Date,
): Promise<void> {
  if (await findDeposit(db, shopper.id)) return
  const opened = await payDeposit(db, shopper, stripe, { ...afterDeposit, origin }, now)
  if (!opened.ok) throw new Error(`the demo's deposit: ${opened.problem.reason}`)
  await pay(db, stripe, ask, shopper, opened.value, now)
}

type Bought = { readonly product: 'one_time' | 'gift'; readonly recipientEmail?: string }

/** Buys credits or a gift on the sandbox's page, once. */
export async function buyDemoCredits(
  { db, stripe, origin }: Payments,
  ask: SandboxFetch,
  shopper: Shopper,
  bought: Bought,
  now: Date,
): Promise<void> {
  const order = await db
    .selectFrom('checkout_orders')
    .select('id')
    .where('user_id', '=', shopper.id)
    .where('product_type', '=', bought.product)
    .where('status', '=', 'fulfilled')
    .executeTakeFirst()
  if (order) return
  const places = { ...afterPack, origin }
  const opened = await buyCredits(db, shopper, stripe, bought, places, now)
  if (!opened.ok) throw new Error(`the demo's credits: ${opened.problem.reason}`)
  await pay(db, stripe, ask, shopper, opened.value, now)
}

async function pay(
  db: Db,
  stripe: DemoContext['stripe'],
  ask: SandboxFetch,
  shopper: Shopper,
  checkout: { readonly url: string; readonly sessionId: string },
  now: Date,
) {
  const { origin } = new URL(checkout.url)
  const request = new Request(checkout.url, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({
      email: shopper.email,
      name: shopper.fullName,
      card: 'own',
      number: cardNumberOf(shopper.fullName),
      expiry: `12 / ${now.getUTCFullYear() + 3}`,
      cvc: '123',
    }),
  })
  const answer = (await ask(request)) ?? (await fetch(request, { redirect: 'manual' }))
  if (answer.status !== 303) throw new Error(`the sandbox took no payment: ${answer.status}`)
  const fulfilled = await fulfil(db, stripe, checkout.sessionId)
  if (!fulfilled.ok) throw new Error(`the demo's payment: ${fulfilled.problem.reason}`)
}

/** Free credits, once per person. */
export async function grantDemoCredits(
  db: Db,
  shopper: Shopper,
  amount: number,
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    const key = `grant:${demoId(`welcome ${shopper.email}`)}`
    const note = 'A welcome from Hemline'
    await mint(tx, { userId: shopper.id, key, note, source: 'grant', amount, expiresAt }, at)
  })
}

const PACK = { cents: 5000, credits: 50 }
const PACK_DAYS = 92

/**
 * Grants packs of the past with at least these credits. They have no orders, because the sandbox
 * can only sell packs now.
 */
export async function grantDemoPacks(
  db: Db,
  shopper: Shopper,
  { name, credits }: { readonly name: string; readonly credits: number },
  at: Date,
): Promise<void> {
  const expiresAt = new Date(at.getTime() + PACK_DAYS * 86_400_000)
  const lot = { source: 'one_time', amount: PACK.credits, paid: PACK, expiresAt } as const
  await inTransaction(db, async (tx) => {
    await lockWallet(tx, shopper.id)
    for (let pack = 0; pack * PACK.credits < credits; pack += 1)
      await mint(tx, { userId: shopper.id, key: `pack:${demoId(`${name} ${pack}`)}`, ...lot }, at)
  })
}
