import { expect, test } from 'vitest'
import { foldUnmetSearches, recordUnmetSearch } from '#domain/catalogue/search/unmet-searches.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db } = site
const HERE = '/list-your-closet'

const toApply = (page: Awaited<ReturnType<typeof site.get>>) =>
  page.$$('main a').map((link) => [link.textContent, link.getAttribute('href')])

test('a visitor reads what a closet earns, calculates it, and signs up to apply', async () => {
  const home = await site.get('/')
  for (const place of ['nav[aria-label=Main]', 'footer'])
    expect(home.has(`${place} a[href="${HERE}"]`)).toBe(true)
  for (const path of ['/how-it-works', '/help'])
    expect((await site.get(path)).has(`main a[href="${HERE}"]`)).toBe(true)

  const visitor = site.stranger()
  const page = await visitor.get(HERE)
  expect(page.text('main')).toContain('earn 45¢ for each credit')
  expect(page.text('table')).toContain('28 credits a week$12.60 a week')
  expect(page.text('main [role=status]')).toContain('$126.00 a month')
  const other = { credits: '30', items: '1', weeks: '4' }
  const calculated = await visitor.submit(page, 'main form', other)
  expect(calculated.text('main [role=status]')).toContain('$63.00 a month')
  expect(calculated.text('main [role=status]')).toContain(
    '1 item at 35 credits a week, rented for 4',
  )
  expect(calculated.text('main [role=status]')).toContain('30 becomes 35.')

  const wrong = await visitor.submit(page, 'main form', { ...other, items: '2.5' })
  expect(wrong.text('main form')).toContain('Please enter a whole number from 1 to 1,000.')
  expect(wrong.$('input[name=items]').getAttribute('value')).toBe('2.5')
  expect(wrong.text('main [role=status]')).toBe('')

  const apply = '/auth?mode=sign-up&return_to=%2Fbusiness-apply'
  expect(toApply(page)).toContainEqual(['Sign up and apply', apply])
  const account = {
    full_name: 'Ada Byron',
    email: 'ada.byron@hemline.test',
    password: 'a-quiet-river-42',
  }
  const signedUp = await visitor.follow(await visitor.post(apply, account))
  expect(new URL(signedUp.url).pathname).toBe('/business-apply')
  await make.city()
  const application = (await visitor.get('/business-apply')).text('main')
  expect(application).toContain('You earn 45¢ for each credit: $12.60 a week')
  expect(application).toContain('You are paid on the 5th of each month')
})

test('the page leads each person to their next step', async () => {
  const next = async (as: Parameters<typeof site.get>[1]) => {
    const links = toApply(await site.get(HERE, as)).map(([text]) => text)
    return links.filter((text) => /Apply now|application|My Closet|Sign up/.test(text ?? ''))
  }
  expect(await next({ as: await make.shopper() })).toEqual(['Apply now', 'Apply now'])
  const pending = await make.person({ business_status: 'pending' })
  expect(await next({ as: pending })).toEqual(['See your application', 'See your application'])
  expect(await next({ as: await make.closet() })).toEqual(['Go to My Closet', 'Go to My Closet'])
  expect(await next({ as: await make.admin() })).toEqual([])
})

test('searches that found nothing are named once there are five of them', async () => {
  const today = calendarDateIn('America/New_York', site.clock.now())
  const on = addDays(today, -2)
  const search = (visitor: number) =>
    recordUnmetSearch(db, { size: ['XL'], category: ['Gown'] }, { visitor, today: on })
  for (let visitor = 0; visitor < 4; visitor += 1) await search(visitor)
  await foldUnmetSearches(db, today)
  const read = async () => (await site.get(`${HERE}?credits=21`)).text('main')
  expect(await read()).not.toContain('What shoppers look for')
  await search(9)
  await foldUnmetSearches(db, today)
  site.clock.set(new Date(site.clock.now().getTime() + 60_000))
  await expect.poll(read, { timeout: 6000 }).toContain('Gown, size XL: 5 searches')
})

test('while nobody can apply, the page says so and no link leads to it', async () => {
  await updateRows(
    db,
    'platform_settings',
    { setting_key: 'user_to_user_enabled' },
    { setting_value: false },
  )
  const shopper = await make.shopper()
  const page = await site.get(HERE, { as: shopper })
  expect(page.text('main')).toContain('Applications are closed at the moment.')
  expect(page.$$(`nav a[href="${HERE}"]`)).toEqual([])
})
