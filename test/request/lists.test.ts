import { expect, test } from 'vitest'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testSite()
const { make, db, clock } = site
const today = calendarDateIn('America/New_York', clock.now())
const [start, end] = [addDays(today, 3), addDays(today, 10)]
const dates = `?start=${start}&end=${end}`

test('a list’s dates are passed on to the item, and a card shows the brand', async () => {
  const closet = await make.closet()
  const brand = await make.brand({ name: 'Maison Vert' })
  const item = await make.item({ closet, brand_id: brand.id })
  for (const path of ['/styles', `/closets/${closet.id}`, `/brands/${brand.id}`]) {
    const page = await site.get(path + dates)
    expect([path, page.$('article a').getAttribute('href')]).toEqual([
      path,
      `/item/${item.id}${dates}`,
    ])
    expect(page.text('article')).toContain('Maison Vert')
  }
  await db.updateTable('brands').set({ is_active: false }).where('id', '=', brand.id).execute()
  expect((await site.get('/styles')).text('article')).not.toContain('Maison Vert')
})

test('a list’s dates are kept on its next page and on the way back', async () => {
  const brand = await make.brand()
  const closet = await make.closet()
  for (let n = 0; n < 25; n++) await make.item({ closet, brand_id: brand.id })
  for (let n = 0; n < 25; n++)
    await make.item({ closet: await make.closet({ city: `Town ${n}`, state: 'NY' }) })
  for (const path of [`/closets/${closet.id}`, `/brands/${brand.id}`, '/locations']) {
    const beginning = await site.get(`${path}${dates}&utm_source=mail`)
    const next = beginning.$('main nav a[rel=next]').getAttribute('href') ?? ''
    expect(next).toMatch(`${path}${dates}&after=`)
    const back = (await site.get(next))
      .$$('main nav a')
      .find(({ textContent }) => textContent === 'Back to the beginning')
    expect(back?.getAttribute('href')).toBe(path + dates)
    const plain = (await site.get(path)).$('main nav a[rel=next]').getAttribute('href')
    expect(plain).toMatch(`${path}?after=`)
  }
})

test('choosing an eighth day shows its price and how long the price stays the same', async () => {
  const item = await make.item({ creditsPerDay: 7 })
  const page = await site.get(`/item/${item.id}${dates}`)
  expect(page.text('#rent [role=status]')).toMatch(
    /^Rent for one day less and save 49 credits\. Same price until \w{3}, \w{3} \d+(, \d{4})?\.$/,
  )
  const oneDay = await site.get(`/item/${item.id}?start=${start}&end=${start}`)
  expect(oneDay.text('#rent [role=status]')).toMatch(/^Same price until /)
  const week = await site.get(`/item/${item.id}?start=${start}&end=${addDays(start, 6)}`)
  expect(week.has('#rent [role=status]')).toBe(false)
})

test('my likes have pages in both directions, and report invalid dates', async () => {
  const shopper = await make.shopper()
  const closet = await make.closet({ full_name: 'Likes' })
  for (let n = 0; n < 25; n++) {
    const { id: item_id } = await make.item({ closet })
    await insertRows(db, 'likes', { item_id, user_id: shopper.id, created_at: clock.now() })
  }
  const pageAt = async (path: string) => {
    const page = await site.get(path, { as: shopper })
    return page.text('nav[aria-label="My Likes"]')
  }
  expect(await pageAt('/my-likes')).toBe('Page 1 of 2Next page')
  expect(await pageAt('/my-likes?page=2')).toBe('Previous pagePage 2 of 2')

  for (const [query, sentence] of [
    [`?start=${end}&end=${start}`, 'Please select valid dates.'],
    [`?start=${start}`, 'Please select both days.'],
    [`?start=${addDays(today, -1)}&end=${end}`, 'Rentals cannot begin in the past.'],
    [`?start=${start}&end=${addDays(start, 84)}`, 'A rental can be 84 days at most.'],
    [
      `?start=${addDays(today, 366)}&end=${addDays(today, 366)}`,
      'You can book up to 365 days ahead.',
    ],
  ] as const) {
    const page = await site.get(`/my-likes${query}`, { as: shopper })
    expect(page.text('main [role=status]')).toBe('25 items')
    const entered = new URLSearchParams(query).get('start')
    expect(page.$('[name=start]').getAttribute('value')).toBe(entered)
    const until = page.$('[name=end]')
    expect(until.getAttribute('aria-invalid')).toBe('true')
    expect(page.text(`#${until.getAttribute('aria-describedby')}`)).toBe(sentence)
  }
  const free = await site.get(`/my-likes${dates}`, { as: shopper })
  expect(free.text('main [role=status]')).toBe('25 items available on your dates')
  expect(free.$('[name=end]').getAttribute('aria-invalid')).not.toBe('true')
})

test('search engines do not follow Show More', async () => {
  const closet = await make.closet()
  for (let n = 0; n < 4; n++) await make.item({ closet, style: 'Vintage' })
  const page = await site.get('/styles?start')
  const more = page.$$('main a').filter((one) => one.textContent.startsWith('Show More'))
  expect(more.map((one) => one.getAttribute('rel'))).toContain('nofollow')
})
