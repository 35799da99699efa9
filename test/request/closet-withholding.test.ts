import { beforeEach, expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { photo } from '#test/make/photo.ts'

const site = await testSite()
const { make, db, clock } = site
const begun = clock.now()
const today = calendarDateIn('America/New_York', begun)

// A test that advances the clock must not change the next one's date.
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

test('withholding needs a reason; approving takes a note, no amount or damage photos', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  for (const intent of ['deliver', 'record-return'])
    await site.post(path, { intent }, { as: closet })
  const review = (fields: Record<string, string | File>) =>
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
  ]) {
    const refused = await review({ intent: 'approve-condition', ...left })
    expect([refused.status, refused.text('main')]).toEqual([
      400,
      expect.stringContaining('To approve, clear the amount.'),
    ])
    expect(refused.$('[name=keep]').getAttribute('value')).toBe(left.keep)
    expect(refused.$('[name=notes]').textContent).toBe(left.notes)
  }
  const fields = { intent: 'approve-condition', keep: '', notes: 'A loose thread.' }
  const damage = await review({ ...fields, photos: photo() })
  expect([damage.status, damage.text('main')]).toEqual([
    400,
    expect.stringContaining('These are photos of damage. To approve, remove them.'),
  ])
  expect(damage.$('[name=notes]').textContent).toBe('A loose thread.')
  expect(damage.$$('.review-form img')).toHaveLength(1)
  expect((await rentalRow(rental.id)).status).toBe('delivered')
  await review({ intent: 'approve-condition', keep: '0', notes: 'A loose thread.' })
  expect(await rentalRow(rental.id)).toMatchObject({
    condition_status: 'approved',
    condition_notes: 'A loose thread.',
  })
  for (const [page, who] of [
    [path, closet],
    [`/my-rentals/${rental.id}`, renter],
  ] as const)
    expect((await site.get(page, { as: who })).text('main')).toContain('A loose thread.')
})

test('withholding asks for a photo of the damage and warns without one; both sides see the photos', async () => {
  const { closet, renter, rental, path } = await rentedDress()
  for (const intent of ['deliver', 'record-return'])
    await site.post(path, { intent }, { as: closet })
  const page = await site.get(path, { as: closet })
  expect(page.text('.review-form')).toContain('Please add at least one')
  const fields = { intent: 'keep-deposit', step: 'review', keep: '20', notes: 'Torn hem' }
  const keep = (photos?: File) =>
    site.post(path, { ...fields, ...(photos && { photos }) }, { as: closet })
  const warning = 'There is no photo of the damage.'
  expect((await keep()).text('dialog[open]')).toContain(warning)
  const question = await keep(photo())
  expect(question.text('dialog[open]')).not.toContain(warning)
  await site.submit(question, 'dialog[open] form[method=post]', {}, { as: closet })
  expect((await rentalRow(rental.id)).condition_status).toBe('deposit_kept')
  const history = await site.get(path, { as: closet })
  expect(history.$$('section[aria-labelledby=history] img')).toHaveLength(1)
  const theirs = await site.get(`/my-rentals/${rental.id}`, { as: renter })
  expect(theirs.text('main')).toContain('When its condition was checked')
  expect(theirs.$$('section[aria-labelledby=handovers] img')).toHaveLength(1)
})

test('an admin can reduce a withheld amount, a closet cannot', async () => {
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
