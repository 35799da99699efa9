import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

const site = await testSite()
const { make, db } = site
const admin = await make.admin()

test('signing up stores the consent to the versions that were linked', async () => {
  const email = 'new-member@hemline.test'
  const page = await site.get('/auth?mode=sign-up')
  expect(page.text('form')).toContain('By creating an account you agree to our Terms')
  const account = { full_name: 'Ada Byron', email, password: 'a-quiet-river-42' }
  await site.stranger().post('/auth?mode=sign-up', account)
  const consents = await db
    .selectFrom('consents as c')
    .innerJoin('user_profiles as p', 'p.id', 'c.user_id')
    .select(['c.page', 'c.version'])
    .where('p.email', '=', email)
    .orderBy('c.page')
    .execute()
  expect(consents).toEqual([
    { page: 'privacy', version: 3 },
    { page: 'terms', version: 2 },
  ])
})

test('a new version asks for consent before a page and then leads to it', async () => {
  const shopper = await make.shopper()
  const path = '/my-likes?order=price'
  expect((await site.get(path, { as: shopper })).status).toBe(200)
  const editor = await site.get('/admin/legal/terms', { as: admin })
  expect(editor.text('main')).toContain('have a lawyer check it')
  const body = `Our rules.\n\n## What is new\n\n${'Words. '.repeat(4_000)}`
  const refused = await site.post('/admin/legal/terms', { body, based_on: '7' }, { as: admin })
  expect(refused.status).toBe(400)
  expect(refused.$('main textarea').textContent?.trim()).toBe(body.trim())
  const published = await site.post('/admin/legal/terms', { body, based_on: '2' }, { as: admin })
  expect(published.location).toBe('/admin/legal')

  const sent = await site.get(path, { as: shopper })
  expect(sent.location).toBe(`/consent?return_to=${encodeURIComponent(path)}`)
  expect((await site.get('/profile/your-data', { as: shopper })).status).toBe(200)
  expect((await site.get('/admin', { as: admin })).status).toBe(200)
  const consent = await site.get(sent.location ?? '', { as: shopper })
  expect(consent.text('main li')).toContain('Terms, version 3')
  const agreed = await site.submit(consent, 'main form', {}, { as: shopper })
  expect(agreed.location).toBe(path)
  expect((await site.get(path, { as: shopper })).status).toBe(200)
  expect((await site.get('/consent', { as: shopper })).text('h1')).toBe('Nothing to agree to')
})

test('earlier versions stay readable, and unknown versions are not found', async () => {
  const next = { body: 'Our new text.', based_on: '3' }
  await site.post('/admin/legal/privacy', next, { as: admin })
  const read = async (path: string) => {
    const page = await site.stranger().get(path)
    return [page.status, page.html.includes('noindex')]
  }
  expect(await read('/lending-terms')).toEqual([200, false])
  expect(await read('/privacy?version=1')).toEqual([200, true])
  expect((await site.get('/privacy?version=1')).text('main')).toContain(
    'This is an earlier version',
  )
  for (const wrong of ['0', '9', 'x', '1e3', '99999999999'])
    expect((await site.get(`/terms?version=${wrong}`)).status).toBe(404)
  expect((await site.get('/admin/legal/nothing', { as: admin })).status).toBe(404)
})
