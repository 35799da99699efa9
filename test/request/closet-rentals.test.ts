import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { creditsBalance } from '#domain/credits/credits.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/calendar-date.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const begun = clock.now()
const today = calendarDateIn('America/New_York', begun)

// A test that moves the clock on does not bring the next one into another day.
beforeEach(() => clock.set(begun))

const rentalRow = (id: RentalId) =>
  db.selectFrom('rentals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function rentedDress(start = today) {
  const closet = await make.closet()
  const renter = await make.shopper()
  const item = await make.item({ closet, title: 'Emerald gown' })
  const rental = await make.rental({ item, renter, start })
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

test('accept, deliver with a note and a photo, late, return, keep $12.34: who and when, and mail to the renter', async () => {
  const { closet, renter, rental, path } = await rentedDress(addDays(today, -7))
  const step = (fields: Record<string, string | File>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return site.post(path, form, { as: closet })
  }
  const first = await site.get(path, { as: closet })
  expect(first.text('main')).toContain(renter.email)
  expect(first.text('main')).toContain('Not provided yet')
  await step({ intent: 'accept' })
  const photo = new File([new Uint8Array(flatPng(400, 300))], 'a.png', { type: 'image/png' })
  await step({ intent: 'deliver', step: 'delivery', note: 'With its belt.', photos: photo })
  await step({ intent: 'mark-late', confirmed: 'yes' })
  await step({ intent: 'record-return', step: 'return', note: 'A stain.' })
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
    const answer = await step({ intent: 'keep-deposit', step: 'review', keep, notes: 'Red wine' })
    expect([answer.status, answer.text('main')]).toEqual([400, expect.stringContaining(sentence)])
    expect(answer.$('[name=notes]').textContent).toBe('Red wine')
  }
  const question = await step({
    intent: 'keep-deposit',
    step: 'review',
    keep: '12.34',
    notes: 'Red wine',
  })
  expect(question.text('dialog[open] h2')).toBe(`Keep $12.34 of ${renter.fullName}’s deposit?`)
  expect(question.text('dialog[open]')).toContain('“Red wine”')
  expect((await rentalRow(rental.id)).status).toBe('delivered')
  const stored = await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect(stored.location).toBe(path)
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
    'Requested',
    'Accepted',
    'Delivered',
    'With its belt.',
    'Marked as late',
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
    ['accept', 'deliver', 'keep-deposit', 'mark-late', 'record-return'].map(
      (event) => `rental-${event}`,
    ),
  )
})

test('a failed delivery gives everything back and frees the item', async () => {
  const { closet, renter, item, rental, path } = await rentedDress()
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(0)
  const question = await site.post(
    path,
    { intent: 'fail-delivery', step: 'delivery', note: 'Nobody home' },
    { as: closet },
  )
  expect(question.text('dialog[open] h2')).toBe('Did the delivery of Emerald gown fail?')
  expect(question.$('textarea[name=note]').textContent).toBe('Nobody home')
  expect((await rentalRow(rental.id)).status).toBe('pending')
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  const [seen, mine] = await Promise.all([
    site.get(path, { as: closet }),
    site.get(`/my-rentals/${rental.id}`, { as: renter }),
  ])
  expect(seen.text('ol')).toMatch(/Delivery failed by [^“]+“Nobody home”/)
  for (const page of [seen, mine]) {
    expect(page.text('main')).toContain('Nobody home')
    expect(page.text('main')).not.toContain('At delivery')
    expect(page.text('main')).not.toContain('Noted at delivery')
  }
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

test('declining a request asks first; approving completes', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  const question = await site.get(`${path}?cancel=yes`, { as: closet })
  expect(question.text('dialog[open] h2')).toBe('Decline the request for Emerald gown?')
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect((await rentalRow(rental.id)).cancellation).toBe('by_owner')
  expect(await creditsBalance(db, renter.id, clock.now())).toBe(rental.total_credits)

  const other = await rentedDress()
  for (const intent of ['deliver', 'record-return', 'approve-condition'])
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
    site.post(adminPath, { intent: 'fail-delivery', confirmed: 'yes' }, { as: admin }),
  ])
  const results = [
    (await site.get(path, { as: closet })).text(),
    (await site.get(adminPath, { as: admin })).text(),
  ]
  const { status } = await rentalRow(rental.id)
  const [loser, winnerDid] =
    status === 'delivered'
      ? [results[1], `${closet.fullName} already marked it as delivered.`]
      : [results[0], 'Ada Admin already marked its delivery as failed.']
  expect(loser).toContain(`Failed to update delivery status: ${winnerDid}`)
  expect(results.filter((text) => text.includes('Failed to'))).toHaveLength(1)
})

test('a step whose time has not come is refused in the words of its act', async () => {
  const { closet, rental, path } = await rentedDress()
  for (const [intent, sentence] of [
    ['record-return', 'Failed to update return status'],
    ['mark-late', 'Failed to update return status'],
    ['approve-condition', 'Failed to approve condition'],
  ] as const) {
    await site.post(path, { intent }, { as: closet })
    expect((await site.get(path, { as: closet })).text()).toContain(sentence)
  }
  await site.post(path, { intent: 'keep-deposit', keep: '1' }, { as: closet })
  expect((await site.get(path, { as: closet })).text()).toContain('Failed to process deposit')
  expect((await rentalRow(rental.id)).status).toBe('pending')
})

test('what fails says so in its words, keeps what was typed, and changes nothing', async () => {
  const broken = await testSite()
  const closet = await broken.make.closet()
  const path = async (status: 'pending' | 'delivered') => {
    const item = await broken.make.item({ closet })
    const start = status === 'pending' ? today : addDays(today, -7)
    const { id } = await broken.make.rental({ item, status, start })
    return `/business/rentals/${id}`
  }
  const [pending, out, back] = [
    await path('pending'),
    await path('delivered'),
    await path('delivered'),
  ]
  await broken.post(back, { intent: 'record-return' }, { as: closet })
  await sql`alter table audit_log rename to audit_log_elsewhere`.execute(broken.db)
  const acts = [
    [
      pending,
      { intent: 'deliver', step: 'delivery', note: 'Typed' },
      'Failed to update delivery status',
    ],
    [
      pending,
      { intent: 'fail-delivery', step: 'delivery', note: 'Typed', confirmed: 'yes' },
      'Failed to update delivery status',
    ],
    [
      out,
      { intent: 'record-return', step: 'return', note: 'Typed' },
      'Failed to update return status',
    ],
    [
      out,
      { intent: 'mark-late', step: 'return', note: 'Typed', confirmed: 'yes' },
      'Failed to update return status',
    ],
    [back, { intent: 'approve-condition', step: 'review' }, 'Failed to approve condition'],
    [
      back,
      { intent: 'keep-deposit', step: 'review', notes: 'Typed', keep: '1', confirmed: 'yes' },
      'Failed to process deposit',
    ],
  ] as const
  for (const [to, form, sentence] of acts) {
    const answer = await broken.post(to, form, { as: closet })
    expect([answer.status, answer.text('main [role=alert]')]).toEqual([500, sentence])
    expect(answer.text('main textarea')).toBe('note' in form || 'notes' in form ? 'Typed' : '')
  }
  await sql`alter table audit_log_elsewhere rename to audit_log`.execute(broken.db)
  const rows = await broken.db.selectFrom('rentals').select(['status', 'return_status']).execute()
  expect(rows.map((row) => `${row.status} ${row.return_status}`).toSorted()).toEqual([
    'delivered pending',
    'delivered returned',
    'pending pending',
  ])
})

test('keeping asks for a reason, and approving is refused while something about keeping is typed', async () => {
  const { closet, rental, path } = await rentedDress()
  for (const intent of ['deliver', 'record-return'])
    await site.post(path, { intent }, { as: closet })
  const review = (fields: Record<string, string>) =>
    site.post(path, { step: 'review', ...fields }, { as: closet })
  const noReason = await review({ intent: 'keep-deposit', keep: '20', notes: ' ' })
  expect([noReason.status, noReason.text('main')]).toEqual([
    400,
    expect.stringContaining('Please give a reason. The renter will get it by email.'),
  ])
  expect(noReason.$('[name=keep]').getAttribute('value')).toBe('20')
  for (const left of [
    { keep: '20', notes: 'Lost a button' },
    { keep: '20', notes: '' },
    { keep: '0', notes: 'Lost a button' },
  ]) {
    const refused = await review({ intent: 'approve-condition', ...left })
    expect([refused.status, refused.text('main')]).toEqual([
      400,
      expect.stringContaining('To approve, clear the amount and the reason.'),
    ])
    expect(refused.$('[name=keep]').getAttribute('value')).toBe(left.keep)
    expect(refused.$('[name=notes]').textContent).toBe(left.notes)
  }
  expect((await rentalRow(rental.id)).status).toBe('delivered')
  await review({ intent: 'approve-condition', keep: '0', notes: '' })
  expect((await rentalRow(rental.id)).condition_status).toBe('approved')
})

test('keeping asks for a photo of the damage and warns without one; both sides see what is added', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  for (const intent of ['deliver', 'record-return'])
    await site.post(path, { intent }, { as: closet })
  const page = await site.get(path, { as: closet })
  expect(page.text('.review-form')).toContain('Please add at least one')
  const keep = (photo?: File) => {
    const form = new FormData()
    const fields = { intent: 'keep-deposit', step: 'review', keep: '20', notes: 'Torn hem' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (photo) form.append('photos', photo)
    return site.post(path, form, { as: closet })
  }
  const warning = 'There is no photo of the damage.'
  expect((await keep()).text('dialog[open]')).toContain(warning)
  const photo = new File([new Uint8Array(flatPng(400, 300))], 'a.png', { type: 'image/png' })
  const question = await keep(photo)
  expect(question.text('dialog[open]')).not.toContain(warning)
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect((await rentalRow(rental.id)).condition_status).toBe('deposit_kept')
  const history = await site.get(path, { as: closet })
  expect(history.$$('section[aria-labelledby=history] img')).toHaveLength(1)
  const theirs = await site.get(`/my-rentals/${rental.id}`, { as: renter })
  expect(theirs.text('main')).toContain('When its condition was checked')
  expect(theirs.$$('section[aria-labelledby=handovers] img')).toHaveLength(1)
})

test('a step taken by mistake is undone from its toast, and by nobody but an admin later', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  await site.post(path, { intent: 'deliver' }, { as: closet })
  const page = await site.get(path, { as: closet })
  const undo = page.$('[aria-label="Messages"] a').getAttribute('href') ?? ''
  expect(undo).toBe(`${path}?undo=undo-deliver`)
  const question = await site.get(undo, { as: closet })
  expect(question.text('dialog[open] h2')).toBe('Undo this delivery?')
  clock.advance({ seconds: 14 * 60 })
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect(await rentalRow(rental.id)).toMatchObject({ status: 'confirmed', delivered_at: null })
  expect(await mailsAbout(rental.id)).toEqual(['rental-deliver', 'rental-undo-deliver'])
  expect((await site.get(`/my-rentals/${rental.id}`, { as: renter })).text('main')).toContain(
    'Confirmed',
  )

  await site.post(path, { intent: 'deliver' }, { as: closet })
  clock.advance({ seconds: 15 * 60 })
  expect((await site.get(path, { as: closet })).text('main')).not.toContain('Undo')
  const form = { intent: 'undo', correction: 'undo-deliver' }
  await site.post(path, form, { as: closet })
  expect((await site.get(path, { as: closet })).text()).toContain('This can no longer be undone.')
  await site.post(`/admin/rentals/${rental.id}`, form, { as: await make.admin() })
  expect((await rentalRow(rental.id)).status).toBe('confirmed')
})

test('an admin has less of a deposit kept, a closet cannot', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  for (const intent of ['deliver', 'record-return'])
    await site.post(path, { intent }, { as: closet })
  const keep = { intent: 'keep-deposit', keep: '20', notes: 'Lost a button', confirmed: 'yes' }
  await site.post(path, keep, { as: closet })
  const reduce = (reduce: string) => ({ intent: 'reduce', reduce })
  expect((await site.post(path, reduce('5'), { as: closet })).status).toBe(404)
  const admin = await make.admin()
  const adminPath = `/admin/rentals/${rental.id}`
  expect((await site.get(adminPath, { as: admin })).text('main')).toContain(
    'Amount to keep instead',
  )
  const wrong = await site.post(adminPath, reduce('20'), { as: admin })
  expect([wrong.status, wrong.text('main')]).toEqual([
    400,
    expect.stringContaining('Please enter an amount from $0.00 to $19.99.'),
  ])
  await site.post(adminPath, reduce('5'), { as: admin })
  expect((await rentalRow(rental.id)).deposit_kept_amount).toBe(500)
  expect((await site.get(`/my-rentals/${rental.id}`, { as: renter })).text('main')).toContain(
    '$5.00 of $50.00 kept',
  )
})

test('nothing can be marked as late before its last day has passed', async () => {
  const { closet, rental, path } = await rentedDress()
  await site.post(path, { intent: 'deliver' }, { as: closet })
  expect((await site.get(path, { as: closet })).$$('button[value=mark-late]')).toEqual([])
  await site.post(path, { intent: 'mark-late', confirmed: 'yes' }, { as: closet })
  expect((await site.get(path, { as: closet })).text()).toContain(
    `it is due back on ${showDate(addDays(today, 6))} and can be marked as late from the day after.`,
  )
  expect((await rentalRow(rental.id)).return_status).toBe('pending')
})

test('the buttons are those of the steps that are open', async () => {
  const { closet, path } = await rentedDress(addDays(today, -7))
  const buttons = async () =>
    (await site.get(path, { as: closet }))
      .$$('main button[name=intent]')
      .map((button) => button.getAttribute('value'))
  expect(await buttons()).toEqual(['accept', 'deliver', 'fail-delivery'])
  await site.post(path, { intent: 'deliver' }, { as: closet })
  expect(await buttons()).toEqual(['record-return', 'mark-late'])
  const question = await site.post(path, { intent: 'mark-late' }, { as: closet })
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect(await buttons()).toEqual(['record-return'])
  await site.post(path, { intent: 'record-return' }, { as: closet })
  expect(await buttons()).toEqual(['approve-condition', 'keep-deposit'])
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
    return page.$$('main li h3').map((h2) => h2.textContent)
  }
  expect(await titles('')).toEqual(['Requested', 'Overdue'])
  expect(await titles('filter=upcoming')).toEqual(['Requested', 'Upcoming'])
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
  expect(all.$$('main li h3').map((h3) => h3.textContent)).toEqual(['Elsewhere'])
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
  const remembered = await db
    .selectFrom('user_profiles')
    .select(['phone', 'delivery_address'])
    .where('id', '=', renter.id)
    .executeTakeFirst()
  expect(remembered).toEqual({ phone: '555 0199', delivery_address: '1 Elm Street' })
  expect((await site.post(mine, details, { as: await make.shopper() })).status).toBe(404)
  expect((await site.get(mine, { as: await make.shopper() })).status).toBe(404)
  await site.post(path, { intent: 'deliver' }, { as: closet })
  const late = await site.post(mine, { ...details, renter_phone: '555 0200' }, { as: renter })
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
  await site.post(path, { intent: 'record-return' }, { as: closet })
  await site.post(
    path,
    { intent: 'keep-deposit', keep: '7.50', notes: 'Torn hem', confirmed: 'yes' },
    { as: closet },
  )
  const page = await site.get('/business/earnings', { as: closet })
  const month = today.slice(0, 7)
  expect(page.text('main')).toContain('$7.50')
  expect(page.$$('main tbody tr')).toHaveLength(2)
  await make.item({ closet, title: 'Never worn' })
  const byMonth = await site.get(`/business/earnings?year=${month.slice(0, 4)}&month=${month}`, {
    as: closet,
  })
  const rows = byMonth.$$('section[aria-labelledby=by-item] tbody tr')
  expect(rows.map((row) => row.textContent)).toEqual([
    '=HYPERLINK("http://evil")114$7.50',
    'Never worn00–',
  ])
  expect(byMonth.text('section[aria-labelledby=by-month] tfoot')).toContain('14')
  const csv = await site.get('/business/earnings.csv', { as: closet })
  expect(csv.response.headers.get('content-disposition')).toContain('attachment')
  expect(csv.html.split('\r\n')[1]).toBe(`${month},"'=HYPERLINK(""http://evil"")",1,14,7.50`)
  const nothing = await site.get('/business/earnings', { as: await make.closet() })
  expect(nothing.text('main')).toContain('No deliveries in')
  expect(nothing.text('main')).toContain('Deposits you keep stay with Hemline')
})

test('the calendar’s address is secret, can be renewed, and ends with the closet', async () => {
  const { closet, rental } = await rentedDress()
  const address = async () =>
    new URL(
      (await site.get('/business/calendar', { as: closet }))
        .$('[readonly]')
        .getAttribute('value') ?? '',
    ).pathname
  await site.post('/business/calendar', {}, { as: closet })
  const first = await address()
  const feed = await site.get(first)
  expect(feed.response.headers.get('content-type')).toContain('text/calendar')
  expect(feed.response.headers.get('cache-control')).toContain('no-store')
  expect(feed.html).toContain(`UID:${rental.id}@hemline`)
  await site.post('/business/calendar', {}, { as: closet })
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
