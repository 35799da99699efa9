import { expect, test } from 'vitest'
import type { ItemId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { apiTokenOf, callApi } from '#test/api.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'

const site = await testSite()
// The headers of a browser that submits a form without a script.
const byForm = { headers: { Accept: 'text/html,application/xhtml+xml' } }

test('without a script the like button posts, returns to its page and shows the new state', async () => {
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
  expect((await site.get('/my-likes', { as: shopper })).text('main')).toContain('No likes yet')
})

test('a like request of a visitor asks to sign in', async () => {
  const { id } = await site.make.item()
  const answer = await site.stranger().post('/likes', { item: id, liked: 'yes' })
  expect([answer.status, answer.html]).toEqual([
    403,
    expect.stringContaining('Please sign in to like items.'),
  ])
  expect(await countOf(id)).toBe(0)
})

test('a visitor’s like leads to sign-in, likes the item and returns to its page', async () => {
  const { id, path, visitor, confirmation } = await wantedByVisitor()
  expect(confirmation.location).toBe(`/auth?return_to=${encodeURIComponent(path)}`)
  const signIn = await visitor.follow(confirmation)
  expect(signIn.text('main')).toContain('Please sign in to like items.')
  expect((await visitor.get('/auth')).text()).not.toContain('Please sign in to like items.')
  const wrong = await visitor.submit(signIn, 'main form', { email: 'a@b.test', password: 'wrong' })
  expect([wrong.status, await countOf(id)]).toEqual([400, 0])

  const signedUp = await visitor.post(signUpAt(path), account())
  expect(signedUp.location).toBe(path)
  const back = await visitor.follow(signedUp)
  expect(back.text()).toContain('Added to My Likes.')
  expect(back.$('main form[action="/likes"] button').getAttribute('aria-pressed')).toBe('true')
  expect((await visitor.get('/my-likes')).text('main')).toContain('Wanted')
})

test('a visitor’s pending like does not apply to the next person who signs in', async () => {
  const { id, visitor } = await wantedByVisitor()
  await visitor.post(signUpAt('/'), account())
  await visitor.post('/sign-out')
  await visitor.post(signUpAt('/'), account())
  expect(await countOf(id)).toBe(1)
})

test('an admin who signs in after a like sees that admins cannot like', async () => {
  const { id, visitor } = await wantedByVisitor()
  const credentials = account()
  const elsewhere = site.stranger()
  await elsewhere.post(signUpAt('/'), credentials)
  await updateRows(
    site.db,
    'user_profiles',
    { email: credentials.email },
    { account_type: 'admin' },
  )
  const page = await visitor.follow(await visitor.post('/auth', credentials))
  expect(page.text()).toContain('Admins cannot like items.')
  expect(await countOf(id)).toBe(0)
})

test('links and forms on other sites cannot make a visitor like', async () => {
  const { id } = await site.make.item()
  const visitor = site.stranger()
  const query = `item=${id}&liked=yes&return_to=%2Fstyles`
  for (const link of [`/likes?${query}`, `/likes/sign-in?${query}`, `/auth?${query}`])
    for (const site of ['cross-site', 'same-site', 'none'])
      await visitor.get(link, { headers: { 'Sec-Fetch-Site': site } })
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  const form = { item: id, liked: 'yes', return_to: '/styles' }
  const headers = { ...byForm.headers, ...foreign }
  expect((await visitor.post('/likes', form, { headers })).status).toBe(403)
  await visitor.post(signUpAt('/'), account())
  expect(await countOf(id)).toBe(0)
})

test('likes by admins, of unknown or hidden items, and in incomplete forms are refused', async () => {
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

test('return_to redirects only within this site', async () => {
  const { id } = await site.make.item()
  const form = { item: id, liked: 'yes', return_to: '//evil.example' }
  const posted = await site.post('/likes', form, { as: await site.make.shopper(), ...byForm })
  expect(posted.location).toBe('/')
  const visitor = site.stranger()
  expect((await visitor.post('/likes', form, byForm)).location).toBe('/auth?return_to=%2F')
})

test('my likes show a rented item with a label, and tell admins that they have none', async () => {
  const shopper = await site.make.shopper()
  const item = await site.make.item({ title: 'Gone for a week' })
  await site.post('/likes', { item: item.id, liked: 'yes' }, { as: shopper })
  await site.make.rental({ item })
  const card = (await site.get('/my-likes', { as: shopper })).text('article')
  expect(card).toContain('Gone for a week')
  expect(card).toContain('Currently Rented')
  const admins = await site.get('/my-likes', { as: await site.make.admin() })
  expect(admins.text('main')).toContain('Admins cannot like items.')
})

/** A visitor has followed an item's like link. */
async function wantedByVisitor() {
  const { id } = await site.make.item({ title: 'Wanted' })
  const path = `/item/${id}`
  const visitor = site.stranger()
  const heart = (await visitor.get(path)).$('main a[href^="/likes/sign-in"]')
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const confirmation = await visitor.get(heart.getAttribute('href') ?? '', { headers })
  return { id, path, visitor, confirmation }
}

const signUpAt = (returnTo: string) =>
  `/auth?${new URLSearchParams({ mode: 'sign-up', return_to: returnTo })}`

const account = () => ({
  full_name: 'Ada Byron',
  email: `ada-${newId()}@hemline.test`,
  password: 'a-quiet-river-42',
})

async function countOf(id: ItemId): Promise<number> {
  return (await site.db.selectFrom('likes').selectAll().where('item_id', '=', id).execute()).length
}

test('likes are counted up to 1,000', async () => {
  const shopper = await site.make.shopper()
  const item = await site.make.item({ style: 'Vintage' })
  const like = (people: number) =>
    site.database.pool.query(
      `with liking as (
         insert into user_profiles (id, full_name, email)
         select gen_random_uuid(), 'Fan', gen_random_uuid() || '@fans.test'
         from generate_series(1, $1) returning id)
       insert into likes (user_id, item_id, created_at) select id, $2, now() from liking`,
      [people, item.id],
    )
  const shown = async (path: string) =>
    (await site.get(path, { as: shopper })).text(`main input[value="${item.id}"] ~ button`)
  await like(999)
  expect(await shown(`/item/${item.id}`)).toBe('999')
  await like(1)
  expect(await shown(`/item/${item.id}`)).toBe('1,000')
  await like(5)
  for (const path of [`/item/${item.id}`, '/styles?more=Vintage%3A15'])
    expect(await shown(path)).toBe('1,000+')
  const { token } = await apiTokenOf(site.db, shopper)
  const answer = await callApi(site.app, 'GET', `/items/${item.id}`, { token })
  expect(answer.body).toMatchObject({ likes: 1000 })
})
