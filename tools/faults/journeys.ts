import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import type { Page } from '#test/browsing.ts'
import { openAccount } from '#test/faults/payout-account.ts'
import { pay, rentalWeek } from '#test/faults/shopping.ts'
import type { Visit } from '#test/faults/world.ts'
import { completedRental } from '#test/worlds/rating-world.ts'
import type { Client, Journey } from './client.ts'

// What people do while things fail. Each journey has new people, so that its effects can be counted
// by person. A step without an answer is repeated with the same request key.

/** Rents a dress, and sometimes cancels. */
const rents: Journey = async ({ world, app, random, answered, prepared, acknowledge }) => {
  const shopper = await prepared(() => world.make.readyShopper({ credits: 50 }))
  const item = await prepared(() => world.make.item({ creditsPerDay: 3 }))
  const { shop } = await prepared(() => app.visit(shopper))
  const form = { intent: 'rent', request_key: newId(), ...rentalWeek(world) }
  const rented = await answered(() => shop.post(`/item/${item.id}`, form))
  const rental = expectRedirect(rented, /^\/rental-success\?rental=([-\w]+)$/)
  acknowledge('rented', shopper.id)
  if (!random.oneIn(3)) return
  const cancelled = await answered(() => shop.post('/my-rentals', { rental }))
  expectRedirect(cancelled, /^\/my-rentals$/)
  // A refusal redirects to the same page.
  const toast = cancelled.response.headers.get('set-cookie') ?? ''
  if (!toast.includes('success')) throw new Error(`not cancelled: ${toast}`)
  acknowledge('cancelled', rental)
}

/** Pays for a pack of credits. */
const pays: Journey = async (client) => {
  const { world, answered, acknowledge } = client
  const shopper = await client.prepared(() => world.make.shopper())
  const visit = await client.prepared(() => client.app.visit(shopper))
  await buys(client, visit, { product: 'one_time' })
  const page = await answered(async () => visit.shop.get('/credits'))
  if (page.text('h1') !== '50 credits') throw new Error(`not paid: ${page.text('h1')}`)
  acknowledge('paid', shopper.id)
}

/** Pays a deposit twice, in two tabs: the second one is refunded. */
const paysTwice: Journey = async ({ world, app, answered, prepared, acknowledge }) => {
  const shopper = await prepared(() => world.make.shopper())
  const item = await prepared(() => world.make.item())
  const visit = await prepared(() => app.visit(shopper))
  const form = { intent: 'deposit', ...rentalWeek(world) }
  const checkOut = () => openCheckout(answered, () => visit.shop.post(`/item/${item.id}`, form))
  for (const checkout of [await checkOut(), await checkOut()]) {
    const successPath = await paid(prepared, visit, checkout)
    await answered(() => visit.shop.get(successPath))
  }
  acknowledge('refunded', shopper.id)
}

/** One person buys a gift, and another one claims it. */
const gives: Journey = async (client) => {
  const { world, app, answered, prepared, acknowledge } = client
  const [giver, friend] = [
    await prepared(() => world.make.shopper()),
    await prepared(() => world.make.shopper()),
  ]
  const gift = { product: 'gift', friend_email: friend.email }
  const bought = await buys(client, await prepared(() => app.visit(giver)), gift)
  const code = bought.text('main code')
  const { shop } = await prepared(() => app.visit(friend))
  // A claimed code counts as unknown, even for the person who claimed it: only the balance shows
  // whether a lost answer was a success.
  await answered(() => shop.post('/credits', { intent: 'claim', code }))
  const page = await answered(() => shop.get('/credits'))
  if (page.text('h1') !== '50 credits') throw new Error(`not claimed: ${page.text('h1')}`)
  acknowledge('gift claimed', friend.id)
}

/** Reviews a rental that is over. */
const reviews: Journey = async ({ world, app, answered, prepared, acknowledge }) => {
  const { rentalId, renter } = await prepared(() => completedRental(world.db, {}, new Date()))
  const { shop } = await prepared(() => app.visit(renter))
  const review = { answer: 'rate', stars: '4', words: 'Lovely.', fit: 'true' }
  expectRedirect(await answered(() => shop.post(`/my-rentals/${rentalId}`, review)), /#reviews$/)
  acknowledge('reviewed', rentalId)
}

/** A closet delivers an item, takes it back and withholds $20 of the deposit. */
const withholds: Journey = async ({ world, app, answered, prepared, acknowledge }) => {
  const closet = await prepared(() => world.make.closet())
  const item = await prepared(() => world.make.item({ closet }))
  const { start } = rentalWeek(world)
  const rental = await prepared(() =>
    world.make.rental({ item, start, createdAt: new Date(Date.now() - 86_400_000) }),
  )
  const { shop } = await prepared(() => app.visit(closet))
  const path = `/business/rentals/${rental.id}`
  for (const intent of ['accept', 'deliver', 'record-return'])
    expectRedirect(await answered(() => shop.post(path, { intent })), /./)
  const keep = { intent: 'keep-deposit', keep: '20', notes: 'Torn hem', confirmed: 'yes' }
  expectRedirect(await answered(() => shop.post(path, keep)), /./)
  acknowledge('withheld', rental.id)
}

/** A closet lists an item with a photo. */
const lists: Journey = async ({ world, app, answered, prepared, acknowledge }) => {
  const closet = await prepared(() => world.make.closet())
  const { shop } = await prepared(() => app.visit(closet))
  const photo = new File([new Uint8Array(flatPng(300, 600))], 'a.png', { type: 'image/png' })
  const fields = {
    intent: 'save',
    request_key: newId(),
    title: 'Silk gown',
    size: 'L',
    style: 'Formal',
    event_type: 'Wedding',
    credits_per_week: '30',
    image_id: photo,
  }
  // While the photo storage fails, the form is shown again.
  while (!(await answered(() => shop.post('/business/items/new', fields))).location);
  acknowledge('listed', closet.id)
}

/** A closet adds three items from a file with their photos. */
const imports: Journey = async ({ world, app, answered, prepared, acknowledge }) => {
  const closet = await prepared(() => world.make.closet())
  const { shop } = await prepared(() => app.visit(closet))
  const skus = [newId(), newId(), newId()]
  const rows = skus.map((sku) => `${sku},Silk gown,L,Formal,Wedding,30`)
  const csv = ['sku,title,size,style,occasion,price', ...rows].join('\n')
  const png = new Uint8Array(flatPng(300, 600))
  const files = {
    listings: [new File([csv], 'gowns.csv', { type: 'text/csv' })],
    photos: skus.map((sku) => new File([png], `${sku}.png`, { type: 'image/png' })),
  }
  const list = '/business/imports'
  let path: string | undefined
  while (!path) {
    await answered(() => shop.post(list, filesOf(files)))
    const page = await answered(() => shop.get(list))
    path = page.$$(`main a[href^="${list}/"]:not([download])`)[0]?.getAttribute('href')
  }
  const checked = path
  while (!(await answered(() => shop.get(checked))).has('main button')) await pause(200)
  expectRedirect(await answered(() => shop.post(checked, { intent: 'import' })), /imports/)
  for (const sku of skus) acknowledge('imported', sku)
}

function filesOf(files: Readonly<Record<string, readonly File[]>>): FormData {
  const form = new FormData()
  for (const [name, given] of Object.entries(files))
    for (const file of given) form.append(name, file)
  return form
}

/** Writes a message. */
const writes: Journey = async ({ world, app, answered, prepared, acknowledge }) => {
  const { id, shopper } = await prepared(() => world.make.conversation())
  const { shop } = await prepared(() => app.visit(shopper))
  const message = { body: 'And the hem?', request_key: newId() }
  expectRedirect(await answered(() => shop.post(`/messages/${id}`, message)), /sent=/)
  acknowledge('wrote', message.request_key)
}

/** An admin credits a closet with $30, which the next payout run sends. */
const receivesPayout: Journey = async ({ world, app, answered, prepared, acknowledge }) => {
  const closet = await prepared(() => world.make.closet())
  await prepared(() => openAccount(world, closet))
  const admin = await prepared(() => world.make.admin())
  const { shop } = await prepared(() => app.visit(admin))
  const form = { intent: 'correct', closet: closet.id, amount: '30', note: 'A gift', key: newId() }
  expectRedirect(await answered(() => shop.post('/admin/payouts', form)), /./)
  acknowledge('earned', closet.id)
}

/** Every journey; frequent ones are listed several times. */
export const everyJourney: readonly Journey[] = [
  ...[rents, rents, rents, pays, pays],
  ...[paysTwice, gives, reviews, withholds, lists, imports, writes, receivesPayout],
]

/** Pays, and reloads the success page until the purchase is confirmed. */
async function buys(
  { answered, prepared }: Client,
  visit: Visit,
  form: Readonly<Record<string, string>>,
): Promise<Page> {
  const checkout = await openCheckout(answered, () => visit.shop.post('/credits', form))
  const successPath = await paid(prepared, visit, checkout)
  for (;;) {
    const page = await answered(async () => visit.shop.follow(await visit.shop.get(successPath)))
    if (page.text('h1') !== 'We are confirming your payment') return page
  }
}

/** Repeats the checkout until the payment provider has answered too. */
export async function openCheckout(
  answered: Client['answered'],
  checkOut: () => Promise<Page>,
): Promise<Page> {
  for (;;) {
    const page = await answered(checkOut)
    if (page.location?.includes('/sandbox/checkout/')) return page
  }
}

/** Pays once: if the answer to a payment was lost, follows the link on its page. */
export function paid(prepared: Client['prepared'], visit: Visit, checkout: Page): Promise<string> {
  return prepared(async () => {
    const page = await visit.payPages.get(checkout.location ?? '')
    const isComplete = page.text().includes('This payment is complete')
    if (!isComplete) return pay(visit, checkout)
    const { pathname, search } = new URL(page.$('main a').getAttribute('href') ?? '')
    return pathname + search
  })
}

/** The matching part of the redirect target, or of it the group in parentheses. */
function expectRedirect(page: Page, expected: RegExp): string {
  const found = expected.exec(page.location ?? '')
  if (found) return found[1] ?? found[0]
  throw new Error(`${page.url}: ${page.status} ${page.location} ${page.text('main')}`)
}
