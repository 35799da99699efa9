import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { insertRows, readRow } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const day = (days: number) => addDays(today, days)

/** A rental that began yesterday, for a week and 14 credits. */
async function lent({ credits = 100, status = 'delivered' as 'delivered' | 'confirmed' } = {}) {
  const renter = await make.readyShopper({ credits })
  const closet = await make.closet()
  const item = await make.item({ closet, creditsPerDay: 2 })
  const rental = await make.rental({ item, renter, start: day(-1), days: 7, status })
  const path = `/my-rentals/${rental.id}`
  return { renter, closet, item, rentalId: rental.id, path }
}

/** Sends the form of the page and then confirms the question, as a browser without a script. */
async function keepUntil(path: string, renter: Person, keep: string) {
  const page = await site.get(path, { as: renter })
  expect(page.$('form [name=keep]').closest('form')?.getAttribute('method')).toBe('get')
  const asking = await site.get(`${path}?${new URLSearchParams({ keep })}`, { as: renter })
  return asking.has('main dialog[open]')
    ? { asking, answer: await site.submit(asking, 'main dialog form', {}, { as: renter }) }
    : { asking, answer: null }
}

test('without a script the renter chooses a day, confirms the price and keeps it longer', async () => {
  const { renter, closet, item, rentalId, path } = await lent()
  const { asking, answer } = await keepUntil(path, renter, day(15))
  expect(asking.text('main dialog h2')).toBe(
    `Keep it until ${showDate(day(15))} for 28 more credits?`,
  )
  expect(asking.text('main dialog')).toContain(
    `The total for ${item.title} will then be 42 credits.`,
  )
  expect(answer?.location).toBe(path)
  const after = await site.get(path, { as: renter })
  expect(after.text('main')).toContain(`${showDate(day(15))} (17 days)`)
  expect(after.text('main')).toContain('42 credits')
  expect((await site.get('/credits', { as: renter })).text('main')).toContain(
    `Kept longer: ${item.title}`,
  )
  await site.drainJobs()
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['recipient_id', 'subject', 'text_body'])
    .where('template', 'in', ['rental-extend', 'rental-extend-owner'])
    .execute()
  const to = ({ id }: Person) => mails.find((mail) => mail.recipient_id === id)
  expect(mails).toHaveLength(2)
  expect(to(renter)?.subject).toBe(`You are keeping ${item.title} until ${showDate(day(15))}`)
  expect(to(closet)?.subject).toBe(
    `${renter.fullName} is keeping ${item.title} until ${showDate(day(15))}`,
  )
  expect(to(closet)?.text_body).toContain('for a total of 42 credits.')
  const log = await site.get('/admin/audit', { as: await make.admin() })
  expect(log.text('main')).toContain('extended rental')
  // The same form sent again changes nothing.
  await site.submit(asking, 'main dialog form', {}, { as: renter })
  const { total_credits } = await readRow(db, 'rentals', 'total_credits', rentalId)
  expect(total_credits).toBe(42)
})

test('an invalid day is refused at its field, before and after the question', async () => {
  const { renter, path } = await lent()
  const refusals = [
    ['', `Please choose a day after ${showDate(day(5))}.`],
    ['soon', `Please choose a day after ${showDate(day(5))}.`],
    [day(5), `Please choose a day after ${showDate(day(5))}.`],
    [day(90), 'A rental can be 84 days at most.'],
  ] as const
  for (const [keep, sentence] of refusals) {
    const { asking } = await keepUntil(path, renter, keep)
    expect([keep, asking.has('main dialog[open]')]).toEqual([keep, false])
    const field = asking.$('[name=keep]')
    expect(asking.$(`[id="${field.getAttribute('aria-describedby')}"]`).textContent).toBe(sentence)
  }
  const posted = await site.post(path, { answer: 'extend', keep: day(3) }, { as: renter })
  expect([posted.status, posted.$('[name=keep]').getAttribute('value')]).toEqual([400, day(3)])
  expect(posted.text('main')).toContain(`Please choose a day after ${showDate(day(5))}.`)
})

test('days that were taken in the meantime are not available', async () => {
  const { renter, path, item } = await lent()
  const asking = await site.get(`${path}?keep=${day(8)}`, { as: renter })
  await insertRows(db, 'rental_availability', { item_id: item.id, blocked_date: day(7) })
  const answer = await site.submit(asking, 'main dialog form', {}, { as: renter })
  const sentence = 'Selected dates are not available. Please choose different dates.'
  expect([answer.status, answer.has('main dialog[open]')]).toEqual([400, false])
  expect(answer.text('main')).toContain(sentence)
  const again = await site.get(`${path}?keep=${day(8)}`, { as: renter })
  expect(again.text('main')).toContain(sentence)
  expect(again.$('[name=keep]').getAttribute('max')).toBe(day(6))
})

test('days held for a waitlist offer are refused with the time at which it expires', async () => {
  const renter = await make.readyShopper()
  const item = await make.item({ creditsPerDay: 2, advance_booking: true })
  const rented = { item, renter, start: day(-1), days: 7, status: 'delivered' } as const
  const { id } = await make.rental(rented)
  const path = `/my-rentals/${id}`
  const asking = await site.get(`${path}?keep=${day(8)}`, { as: renter })
  await make.offer({ item, start: day(7), end: day(9) })
  const held =
    /Selected dates are not available\. Please choose different dates\. They are held for somebody else until .*, \d+:\d\d [AP]M E[SD]T\./
  const answer = await site.submit(asking, 'main dialog form', {}, { as: renter })
  expect([answer.status, answer.text('main')]).toEqual([400, expect.stringMatching(held)])
  const again = await site.get(`${path}?keep=${day(8)}`, { as: renter })
  expect(again.text('main')).toMatch(held)
})

test('with too few credits the renter is led to buy some and back to the question', async () => {
  const { renter, path } = await lent({ credits: 10 })
  const { answer } = await keepUntil(path, renter, day(8))
  expect(answer?.text('main dialog h2')).toBe(
    'You need 14 credits but only have 10. Would you like to purchase more credits?',
  )
  const link = answer?.$('main dialog a').getAttribute('href') ?? ''
  const backTo = `${path}?keep=${day(8)}`
  expect(link).toBe(`/credits?return_to=${encodeURIComponent(backTo)}`)
  expect(
    (await site.get(link, { as: renter })).$$('a').map((one) => one.getAttribute('href')),
  ).toContain(backTo)
})

test('days of a paid week are free, and the question says so', async () => {
  const renter = await make.readyShopper()
  const item = await make.item({ creditsPerDay: 2 })
  const { id } = await make.rental({ item, renter, start: today, days: 3, status: 'confirmed' })
  const { asking } = await keepUntil(`/my-rentals/${id}`, renter, day(6))
  expect(asking.text('main dialog h2')).toBe(`Keep it until ${showDate(day(6))} at no extra cost?`)
  expect(asking.text('main')).toContain(
    `You can keep it until ${showDate(day(6))} at no extra cost.`,
  )
})

test('after its last day a rental cannot be extended, even by a form opened earlier', async () => {
  const { renter, path } = await lent()
  const asking = await site.get(`${path}?keep=${day(8)}`, { as: renter })
  clock.advance({ days: 7 })
  const late = await site.submit(asking, 'main dialog form', {}, { as: renter })
  expect([late.status, late.has('[name=keep]')]).toEqual([400, false])
  expect(late.text('main')).toContain('Its last day has passed, so it cannot be extended.')
  clock.advance({ days: -7 })
})

test('other people do not find the rental', async () => {
  const { path } = await lent()
  const stranger = await make.readyShopper()
  const answer = { answer: 'extend', keep: day(8) }
  expect((await site.post(path, answer, { as: stranger })).status).toBe(404)
})
