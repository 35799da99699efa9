import { expect, test } from 'vitest'
import { swapRental } from '#domain/booking/rentals/changes/swap-rental.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'

const site = await testSite()
const { make, clock, db } = site

/** A request for an item worth 21 credits, for which its renter paid 14 because of a swap. */
async function swapped() {
  const style = `Style ${newId()}`
  const renter = await make.shopper({ full_name: 'Mia Moss' })
  const { id } = await rentalAtRisk(site, { closet: await make.closet(), renter, style })
  const closet = await make.closet()
  const item = await make.item({ closet, style, title: 'Satin cape', creditsPerDay: 3 })
  const on = { rentalId: id, itemId: item.id, requestKey: newId(), origin: 'https://shop.example' }
  const today = calendarDateIn('America/New_York', clock.now())
  const outcome = await swapRental(db, renter, on, clock.now(), today, 'UTC')
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return { renter, closet, rentalId: outcome.value.rentalId }
}

const PRICE = '21 credits, 14 of them paid by the renter'
const form = 'dialog[open] form[method=post]'

test('declining a swapped rental shows what its renter paid and gets back', async () => {
  const { renter, closet, rentalId } = await swapped()
  const mine = await site.get(`/my-rentals/${rentalId}?cancel`, { as: renter })
  expect(mine.text('dialog[open]')).toContain('You get 14 credits back')
  const list = '/business/rentals?filter=action'
  expect((await site.get(list, { as: closet })).text('main')).toContain(PRICE)
  const path = `/business/rentals/${rentalId}`
  const address = `${path}?${new URLSearchParams({ cancel: 'yes', returnTo: list })}`
  const question = await site.get(address, { as: closet })
  expect(question.text('main')).toContain(`Price${PRICE}`)
  expect(question.text('dialog[open]')).toContain('Mia Moss gets 14 credits back')
  const declined = await site.submit(question, form, {}, { as: closet })
  expect((await site.get(declined.location ?? '', { as: closet })).text()).toContain(
    'Declined: Satin cape for Mia Moss. The renter’s 14 credits were returned.',
  )
  const after = await site.get(`/my-rentals/${rentalId}`, { as: renter })
  expect(after.text('main')).toContain('You got your credits back.')
})

test('its renter reads what they paid, not what it costs', async () => {
  const { renter, rentalId } = await swapped()
  const page = await site.get(`/my-rentals/${rentalId}`, { as: renter })
  const paid = page.$$('dt').find((one) => one.textContent === 'Paid')
  expect(paid?.nextElementSibling?.textContent).toBe('14 creditsHemline paid the other 7.')
  expect((await site.get('/my-rentals', { as: renter })).text('main')).toContain('Paid14 credits')
  expect((await site.get('/credits', { as: renter })).text('main')).toContain(
    'Paid by Hemline: Satin cape',
  )
  await site.drainJobs()
  const mail = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('recipient_id', '=', renter.id)
    .where('template', '=', 'rental-request')
    .executeTakeFirstOrThrow()
  expect(mail.text_body).toContain(', for 14 credits (we paid the other 7).')
})

test.each([
  ['cancel', 'Canceled. The renter’s 14 credits were returned, and they will get an email.'],
  ['fail-delivery', 'Rental canceled. The renter’s 14 credits were returned.'],
] as const)('the step "%s" of an admin shows it too', async (intent, toast) => {
  const { rentalId } = await swapped()
  const as = { as: await make.admin() }
  const path = `/admin/rentals/${rentalId}`
  const question = await site.post(path, { intent }, as)
  expect(question.text('dialog[open]')).toContain('Mia Moss gets 14 credits back')
  await site.submit(question, form, {}, as)
  expect((await site.get(path, as)).text()).toContain(toast)
})
