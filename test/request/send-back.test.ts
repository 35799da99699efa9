import { expect, test } from 'vitest'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, clock } = site
const DAY = 86_400_000

async function lent(title: string) {
  const [renter, closet] = [await make.shopper({ full_name: 'Ann Lee' }), await make.closet()]
  const item = await make.item({ closet, title })
  const createdAt = new Date(clock.now().getTime() - 9 * DAY)
  const { id } = await make.rental({ renter, item, status: 'delivered', createdAt, days: 7 })
  const mine = async () => await site.get(`/my-rentals/${id}`, { as: renter })
  const theirs = async () => await site.get(`/business/rentals/${id}`, { as: closet })
  return { renter, closet, id, mine, theirs }
}

test('a renter says that an item was sent back, and its closet sees the tracking number', async () => {
  const { renter, closet, id, mine, theirs } = await lent('Emerald gown')
  const today = showDate(calendarDateIn('America/New_York', clock.now()))
  const list = await site.get('/my-rentals?tab=past', { as: renter })
  expect(list.has(`main a[href="/my-rentals/${id}#send-back"]`)).toBe(true)
  const form = await mine()
  const sent = await site.submit(
    form,
    'form:has([name=tracking])',
    { tracking: '1Z 999', answer: 'sent-back' },
    { as: renter },
  )
  expect(sent.location).toBe(`/my-rentals/${id}`)
  const after = await mine()
  expect(after.text('main')).toContain(`You sent it back on ${today}.`)
  expect(after.text('main')).toContain('1Z 999')
  expect(after.has('[name=tracking]')).toBe(false)
  const seen = await theirs()
  expect(seen.text('main')).toContain('Ann Lee sent it back. Tracking number: 1Z 999.')
  expect(seen.has('button[value=mark-late]')).toBe(false)
  const late = { intent: 'mark-late', confirmed: 'yes' }
  const refused = await site.post(`/business/rentals/${id}`, late, { as: closet })
  expect((await site.get(refused.location ?? '', { as: closet })).text()).toContain(
    'Failed to update return status: the renter has sent it back.',
  )
  await site.drainJobs()
  const outbox = await readRow(site.db, 'mail_outbox', 'text_body', {
    template: 'rental-send-back-owner',
  })
  expect(outbox.text_body).toContain('The tracking number is 1Z 999.')
})

test('the day on which an item is due back is done only once it has passed', async () => {
  const today = calendarDateIn('America/New_York', clock.now())
  const renter = await make.shopper()
  // Each has 7 days: two are due back in two days, one was due back yesterday.
  const lentFrom = async (start: number) =>
    await make.rental({ renter, status: 'delivered', start: addDays(today, start) })
  const [onTime, early, late] = [await lentFrom(-4), await lentFrom(-4), await lentFrom(-7)]
  for (const { id } of [early, late])
    await site.post(`/my-rentals/${id}`, { answer: 'sent-back', tracking: '' }, { as: renter })
  const stepsOf = async ({ id }: { readonly id: string }) => {
    const page = await site.get(`/my-rentals/${id}`, { as: renter })
    const steps = page.$$('ol[aria-label=Progress] li').map((step) => step.textContent)
    return steps.filter((step) => /^(Due|Sent) back/.test(step))
  }
  const due = (days: number) => showDate(addDays(today, days))
  expect(await stepsOf(onTime)).toEqual([`Due back${due(2)}`])
  expect(await stepsOf(early)).toEqual([`Sent back, done${due(0)}`])
  expect(await stepsOf(late)).toEqual([`Due back, done${due(-1)}`, `Sent back, done${due(0)}`])
})

test('too long a tracking number is refused, and the input stays', async () => {
  const { renter, id } = await lent('Red gown')
  const typed = { answer: 'sent-back', tracking: 'x'.repeat(101) }
  const refused = await site.post(`/my-rentals/${id}`, typed, { as: renter })
  expect(refused.status).toBe(400)
  expect(refused.text('main')).toContain('Please keep it to 100 characters.')
  expect(refused.$('[name=tracking]').getAttribute('value')).toBe(typed.tracking)
})

test('sending back can be undone from the page', async () => {
  const { renter, id, mine } = await lent('Blue gown')
  const path = `/my-rentals/${id}`
  await site.post(path, { answer: 'sent-back', tracking: '' }, { as: renter })
  expect((await mine()).text('main')).toContain('You said you sent it back.')
  await site.post(path, { answer: 'undo-send-back' }, { as: renter })
  expect((await mine()).has('[name=tracking]')).toBe(true)
  const pending = await make.rental({ renter })
  const early = await site.post(
    `/my-rentals/${pending.id}`,
    { answer: 'sent-back' },
    { as: renter },
  )
  expect((await site.get(early.location ?? '', { as: renter })).text()).toContain(
    'This item has not been delivered to you.',
  )
})

test('an admin sees items that have not arrived five days after they were sent back', async () => {
  const { id } = await lent('Green gown')
  const admin = await make.admin()
  await updateRows(site.db, 'rentals', id, {
    sent_back_at: new Date(clock.now().getTime() - 6 * DAY),
  })
  const page = await site.get('/admin', { as: admin })
  const link = page.$(`main a[href="/admin/rentals/${id}"]`)
  expect(link.textContent).toContain('item sent back 5 or more days ago that has not arrived')
  const rental = await site.get(`/admin/rentals/${id}`, { as: admin })
  expect(rental.text('main')).toContain('Sent back by Ann Lee')
})
