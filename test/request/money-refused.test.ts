import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { type Site, testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const start = addDays(today, 3)
const end = addDays(today, 9)

const input = () => ({ intent: 'rent', start, end, request_key: newId() })

async function askForFaults(method: string, body?: string): Promise<void> {
  const headers = { authorization: `Bearer ${site.settings.payments.secretKey}` }
  const confirmation = new Request('http://localhost:3000/sandbox/faults', {
    method,
    headers,
    body: body ?? null,
  })
  const answer = await site.app.handle(confirmation, { peer: '127.0.0.1' })
  expect(answer.status).toBe(200)
}

/** Makes all checkouts fail until the test ends. */
async function failCheckouts(fault: Readonly<Record<string, string | number>>): Promise<void> {
  const which = { path: '/v1/checkout/sessions', method: 'POST', times: 100 }
  await askForFaults('POST', JSON.stringify({ ...which, ...fault }))
  onTestFinished(() => askForFaults('DELETE'))
}

/** Removes a table until the test ends, which causes an unexpected error. */
async function lose(from: Site, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to lost`.execute(from.db)
  onTestFinished(async () => {
    await sql`alter table lost rename to ${sql.table(table)}`.execute(from.db)
  })
}

test.each([
  'abc',
  newId(),
])('an item that is not there (%s) says so and leads to others', async (id) => {
  const page = await site.get(`/item/${id}`)
  expect(page.status).toBe(404)
  expect(page.text('h1')).toBe('Item Not Found')
  const [link] = page.$$('main a').filter(({ textContent }) => textContent === 'Browse Items')
  expect(link?.getAttribute('href')).toBe('/styles')
})

test('an unapproved item is not found and cannot be rented', async () => {
  const item = await make.item({ approval_status: 'pending' })
  const shopper = await make.readyShopper()
  expect((await site.get(`/item/${item.id}`, { as: shopper })).text('h1')).toBe('Item Not Found')
  const answer = await site.post(`/item/${item.id}`, input(), { as: shopper })
  expect(answer.text('h1')).toBe('Item Not Found')
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(100)
})

test.for([
  ['visitor', 'rental_availability'],
  ['shopper', 'deposits'],
])('an item that cannot be read says so to a %s, on a whole page that leads on', async ([
  who,
  table = '',
]) => {
  const broken = await testSite()
  const item = await broken.make.item()
  const as = who === 'shopper' ? await broken.make.shopper() : null
  await lose(broken, table)
  const page = await broken.get(`/item/${item.id}`, { as })
  expect(page.status).toBe(500)
  expect(page.text('h1')).toBe('Failed to load item details')
  expect(page.$$('main a').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Try again', `/item/${item.id}`],
    ['Browse Items', '/styles'],
  ])
  expect(page.has('header nav')).toBe(true)
  expect(page.has('footer a[href="/about"]')).toBe(true)
})

test('renting and paying the deposit ask a visitor to sign in, without losing the dates', async () => {
  const item = await make.item()
  for (const [intent, sentence] of [
    ['rent', 'Please sign in to rent items.'],
    ['deposit', 'Please sign in to pay deposit.'],
  ]) {
    const visitor = site.stranger()
    const confirmation = await visitor.post(`/item/${item.id}`, {
      ...input(),
      intent: intent ?? '',
    })
    const back = encodeURIComponent(`/item/${item.id}?start=${start}&end=${end}`)
    expect(confirmation.location).toBe(`/auth?return_to=${back}`)
    expect((await visitor.follow(confirmation)).text()).toContain(sentence)
  }
})

test('a failed rental shows an error and charges nothing', async () => {
  const broken = await testSite()
  const shopper = await broken.make.readyShopper()
  const item = await broken.make.item()
  await lose(broken, 'credit_movements')
  const page = await broken.post(`/item/${item.id}`, input(), { as: shopper })
  expect(page.status).toBe(500)
  expect(page.text('dialog[open] h2')).toBe(
    'Error: Failed to process rental. Please check your credit balance and try again.',
  )
  expect(page.$('[name=start]').getAttribute('value')).toBe(start)
  expect(await broken.db.selectFrom('rentals').select('id').execute()).toEqual([])
})

test.each([
  [{ kind: 'drop_before' }, 'Error: Failed to create deposit checkout'],
  [{ kind: 'status', status: 400 }, /^Error: ./],
])('a deposit that cannot be paid for says so: %o', async (fault, sentence) => {
  const item = await make.item()
  const shopper = await make.shopper()
  await failCheckouts(fault)
  const form = { ...input(), intent: 'deposit' }
  const page = await site.post(`/item/${item.id}`, form, { as: shopper })
  expect(page.status).toBe(400)
  expect(page.text('dialog[open] h2')).toMatch(sentence)
  expect(page.$('[name=end]').getAttribute('value')).toBe(end)
})

test('an unexpected checkout failure is shown', async () => {
  const broken = await testSite()
  const shopper = await broken.make.shopper()
  const item = await broken.make.item()
  await lose(broken, 'checkout_orders')
  const form = { ...input(), intent: 'deposit' }
  const deposit = await broken.post(`/item/${item.id}`, form, { as: shopper })
  expect(deposit.text('dialog[open] h2')).toBe('Error: Failed to create deposit checkout')
  const credits = await broken.post(
    '/credits',
    { product: 'one_time', return_to: '/about' },
    { as: shopper },
  )
  const shown = await broken.get(credits.location ?? '', { as: shopper })
  expect(shown.text()).toContain('Error: Failed to create checkout session')
})

test.each([
  [{ kind: 'drop_before' }, 'one_time', 'Error: Failed to create checkout session'],
  [null, 'no such thing', 'Product not found'],
  [null, 'deposit', 'Product not found'],
])('credits that cannot be bought say so: %o %s', async (fault, product, sentence) => {
  const shopper = await make.shopper()
  if (fault) await failCheckouts(fault)
  const confirmation = await site.post(
    '/credits',
    { product, return_to: '/about' },
    { as: shopper },
  )
  expect(confirmation.location).toBe('/about')
  const page = await site.get('/about', { as: shopper })
  expect(page.text()).toContain(sentence)
})

test('buying credits asks a visitor to sign in', async () => {
  const visitor = site.stranger()
  const confirmation = await visitor.post('/credits', { product: 'one_time' })
  expect(confirmation.location).toBe('/auth?return_to=%2Fcredits')
  expect((await visitor.follow(confirmation)).text()).toContain(
    'Please sign in to purchase credits.',
  )
})

test('the credits chip opens the products for sale, with the balance', async () => {
  const shopper = await make.readyShopper({ credits: 43 })
  const page = await site.get('/about', { as: shopper })
  const dialog = page.text('dialog')
  expect(dialog).toContain('Purchase Credits')
  expect(dialog).toContain('Current balance: 43 credits')
  expect(dialog).toContain('One-Time Purchases')
  expect(page.has('dialog form[action="/credits"] [name=product][value=one_time]')).toBe(true)
  expect((await site.get('/about')).has('dialog')).toBe(false)
})
