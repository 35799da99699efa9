import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

/** Lists are shared by viewers for a minute. */
const site = await testSite({ sharedMs: 60_000 })
const { make, db } = site

const everybody = await make.closet({ accepts_automatically: 'everybody', full_name: 'Wild Fig' })
const returning = await make.closet({ accepts_automatically: 'returning', full_name: 'Sea Glass' })
const brand = await make.brand()
const shared = { style: 'Formal', size: 'M', brand_id: brand.id } as const
const gown = await make.item({ closet: everybody, title: 'Gown', ...shared })
const coat = await make.item({ closet: returning, title: 'Coat', ...shared })
const past = await make.item({ title: 'Past', ...shared })
await insertRows(db, 'home_sections', {
  ...{ id: newId(), section_type: 'carousel', title: 'New', order_index: 0 },
  content: JSON.stringify({ filter_type: 'latest', item_count: 8 }),
})

const lists = [
  '/',
  '/styles',
  '/occasions',
  '/sizes',
  '/locations',
  '/search',
  `/brands/${brand.id}`,
  `/item/${past.id}`,
]

test('cards say for each viewer what is confirmed at once, and nobody sees what another may', async () => {
  const renter = await make.readyShopper()
  await make.rental({ renter, item: past, status: 'completed' })
  const newcomer = await make.shopper()
  const people = [
    { as: renter, instant: ['Coat', 'Gown'] },
    { as: null, instant: ['Gown'] },
    { as: newcomer, instant: ['Gown'] },
    { as: renter, instant: ['Coat', 'Gown'] },
  ]
  for (const path of lists)
    for (const { as, instant } of people) {
      const page = await site.get(path, { as })
      const marked = page
        .$$('main article')
        .map((card) => card.textContent)
        .filter((text) => text.includes('Instant'))
        .map((text) => /Coat|Gown|Past/.exec(text)?.[0] ?? text)
      expect([path, [...new Set(marked)].toSorted()]).toEqual([path, instant])
    }
})

test('the item page says it, and the search finds it', async () => {
  const page = await site.get(`/item/${gown.id}`)
  expect(page.text('main')).toContain('Instant. Confirmed as soon as you request it.')
  expect((await site.get(`/item/${coat.id}`)).text('main')).not.toContain('Confirmed as soon')
  const search = await site.get('/search')
  expect(search.text('.search-facets')).toContain('Instant1 item')
  const found = await site.get('/search?instant=me')
  expect(found.$$('main article').map((card) => card.textContent)).toEqual([
    expect.stringContaining('Gown'),
  ])
  expect(found.$$('main a[href="/search"]').map((chip) => chip.textContent)).toContainEqual(
    expect.stringContaining('Instant'),
  )
  expect((await site.get('/search?instant=1')).location).toBe('/search')
})

test('a program finds what is confirmed at once', async () => {
  const { token } = await apiTokenOf(db, await make.shopper())
  const { body } = await callApi(site.app, 'GET', '/items?instant=me', { token })
  expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Gown'])
})
