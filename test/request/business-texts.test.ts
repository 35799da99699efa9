import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

// Texts and choices of spec 11 to spec 15 that no other test covers.

const site = await testSite()
const { make } = site

test('visitors can browse without an account', async () => {
  const form = await site.stranger().get('/auth')
  expect(form.$('main a[href="/"]').textContent).toBe('Browse without an account')
})

test('My Closet shows three figures and the status of each item', async () => {
  const closet = await make.closet({ city: null, state: null })
  await make.item({ closet, creditsPerDay: 2 })
  await make.item({ closet, creditsPerDay: 4, approval_status: 'pending' })
  const page = (await site.get('/business', { as: closet })).text('main')
  for (const seen of ['Total Items', 'Available Items', 'Avg. Credits/Week', 'Your Items'])
    expect(page).toContain(seen)
  expect(page).toContain('Location not specified')
  const own = await make.closet({ city: 'Reno', state: 'NV' })
  await make.item({ closet: own })
  expect((await site.get('/business', { as: own })).text('main')).toContain('Reno, NV')
})

test('an application offers the five delivery distances', async () => {
  await make.city()
  const form = await site.get('/business-apply', { as: await make.shopper() })
  const offered = form.$$('[name=driving_distance] option, [name=driving_distance]')
  const values = offered.map((one) => one.getAttribute('value')).filter(Boolean)
  expect(values).toEqual(['5 miles', '10 miles', '15 miles', '20 miles', '30+ miles'])
})

test('an application with an unknown status is shown as in progress', async () => {
  const odd = await testSite()
  const person = await odd.make.shopper()
  await sql`alter table user_profiles drop constraint business_status_is_known`.execute(odd.db)
  await sql`update user_profiles set business_status = 'archived' where id = ${person.id}`.execute(
    odd.db,
  )
  const page = await odd.get('/business-apply', { as: person })
  expect(page.text('main')).toContain('Your application status is being processed.')
  expect(page.has('[name=driving_distance]')).toBe(false)
})
