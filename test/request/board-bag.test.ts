import { expect, test } from 'vitest'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { payAt, payDeposit } from '#test/make/pay-deposit.ts'
import { withholdPartOfDeposit } from '#test/make/withheld-deposit.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { plannedBoard, plannerOf } from '#test/worlds/planned-board.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const [start, end] = [addDays(today, 5), addDays(today, 8)]
const form = 'main form[method=post]'
const BOSTON = { city: 'Boston', state: 'MA' }
const FREE = { advance_booking: true, creditsPerDay: 2 }

/** A board of two friends with two items of two closets, which are for nobody yet. */
async function atBag(shopper: Shopper) {
  const friend = await make.shopper()
  const [closet, other] = [await make.closet(BOSTON), await make.closet(BOSTON)]
  const gown = await make.item({ ...FREE, closet, title: 'Emerald gown' })
  const coat = await make.item({ ...FREE, closet: other, title: 'Camel coat' })
  const board = await plannedBoard(site, [plannerOf(shopper), plannerOf(friend)], { start, end })
  const as = { as: shopper }
  for (const { id } of [gown, coat])
    await site.post('/boards', { intent: 'add', board: board.id, item: id }, as)
  const bag = `${board.path}/bag`
  const send = async (fields: Record<string, string | string[]> = {}) => {
    const page = await site.get(bag, as)
    return await site.submit(page, form, { intent: intentOn(page), ...fields }, as)
  }
  return { shopper, friend, closet, gown, coat, board, as, bag, send }
}

const intentOn = (page: Page) => page.$(`${form} button[name=intent]`).getAttribute('value') ?? ''
const ready = () => make.readyShopper()
const rentalsOf = ({ id }: Shopper) =>
  readRows(db, 'rentals', ['item_id', 'board_id', 'status'], { renter_id: id })
const heldFor = ({ id }: Shopper) => readRows(db, 'booked_periods', 'order_id', { held_for: id })

test('two items of two closets are paid for and requested at once', async () => {
  const shopper = await make.shopper()
  const { friend, gown, coat, board, as, bag } = await atBag(shopper)
  const page = await site.get(bag, as)
  expect(page.text('h1')).toBe('Request items')
  expect(page.text(form)).toContain('28 credits')
  expect(page.text(`${form} button`)).toBe('Pay $70.00 and request')
  const toPay = await site.submit(page, form, { intent: intentOn(page) }, as)
  const checkout = await site.get(toPay.location ?? '', as)
  for (const amount of ['$20.00', '$50.00', '$70.00']) expect(checkout.text()).toContain(amount)
  const back = await payAt(site, toPay.location ?? '', shopper, 'visa')
  expect(back.location).toBe(board.path)
  const own = await site.get(board.path, as)
  expect(own.text()).toContain('2 requests sent.')
  const seen = await site.get(board.path, { as: friend })
  for (const shown of [own, seen]) {
    const [who] = shown.$$('main section')
    expect(who?.textContent).toContain('Who has what')
    expect(who?.textContent).toContain('Emerald gown')
    expect(who?.textContent).toContain('Camel coat')
    expect(who?.textContent.match(/Requested/g)).toHaveLength(2)
    expect(who?.textContent).not.toMatch(/\$|credit/)
  }
  const rentals = await rentalsOf(shopper)
  expect(new Set(rentals.map((one) => one.item_id))).toEqual(new Set([gown.id, coat.id]))
  expect(rentals.map((one) => one.board_id)).toEqual([board.id, board.id])
  const orders = await readRows(db, 'checkout_orders', ['product_type', 'amount_cents'], {
    user_id: shopper.id,
  })
  expect(orders.toSorted((a, b) => a.amount_cents - b.amount_cents)).toEqual([
    { product_type: 'subscription_monthly', amount_cents: 2000 },
    { product_type: 'deposit', amount_cents: 5000 },
  ])
  await site.drainJobs()
  expect(await rentalsOf(shopper)).toHaveLength(2)
  expect((await site.get(bag, as)).text('main')).toContain('Nothing to request')
})

test('credits that suffice are spent at once, without a payment', async () => {
  const { shopper, board, as, bag, send } = await atBag(await ready())
  expect(intentOn(await site.get(bag, as))).toBe('rent')
  expect((await send()).location).toBe(board.path)
  expect((await site.get(board.path, as)).text()).toContain('2 requests sent.')
  expect(await rentalsOf(shopper)).toHaveLength(2)
})

test('together, nothing is requested if one item is gone, and what was chosen stays', async () => {
  const { shopper, gown, coat, as, bag } = await atBag(await ready())
  const page = await site.get(bag, as)
  await make.rental({ item: gown, status: 'confirmed', start, days: 4 })
  const fields = { intent: 'rent', together: 'yes', delivery_notes: 'Ring twice' }
  const answer = await site.submit(page, form, fields, as)
  expect(answer.status).toBe(400)
  expect(answer.text(form)).toMatch(/Emerald gown: .*not available/)
  expect(answer.$('textarea[name=delivery_notes]').textContent).toContain('Ring twice')
  expect(answer.has(`input[value="${coat.id}"][checked]`)).toBe(true)
  expect(answer.text(form)).toContain('Not free on these dates')
  expect(await rentalsOf(shopper)).toEqual([])
  const again = await site.submit(answer, form, { intent: intentOn(answer) }, as)
  expect(again.status).toBe(302)
  expect((await rentalsOf(shopper)).map((one) => one.item_id)).toEqual([coat.id])
})

test('each by itself, the others are requested, and the board names what was not', async () => {
  const { shopper, gown, coat, board, as, bag } = await atBag(await ready())
  const page = await site.get(bag, as)
  await make.rental({ item: gown, status: 'confirmed', start, days: 4 })
  const answer = await site.submit(page, form, { intent: 'rent', together: 'no' }, as)
  expect(answer.location).toBe(board.path)
  expect((await site.get(board.path, as)).text()).toContain(
    '1 request sent. These could not be requested: Emerald gown.',
  )
  expect((await rentalsOf(shopper)).map((one) => one.item_id)).toEqual([coat.id])
})

test('nobody leaves the payment page of somebody else', async () => {
  const { shopper, friend, bag, board, send } = await atBag(await make.shopper())
  await send()
  const [held] = await heldFor(shopper)
  const left = `${board.path}/paid?left=${held?.order_id}`
  const back = await site.get(left, { as: friend })
  expect(back.location).toBe(bag)
  expect((await site.get(bag, { as: friend })).text()).not.toContain('You were not charged')
  expect(await heldFor(shopper)).toHaveLength(2)
})

test('a payment page that is left frees all dates and leads back', async () => {
  const { shopper, as, bag, send } = await atBag(await make.shopper())
  const checkout = await site.get((await send()).location ?? '', as)
  expect(await heldFor(shopper)).toHaveLength(2)
  const left = await site.get(checkout.$('a[href*="left="]').getAttribute('href') ?? '', as)
  expect(left.location).toBe(bag)
  expect((await site.get(bag, as)).text()).toContain(
    'You were not charged. The dates are no longer held for you.',
  )
  expect(await heldFor(shopper)).toEqual([])
})

test.each([
  { together: 'yes', title: 'We could not request your 2 items', rented: 0 },
  { together: 'no', title: 'We could not request Emerald gown', rented: 1 },
])('paid too late, together: $together', async ({ together, title, rented }) => {
  const begun = clock.now()
  const { shopper, gown, as, send } = await atBag(await make.shopper())
  const toPay = await send({ together })
  clock.advance({ seconds: 1805 })
  await site.drainJobs()
  await make.rental({ item: gown, status: 'confirmed', start, days: 4 })
  const back = await payAt(site, toPay.location ?? '', shopper, 'visa')
  const gone = back.location ? await site.get(back.location, as) : back
  expect(gone.text('h1')).toBe(title)
  expect(gone.text('main')).toContain('Your payment is safe')
  expect(gone.text('main')).toContain('Emerald gown could no longer be requested')
  expect(gone.text('main')).toMatch(/The credits (that are left )?are yours for another rental\./)
  expect(gone.text('header')).toContain(`${30 - 14 * rented} credits`)
  expect(await rentalsOf(shopper)).toHaveLength(rented)
  clock.set(begun)
})

test('a form that is posted twice requests once', async () => {
  const { shopper, board, as, bag } = await atBag(await ready())
  const page = await site.get(bag, as)
  const [first, second] = await Promise.all([
    site.submit(page, form, { intent: 'rent' }, as),
    site.submit(page, form, { intent: 'rent' }, as),
  ])
  const third = await site.submit(page, form, { intent: 'rent' }, as)
  expect([first, second, third].map((answer) => answer.location)).toEqual([
    board.path,
    board.path,
    board.path,
  ])
  expect(await rentalsOf(shopper)).toHaveLength(2)
})

test('what is not as shown is neither charged nor requested', async () => {
  const { shopper, gown, bag, as, send } = await atBag(await make.shopper())
  const foreign = await make.item(FREE)
  const refusals = [
    [{ intent: 'pay:subscription_monthly:100' }, 'What you pay today has changed.'],
    [{ intent: 'pay:subscription_monthly:7000', [`price-${gown.id}`]: '1' }, 'The price is now'],
    [{ piece: [gown.id, foreign.id] }, 'An item is no longer on the board'],
    [{ piece: [] }, 'Please choose at least one item.'],
    [{ intent: 'rent', piece: [] }, 'Please choose at least one item.'],
    [{ start: addDays(start, 1) }, 'The dates of the board have changed.'],
    [{ intent: 'rent' }, 'deposit'],
  ] as const
  for (const [fields, sentence] of refusals) {
    const answer = await send(fields as Record<string, string | string[]>)
    expect([fields, answer.status, answer.text(form)]).toEqual([
      fields,
      400,
      expect.stringContaining(sentence),
    ])
  }
  expect(await heldFor(shopper)).toEqual([])
  expect(await rentalsOf(shopper)).toEqual([])
  const page = await site.get(bag, as)
  const priced = await site.submit(page, form, { intent: 'quote', piece: gown.id }, as)
  expect(priced.status).toBe(200)
  expect(priced.text(form)).toContain('1 item14 credits')
})

test('who came for one item has chosen that one', async () => {
  const { gown, coat, board, as } = await atBag(await ready())
  const shown = await site.get(board.path, as)
  const links = shown.$$('main article a').map((link) => link.getAttribute('href') ?? '')
  const path = links.find((to) => to.endsWith(`/bag?item=${gown.id}`)) ?? ''
  const page = await site.get(path, as)
  expect(page.has(`input[value="${gown.id}"][checked]`)).toBe(true)
  expect(page.has(`input[value="${coat.id}"][checked]`)).toBe(false)
})

test('the bag of a board is for who is on it', async () => {
  const { bag, board } = await atBag(await ready())
  const other = { as: await ready() }
  expect((await site.get(bag, other)).status).toBe(404)
  expect((await site.post(bag, { intent: 'rent' }, other)).status).toBe(404)
  const admin = { as: await make.admin() }
  expect((await site.get(bag, admin)).text('h1')).toBe('Request items')
  expect((await site.get(bag, admin)).has(form)).toBe(false)
  expect((await site.post(bag, { intent: 'rent' }, admin)).status).toBe(403)
  const visit = await site.stranger().get(bag)
  expect(visit.location).toBe(`/auth?return_to=${encodeURIComponent(bag)}`)
  expect((await site.get(`${board.path}/paid?session_id=cs_none`, other)).location).toBe(board.path)
})

test('a visitor signs up on the way, and their board is theirs then', async () => {
  const item = await make.item(FREE)
  const visitor = site.stranger()
  const made = await visitor.post('/boards', {
    ...{ name: 'A wedding', start, end, zip: '02116', first_name: 'Ana', size: 'M' },
    item: item.id,
  })
  const bag = `${made.location}/bag`
  const auth = await visitor.get(bag)
  const signedUp = await visitor.post(`${auth.location}&mode=sign-up`, {
    ...{ full_name: 'Nora Quist', email: 'nora-bag@hemline.test', password: 'a-quiet-river-42' },
  })
  expect(signedUp.location).toBe(bag)
  const page = await visitor.get(bag)
  expect(page.text(form)).toContain(item.title)
  expect(page.text(`${form} button`)).toBe('Pay $70.00 and request')
})

test('a deposit of which a part was kept is topped up with the payment', async () => {
  const shopper = await ready()
  await withholdPartOfDeposit(db, shopper, 2000, clock.now())
  const { as, bag, send } = await atBag(shopper)
  const page = await site.get(bag, as)
  expect(page.text(form)).toContain('Part of your deposit was kept.')
  expect(page.text(`${form} button`)).toBe('Pay $20.00 and request')
  const back = await payAt(site, (await send()).location ?? '', shopper, 'visa')
  expect(back.location).toMatch(/^\/boards\//)
  expect((await rentalsOf(shopper)).filter((one) => one.board_id)).toHaveLength(2)
})

test('a disputed deposit or payment for credits stands against it', async () => {
  const shopper = await make.shopper()
  await make.credits(shopper, 100)
  await payDeposit(site, shopper, 'disputed')
  const other = await make.shopper()
  await make.deposit(other)
  const { location } = await site.post('/credits', { product: 'one_time' }, { as: other })
  await payAt(site, location ?? '', other, 'disputed')
  await site.drainJobs()
  clock.advance({ seconds: 15 })
  await site.drainJobs()
  const one = await atBag(shopper)
  const page = await site.get(one.bag, one.as)
  expect(page.text(form)).toContain('Your deposit payment is disputed.')
  const barred = await site.submit(page, form, { intent: 'rent' }, one.as)
  expect(barred.text(form)).toContain('Your deposit payment is disputed.')
  const frozen = await (await atBag(other)).send({ intent: 'rent' })
  expect(frozen.text(form)).toContain('Your credits are on hold while a payment is disputed.')
  expect([...(await rentalsOf(shopper)), ...(await rentalsOf(other))]).toEqual([])
})

test('what replaces a declined request is on the board too', async () => {
  const { shopper, closet, gown, board, as, send } = await atBag(await ready())
  await send()
  const { id } = await readRow(db, 'rentals', 'id', { renter_id: shopper.id, item_id: gown.id })
  const question = await site.get(`/business/rentals/${id}?cancel=yes`, { as: closet })
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  await make.item({
    ...FREE,
    closet: await make.closet(BOSTON),
    title: 'Ruby gown',
    style: gown.style,
    category: gown.category,
  })
  const shown = await site.get(board.path, as)
  const link = shown
    .$$('main section a')
    .find((one) => one.textContent.startsWith('Choose another'))
  expect(link?.getAttribute('href')).toBe(`/my-rentals/${id}/swap`)
  const choices = await site.get(`/my-rentals/${id}/swap`, as)
  expect(choices.text('main')).toContain('Ruby gown')
  const swapped = await site.submit(choices, form, {}, as)
  expect(swapped.status).toBe(302)
  const after = await site.get(board.path, as)
  expect(after.text('main section')).toMatch(/Ruby gown.*Requested/)
  expect(after.text('main section')).not.toContain('Choose another')
})

test('closets that accept automatically confirm it with the payment', async () => {
  const { shopper, gown, coat, board, as, send } = await atBag(await make.shopper())
  for (const { business_id: id } of [gown, coat])
    await updateRows(db, 'user_profiles', id, { accepts_automatically: 'everybody' })
  const back = await payAt(site, (await send()).location ?? '', shopper, 'visa')
  expect(back.location).toBe(board.path)
  const shown = await site.get(board.path, as)
  expect(shown.text('main section').match(/Confirmed/g)).toHaveLength(2)
})

test('the closet hands over the items of one bag with one press', async () => {
  const shopper = await ready()
  const closet = await make.closet({ ...BOSTON, accepts_automatically: 'everybody' })
  const items = [await make.item({ ...FREE, closet }), await make.item({ ...FREE, closet })]
  const days = { start: today, end: addDays(today, 3) }
  const board = await plannedBoard(site, [plannerOf(shopper)], { ...days, items })
  const page = await site.get(`${board.path}/bag`, { as: shopper })
  const piece = items.map(({ id }) => id)
  await site.submit(page, form, { intent: 'rent', piece }, { as: shopper })
  const day = await site.get('/business/day', { as: closet })
  expect(day.$$('section[aria-labelledby=today] article')).toHaveLength(1)
  const rental = day
    .$$('article input[type=checkbox][name=rental]')
    .map((box) => box.getAttribute('value') ?? '')
  expect(rental).toHaveLength(2)
  const card = day.$('article form[id^=deliver]').id
  const pressed = await site.post(
    '/business/day',
    { intent: 'deliver', card, rental },
    { as: closet },
  )
  expect(pressed.status).toBe(302)
  const delivered = await readRows(db, 'rentals', ['status'], { renter_id: shopper.id })
  expect(delivered).toEqual([{ status: 'delivered' }, { status: 'delivered' }])
})
