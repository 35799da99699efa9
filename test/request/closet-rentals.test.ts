import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { creditsBalance } from '#domain/money/credits/credits.ts'
import { addDays } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { photo } from '#test/make/photo.ts'
import { readRow } from '#test/postgres/rows.ts'
import { rentedDresses } from './rented-dress.ts'

const site = await testSite()
const { db, clock } = site
const { today, rentalRow, rentedDress, mailsAbout } = rentedDresses(site)

test('each step of a rental shows who took it and when, and the renter gets an email', async () => {
  const { closet, renter, rental, path } = await rentedDress(addDays(today, -7))
  const step = (fields: Record<string, string | File>) => site.post(path, fields, { as: closet })
  const first = await site.get(path, { as: closet })
  expect(first.text('main')).toContain(renter.email)
  expect(first.text('main')).toContain('Not specified yet')
  await step({ intent: 'accept' })
  await step({ intent: 'deliver', step: 'delivery', note: 'With its belt.', photos: photo() })
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

test('a failed delivery restores all credits and makes the item available', async () => {
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
  const freed = await readRow(db, 'clothing_items', 'available', item.id)
  expect(freed.available).toBe(true)
})

test('declining a request asks first; approving a return completes the rental', async () => {
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

test('a failed step shows its message, keeps the input and changes nothing', async () => {
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
    [out, { intent: 'mark-late', confirmed: 'yes' }, 'Failed to update return status'],
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
    expect(answer.text('main textarea:is([name=note], [name=notes])')).toBe(
      'note' in form || 'notes' in form ? 'Typed' : '',
    )
  }
  await sql`alter table audit_log_elsewhere rename to audit_log`.execute(broken.db)
  const rows = await broken.db.selectFrom('rentals').select(['status', 'return_status']).execute()
  expect(rows.map((row) => `${row.status} ${row.return_status}`).toSorted()).toEqual([
    'delivered pending',
    'delivered returned',
    'pending pending',
  ])
})
