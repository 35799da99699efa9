import { expect, test } from 'vitest'
import { MAX_SAVED_SEARCHES } from '#domain/catalogue/search/saved-limits.ts'
import { testSite } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

const site = await testSite()
await site.make.item({ title: 'Cherry dress', size: 'M', colour: 'Red' })

const link = 'main a[href^="/saved-searches"]'

test('a search is saved from its page, listed in words, and removed', async () => {
  const shopper = await site.make.shopper()
  const search = await site.get('/search?size=M&color=Red&sort=price', { as: shopper })
  const to = search.$(link).getAttribute('href') ?? ''
  const page = await site.get(to, { as: shopper })
  expect(page.text('main h2')).toBe('Size M, Red')
  const saved = await site.submit(page, 'main form', { intent: 'save' }, { as: shopper })
  expect(saved.location).toBe('/saved-searches')
  // The same search again is the one in the list.
  const list = await site.get(to, { as: shopper })
  expect(list.text('main li')).toContain('Size M, Red')
  expect(list.$('main li a').getAttribute('href')).toBe('/search?size=M&color=Red')
  await site.submit(list, 'main form', { intent: 'remove' }, { as: shopper })
  expect((await site.get('/saved-searches', { as: shopper })).text('main')).toContain(
    'No saved searches',
  )
})

test('a visitor signs in first, and then sees what to save', async () => {
  const visitor = site.stranger()
  const page = await visitor.get('/search?size=M')
  const to = page.$(link).getAttribute('href') ?? ''
  expect((await visitor.get(to)).location).toBe(`/auth?return_to=${encodeURIComponent(to)}`)
  expect((await visitor.get('/search')).html).not.toContain('Tell me about new items')
})

test('an eleventh search, and one for everything, are refused on the same page', async () => {
  const shopper = await site.make.shopper()
  for (let position = 1; position <= MAX_SAVED_SEARCHES; position++)
    await insertRows(site.db, 'saved_searches', {
      ...{ user_id: shopper.id, position, query: `q=gown+${position}`, name: 'A gown' },
      ...{ created_at: site.clock.now(), checked_at: site.clock.now() },
    })
  const post = (search: string) =>
    site.post('/saved-searches', { intent: 'save', search }, { as: shopper })
  const refused = await post('size=M')
  expect([refused.status, refused.text('main')]).toEqual([
    400,
    expect.stringContaining('You can save 10 searches. Please remove one first.'),
  ])
  expect((await post('page=2')).text('main')).toContain('Please choose what to search for.')
})
