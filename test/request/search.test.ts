import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { testClock } from '#test/clock.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testSite({ clock: testClock('2026-11-20T15:00:00Z') })
const { make } = site
const boston = await make.closet({ city: 'Boston', state: 'MA' })
for (let n = 1; n <= 30; n++)
  await make.item({ title: `Red dress ${n}`, closet: boston, description: '', size: 'M' })
const blocked = await make.item({ title: 'Green gown', closet: boston, size: 'L' })
await insertRows(site.db, 'rental_availability', {
  item_id: blocked.id,
  blocked_date: '2027-06-12',
})

const titles = (page: Page) => page.$$('main article h3').map(({ textContent }) => textContent)
const links = (page: Page, words: string) =>
  page.$$('main a').filter(({ textContent }) => textContent.includes(words))
async function follow(page: Page): Promise<Page> {
  return page.location === null ? page : await follow(await site.get(page.location))
}
const weekend = 'start=2027-06-12&end=2027-06-13'

test.for([
  ['/search?size=M&size=nonsense&unknown=1', '/search?size=M'],
  ['/search?q=&start=&end=', '/search'],
  ['/search?size=M&q=lined', '/search?q=lined&size=M'],
  ['/search?size=L&q=red dress size M', '/search?size=M&category=Dress&category=Gown&color=Red'],
  ['/search?q=redd dress', '/search?category=Dress&category=Gown&color=Red&typed=redd+dress'],
  ['/search?q=xyzzyx', '/search?typed=xyzzyx'],
  ['/search?not=color:Red&q=red dress', '/search?category=Dress&category=Gown&color=Red'],
  [
    '/search?color=Red&color=Green&q=gown not red',
    '/search?category=Gown&color=Green&not=color%3ARed',
  ],
  ['/search?size=L&size=M', '/search?size=M&size=L'],
  ['/search?brand=abc&city=Nowhere,+XX&max_price=0&sort=fast', '/search'],
  ['/search?after=abc', '/search'],
] as const)('%s is redirected to %s', async ([from, to]) => {
  const page = await site.get(from)
  expect([page.status, page.location]).toEqual([302, to])
  expect((await site.get(to)).status).toBe(200)
})

test.for([
  ['start=2027-06-13&end=2027-06-12', 'Please select valid dates.'],
  ['start=2027-06-13', 'Please select valid dates.'],
  ['start=9999-12-28', 'Please select valid dates.'],
  ['start=2026-11-19&end=2026-11-21', 'Rentals cannot begin in the past.'],
  ['start=2027-01-01&end=2027-04-01', 'A rental can be 84 days at most.'],
  ['start=2028-01-01&end=2028-01-02', 'You can book up to 365 days ahead.'],
] as const)('%s is answered by "%s" above results for all dates', async ([dates, sentence]) => {
  const page = await site.get(`/search?category=Gown&${dates}`)
  expect(page.text('main [role=alert]')).toBe(sentence)
  expect(titles(page)).toEqual(['Green gown'])
  const start = new URLSearchParams(dates).get('start') ?? ''
  expect(page.$('main [name=start]').getAttribute('value')).toBe(start)
})

test('search engines neither list nor follow searches', async () => {
  const page = await site.get('/search?color=Red')
  expect(page.response.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.has('meta[name=robots][content=noindex]')).toBe(true)
  expect((await site.get('/robots.txt')).html).toContain('Disallow: /search\n')
  expect((await site.get('/sitemap/pages.xml')).html).not.toContain('/search')
})

test('the pages of a search show every item once, and the last one links back', async () => {
  const seen: string[] = []
  let at = `/search?color=Red&${weekend}`
  for (let pages = 0; at && pages < 5; pages++) {
    const page = await site.get(at)
    expect(page.text('main h2#results')).toBe('30 items')
    seen.push(...titles(page))
    const [more] = links(page, 'Show More')
    if (pages === 0) expect(more?.textContent).toBe(`Show More (${30 - seen.length} more)`)
    else expect(links(page, 'Back to the first results')).toHaveLength(1)
    at = more?.getAttribute('href')?.split('#')[0] ?? ''
  }
  expect(seen).toHaveLength(30)
  expect(new Set(seen).size).toBe(30)
})

test('Show More has no number for results added since the first page', async () => {
  const other = await testSite()
  const closet = await other.make.closet()
  for (let n = 0; n < 50; n++)
    await other.make.item({ closet, title: 'Coat', created_at: new Date(1e12 - n), paused: n > 29 })
  const first = await other.get('/search?category=Coat')
  const [more] = links(first, 'Show More')
  expect(more?.textContent).toBe('Show More (6 more)')
  await other.db.updateTable('clothing_items').set({ paused: false }).execute()
  const second = await other.get(more?.getAttribute('href')?.split('#')[0] ?? '')
  expect(second.text('main h2#results')).toBe('48 items')
  expect(links(second, 'Show More')[0]?.textContent).toBe('Show More')
})

test('without a script the words, dates and filters are one form', async () => {
  const home = await site.get('/about')
  const found = await follow(await site.submit(home, 'header form', { q: 'lined' }))
  expect(titles(found)).toEqual(['Green gown'])
  expect(found.$$('main form [name=size][checked]')).toHaveLength(0)
  const form = 'main form[role=search]'
  const dates = { start: '2027-06-14', end: '2027-06-15', size: 'L', city: 'Boston, MA' }
  const narrowed = await follow(await site.submit(found, form, dates))
  expect(titles(narrowed)).toEqual(['Green gown'])
  const chips = narrowed.$$('main ul[aria-label="Active filters"] a')
  expect(chips.map(({ textContent }) => textContent)).toEqual([
    ...['Remove “lined”', 'Remove Size L', 'Remove Boston, MA', 'Remove Jun 14–15, 2027'],
    'Clear all',
  ])
  expect(chips[1]?.getAttribute('href')).toBe(
    '/search?q=lined&city=Boston%2C+MA&start=2027-06-14&end=2027-06-15',
  )
  expect(links(narrowed, 'View Details')[0]?.getAttribute('href')).toBe(
    `/item/${blocked.id}?start=2027-06-14&end=2027-06-15`,
  )
  expect(narrowed.text(form)).toContain('Show items')
})

test('the field of the header keeps the filters of the results', async () => {
  const page = await site.get(`/search?q=lined&size=M&${weekend}`)
  const found = await follow(await site.submit(page, 'header form', { q: 'knee' }))
  expect(new URL(found.url).search).toBe(`?q=knee&size=M&${weekend}`)
})

test('other words in the field of the header do not keep what was said of those before', async () => {
  const page = await follow(await site.get('/search?size=L&q=gown+xyzzyx'))
  const found = await follow(await site.submit(page, 'header form', { q: 'lined' }))
  expect(new URL(found.url).search).toBe('?q=lined&size=L&category=Gown')
})

test('without a script the form keeps a lowest price and what no item may have', async () => {
  const page = await site.get('/search?min_price=5&not=color%3AGreen')
  const found = await follow(await site.submit(page, 'main form[role=search]', { size: 'M' }))
  expect(new URL(found.url).search).toBe('?size=M&min_price=5&not=color%3AGreen')
})

test('when nothing is free, the page suggests searches that find something', async () => {
  const page = await site.get(`/search?q=lined&${weekend}`)
  expect(page.text('main h2#results')).toBe('No items')
  expect(page.text('main h3#wider')).toBe('Without the search words: 30 items')
  expect(page.text('main')).toContain('Nothing is free Jun 12–13, 2027')
  const [anyWords] = links(page, 'Without the search words: 30 items')
  expect(anyWords?.getAttribute('href')).toBe(`/search?${weekend}`)
  const [later] = links(page, '1 day later: 1 item')
  expect(later?.getAttribute('href')).toBe('/search?q=lined&start=2027-06-13&end=2027-06-14')
})

test('dates are only blamed if something is free on others; else the part to give up is said', async () => {
  const cheap = await site.get(`/search?max_price=7&${weekend}`)
  expect(cheap.text('main')).toContain('Nothing that matches costs so little')
  expect(cheap.text('main')).not.toContain('Nothing is free')
  expect(cheap.text('main h3#wider')).toBe('At any price: 30 items')
  const small = await site.get(`/search?size=XL&max_price=7&${weekend}`)
  expect(small.text('main')).toContain('Nothing matches these filters')
  expect(small.text('main h3#wider')).toContain(': 30 items')
  const both = await site.get(`/search?size=L&category=Gown&${weekend}`)
  expect(both.text('main')).toContain('Nothing is free Jun 12–13, 2027')
})

test('a misspelled word is corrected, and can be searched for as typed', async () => {
  const page = await follow(await site.get('/search?q=Grean+gown'))
  expect(page.text('main')).toContain('Showing results for “green”.')
  expect(titles(page)).toEqual(['Green gown'])
  const [asTyped] = links(page, 'Search for “grean” instead')
  const typed = await follow(await site.get(asTyped?.getAttribute('href') ?? ''))
  expect(typed.text('main')).toContain('No matches for “grean gown”. These come close.')
})

test('a place without a closet is said, and a ZIP is its city', async () => {
  const page = await follow(await site.get('/search?q=gown+in+Seattle'))
  expect(page.text('main')).toContain('No closet is in Seattle, WA, so we show items everywhere.')
  expect(titles(page)).toEqual(['Green gown'])
  const near = await follow(await site.get('/search?q=gown+near+me'))
  expect(near.text('main')).toContain('We do not know where you are, so we show items everywhere.')
  expect((await site.get('/search?q=gown+02116')).location).toBe(
    '/search?category=Gown&near=Boston%2C+MA&sort=distance',
  )
})

test('words that no item has are left out, and said', async () => {
  const page = await follow(await site.get('/search?q=gown+xyzzyx'))
  expect(page.text('main')).toContain('Nothing matches “xyzzyx”, so we left it out.')
  expect(titles(page)).toEqual(['Green gown'])
})

test('a sentence that nothing matches shows what remains without one of its parts', async () => {
  const page = await follow(await site.get('/search?q=green+gown+size+S'))
  expect(page.text('main h2#results')).toBe('No items')
  expect(page.text('main h3#wider')).toBe('In any size: 1 item')
  expect(titles(page)).toEqual(['Green gown'])
  const far = await follow(await site.get('/search?q=green+trousers+size+XS+under+5+credits'))
  expect(far.text('main h3#wider')).toMatch(
    /^In any size, in any category, in any color, and at any price: \d+ items$/,
  )
  expect(titles(far).length).toBeGreaterThan(0)
})

test('words in quotation marks that no item has find items with similar titles', async () => {
  const page = await site.get('/search?q=%22grean+gown%22')
  expect(page.text('main')).toContain('No matches for “grean gown”. These come close.')
  expect(titles(page)).toContain('Green gown')
})

test('words that nothing resembles lead to all items', async () => {
  const page = await site.get('/search?q=%22xyzzyx%22')
  expect(page.text('main')).toContain('No matches for “xyzzyx”')
  const [all] = links(page, 'See all ')
  expect(all?.textContent).toMatch(/^See all \d+ items$/)
  expect(all?.getAttribute('href')).toBe('/search')
  expect(links(page, 'Start over')).toEqual([])
})

test('an item that is taken on the dates links to items that are free', async () => {
  const page = await site.get(`/item/${blocked.id}?${weekend}`)
  const [free] = links(page, 'See what is available on these dates')
  expect(free?.getAttribute('href')).toBe(`/search?size=L&${weekend}`)
  const missing = await site.get(`/item/abc?${weekend}`)
  expect(links(missing, 'Search items')[0]?.getAttribute('href')).toBe(`/search?${weekend}`)
})

test('a visitor’s search is shared; too many others from one address are refused', async () => {
  const peer = '203.0.113.7'
  const ask = (q: string) => site.stranger().get(`/search?q=%22${q}%22`, { peer })
  const first = await ask('dress')
  expect(first.response.headers.get('cache-control')).toContain('s-maxage')
  for (let n = 0; n < 3; n++) expect((await ask('dress')).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 70 }, (_, n) => ask(`a${n}`)))
  const refused = answers.filter(({ status }) => status === 429)
  // A new minute may have begun between two of the searches.
  expect(refused.length).toBeGreaterThanOrEqual(11)
  expect(refused[0]?.text('main')).toMatch(/Too many searches.*Please try again in \d+ seconds?\./)
  expect(Number(refused[0]?.response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await site.stranger().get('/search?color=Red')).status).toBe(200)
})

test('colors have US spelling on screen and stored spelling in addresses', async () => {
  const item = await make.item({ title: 'Felt cloche', colour: 'Grey' })
  const page = await site.get('/search?q=cloche&color=Grey')
  expect(page.text('main')).toContain('Gray')
  expect(page.text('main')).not.toContain('Grey')
  const link = (await site.get(`/item/${item.id}`)).$('a[href^="/search?color=Grey"]')
  expect(link.textContent).toBe('Gray')
})
