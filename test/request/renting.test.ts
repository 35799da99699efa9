import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import type { Browsing, Page } from '#test/browsing.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const start = addDays(today, 3)
const end = addDays(today, 9)
const rentForm = 'form:has([name=request_key])'

/** Fills in the sandbox's card form and follows the redirect back. */
async function pay(browsing: Browsing, redirect: Page): Promise<Page> {
  const checkout = await browsing.get(redirect.location ?? '')
  const paid = await browsing.submit(checkout, 'form[action^="/sandbox/checkout/"]')
  return await browsing.follow(paid)
}

test('a new shopper signs up, pays deposit and credits, rents, and the item is taken', async () => {
  const item = await make.item({ title: 'Emerald gown', creditsPerDay: 3 })
  const stranger = site.stranger()

  const first = await stranger.get(`/item/${item.id}`)
  expect(first.text(rentForm)).toContain('Sign in to Rent')
  const confirmation = await stranger.submit(first, rentForm, { start, end, intent: 'rent' })
  expect(confirmation.location).toContain('/auth?return_to=')
  const auth = await stranger.follow(confirmation)
  expect(auth.text('main')).toContain('Please sign in to rent items.')

  const returnTo = new URL(auth.url).searchParams.get('return_to') ?? ''
  const signedUp = await stranger.post(
    `/auth?mode=sign-up&return_to=${encodeURIComponent(returnTo)}`,
    { full_name: 'Nora Quist', email: 'nora@hemline.test', password: 'a-quiet-river-42' },
  )

  const page = await stranger.follow(signedUp)
  expect(page.url).toMatch(`/item/${item.id}?start=${start}&end=${end}`)
  expect(page.$('[name=start]').getAttribute('value')).toBe(start)
  const noDeposit = await stranger.submit(page, rentForm, { intent: 'rent' })
  expect(noDeposit.status).toBe(400)
  expect(noDeposit.text('dialog[open] h2')).toBe(
    'A $50 refundable deposit is required to rent items.',
  )

  const toDeposit = await stranger.submit(noDeposit, 'dialog[open] form[method=post]')
  const back = await pay(stranger, toDeposit)
  expect(new URL(back.url).search).toBe(`?start=${start}&end=${end}`)
  expect(back.text()).toContain('Your deposit is paid. You need 21 credits to rent and have 0.')

  const noCredits = await stranger.submit(back, rentForm, { intent: 'rent' })
  expect(noCredits.text('dialog[open] h2')).toBe(
    'You need 21 credits but only have 0. Would you like to purchase more credits?',
  )
  const creditsLink = noCredits.$('dialog[open] a').getAttribute('href') ?? ''
  const credits = await stranger.get(creditsLink)
  const bought = await pay(
    stranger,
    await stranger.submit(credits, 'main form:has([name=product][value=one_time])'),
  )
  expect(bought.text('h1')).toBe('50 credits are yours')
  expect(bought.text('header')).toContain('50')

  const toItem = bought.$('main a[href^="/item/"]').getAttribute('href') ?? ''
  const again = await stranger.get(toItem)
  expect(again.url).toContain(`start=${start}`)
  const rented = await stranger.follow(await stranger.submit(again, rentForm, { intent: 'rent' }))
  expect(rented.text('h1')).toBe('Request sent: Emerald gown')
  const mine = await stranger.get('/my-rentals')
  expect(mine.text('article')).toContain('Emerald gown')

  await site.drainJobs()
  await site.drainJobs()
  const mails = await db
    .selectFrom('mail_outbox')
    .select('subject')
    .where('template', 'like', 'rental-%')
    .orderBy('subject')
    .execute()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'New request: Emerald gown',
    'Request sent: Emerald gown',
  ])

  const other = await make.readyShopper()
  const late = await site.post(
    `/item/${item.id}`,
    { intent: 'rent', start, end, request_key: newId() },
    { as: other },
  )
  expect(late.text('dialog[open] h2')).toBe(
    'Selected dates are not available. Please choose different dates.',
  )
  const seen = await site.get(`/item/${item.id}`, { as: other })
  expect(seen.text()).toContain('Currently Rented')
  expect(await creditsBalance(db, other.id, clock.now())).toBe(100)
})

test('posted price, item, owner and status are ignored', async () => {
  const shopper = await make.readyShopper({ credits: 100 })
  const item = await make.item({ creditsPerDay: 3 })
  await site.post(
    `/item/${item.id}`,
    {
      intent: 'rent',
      start,
      end,
      request_key: newId(),
      total_credits: '0',
      credits_per_day: '999',
      total_days: '1',
      item_id: newId(),
      owner_id: shopper.id,
      renter_id: newId(),
      status: 'completed',
    },
    { as: shopper },
  )
  const rental = await db
    .selectFrom('rentals')
    .selectAll()
    .where('item_id', '=', item.id)
    .executeTakeFirstOrThrow()
  expect(rental).toMatchObject({
    renter_id: shopper.id,
    owner_id: item.business_id,
    total_credits: 21,
    status: 'pending',
  })
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(79)
})

test('a price raised since the page was opened is shown before it is paid', async () => {
  const shopper = await make.readyShopper({ credits: 200 })
  const closet = await make.closet()
  const item = await make.item({ closet, creditsPerDay: 3 })
  const page = await site.get(`/item/${item.id}?start=${start}&end=${end}`, { as: shopper })
  const priceIs = (credits_per_day: number) =>
    db.updateTable('clothing_items').set({ credits_per_day }).where('id', '=', item.id).execute()
  await priceIs(20)
  const refused = await site.submit(page, rentForm, { intent: 'rent' }, { as: shopper })
  expect([refused.status, refused.text('dialog[open] h2')]).toEqual([
    400,
    'Error: The price is now 140 credits per week. Please check the total and try again.',
  ])
  expect(refused.text(rentForm)).toContain('140 credits')
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(200)
  // A lower price is charged without a question.
  await priceIs(2)
  const rented = await site.submit(refused, rentForm, { intent: 'rent' }, { as: shopper })
  expect(rented.location).toMatch(/^\/rental-success\?rental=/)
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(186)
})

test('invalid delivery details are refused last, and nothing is spent', async () => {
  const shopper = await make.shopper()
  const item = await make.item({ creditsPerDay: 3 })
  const rent = (dates: { start: string; end: string }) =>
    site.post(
      `/item/${item.id}`,
      {
        ...{ intent: 'rent', ...dates, request_key: newId() },
        ...{ renter_phone: 'x'.repeat(200), delivery_address: '1 Elm Street', delivery_notes: '' },
      },
      { as: shopper },
    )
  const question = 'dialog[open] h2'
  expect((await rent({ start, end })).text(question)).toBe(
    'A $50 refundable deposit is required to rent items.',
  )
  await make.deposit(shopper)
  expect((await rent({ start: '', end: '' })).text(question)).toBe('Please select rental dates.')
  expect((await rent({ start, end })).text(question)).toContain('You need 21 credits')
  await make.credits(shopper, 50)
  const refused = await rent({ start, end })
  expect([refused.status, refused.has('dialog[open]')]).toEqual([400, false])
  expect(refused.$('[name=renter_phone]').getAttribute('aria-invalid')).toBe('true')
  expect(refused.text('[name=delivery_address]')).toBe('1 Elm Street')
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(50)
  expect(await db.selectFrom('rentals').where('item_id', '=', item.id).execute()).toEqual([])
})

test.each([
  ['', '', 'Please select rental dates.'],
  [end, start, 'Please select valid dates.'],
  ['2027-02-29', '2027-03-05', 'Please select valid dates.'],
  [addDays(today, -1), end, 'Error: Rentals cannot begin in the past.'],
  [start, addDays(start, 84), 'Error: A rental can be 84 days at most.'],
  [addDays(today, 366), addDays(today, 367), 'Error: You can book up to 365 days ahead.'],
])('dates %s to %s are refused: %s', async (from, to, sentence) => {
  const shopper = await make.readyShopper({ credits: 1000 })
  const item = await make.item({ creditsPerDay: 1 })
  const answer = await site.post(
    `/item/${item.id}`,
    { intent: 'rent', start: from, end: to, request_key: newId() },
    { as: shopper },
  )
  expect(answer.status).toBe(400)
  expect(answer.text('dialog[open] h2')).toBe(sentence)
})

test('renting one’s own item, or as an admin, is refused with a message', async () => {
  const closet = await make.closet()
  await make.credits(closet, 50)
  await make.deposit(closet)
  const item = await make.item({ closet, creditsPerDay: 1 })
  const form = { intent: 'rent', start, end, request_key: newId() }
  const own = await site.post(`/item/${item.id}`, form, { as: closet })
  expect(own.text('dialog[open] h2')).toBe('Error: You cannot rent your own item.')
  const admin = await site.post(`/item/${item.id}`, form, { as: await make.admin() })
  expect(admin.status).toBe(403)
  expect(admin.text('dialog[open] h2')).toBe('Error: Admins cannot rent items.')
})

test('a shopper whom a closet has blocked is refused without being told of the block', async () => {
  const shopper = await make.readyShopper({ credits: 50 })
  const closet = await make.closet()
  const item = await make.item({ closet, creditsPerDay: 1 })
  await make.block(closet, shopper)
  const form = { start, end, request_key: newId() }
  const rented = await site.post(`/item/${item.id}`, { intent: 'rent', ...form }, { as: shopper })
  expect(rented.text('dialog[open] h2')).toBe('Error: Not available at the moment.')
  const joined = await site.post(
    `/item/${item.id}`,
    { intent: 'join-waitlist', ...form },
    { as: shopper },
  )
  expect(joined.text('dialog[open] h2')).toBe('Error: Not available at the moment.')
})

test('an unknown, another person’s or an unpaid session grants nothing and shows a message', async () => {
  const buyer = await make.shopper()
  const toCheckout = await site.post('/credits', { product: 'one_time' }, { as: buyer })
  const sessionId = /cs_[A-Za-z0-9_]+/.exec(toCheckout.location ?? '')?.[0] ?? ''
  expect(sessionId).not.toBe('')
  const thief = await make.shopper()
  for (const page of ['/credits-success', '/deposit-success', '/rental-success']) {
    const ask = (session: string, as: typeof buyer) =>
      site.get(`${page}?session_id=${session}&return_to=/`, { as })
    expect((await ask('cs_test_invented', thief)).text('h1')).toBe('We could not find this payment')
    expect((await ask(sessionId, thief)).text('h1')).toBe('We could not find this payment')
  }
  const unpaid = await site.get(`/credits-success?session_id=${sessionId}`, { as: buyer })
  expect(unpaid.text('h1')).toBe('Payment not completed')
  const crossed = await site.get(`/deposit-success?session_id=${sessionId}`, { as: buyer })
  expect(crossed.text('h1')).toBe('We could not find this payment')
  for (const person of [buyer, thief]) {
    expect(await creditsBalance(db, person.id, clock.now())).toBe(0)
  }
})

test('canceling asks first, refunds the credits and makes the item available', async () => {
  const shopper = await make.readyShopper({ credits: 20 })
  const item = await make.item({ creditsPerDay: 2 })
  await site.post(
    `/item/${item.id}`,
    { intent: 'rent', start, end, request_key: newId() },
    { as: shopper },
  )
  const list = await site.get('/my-rentals', { as: shopper })
  const link = list.$('article a[href*="cancel="]').getAttribute('href') ?? ''
  const question = await site.get(link, { as: shopper })
  const done = await site.submit(question, 'dialog[open] form[method=post]', {}, { as: shopper })
  expect(done.location).toBe('/my-rentals')
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(20)
  const past = await site.get('/my-rentals?tab=past', { as: shopper })
  expect(past.text('article')).toContain('Canceled')
})

test('a form sent twice at once rents once, and both responses lead to that rental', async () => {
  const shopper = await make.readyShopper({ credits: 100 })
  const item = await make.item({ creditsPerDay: 2 })
  const page = await site.get(`/item/${item.id}?start=${start}&end=${end}`, { as: shopper })
  const twice = await Promise.all(
    [1, 2].map(() => site.submit(page, rentForm, {}, { as: shopper })),
  )
  const [one, other] = twice.map(({ location }) => location)
  expect(one).toMatch(/^\/rental-success\?rental=/)
  expect(other).toBe(one)
  expect(await creditsBalance(db, shopper.id, clock.now())).toBe(86)
})
