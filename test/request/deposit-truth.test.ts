import { expect, test } from 'vitest'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  recordReturn,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('UTC', clock.now())

test('renter, closet and admin read the same of one deposit at every stage of nine rentals', async () => {
  const closet = await make.closet()
  const admin = await make.admin()
  const renter = await make.readyShopper()
  const rent = async () => {
    const item = await make.item({ closet })
    return await make.rental({ item, renter, start: addDays(today, 1), createdAt: clock.now() })
  }
  const rentals = await Promise.all(Array.from({ length: 9 }, rent))
  const [first, second] = rentals
  if (!first || !second) throw new Error('no rentals')
  const on = { rentalId: first.id, origin: 'http://localhost:3000', note: '', imageIds: [] }

  /** Who reads that the second rental is secured so; what the first one comes to is on its page. */
  const expectAll = async (sentence: string) => {
    const own = await site.get(`/my-rentals/${second.id}`, { as: renter })
    expect(own.text('main')).toContain(
      sentence.replace('the renter’s', 'your').replace('The renter’s', 'Your'),
    )
    const times = async (path: string, as: typeof closet | typeof admin) =>
      (await site.get(path, { as })).text('main').split(sentence).length - 1
    // On the page of the rental once: above its steps, or among its facts.
    expect(await times(`/business/rentals/${second.id}`, closet)).toBe(1)
    expect(await times(`/admin/rentals/${second.id}`, admin)).toBe(1)
    expect(await times('/business/rentals', closet)).toBeGreaterThan(0)
    expect(await times('/admin/rentals?filter=all', admin)).toBeGreaterThan(0)
    const csv = await site.get('/admin/export/rentals', { as: admin })
    const [cents = '', count = ''] = [
      sentence.match(/\$([\d.]+)/)?.[1],
      sentence.match(/(\d+) rental/)?.[1],
    ]
    expect(
      csv.html.split('\n').filter((line) => line.includes(`,${cents},${count},`)),
    ).toHaveLength(Number(count))
  }
  const whole = 'The renter’s $50.00 deposit secures 9 rentals'
  await expectAll(whole)
  await acceptRental(db, closet, on, clock.now())
  await deliverRental(db, closet, on, clock.now())
  await expectAll(whole)
  await recordReturn(db, closet, on, clock.now())
  await expectAll(whole)
  const review = await site.get(`/business/rentals/${first.id}`, { as: closet })
  expect(review.text('main')).toContain('keep up to $50.00 of the deposit')
  await keepDeposit(db, closet, { ...on, cents: 3500, notes: 'Torn.' }, clock.now())
  const left = '$15.00 left of the renter’s $50.00 deposit, which secures 8 rentals'
  await expectAll(left)
  for (const [path, as] of [
    [`/my-rentals/${first.id}`, renter],
    [`/business/rentals/${first.id}`, closet],
    [`/admin/rentals/${first.id}`, admin],
  ] as const)
    expect((await site.get(path, { as })).text('main')).toContain('$35.00 of $50.00 kept')
  expect((await site.get('/credits', { as: renter })).text('#deposit')).toContain(
    '$15.00 left of your $50.00 deposit, which secures 8 rentals.',
  )
  const next = { ...on, rentalId: second.id }
  await acceptRental(db, closet, next, clock.now())
  await deliverRental(db, closet, next, clock.now())
  await recordReturn(db, closet, next, clock.now())
  const last = await site.get(`/business/rentals/${second.id}`, { as: closet })
  expect(last.text('main')).toContain(left)
  expect(last.text('main')).toContain('keep up to $15.00 of the deposit')
})
