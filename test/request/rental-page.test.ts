import { expect, test } from 'vitest'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const start = addDays(today, 3)

const main = async (path: string, as: Person) => (await site.get(path, { as })).text('main')

test('a one-day rental is shown as one day on the page and in its emails', async () => {
  const renter = await make.readyShopper()
  const closet = await make.closet()
  const item = await make.item({ closet })
  const rent = { intent: 'rent', start, end: start }
  const page = await site.get(`/item/${item.id}`, { as: renter })
  const key = page.$('[name=request_key]').getAttribute('value') ?? ''
  const rented = await site.post(`/item/${item.id}`, { ...rent, request_key: key }, { as: renter })
  const day = showDate(start)
  expect(await main(rented.location ?? '', renter)).toContain(`On ${day}, for 14 credits.`)
  expect(await main(`/item/${item.id}`, renter)).toContain(
    `You have requested this item for ${day}.`,
  )
  await site.drainJobs()
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['recipient_id', 'text_body'])
    .where('template', 'in', ['rental-request', 'rental-request-owner'])
    .execute()
  const textTo = ({ id }: Person) => mails.find((mail) => mail.recipient_id === id)?.text_body
  expect(textTo(renter)).toContain(`You requested ${item.title} on ${day}, for 14 credits.`)
  expect(textTo(closet)).toContain(`wants to rent your ${item.title} on ${day}.`)
})

test('an item rented by the shopper shows its dates', async () => {
  const renter = await make.shopper()
  const item = await make.item()
  await make.rental({ renter, item, start, days: 7, status: 'confirmed' })
  expect(await main(`/item/${item.id}`, renter)).toContain(
    `You rented this item from ${showDate(start)} to ${showDate(addDays(start, 6))}.`,
  )
})

test('a confirmed rental that was not delivered by its first day says when it was due', async () => {
  const renter = await make.shopper()
  const on = { renter, status: 'confirmed' } as const
  const due = await make.rental({ ...on, start: today, days: 7 })
  const missed = await make.rental({ ...on, start: addDays(today, -1), days: 7 })
  const first = `The closet will deliver it by ${showDate(today)}.`
  expect(await main(`/my-rentals/${due.id}`, renter)).toContain(first)
  const late = await main(`/my-rentals/${missed.id}`, renter)
  expect(late).toContain(`It should have been with you by ${showDate(addDays(today, -1))}.`)
  expect(late).not.toContain('will deliver it')
})

test('a no-show for one week tells the renter that nothing comes back', async () => {
  const renter = await make.shopper()
  const closet = await make.closet()
  const item = await make.item({ closet })
  const { id } = await make.rental({ renter, item, start: today, days: 7, status: 'confirmed' })
  const form = { intent: 'mark-no-show', confirmed: 'yes' }
  await site.post(`/business/rentals/${id}`, form, { as: closet })
  await site.drainJobs()
  const { text_body } = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('recipient_id', '=', renter.id)
    .where('template', '=', 'rental-mark-no-show')
    .executeTakeFirstOrThrow()
  expect(text_body).toContain('Its first week stays paid.')
  expect(text_body).toContain('You get no credits back.')
})

test('its closet sees what the item is worth, its renter does not', async () => {
  const [renter, closet] = [await make.shopper(), await make.closet()]
  const item = await make.item({ closet, replacement_value_cents: 28_000 })
  const { id } = await make.rental({ renter, item, start: today, status: 'delivered' })
  await recordReturn(db, closet, { rentalId: id, origin: 'https://shop.example' }, clock.now())
  expect(await main(`/business/rentals/${id}`, closet)).toContain('Replacement value$280')
  expect(await main(`/my-rentals/${id}`, renter)).not.toContain('280')
})

test('canceling asks for confirmation on the rental page', async () => {
  const renter = await make.shopper()
  const { id } = await make.rental({ renter, start })
  const path = `/my-rentals/${id}`
  const page = await site.get(path, { as: renter })
  expect(page.has('dialog[open]')).toBe(false)
  const link = page.$$('main a').find((one) => one.textContent === 'Cancel rental')
  const asking = await site.get(new URL(link?.getAttribute('href') ?? '', page.url).href, {
    as: renter,
  })
  expect(new URL(asking.url).pathname).toBe(path)
  expect(asking.text('dialog[open]')).toContain('Keep it')
  await site.submit(asking, 'dialog[open] form[method=post]', {}, { as: renter })
  // The question is not shown any more.
  expect((await site.get(`${path}?cancel`, { as: renter })).has('dialog[open]')).toBe(false)
})

test('a past rental shows its refund and can be rented again', async () => {
  const renter = await make.shopper()
  const item = await make.item({ title: 'Past dress' })
  const { id } = await make.rental({ renter, item, start })
  await site.post('/my-rentals', { rental: id }, { as: renter })
  const page = await site.get(`/my-rentals/${id}`, { as: renter })
  expect(page.$$('dt').map((one) => one.textContent)).not.toContain('Paid')
  const refunded = page.$$('dt').find((one) => one.textContent === 'Refunded')
  expect(refunded?.nextElementSibling?.textContent).toBe('14 credits')
  const again = page.$$('main a').find((one) => one.textContent.startsWith('Rent again'))
  expect(again?.getAttribute('href')).toBe(`/item/${item.id}`)
  const list = await site.get('/my-rentals?tab=past', { as: renter })
  expect(list.text('nav[aria-label=Rentals] [aria-current]')).toBe('Past1')
})

test.for([
  'confirmed',
  'delivered',
  'completed',
] as const)('both columns of a rental that is %s have something to read', async (status) => {
  const renter = await make.shopper()
  const { id } = await make.rental({ renter, start: addDays(today, -2), status })
  const page = await site.get(`/my-rentals/${id}`, { as: renter })
  const columns = page.$('h1 ~ div').children
  const has = (part: string) => columns.map((column) => column.querySelector(part) !== null)
  expect([has('ol'), has('section h2')]).toEqual([
    [true, false],
    [false, true],
  ])
})

test('the image of a rental is preloaded in the size shown', async () => {
  const renter = await make.shopper()
  const { id: image_id } = await make.image()
  const item = await make.item({ image_id })
  const { id } = await make.rental({ renter, item, start })
  const page = await site.get(`/my-rentals/${id}`, { as: renter })
  const shown = page.$('main img')
  const ahead = page.$$('link[rel=preload][as=image]')
  expect(
    ahead.map((one) => [one.getAttribute('imagesrcset'), one.getAttribute('imagesizes')]),
  ).toEqual([[shown.getAttribute('srcset'), shown.getAttribute('sizes')]])
})

test('a renter who has returned an item is not asked to return it', async () => {
  const renter = await make.shopper()
  const closet = await make.closet()
  const item = await make.item({ closet })
  const { id } = await make.rental({ renter, item, start: today, days: 3, status: 'delivered' })
  const request = 'Return it by'
  expect(await main(`/my-rentals/${id}`, renter)).toContain(request)
  const returned = { rentalId: id, origin: 'https://shop.example', note: '', imageIds: [] }
  expect(await recordReturn(db, closet, returned, clock.now())).toMatchObject({ ok: true })
  expect(await main(`/my-rentals/${id}`, renter)).not.toContain(request)
})
