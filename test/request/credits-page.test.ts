import { expect, test } from 'vitest'
import { PACK_MONTHS } from '#domain/money/checkout/pack-price.ts'
import { lastMomentOf } from '#domain/money/credits/last-day.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { addMonthsToDay } from '#domain/shared/time/local-time.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { CardName } from '#sandbox/core/cards.ts'
import { testSite } from '#test/app.ts'
import type { Browsing, Page } from '#test/browsing.ts'
import { signIn } from '#test/make/sign-in.ts'

const site = await testSite()
const { make, db, clock } = site

/** Pays on the sandbox's page and follows the redirect back. */
async function pay(browsing: Browsing, redirect: Page): Promise<Page> {
  const checkout = await browsing.get(redirect.location ?? '')
  const paid = await browsing.submit(checkout, 'form[action^="/sandbox/checkout/"]')
  return await browsing.follow(paid)
}

async function member(name: string): Promise<Browsing> {
  const stranger = site.stranger()
  await stranger.post('/auth?mode=sign-up', {
    full_name: name,
    email: `${name.toLowerCase()}@hemline.test`,
    password: 'a-quiet-river-42',
  })
  return stranger
}
const intentForm = (intent: string) => `main form:has([value=${intent}])`

/** The message of the redirect after a form. */
const shown = async (browsing: Browsing, answer: Page) =>
  (await browsing.follow(answer)).text('section[aria-label=Messages]')

const claimableUntil = async (code: string) => {
  const gift = db.selectFrom('gift_codes').select('expires_at').where('code', '=', code)
  const { expires_at } = await gift.executeTakeFirstOrThrow()
  return showInstant(lastMomentOf(expires_at), 'America/New_York')
}

test('a gift needs a friend’s valid email address before paying, and its code shows its expiry date', async () => {
  const zoe = await member('Zoe')
  const orders = () =>
    db.selectFrom('checkout_orders').select('id').where('product_type', '=', 'gift').execute()
  const before = (await orders()).length
  const confirmation = await zoe.post('/credits', { product: 'gift', return_to: '/styles' })
  expect(confirmation.status).toBe(400)
  expect(confirmation.text('dialog[open] h2')).toBe('Who is the gift for?')
  expect(confirmation.has('dialog[open] [aria-invalid]')).toBe(false)
  const answer = (friend_email: string) =>
    zoe.submit(confirmation, 'dialog[open] form[method=post]', { friend_email })
  for (const [typed, sentence] of [
    ['', 'Please enter your friend’s email.'],
    ['   ', 'Please enter your friend’s email.'],
    ['nobody', 'Please enter a valid email address.'],
    ['a@b.c, d@e.f', 'Please enter a valid email address.'],
    [' Zoe@Hemline.test ', 'This is your own email.'],
  ] as const) {
    const again = await answer(typed)
    expect(again.status).toBe(400)
    expect(again.text('dialog[open]')).toContain(sentence)
    expect(again.$('dialog[open] [name=friend_email]').getAttribute('value') ?? '').toBe(
      typed.trim(),
    )
    expect(again.$('dialog[open] [name=return_to]').getAttribute('value')).toBe('/styles')
  }
  expect(await orders()).toHaveLength(before)

  const success = await pay(zoe, await answer('friend@hemline.test'))
  const code = success.text('main code')
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  const page = await zoe.get('/credits')
  const until = await claimableUntil(code)
  expect(success.text('main')).toContain(`claim it until ${until}.`)
  expect(page.text('section[aria-labelledby=gifts] li')).toContain(`until ${until}`)
  expect(page.text('#gifts')).toBe('Your gift codes')
  expect(page.text('main')).toContain('50 credits for friend@hemline.test')
  const soon = await zoe.submit(page, intentForm('resend-gift'))
  expect(await shown(zoe, soon)).toContain('less than an hour ago')
  clock.advance({ hours: 2 })
  const later = await zoe.submit(page, intentForm('resend-gift'))
  expect(await shown(zoe, later)).toContain('sent the gift to friend@hemline.test again')

  const address = new URL(success.url).pathname + new URL(success.url).search
  const stranger = await site.get(address, { as: await make.shopper() })
  expect(stranger.text('h1')).toBe('We could not find this payment')
  expect(stranger.text('main')).not.toContain(code)
})

test('a gift code is claimed as specified, and guesses are limited to ten', async () => {
  const giver = await member('Gus')
  const confirmation = await giver.post('/credits', {
    product: 'gift',
    friend_email: 'kai@hemline.test',
  })
  const code = (await pay(giver, confirmation)).text('main code')

  const visitor = site.stranger()
  const toAuth = await visitor.get(`/credits?code=${code}`)
  expect(toAuth.location).toBe(`/auth?return_to=${encodeURIComponent(`/credits?code=${code}`)}`)

  const kai = await member('Kai')
  const page = await kai.get(`/credits?code=${code.toLowerCase()}`)
  expect(page.$('[name=code]').getAttribute('value')).toBe(code)
  const claim = (typed: string) => kai.post('/credits', { intent: 'claim', code: typed })
  const blank = await claim('   ')
  expect(blank.text('main')).toContain('Please enter a gift code.')
  const wrong = await claim('zzzzzzzz9')
  expect(wrong.status).toBe(400)
  expect(wrong.text('main')).toContain('Failed to claim gift code')
  expect(wrong.$('[name=code]').getAttribute('value')).toBe('ZZZZZZZZ')
  const own = await giver.post('/credits', { intent: 'claim', code })
  expect(own.text('main')).toContain('This is your own gift.')
  const done = await claim(` ${code.slice(0, 4)}-${code.slice(4)} `)
  expect(await shown(kai, done)).toContain('Success! You received 50 credits!')
  const mine = await kai.get('/credits')
  expect(mine.text('h1')).toBe('50 credits')
  expect(mine.text('table')).toContain('Gift from Gus')
  const used = await claim(code)
  expect(used.text('main')).toContain('Failed to claim gift code')

  // Input that cannot be a code does not count as a guess.
  for (const typo of ['ABC', 'OOOO1111', 'A B C'])
    expect((await claim(typo)).text('main')).toContain('Failed to claim gift code')
  for (let guess = 2; guess <= 8; guess++)
    expect((await claim(`AAAAAAA${guess}`)).text('main')).toContain('Failed to claim')
  const eleventh = await claim('BBBBBBBB')
  expect(eleventh.text('main')).toContain('Too many attempts.')
})

test('the statement is in plain words, paged, and exported as a safe CSV', async () => {
  const shopper = await make.shopper()
  const closet = await make.closet()
  const item = await make.item({ closet, creditsPerDay: 1, title: '=HYPERLINK("x","y"), "red"' })
  for (let n = 0; n < 24; n++)
    await make.credits(shopper, 7, { now: new Date(clock.now().getTime() - n * 60_000) })
  await make.rental({ item, renter: shopper, createdAt: clock.now() })

  const first = await site.get('/credits', { as: shopper })
  expect(first.$$('tbody tr')).toHaveLength(24)
  expect(first.text('tbody')).toContain('Rental: =HYPERLINK')
  expect(first.text('tbody')).toContain('−7')
  const next = first.$('nav[aria-label=Statement] a').getAttribute('href') ?? ''
  const second = await site.get(next, { as: shopper })
  expect(second.$$('tbody tr')).toHaveLength(3)
  expect(second.text('nav[aria-label=Statement]')).toBe('Back to the beginning')

  const csv = await site.get('/credits/statement.csv', { as: shopper })
  expect(csv.response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.response.headers.get('content-disposition')).toContain('attachment')
  const lines = csv.html.trimEnd().split('\r\n')
  expect(lines[0]).toBe('Date,Activity,Paid (USD),Credits,Balance')
  expect(lines).toHaveLength(28)
  const spent = lines.find((line) => line.includes('HYPERLINK'))
  expect(spent).toMatch(/^\d{4}-\d\d-\d\d,"Rental: =HYPERLINK\(""x"",""y""\), ""red""",,-7,168$/)
  expect((await site.stranger().get('/credits/statement.csv')).location).toContain('/auth')
})

test('only products of the catalogue are sold', async () => {
  const shopper = await make.shopper()
  for (const product of ['deposit', 'free', '']) {
    const answer = await site.post('/credits', { product }, { as: shopper })
    const page = await site.get(answer.location ?? '', { as: shopper })
    expect(page.text('section[aria-label=Messages]')).toContain('Product not found')
  }
})

/** Buys and pays as a signed-in person; returns the page that confirms it. */
async function bought(shopper: Shopper, form: Record<string, string>, card: CardName = 'visa') {
  const as = { as: shopper }
  const checkout = await site.get((await site.post('/credits', form, as)).location ?? '', as)
  const paid = await site.submit(checkout, 'form[action^="/sandbox/checkout/"]', { card }, as)
  // The page reloads once, with the balance after the payment.
  const shown = await site.get(paid.location ?? '', as)
  return await site.get(shown.location ?? '', as)
}

/** Advances the clock with regular visits, so that the person stays signed in. */
async function passDays(days: number, shopper: Shopper) {
  for (let left = days; left > 0; left -= 25) {
    clock.advance({ days: Math.min(left, 25) })
    await site.get('/feedback', { as: shopper })
  }
}

test('a pack that was just bought is undone, also before the account is deleted', async () => {
  const ivy = await member('Ivy')
  const buy = { product: 'one_time', return_to: '/credits' }
  const thanks = await pay(ivy, await ivy.post('/credits', buy))
  expect(thanks.text('main')).toMatch(
    /As long as you use none of them, you can undo this purchase until .+\./,
  )
  const page = await ivy.get('/credits')
  expect(page.text('#undo')).toMatch(/50 credits for \$50\.00, on .+ you can undo it until /)
  expect((await ivy.get('/profile/your-data')).text('main')).toMatch(
    /You can undo your purchase of 50 credits until .+, and get \$50\.00 back\. Undo it first/,
  )
  const question = await ivy.get(page.$('#undo a').getAttribute('href') ?? '')
  expect(question.text('dialog[open]')).toContain('$50.00 go back to the card you paid with.')
  const undo = () => ivy.submit(question, 'dialog[open] form[method=post]')
  expect(await shown(ivy, await undo())).toContain('Your purchase is undone. $50.00 go back')
  expect(await shown(ivy, await undo())).toContain('Your purchase is undone.')
  const after = await ivy.get('/credits')
  expect(after.text('h1')).toBe('0 credits')
  expect(after.has('#undo')).toBe(false)
  const unknown = { intent: 'undo-purchase', order: newId() }
  expect(await shown(ivy, await ivy.post('/credits', unknown))).toContain(
    'This purchase can no longer be undone',
  )
})

test('an unclaimed gift expires for the buyer and the friend', async () => {
  const giver = await make.shopper()
  const gift = { product: 'gift', friend_email: 'late@hemline.test' }
  const code = (await bought(giver, gift)).text('main code')
  await passDays(93, giver)
  // A session lasts 90 days at most.
  const again = site.stranger()
  const cookie = await signIn(db, site.settings, giver, clock.now())
  again.cookies.set('hemline_session', cookie.split(/[=;]/, 2)[1] ?? '')
  const list = await again.get('/credits')
  const shown = list.text('section[aria-labelledby=gifts] li')
  expect(shown).toContain(code)
  expect(shown).toContain('Expired')
  expect(shown).toMatch(/for late@hemline\.test, expired on \w{3} \d/)
  expect(list.has(intentForm('resend-gift'))).toBe(false)

  const friend = await make.shopper()
  const late = await site.post('/credits', { intent: 'claim', code }, { as: friend })
  expect(late.status).toBe(400)
  expect(late.text('section[aria-labelledby=claim]')).toContain('This gift code has expired.')
  expect(late.$('[name=code]').getAttribute('value')).toBe(code)
  expect(late.text('h1')).toBe('0 credits')
})

test('the page offers credits that cover an item; after paying, one button rents it', async () => {
  const item = await make.item({ creditsPerDay: 14, title: 'Ivory slip' })
  const today = calendarDateIn('America/New_York', clock.now())
  const [start, end] = [addDays(today, 1), addDays(today, 7)]
  const back = `/item/${item.id}?start=${start}&end=${end}`
  const lea = await member('Lea')
  const page = await lea.get(`/credits?return_to=${encodeURIComponent(back)}`)
  expect(page.text('main')).toContain('costs 98 credits. You have 0 credits.')
  expect(page.text('main')).toContain('2 packs of 50 credits cover it ($100)')
  expect(page.text('main')).toContain('A month of the plan brings 30 credits, so it does not cover')
  expect(page.$('[name=quantity] [selected]').getAttribute('value')).toBe('2')
  const begun = await lea.submit(page, 'main form:has(select[name=quantity])')
  const atOnce = await lea.submit(page, 'main form:has(input[name=quantity])')
  const checkouts = [begun, atOnce].map(async ({ location }) => await lea.get(location ?? ''))
  for (const opened of await Promise.all(checkouts))
    expect(opened.text('main')).toContain('$100.00')
  const checkout = await lea.get(begun.location ?? '')
  const { pathname, search } = new URL(checkout.$('a.back').getAttribute('href') ?? '')
  expect(pathname + search).toBe(`/credits?return_to=${encodeURIComponent(back)}`)
  const places = { return_to: back, cancel_to: pathname + search }
  const refused = await lea.post('/credits', { product: 'unknown', ...places })
  expect(refused.location).toBe(places.cancel_to)
  const paid = await pay(
    lea,
    await lea.post('/credits', {
      product: 'one_time',
      quantity: '2',
      return_to: back,
    }),
  )
  expect(paid.text('h1')).toBe('100 credits are yours')
  const lastDay = showDate(
    addMonthsToDay(calendarDateIn('America/New_York', clock.now()), PACK_MONTHS),
  )
  expect(paid.text('main')).toContain(`The new credits expire on ${lastDay}.`)
  expect(paid.$(`form[action="/item/${item.id}"] [name=start]`).getAttribute('value')).toBe(start)
  expect(paid.text(`form[action="/item/${item.id}"]`)).toContain('Rent Now')
  // A quantity that is not offered becomes the nearest one that is.
  await lea.post('/credits', { product: 'one_time', quantity: '5000' })
  const order = await db
    .selectFrom('checkout_orders')
    .select(['amount_cents', 'credits', 'quantity'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ amount_cents: 50_000, credits: 500, quantity: 10 })
})

test('looking at the question about a gift is not an attempt to buy, and Cancel leads back', async () => {
  const as = { as: await make.shopper() }
  const gift = {
    product: 'gift',
    return_to: '/styles?more=Casual',
    cancel_to: '/styles?more=Casual',
  }
  for (let looks = 0; looks < 25; looks++) await site.post('/credits', gift, as)
  const question = await site.post('/credits', gift, as)
  expect(question.text('dialog[open]')).toContain('Who is the gift for?')
  expect(question.$('dialog[open] a')?.getAttribute('href')).toBe('/styles?more=Casual')
})

test('a purchase has a receipt with seller, buyer, day, number and amount, for its buyer only', async () => {
  const shopper = await make.readyShopper()
  const credits = await site.get('/credits', { as: shopper })
  const list = await site.get(credits.$('main a[href$="/receipts"]').getAttribute('href') ?? '', {
    as: shopper,
  })
  expect(list.text('main li')).toMatch(/refundable deposit, \w+ \d+, \d+.*\$50\.00/)
  const path = list.$('main li a').getAttribute('href') ?? ''
  const receipt = await site.get(path, { as: shopper })
  const text = receipt.text('main')
  for (const part of ['Hemline', shopper.fullName, shopper.email, '$50.00', path.split('/').at(-1)])
    expect(text).toContain(part)
  expect((await site.get(path, { as: await make.shopper() })).status).toBe(404)
  expect((await site.get('/credits/receipts', { as: await make.admin() })).text('main')).toContain(
    'Admins manage the marketplace',
  )
})
