import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { Gate } from '#test/faults/gate.ts'
import { postgresProxy } from '#test/faults/postgres-proxy.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'

/** The cards of a group, by the group's heading. */
function group(page: Page, name: string) {
  const section = page.$$('section').find((one) => one.querySelector('h2')?.textContent === name)
  if (!section) throw new Error(`no group ${name}`)
  const more = section
    .querySelectorAll('a')
    .find((link) => link.textContent.startsWith('Show More'))
  return {
    text: section.textContent,
    titles: section.querySelectorAll('article h3').map((title) => title.textContent),
    more: more && { text: more.textContent, to: more.getAttribute('href') ?? '' },
  }
}

test.for([
  ['/styles', ['Casual', 'Formal', 'Bohemian', 'Vintage', 'Modern', 'Classic']],
  ['/occasions', ['Wedding', 'Party', 'Business', 'Date Night', 'Vacation', 'Special Occasion']],
  ['/sizes', ['XS', 'S', 'M', 'L', 'XL', 'XXL']],
] as const)('%s shows all its groups, empty ones with their text', async ([path, names]) => {
  const site = await testSite()
  const page = await site.get(path)
  expect(page.$$('main section h2').map(({ textContent }) => textContent)).toEqual(names)
  for (const name of names) {
    expect(group(page, name).text).toContain('(0 items)')
    expect(group(page, name).text).toContain('No items in stock for now, check back later')
  }
})

test('values outside the fixed groups are under Other', async () => {
  const site = await testSite()
  await site.make.item({ title: 'Coat', style: 'Boho', event_type: 'Cocktail' })
  for (const path of ['/styles', '/occasions']) {
    expect(group(await site.get(path), 'Other').titles).toEqual(['Coat'])
  }
})

test('locations are alphabetical, items without one come last, and an empty list says so', async () => {
  const site = await testSite()
  expect((await site.get('/locations')).text('main')).toContain('No locations available')
  for (const [city, state] of [
    ['Denver', 'CO'],
    ['Austin', 'TX'],
    [null, null],
  ]) {
    await site.make.item({ closet: await site.make.closet({ city, state }) })
  }
  site.clock.advance({ seconds: 3 })
  const page = await site.get('/locations?more=')
  expect(page.$$('main section h2').map(({ textContent }) => textContent)).toEqual([
    'Austin, TX',
    'Denver, CO',
    'Location not specified',
  ])
})

test('Show More is a link that adds 12 items until every item is shown once', async () => {
  const site = await testSite()
  const closet = await site.make.closet()
  const titles = Array.from({ length: 130 }, (_, n) => `Dress ${n}`)
  for (const [n, title] of titles.entries()) {
    await site.make.item({ closet, title, created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)) })
  }
  titles.reverse()
  let found = group(await site.get('/styles'), 'Formal')
  expect(found.text).toContain('(130 items)')
  expect(found.titles).toEqual(titles.slice(0, 3))
  expect(found.more?.text).toBe('Show More (127 more)')

  const seen = new Set<string>(found.titles)
  for (let shown = 15; found.more; shown += 12) {
    const [address = '', anchor] = found.more.to.split('#')
    const page = await site.get(address)
    found = group(page, 'Formal')
    expect(found.titles.length).toBeLessThanOrEqual(99)
    const fresh = found.titles.filter((title) => !seen.has(title))
    expect(fresh).toEqual(titles.slice(shown - 12, shown))
    expect(page.$(`#${anchor}`).textContent).toContain(fresh[0])
    for (const title of fresh) seen.add(title)
    const left = 130 - Math.min(shown, 130)
    expect(found.more?.text).toBe(left > 0 ? `Show More (${left} more)` : undefined)
  }
  expect(seen.size).toBe(130)
})

test('only admins see unapproved items, which are labelled', async () => {
  const site = await testSite()
  await site.make.item({ title: 'Waiting', approval_status: 'pending', style: 'Casual' })
  const admin = await site.make.admin()
  for (const path of ['/styles', '/occasions', '/sizes', '/locations']) {
    expect((await site.get(path)).html).not.toContain('Waiting')
    expect((await site.get(path, { as: await site.make.shopper() })).html).not.toContain('Waiting')
    const page = await site.get(path, { as: admin })
    expect(page.text('main')).toContain('(1 items)')
    expect(page.text('article')).toContain('Pending approval')
  }
})

test('the like button shows a shopper’s likes, links visitors to sign-in, and shows admins the count', async () => {
  const site = await testSite()
  const { id } = await site.make.item()
  const shopper = await site.make.shopper()
  await site.post('/likes', { item: id, liked: 'yes' }, { as: shopper })
  const visited = await site.get('/styles')
  expect(visited.text('article a[href^="/likes/sign-in"]')).toContain('1 like. Sign in to like')
  expect(visited.has('article button')).toBe(false)
  const admins = await site.get('/styles', { as: await site.make.admin() })
  expect(admins.has('form[action="/likes"]')).toBe(false)
  expect(admins.text('article')).toContain('1 like')
  const page = await site.get('/styles', { as: shopper })
  expect(page.$('form[action="/likes"] button').getAttribute('aria-pressed')).toBe('true')
})

test('a page makes the same few queries for one item and for many', async () => {
  const database = await testDatabase()
  const way = new Gate()
  const proxy = await postgresProxy(database.target, way)
  onTestFinished(proxy.close)
  const site = await testSite({
    database: { ...database, target: { connectionString: proxy.url } },
  })
  const closet = await site.make.closet()
  const shopper = await site.make.shopper()
  await insertRows(site.db, 'home_sections', {
    id: newId(),
    section_type: 'carousel',
    order_index: 1,
    content: '{"limit":20}',
  })
  const paths = ['/', '/styles', '/occasions', '/sizes', '/locations', '/my-likes']
  const count = async () => {
    const counts: Record<string, number> = {}
    for (const path of paths) {
      await site.get(path, { as: shopper })
      way.arm(Number.POSITIVE_INFINITY)
      await site.get(path, { as: shopper })
      // Each query passes the gate twice: when it is sent and when it is answered.
      counts[path] = way.seen / 2
    }
    return counts
  }
  const add = async (n: number) => {
    const { id } = await site.make.item({ closet, style: n % 2 ? 'Casual' : 'Formal' })
    await site.post('/likes', { item: id, liked: 'yes' }, { as: shopper })
  }
  await add(0)
  const few = await count()
  for (let n = 1; n < 40; n++) await add(n)
  expect(await count()).toEqual(few)
  // Queries for the session and the header, and at most three for the page itself.
  for (const path of paths) expect([path, few[path]]).toEqual([path, expect.toSatisfy(isFew)])
})

function isFew(queries: number): boolean {
  return queries > 0 && queries <= 6
}

test('Shop leads to what is free on dates, and keeps those that came along', async () => {
  const site = await testSite()
  const page = await site.get('/styles?start=2027-06-12&end=2027-06-15')
  const form = page.$('main form[action="/search"]')
  expect(form.querySelector('[name=start]')?.getAttribute('value')).toBe('2027-06-12')
  expect(form.querySelector('[name=end]')?.getAttribute('value')).toBe('2027-06-15')
  expect(form.textContent).toContain('See what is free')
})

test('only who is signed in can block a closet', async () => {
  const site = await testSite()
  const closet = await site.make.closet()
  const shopper = await site.make.shopper()
  const path = `/closets/${closet.id}`
  expect((await site.get(path)).text('main')).not.toContain('Block this closet')
  expect((await site.get(path, { as: shopper })).text('main')).toContain('Block this closet')
})
