import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'

const site = await testSite()
// What a browser says when it submits a form by itself.
const byForm = { headers: { Accept: 'text/html,application/xhtml+xml' } }

test('without a script the heart posts, returns to its page and shows the new state', async () => {
  const shopper = await site.make.shopper()
  await site.make.item({ style: 'Vintage' })
  const likes = async (path: string) => {
    const page = await site.get(path, { as: shopper })
    const heart = page.$('form[action="/likes"] button')
    return { page, pressed: heart.getAttribute('aria-pressed'), text: heart.textContent }
  }
  const before = await likes('/styles?more=Vintage%3A15')
  expect(before).toMatchObject({ pressed: 'false', text: '0' })
  const posted = await site.submit(
    before.page,
    'form[action="/likes"]',
    {},
    { as: shopper, ...byForm },
  )
  expect(posted.location).toBe('/styles?more=Vintage%3A15')
  const after = await likes('/my-likes')
  expect(after).toMatchObject({ pressed: 'true', text: '1' })
  await site.submit(after.page, 'form[action="/likes"]', {}, { as: shopper, ...byForm })
  expect((await site.get('/my-likes', { as: shopper })).text('main')).toContain('Nothing liked yet')
})

test('a visitor is told to sign in, on the page they came from', async () => {
  const { id } = await site.make.item()
  const visitor = site.stranger()
  const form = { item: id, liked: 'yes', return_to: '/styles' }
  const page = await visitor.follow(await visitor.post('/likes', form, byForm))
  expect(page.url).toMatch(/\/styles$/)
  expect(page.text()).toContain('Please sign in to like items.')
  const answer = await visitor.post('/likes', form)
  expect([answer.status, answer.html]).toEqual([
    403,
    expect.stringContaining('Please sign in to like items.'),
  ])
  expect(await countOf(id)).toBe(0)
})

test('admins, unknown and hidden items and half a form are refused', async () => {
  const { id } = await site.make.item()
  const hidden = await site.make.item({ approval_status: 'pending' })
  const shopper = await site.make.shopper()
  const refused = [
    await site.post('/likes', { item: id, liked: 'yes' }, { as: await site.make.admin() }),
    await site.post('/likes', { item: hidden.id, liked: 'yes' }, { as: shopper }),
    await site.post('/likes', { item: newId(), liked: 'yes' }, { as: shopper }),
    await site.post('/likes', { item: 'x', liked: 'yes' }, { as: shopper }),
    await site.post('/likes', { item: id, liked: 'perhaps' }, { as: shopper }),
    await site.post('/likes', { item: id }, { as: shopper }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 400, 400])
  expect([await countOf(id), await countOf(hidden.id)]).toEqual([0, 0])
})

test('return_to leads nowhere but to this site', async () => {
  const { id } = await site.make.item()
  const form = { item: id, liked: 'yes', return_to: '//evil.example' }
  const posted = await site.post('/likes', form, { as: await site.make.shopper(), ...byForm })
  expect(posted.location).toBe('/')
})

test('my likes keep a rented item, marked, and tell admins that they have none', async () => {
  const shopper = await site.make.shopper()
  const item = await site.make.item({ title: 'Gone for a week' })
  await site.post('/likes', { item: item.id, liked: 'yes' }, { as: shopper })
  await site.make.rental({ item })
  const card = (await site.get('/my-likes', { as: shopper })).text('article')
  expect(card).toContain('Gone for a week')
  expect(card).toContain('Currently Rented')
  const admins = await site.get('/my-likes', { as: await site.make.admin() })
  expect(admins.text('main')).toContain('Admins look after the catalogue')
})

async function countOf(id: string): Promise<number> {
  return (await site.db.selectFrom('likes').selectAll().where('item_id', '=', id).execute()).length
}
