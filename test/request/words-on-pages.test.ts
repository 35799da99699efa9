import { expect, test } from 'vitest'
import { requestRefund } from '#domain/money/deposits/deposit-refunds.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site

test('prices are explained per week wherever credits are shown', async () => {
  const shopper = await make.shopper()
  for (const path of ['/credits', '/how-it-works'])
    expect((await site.get(path, { as: shopper })).text('main')).toContain(
      'Every item has a weekly price in credits.',
    )
})

test('no note beside the figures of the home page and of About calls them estimates', async () => {
  await make.closet()
  const stats = { section_type: 'stats', title: 'In numbers', order_index: 0 } as const
  await insertRows(db, 'home_sections', { id: newId(), ...stats })
  const home = (await site.get('/')).text('main')
  const about = (await site.get('/about')).text('main')
  expect([home.includes('Happy Customers'), about.includes('Satisfaction')]).toEqual([true, true])
  expect(about).toContain('What we have built together so far.')
  expect(`${home} ${about}`).not.toMatch(/estimate/)
})

test('the privacy page says what is stored until a refund is final', async () => {
  expect((await site.get('/privacy')).text('main')).toContain(
    'Until a refund to your card is final, we keep your name and email only to contact you about it.',
  )
})

test('an account with a pending refund cannot be deleted, and says until when', async () => {
  const shopper = await make.shopper()
  await make.deposit(shopper)
  await requestRefund(db, shopper, clock.now())
  const page = await site.get('/profile/your-data', { as: shopper })
  expect(page.text('#delete')).toContain(
    'Your refund is on its way. You can delete your account when it has arrived.',
  )
})

test('the home page has one main heading, even in edit mode', async () => {
  const admin = await make.admin()
  await insertRows(db, 'home_sections', {
    id: newId(),
    section_type: 'hero',
    title: 'Tonight',
    order_index: 1,
  })
  for (const path of ['/', '/?edit=true'])
    expect([path, (await site.get(path, { as: admin })).$$('h1').length]).toEqual([path, 1])
})

test('the balance in the header reads as one phrase', async () => {
  const shopper = await make.shopper()
  await make.credits(shopper, 65)
  const page = await site.get('/about', { as: shopper })
  expect(page.$('header a[href="/credits"][class*="rounded-full"]').textContent).toBe(
    '65 credits: purchase more',
  )
})
