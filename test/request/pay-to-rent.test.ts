import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { payDeposit } from '#test/make/pay-deposit.ts'
import { readRows } from '#test/postgres/rows.ts'
import { ownAccounts, PASSWORD } from './own-accounts.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const [start, end] = [addDays(today, 5), addDays(today, 8)]
const cardForm = 'form[action^="/sandbox/checkout/"]'

/** A shopper with a deposit and no credits, at an item of 21 credits a week. */
async function atItem() {
  const shopper = await make.shopper()
  await payDeposit(site, shopper)
  const item = await make.item({ title: 'Emerald gown', creditsPerDay: 3, advance_booking: true })
  const as = { as: shopper }
  const address = `/item/${item.id}?start=${start}&end=${end}`
  const page = await site.get(address, as)
  const pay = (intent: string) => site.submit(page, '#rent', { intent }, as)
  return { shopper, item, as, address, page, pay }
}

const PLAN = 'pay:subscription_monthly:2000'

test('one payment on one page sends the request, without a script', async () => {
  const { shopper, as, page, pay, address } = await atItem()
  expect(page.text(`#rent button[value="${PLAN}"]`)).toBe('Pay $20.00 and request')
  expect(page.text('.rent-bar')).toContain('$20.00 today')
  expect(page.text('.rent-bar')).toContain('then $20.00 a month')
  expect(page.text('.rent-bar button')).toBe('Pay and request')
  expect(page.text('#rent')).toContain('Pay $50.00 for a pack instead (50 credits)')
  expect(page.text('#rent')).toContain('The plan renews at $20.00 a month until you cancel.')
  const toPay = await pay(PLAN)
  const checkout = await site.get(toPay.location ?? '', as)
  expect(checkout.text()).toContain('$20.00')
  const paid = await site.submit(checkout, cardForm, {}, as)
  const back = await site.get(paid.location ?? '', as)
  expect(back.location).toMatch(/^\/rental-success\?rental=/)
  const sent = await site.get(back.location ?? '', as)
  expect(sent.text('h1')).toBe('Request sent: Emerald gown')
  // A reload of the return page, and of the item.
  expect((await site.get(paid.location ?? '', as)).location).toBe(back.location)
  expect((await site.get(address, as)).text('main')).toContain('You have requested this item')
  await site.drainJobs()
  expect(await readRows(db, 'rentals', 'total_credits', { renter_id: shopper.id })).toEqual([
    { total_credits: 21 },
  ])
})

test('who has neither a deposit nor credits pays both on one page', async () => {
  const shopper = await make.shopper()
  const as = { as: shopper }
  const item = await make.item({ title: 'Jade gown', creditsPerDay: 3, advance_booking: true })
  const page = await site.get(`/item/${item.id}?start=${start}&end=${end}`, as)
  const intent = 'pay:subscription_monthly:7000'
  expect(page.text(`#rent button[value="${intent}"]`)).toBe('Pay $70.00 and request')
  expect(page.text('.rent-bar')).toContain('$70.00 today')
  const toPay = await site.submit(page, '#rent', { intent }, as)
  const checkout = await site.get(toPay.location ?? '', as)
  for (const amount of ['$20.00', '$50.00', '$70.00']) expect(checkout.text()).toContain(amount)
  const paid = await site.submit(checkout, cardForm, {}, as)
  const back = await site.get(paid.location ?? '', as)
  const sent = await site.get(back.location ?? '', as)
  expect(sent.text('h1')).toBe('Request sent: Jade gown')
  await site.drainJobs()
  expect(await readRows(db, 'rentals', 'total_credits', { renter_id: shopper.id })).toEqual([
    { total_credits: 21 },
  ])
  expect(await readRows(db, 'deposits', 'amount_cents', { user_id: shopper.id })).toEqual([
    { amount_cents: 5000 },
  ])
})

test('a visitor pays, creates an account, and is on the payment page', async () => {
  const item = await make.item({ title: 'Coral gown', creditsPerDay: 3, advance_booking: true })
  const stranger = site.stranger()
  const page = await stranger.get(`/item/${item.id}?start=${start}&end=${end}`)
  const intent = 'pay:subscription_monthly:7000'
  expect(page.text(`#rent button[value="${intent}"]`)).toBe('Pay $70.00 and request')
  const toSignUp = await stranger.submit(page, '#rent', { intent })
  const auth = await stranger.get(toSignUp.location ?? '')
  expect(auth.text('h1')).toBe('Create your account')
  expect(auth.text('main')).toContain('Create an account to pay and request.')
  const signedUp = await stranger.submit(auth, 'main form[method=post]', {
    ...{ full_name: 'Nora Quist', email: 'nora-pays@hemline.test', password: 'a-quiet-river-42' },
  })
  const checkout = await stranger.get(signedUp.location ?? '')
  expect(checkout.text()).toContain('$70.00')
  const paid = await stranger.submit(checkout, cardForm)
  const sent = await stranger.follow(paid)
  expect(sent.text('h1')).toBe('Request sent: Coral gown')
})

test('who signs in instead, and pays another amount, checks it on the page of the item', async () => {
  const { person, email } = await ownAccounts(site).signedUp()
  await make.deposit(person)
  const item = await make.item({ creditsPerDay: 3, advance_booking: true })
  const stranger = site.stranger()
  const page = await stranger.get(`/item/${item.id}?start=${start}&end=${end}`)
  const intent = 'pay:subscription_monthly:7000'
  const toSignUp = await stranger.submit(page, '#rent', { intent })
  const returnTo =
    new URL(toSignUp.location ?? '', 'http://a.test').searchParams.get('return_to') ?? ''
  const path = `/auth?return_to=${encodeURIComponent(returnTo)}`
  const signedIn = await stranger.post(path, { email, password: PASSWORD })
  expect(signedIn.location).toBe(returnTo)
  const back = await stranger.get(returnTo)
  expect(back.text()).toContain('What you pay today has changed. You were not charged.')
  expect(back.text(`#rent button[value="${PLAN}"]`)).toBe('Pay $20.00 and request')
  expect(await readRows(db, 'booked_periods', 'order_id', { held_for: person.id })).toEqual([])
})

test('a payment that was chosen is forgotten by who signs in for something else', async () => {
  const item = await make.item({ creditsPerDay: 3, advance_booking: true })
  const stranger = site.stranger()
  const page = await stranger.get(`/item/${item.id}?start=${start}&end=${end}`)
  await stranger.submit(page, '#rent', { intent: 'pay:subscription_monthly:7000' })
  const signedUp = await stranger.post('/auth?mode=sign-up&return_to=%2Fmy-likes', {
    ...{ full_name: 'Nora Quist', email: 'nora-likes@hemline.test', password: 'a-quiet-river-42' },
  })
  expect(signedUp.location).toBe('/my-likes')
  expect(stranger.cookies.get('hemline_pay') ?? '').toBe('')
})

test('while somebody pays, the page says until when the dates are held, and for whom', async () => {
  const { item, as, address, pay } = await atItem()
  await pay(PLAN)
  const own = await site.get(address, as)
  expect(own.text('main')).toMatch(
    /[A-Z][a-z]{2} \d.* are held for you until .*, \d+:\d\d [AP]M E[SD]T, while you pay\./,
  )
  const other = { as: await make.readyShopper() }
  const form = { intent: 'rent', start, end, request_key: newId() }
  const refused = await site.post(`/item/${item.id}`, form, other)
  expect(refused.text('dialog[open] h2')).toMatch(
    /^Selected dates are not available\. .* They are held for somebody else until .*E[SD]T\.$/,
  )
})

test('an item with one rental at a time is held for who pays on every day', async () => {
  const { shopper, as } = await atItem()
  const item = await make.item({ creditsPerDay: 3, advance_booking: false })
  const form = { intent: PLAN, start, end, request_key: newId() }
  expect((await site.post(`/item/${item.id}`, form, as)).status).toBe(302)
  const other = await site.get(`/item/${item.id}`, { as: await make.readyShopper() })
  expect(other.text('main')).toContain('Held for somebody else until')
  const own = await site.get(`/item/${item.id}`, { as: shopper })
  expect(own.text('main')).toContain('held for you until')
})

test('leaving the payment page frees the dates, and leads back to the item', async () => {
  const { shopper, as, address, pay } = await atItem()
  const checkout = await site.get((await pay(PLAN)).location ?? '', as)
  const left = await site.get(checkout.$('a[href*="left="]').getAttribute('href') ?? '', as)
  expect(left.location).toBe(address)
  expect(await readRows(db, 'booked_periods', 'order_id', { held_for: shopper.id })).toEqual([])
  const back = await site.get(address, as)
  expect(back.text()).toContain('You were not charged. The dates are no longer held for you.')
})

test('when the dates are gone, the page says what was bought and what is free', async () => {
  const { shopper, item, as, pay } = await atItem()
  await make.item({ title: 'Ruby gown', category: item.category, style: item.style })
  const checkout = await site.get((await pay(PLAN)).location ?? '', as)
  clock.advance({ seconds: 1805 })
  await site.drainJobs()
  await make.rental({ item, status: 'confirmed', start, days: 4 })
  const paid = await site.submit(checkout, cardForm, {}, as)
  const back = await site.get(paid.location ?? '', as)
  const gone = await site.get(back.location ?? '', as)
  expect(gone.text('h1')).toBe('We could not request Emerald gown')
  // Bought a moment ago.
  expect(gone.text('header')).toContain('30 credits')
  expect(gone.text('main')).toContain('The credits are yours for another rental.')
  expect(gone.text('main')).toContain('Ruby gown')
  await site.drainJobs()
  const mails = await readRows(db, 'mail_outbox', 'subject', {
    ...{ recipient_id: shopper.id, template: 'checkout-refused' },
  })
  expect(mails).toEqual([{ subject: 'We could not request Emerald gown' }])
})

test('another amount than the one on the page is not charged', async () => {
  const { shopper, as, item } = await atItem()
  const form = { intent: 'pay:subscription_monthly:1900', start, end, request_key: newId() }
  const answer = await site.post(`/item/${item.id}`, form, as)
  expect(answer.status).toBe(400)
  expect(answer.text('dialog[open] h2')).toContain('What you pay today has changed.')
  expect(await readRows(db, 'booked_periods', 'order_id', { held_for: shopper.id })).toEqual([])
})

test('in a second tab the first payment page closes, or leads to its rental', async () => {
  const { shopper, as, pay } = await atItem()
  const first = await site.get((await pay(PLAN)).location ?? '', as)
  const second = await site.get((await pay(PLAN)).location ?? '', as)
  const late = await site.submit(first, cardForm, {}, as)
  expect(late.location).toBeNull()
  const paid = await site.submit(second, cardForm, {}, as)
  const back = await site.get(paid.location ?? '', as)
  expect(back.location).toMatch(/^\/rental-success\?rental=/)
  expect((await pay(PLAN)).location).toBe(back.location)
  await site.drainJobs()
  expect(await readRows(db, 'rentals', 'total_credits', { renter_id: shopper.id })).toHaveLength(1)
  const orders = await readRows(db, 'checkout_orders', 'status', {
    ...{ user_id: shopper.id, product_type: 'subscription_monthly' },
  })
  expect(orders.map(({ status }) => status).sort()).toEqual(['expired', 'fulfilled'])
})

test('the answers of Rent Now stay for who presses it', async () => {
  const { as, page } = await atItem()
  const answer = await site.submit(page, '#rent', { intent: 'rent' }, as)
  expect(answer.text('dialog[open] h2')).toBe(
    'You need 21 credits but only have 0. Would you like to purchase more credits?',
  )
})

test('only people with an account pay to rent', async () => {
  const item = await make.item({ creditsPerDay: 3 })
  const form = { intent: PLAN, start, end, request_key: newId() }
  const visitor = await site.post(`/item/${item.id}`, form)
  expect(visitor.location).toContain('/auth?mode=sign-up&return_to=')
  const admin = await site.post(`/item/${item.id}`, form, { as: await make.admin() })
  expect(admin.text('dialog[open] h2')).toBe('Error: Admins cannot rent items.')
})
