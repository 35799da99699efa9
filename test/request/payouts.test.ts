import { expect, test } from 'vitest'
import { setPayoutRate } from '#domain/money/payouts/payout-rate.ts'
import { firstRateDay } from '#domain/money/payouts/payout-rate-limits.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { realPayments, testSite } from '#test/app.ts'
import { testClock } from '#test/clock.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { yearOfFigures } from '#test/worlds/figures-world.ts'

const site = await testSite()
const { db, make, clock } = site

/** Fills in the form behind the payouts page with this legal name. */
async function onboard(closet: ClosetOwner, name: string) {
  const started = await site.post('/business/payouts', { intent: 'set-up' }, { as: closet })
  expect(started.location).toMatch(/^\/sandbox\/onboarding\//)
  const details = { name, bankAccount: '000123456789' }
  const done = await site.post(started.location ?? '', details, { as: closet })
  expect(done.location).toBe('/business/payouts?from=stripe')
  return await site.get(done.location ?? '', { as: closet })
}

test('a closet sets up payouts at Stripe and sees at once that it will be paid', async () => {
  const closet = await make.closet()
  const before = await site.get('/business/payouts', { as: closet })
  expect(before.text('#payout-state')).toBe('Where should your money go?')
  expect(before.text('main form button')).toBe('Set up payouts')
  const after = await onboard(closet, 'Vera Verified')
  expect(after.text('#payout-state')).toBe('You are paid on the 5th')
  await site.drainJobs()
  const mail = await readRows(db, 'mail_outbox', 'subject', { recipient_id: closet.id })
  expect(mail).toEqual([{ subject: 'Your payouts are set up' }])
  const opened = await site.post('/business/payouts', { intent: 'dashboard' }, { as: closet })
  expect(opened.location).toMatch(/^\/sandbox\/express\//)
})

test.each([
  ['Mia Missing', 'Stripe needs one more thing', 'Continue at Stripe'],
  ['Rob Refused', 'Stripe does not accept payouts to you', 'Open your Stripe account'],
])('for %s the page says: %s', async (name, title, action) => {
  const page = await onboard(await make.closet(), name)
  expect(page.text('#payout-state')).toBe(title)
  expect(page.text('main form button')).toBe(action)
})

test('opening a Stripe account that does not exist shows an explanation', async () => {
  const closet = await make.closet()
  const refused = await site.post('/business/payouts', { intent: 'dashboard' }, { as: closet })
  expect(refused.location).toBe('/business/payouts')
  const page = await site.get('/business/payouts', { as: closet })
  expect(page.text()).toContain('Please set up payouts first.')
  expect((await site.post('/business/payouts', { intent: 'x' }, { as: closet })).status).toBe(400)
})

test('the figures are totals, and each earning shows its source and reason', async () => {
  const closet = await make.closet()
  await make.correction(closet, { cents: 1500, note: 'Dry cleaning', at: clock.now() })
  await make.correction(closet, { cents: -400, note: 'Paid twice', at: clock.now() })
  const inAWeek = new Date(clock.now().getTime() + 7 * 86_400_000)
  const later = { cents: 630, note: 'Later', at: clock.now(), payableAt: inAWeek }
  await make.correction(closet, later)
  const page = await site.get('/business/payouts', { as: closet })
  const figures = page.text('dl[aria-label=Payouts]')
  expect(figures).toContain('$11.00')
  expect(figures).toContain('$6.30')
  const rows = page.$$('main ul:last-of-type > li').map(({ textContent }) => textContent)
  expect(rows.join(' ')).toContain('Dry cleaning')
  expect(rows.join(' ')).toContain('−$4.00')
  expect(rows.join(' ')).toContain('Pending until')
  const csv = await site.get('/business/payouts.csv', { as: closet })
  expect(csv.response.headers.get('content-disposition')).toContain('hemline-payouts-')
  expect(csv.html).toContain(',Paid twice,-4.00,Ready,')
  expect(csv.html).toContain(',Later,6.30,Pending,')
})

test('each year with earnings has a summary, which has its CSVs', async () => {
  const closet = await make.closet()
  const links = async (path: string, of: string) =>
    (await site.get(path, { as: closet }))
      .$$(`main a[href*="${of}"]`)
      .map((link) => link.getAttribute('href') ?? '')
  const thisYear = clock.now().getUTCFullYear()
  const summary = (year: number) => `/business/payouts/years/${year}`
  expect(await links('/business/payouts', 'years')).toEqual([summary(thisYear)])
  const twoYearsAgo = new Date(Date.UTC(thisYear - 2, 5, 1, 12))
  await make.correction(closet, { cents: 900, note: 'Long ago', at: twoYearsAgo })
  const found = await links('/business/payouts', 'years')
  expect(found).toEqual([thisYear, thisYear - 1, thisYear - 2].map(summary))
  const files = await links(found.at(-1) ?? '', 'csv')
  const each = `/business/payouts.csv?year=${thisYear - 2}`
  expect(files).toEqual([
    `/business/payouts.csv?year=${thisYear - 2}&by=month`,
    each,
    `${each}&by=paid`,
  ])
  expect((await site.get(each, { as: closet })).html).toContain(',Long ago,9.00,')
  const whole = await site.get(files[0] ?? '', { as: closet })
  expect(whole.html).toContain('Total,0,0.00,0.00,9.00,9.00,0.00')
})

test('a closet sees its rate, the announced one, the reason and the closets’ share', async () => {
  // Not in the first days of a year, when no credits of that year are spent yet.
  const site = await testSite({ clock: testClock('2026-07-01T15:00:00Z') })
  const { db, clock } = site
  const { admin, closet } = await yearOfFigures(site)
  const today = calendarDateIn('America/New_York', clock.now())
  const from = firstRateDay(today)
  const place = { now: clock.now(), timeZone: 'America/New_York' }
  expect(await setPayoutRate(db, admin, { cents: 50, from }, place)).toMatchObject({ ok: true })
  const page = await site.get('/business/payouts', { as: closet })
  expect(page.text('main header')).toContain('You earn 45¢ for each credit')
  const rate = page.text('section[aria-labelledby=rate]')
  expect(rate).toContain(`From ${showDate(from)}, you earn 50¢ for each credit.`)
  expect(rate).toContain('Shoppers pay $0.50 to $1.00 for a credit')
  // The credits come from packs, which bring 96.5¢ each.
  const [year] = today.split('-')
  expect(rate).toContain(
    `After these costs, closets’ share of the revenue from credits spent so far in ${year} is 47%`,
  )
})

test('a long list has pages and shows each earning once', async () => {
  const closet = await make.closet()
  for (let number = 0; number < 30; number += 1)
    await make.correction(closet, { cents: 100 + number, note: `Piece ${number}`, at: clock.now() })
  const notes = (html: string) => html.match(/Piece \d+/g) ?? []
  const first = await site.get('/business/payouts', { as: closet })
  const next = first.$('nav[aria-label="More earnings"] a').getAttribute('href') ?? ''
  const second = await site.get(next.replaceAll('&amp;', '&'), { as: closet })
  const shown = [first, second].flatMap((page) =>
    page.$$('main li span').flatMap(({ textContent }) => notes(textContent)),
  )
  expect(shown).toHaveLength(30)
  expect(new Set(shown).size).toBe(30)
  const foreign = await site.get('/business/payouts?after=nonsense', { as: closet })
  expect(foreign.status).toBe(200)
})

test('an earning in a transfer is not listed as unsent', async () => {
  const closet = await make.closet()
  await onboard(closet, 'Vera Verified')
  await make.correction(closet, { cents: 2500, note: 'Sent', at: clock.now() })
  const transferId = newId()
  const at = clock.now()
  await insertRows(db, 'transfers', {
    id: transferId,
    owner_id: closet.id,
    amount_cents: 2500,
    status: 'made',
    stripe_transfer_id: `tr_${transferId}`,
    requested_at: at,
    finished_at: at,
  })
  await updateRows(db, 'earnings', { owner_id: closet.id }, { transfer_id: transferId })
  await make.correction(closet, { cents: 700, note: 'Waiting', at: clock.now() })
  const all = await site.get('/business/payouts', { as: closet })
  expect(all.text('dl[aria-label=Payouts]')).toContain('$25.00')
  expect(all.text('main')).toContain('Sent')
  const unpaid = await site.get('/business/payouts?filter=unpaid', { as: closet })
  expect(unpaid.text('main')).toContain('Waiting')
  expect(unpaid.$$('main li span').map(({ textContent }) => textContent)).not.toContain('Sent')
})

test('a closet sees its own earnings only', async () => {
  const [closet, other] = [await make.closet(), await make.closet()]
  await make.correction(other, { cents: 999, note: 'Of another closet', at: clock.now() })
  const page = await site.get('/business/payouts', { as: closet })
  expect(page.text('main')).toContain('No earnings yet')
  expect((await site.get('/business/payouts.csv', { as: closet })).html).not.toContain('another')
})

test('prices show what they earn in the list, the form and on the earnings page', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, creditsPerDay: 4 })
  expect((await site.get('/business', { as: closet })).text('main li:has(h3)')).toContain(
    '28 credits, $12.60/week',
  )
  expect((await site.get(`/business/items/${item.id}`, { as: closet })).text('main')).toContain(
    'Shown as 28 credits per week. You earn $12.60 a week.',
  )
  const rental = await make.rental({ item, status: 'delivered', createdAt: clock.now() })
  await updateRows(db, 'rentals', rental.id, { cents_per_credit: 45 })
  const earnings = await site.get('/business/earnings', { as: closet })
  expect(earnings.text('main')).toContain('Expected, and not earned yet: $12.60 from 1 rental')
  expect(earnings.has('main a[href="/business/payouts"]')).toBe(true)
})

test('without Connect the pages explain why there are no payouts', async () => {
  const unconnected = await testSite({ env: realPayments })
  const closet = await unconnected.make.closet()
  const item = await unconnected.make.item({ closet, creditsPerDay: 4 })
  const at = unconnected.clock.now()
  await unconnected.make.correction(closet, { cents: 2500, at })
  // The page is the same for an account that was ready earlier.
  const before = await unconnected.make.closet()
  await unconnected.make.payoutAccount(before, { at })
  const page = await unconnected.get('/business/payouts', { as: closet })
  for (const payouts of [page, await unconnected.get('/business/payouts', { as: before })]) {
    expect(payouts.text('main')).toContain('Payouts are not available on Hemline yet.')
    expect(payouts.text('main')).not.toMatch(/Set up payouts|5th|is paid/)
  }
  expect(page.text('main')).toContain(
    'Your earnings are listed below, and we will pay them once payouts are available.',
  )
  const earnings = await unconnected.get('/business/earnings', { as: closet })
  expect(earnings.text('main')).toContain('Payouts are not available on Hemline yet')
  expect(earnings.text('main')).not.toMatch(/5th|paid to you/)
  const list = await unconnected.get('/business', { as: closet })
  expect(list.text('main li:has(h3)')).not.toContain('$')
  const leaving = await unconnected.get('/profile/your-data', { as: closet })
  const last = await unconnected.submit(
    leaving,
    'form:has([value=last-payout])',
    {},
    { as: closet },
  )
  expect((await unconnected.get(last.location ?? '', { as: closet })).html).toContain(
    'Payouts are not available on Hemline yet. Please contact us',
  )
  const mails = await unconnected.db.selectFrom('mail_outbox').select('template').execute()
  expect(mails).toEqual([])
  const refused = await unconnected.post('/business/payouts', { intent: 'set-up' }, { as: closet })
  expect(refused.location).toBe('/business/payouts')
  const form = await unconnected.get(`/business/items/${item.id}`, { as: closet })
  expect(form.text('main')).toContain('Shown as 28 credits per week.')
  expect(form.text('main')).not.toContain('You earn')
})

test('a blocked closet that is owed money can set up payouts but open nothing else', async () => {
  const closet = await make.closet()
  await make.correction(closet, { cents: 4000, at: clock.now() })
  await site.post('/business/payouts', { intent: 'set-up' }, { as: closet })
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  const status = await site.get('/business-apply', { as: closet })
  expect(status.has('main a[href="/business/payouts"]')).toBe(true)
  const page = await onboard(closet, 'Vera Verified')
  expect(page.text('#payout-state')).toBe('You are paid on the 5th')
  expect(page.text('main')).toContain('Your closet is blocked. Your earnings are still paid to you')
  expect(page.text('nav[aria-label="My Closet"]')).toBe('Payouts')
  expect((await site.get('/business/payouts.csv', { as: closet })).status).toBe(200)
  for (const path of ['/business', '/business/rentals', '/business/earnings'])
    expect((await site.get(path, { as: closet })).location).toBe('/')
  // Once nothing is owed, it is refused like any other blocked closet.
  await make.correction(closet, { cents: -4000, at: clock.now() })
  expect((await site.get('/business/payouts', { as: closet })).location).toBe('/')
  expect((await site.get('/business-apply', { as: closet })).html).not.toContain(
    '/business/payouts',
  )
  const again = await site.post('/business/payouts', { intent: 'set-up' }, { as: closet })
  expect(again.location).toBe('/')
})

test('a closet reads when and how much it is paid next, or what is missing', async () => {
  const site = await testSite({ clock: testClock('2026-11-20T15:00:00Z') })
  const at = site.clock.now()
  const month = { month: '2026-11-01', started_at: at, finished_at: at }
  const [closet, admin] = [await site.make.closet(), await site.make.admin()]
  const state = async () =>
    (await site.get('/business/payouts', { as: closet })).text(
      'section[aria-labelledby=payout-state]',
    )
  const nextRun = async () => (await site.get('/admin/payouts', { as: admin })).text('main')
  // The run of November has not begun, since the shop was off on the 5th.
  expect(await nextRun()).toMatch(/Nov 20, 2026\s*that of the 5th, which is late/)
  await site.make.payoutAccount(closet, { at })
  await site.make.correction(closet, { cents: 3000, at })
  expect(await state()).toContain('Next payout Nov 20, 2026: $30.00.')
  await site.db.insertInto('payout_runs').values(month).execute()
  expect(await nextRun()).toContain('Dec 5, 2026')
  expect(await state()).toContain('Next payout Dec 5, 2026: $30.00.')
  // What becomes payable by then is included.
  const [soon, later] = ['2026-12-04T12:00:00Z', '2026-12-06T12:00:00Z'].map((day) => new Date(day))
  await site.make.correction(closet, { cents: 390, at, ...(soon && { payableAt: soon }) })
  await site.make.correction(closet, { cents: 900, at, ...(later && { payableAt: later }) })
  expect(await state()).toContain('Next payout Dec 5, 2026: $33.90.')
  await site.db.updateTable('payout_accounts').set({ state: 'incomplete' }).execute()
  expect(await state()).toContain(
    '$33.90 will be paid on Dec 5, 2026 if your payouts are set up by then.',
  )
  await site.make.correction(closet, { cents: -1000, at })
  expect(await state()).toContain(
    'Nothing is paid on Dec 5, 2026 so far: $23.90 will be ready by then, and a payout is at least $25.00.',
  )
})
