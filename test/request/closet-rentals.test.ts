import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/credits/credits.ts'
import { calendarDateIn } from '#domain/shared/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())

const rentalRow = (id: string) =>
  db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function rentedDress() {
  const closet = await make.closet()
  const renter = await make.shopper()
  const item = await make.item({ closet, title: 'Emerald gown' })
  const rental = await make.rental({ item, renter, start: today })
  return { closet, renter, item, rental, path: `/business/rentals/${rental.id}` }
}

async function mailsAbout(rentalId: string) {
  await site.drainJobs()
  const rows = await db
    .selectFrom('mail_outbox')
    .select('template')
    .where('message_id', 'like', `rental-${rentalId}-%`)
    .execute()
  return rows.map(({ template }) => template).toSorted()
}

test('accept, deliver with a note and a photo, late, return, keep $12.34: who and when, and mail to both', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  const step = (fields: Record<string, string | File>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return site.post(path, form, { as: closet })
  }
  const first = await site.get(path, { as: closet })
  expect(first.text('main')).toContain(renter.email)
  expect(first.text('main')).toContain('Not given yet')
  await step({ intent: 'accept' })
  const photo = new File([new Uint8Array(flatPng(400, 300))], 'a.png', { type: 'image/png' })
  await step({ intent: 'deliver', step: 'delivery', note: 'With its belt.', photos: photo })
  await step({ intent: 'late' })
  await step({ intent: 'return', step: 'return', note: 'A stain.' })
  const review = await site.get(path, { as: closet })
  expect(review.$('[name=keep]').getAttribute('max')).toBe('50')
  expect(review.$('[name=keep]').getAttribute('step')).toBe('0.01')
  for (const [keep, sentence] of [
    ['', 'Please enter an amount in dollars, such as 12.34.'],
    ['0', 'Please enter an amount from $0.01 to $50.00.'],
    ['-1', 'Please enter an amount in dollars, such as 12.34.'],
    ['12.345', 'Please enter an amount in dollars, such as 12.34.'],
    ['50.01', 'Please enter an amount from $0.01 to $50.00.'],
  ] as const) {
    const answer = await step({ intent: 'keep', step: 'review', keep, notes: 'Red wine' })
    expect([answer.status, answer.text('main')]).toEqual([400, expect.stringContaining(sentence)])
    expect(answer.$('[name=notes]').textContent).toBe('Red wine')
  }
  const kept = await step({ intent: 'keep', step: 'review', keep: '12.34', notes: 'Red wine' })
  expect(kept.location).toBe(path)
  expect(await rentalRow(rental.id)).toMatchObject({
    status: 'completed',
    delivery_status: 'delivered',
    return_status: 'returned',
    condition_status: 'deposit_kept',
    deposit_kept_amount: 1234,
    condition_notes: 'Red wine',
    confirmed_by: closet.id,
    delivered_by: closet.id,
    late_by: closet.id,
    returned_by: closet.id,
    condition_reviewed_by: closet.id,
  })
  const seen = await site.get(path, { as: closet })
  const history = seen.text('ol')
  for (const line of [
    'Rented',
    'Accepted',
    'Delivered',
    'With its belt.',
    'Marked late',
    'Returned',
    'A stain.',
    'Deposit kept',
  ])
    expect(history).toContain(line)
  const mine = await site.get(`/my-rentals/${rental.id}`, { as: renter })
  expect(mine.text('main')).toContain('With its belt.')
  expect(mine.text('main')).toContain('A stain.')
  expect(mine.$$('main img[src*="w=320"]')).toHaveLength(1)
  expect(mine.text('main')).toContain('$12.34')
  expect(await mailsAbout(rental.id)).toEqual(
    ['accepted', 'delivered', 'deposit-kept', 'late', 'returned']
      .flatMap((news) => [`rental-${news}`, `rental-${news}-owner`])
      .toSorted(),
  )
})

test('a failed delivery gives everything back and frees the item', async () => {
  const { closet, renter, item, rental, path } = await rentedDress()
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(0)
  await site.post(path, { intent: 'fail', note: 'Nobody home' }, { as: closet })
  expect(await rentalRow(rental.id)).toMatchObject({
    status: 'cancelled',
    cancellation: 'delivery_failed',
    delivery_status: 'failed',
  })
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(rental.total_credits)
  const freed = await db
    .selectFrom('clothing_items')
    .select('available')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow()
  expect(freed.available).toBe(true)
})

test('cancelling asks first; approving completes', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  const question = await site.get(`${path}?cancel=yes`, { as: closet })
  expect(question.text('dialog[open] h2')).toBe('Cancel the rental of Emerald gown?')
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect((await rentalRow(rental.id)).cancellation).toBe('by_owner')
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(rental.total_credits)

  const other = await rentedDress()
  for (const intent of ['deliver', 'return', 'approve'])
    await site.post(other.path, { intent }, { as: other.closet })
  expect(await rentalRow(other.rental.id)).toMatchObject({
    status: 'completed',
    condition_status: 'approved',
  })
})

test('two people decide at once: one decision, the other is told who made it', async () => {
  const { closet, rental, path } = await rentedDress()
  const admin = await make.admin({ full_name: 'Ada Admin' })
  const adminPath = `/admin/rentals/${rental.id}`
  await Promise.all([
    site.post(path, { intent: 'deliver' }, { as: closet }),
    site.post(adminPath, { intent: 'fail' }, { as: admin }),
  ])
  const told = [
    (await site.get(path, { as: closet })).text(),
    (await site.get(adminPath, { as: admin })).text(),
  ]
  const { status } = await rentalRow(rental.id)
  const [loser, winnerDid] =
    status === 'delivered'
      ? [told[1], `${closet.fullName} already marked it as delivered.`]
      : [told[0], 'Ada Admin already marked its delivery as failed.']
  expect(loser).toContain(`Failed to update delivery status: ${winnerDid}`)
  expect(told.filter((text) => text.includes('Failed to'))).toHaveLength(1)
})

test('a step whose time has not come is refused in the words of its act', async () => {
  const { closet, rental, path } = await rentedDress()
  for (const [intent, sentence] of [
    ['return', 'Failed to update return status'],
    ['late', 'Failed to update return status'],
    ['approve', 'Failed to approve condition'],
  ] as const) {
    await site.post(path, { intent }, { as: closet })
    expect((await site.get(path, { as: closet })).text()).toContain(sentence)
  }
  await site.post(path, { intent: 'keep', keep: '1' }, { as: closet })
  expect((await site.get(path, { as: closet })).text()).toContain('Failed to process deposit')
  expect((await rentalRow(rental.id)).status).toBe('pending')
})

test('what fails says so in its words, keeps what was typed, and changes nothing', async () => {
  const broken = await testSite()
  const closet = await broken.make.closet()
  const path = async (status: 'pending' | 'delivered') => {
    const item = await broken.make.item({ closet })
    const { id } = await broken.make.rental({ item, status, start: today })
    return `/business/rentals/${id}`
  }
  const [pending, out, back] = [
    await path('pending'),
    await path('delivered'),
    await path('delivered'),
  ]
  await broken.post(back, { intent: 'return' }, { as: closet })
  await sql`alter table audit_log rename to audit_log_elsewhere`.execute(broken.db)
  const acts = [
    [
      pending,
      { intent: 'deliver', step: 'delivery', note: 'Typed' },
      'Failed to update delivery status',
    ],
    [
      pending,
      { intent: 'fail', step: 'delivery', note: 'Typed' },
      'Failed to update delivery status',
    ],
    [out, { intent: 'return', step: 'return', note: 'Typed' }, 'Failed to update return status'],
    [out, { intent: 'late', step: 'return', note: 'Typed' }, 'Failed to update return status'],
    [back, { intent: 'approve', step: 'review', notes: 'Typed' }, 'Failed to approve condition'],
    [
      back,
      { intent: 'keep', step: 'review', notes: 'Typed', keep: '1' },
      'Failed to process deposit',
    ],
  ] as const
  for (const [to, form, sentence] of acts) {
    const answer = await broken.post(to, form, { as: closet })
    expect([answer.status, answer.text('main [role=alert]')]).toEqual([500, sentence])
    expect(answer.text('main textarea')).toBe('Typed')
  }
  await sql`alter table audit_log_elsewhere rename to audit_log`.execute(broken.db)
  const rows = await broken.db.selectFrom('rentals').select(['status', 'return_status']).execute()
  expect(rows.map((row) => `${row.status} ${row.return_status}`).toSorted()).toEqual([
    'delivered pending',
    'delivered returned',
    'pending pending',
  ])
})

test('the buttons are those of the steps that are open', async () => {
  const { closet, path } = await rentedDress()
  const buttons = async () =>
    (await site.get(path, { as: closet }))
      .$$('main button[name=intent]')
      .map((button) => button.getAttribute('value'))
  expect(await buttons()).toEqual(['accept', 'deliver', 'fail'])
  await site.post(path, { intent: 'deliver' }, { as: closet })
  expect(await buttons()).toEqual(['return', 'late'])
  await site.post(path, { intent: 'late' }, { as: closet })
  expect(await buttons()).toEqual(['return'])
  await site.post(path, { intent: 'return' }, { as: closet })
  expect(await buttons()).toEqual(['approve', 'keep'])
})

test('filters and search show what they say, to closets their own, to admins all', async () => {
  const closet = await make.closet()
  const start = (days: number) =>
    calendarDateIn('UTC', new Date(Date.parse(today) + days * 86_400_000))
  const rented = async (
    title: string,
    start: string,
    status: 'pending' | 'confirmed' | 'delivered' | 'completed',
  ) => make.rental({ item: await make.item({ closet, title }), start, status })
  await rented('Requested', start(20), 'pending')
  await rented('Upcoming', start(20), 'confirmed')
  await rented('Out long', start(-1), 'delivered')
  await rented('Due soon', start(-5), 'delivered')
  await rented('Overdue', start(-10), 'delivered')
  await rented('Over', start(-30), 'completed')
  const titles = async (query: string) => {
    const page = await site.get(`/business/rentals?${query}`, { as: closet })
    return page.$$('main li h2').map((h2) => h2.textContent)
  }
  expect(await titles('')).toEqual(['Overdue', 'Requested'])
  expect(await titles('filter=out')).toEqual(['Overdue', 'Due soon', 'Out long'])
  expect(await titles('filter=due')).toEqual(['Due soon'])
  expect(await titles('filter=late')).toEqual(['Overdue'])
  expect(await titles('filter=done')).toEqual(['Over'])
  expect(await titles('filter=all')).toHaveLength(6)
  expect(await titles('filter=all&q=soon')).toEqual(['Due soon'])
  const renter = await make.shopper({ full_name: 'Zelda Quick' })
  await make.rental({ item: await make.item({ title: 'Elsewhere' }), renter, start: today })
  expect(await titles('filter=all&q=zelda')).toEqual([])
  const all = await site.get('/admin/rentals?filter=all&q=zelda', { as: await make.admin() })
  expect(all.$$('main li h2').map((h2) => h2.textContent)).toEqual(['Elsewhere'])
})

test('the renter says where it goes until it is delivered, and the closet sees it', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  const mine = `/my-rentals/${rental.id}`
  const details = {
    renter_phone: '555 0199',
    delivery_address: '1 Elm Street',
    delivery_notes: 'Ring twice',
  }
  await site.post(mine, details, { as: renter })
  const seen = (await site.get(path, { as: closet })).text('main')
  for (const value of Object.values(details)) expect(seen).toContain(value)
  expect((await site.post(mine, details, { as: await make.shopper() })).status).toBe(404)
  expect((await site.get(mine, { as: await make.shopper() })).status).toBe(404)
  await site.post(path, { intent: 'deliver' }, { as: closet })
  const late = await site.post(mine, { ...details, renter_phone: '1' }, { as: renter })
  expect([late.status, (await rentalRow(rental.id)).renter_phone]).toEqual([400, '555 0199'])
})

test('earnings count what was delivered, by item and month, and what was kept; the file is harmless', async () => {
  const closet = await make.closet()
  const item = await make.item({ closet, title: '=HYPERLINK("http://evil")', creditsPerDay: 2 })
  const rental = await make.rental({
    item,
    start: today,
    status: 'delivered',
    createdAt: clock.now(),
  })
  const path = `/business/rentals/${rental.id}`
  await site.post(path, { intent: 'return' }, { as: closet })
  await site.post(path, { intent: 'keep', keep: '7.50' }, { as: closet })
  const page = await site.get('/business/earnings', { as: closet })
  const month = today.slice(0, 7)
  expect(page.text('main')).toContain('$7.50')
  expect(page.$$('main tbody tr')).toHaveLength(2)
  const csv = await site.get('/business/earnings.csv', { as: closet })
  expect(csv.response.headers.get('content-disposition')).toContain('attachment')
  expect(csv.html.split('\r\n')[1]).toBe(`${month},"'=HYPERLINK(""http://evil"")",1,14,7.50`)
  const nothing = await site.get('/business/earnings', { as: await make.closet() })
  expect(nothing.text('main')).toContain('Nothing was delivered in')
})

test('the calendar’s address is secret, can be renewed, and ends with the closet', async () => {
  const { closet, rental } = await rentedDress()
  const address = async () =>
    new URL(
      (await site.get('/business/earnings', { as: closet }))
        .$('[readonly]')
        .getAttribute('value') ?? '',
    ).pathname
  await site.post('/business/earnings', {}, { as: closet })
  const first = await address()
  const feed = await site.get(first)
  expect(feed.response.headers.get('content-type')).toContain('text/calendar')
  expect(feed.response.headers.get('cache-control')).toContain('no-store')
  expect(feed.html).toContain(`UID:${rental.id}@hemline`)
  await site.post('/business/earnings', {}, { as: closet })
  const second = await address()
  expect(second).not.toBe(first)
  expect((await site.get(first)).status).toBe(404)
  expect((await site.get(second)).status).toBe(200)
  expect((await site.get(`/calendar/${'x'.repeat(32)}.ics`)).status).toBe(404)
  await db
    .updateTable('user_profiles')
    .set({ account_type: 'regular', business_status: 'blocked' })
    .where('id', '=', closet.id)
    .execute()
  expect((await site.get(second)).status).toBe(404)
})
