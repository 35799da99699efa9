import { expect, inject, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { realPayments, testSite } from '#test/app.ts'
import { codeFor } from '#test/make/authenticator.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'

const site = await testSite({ env: realPayments })
const { make, db } = site
const admin = await make.admin()
const SET_UP = '/profile/second-factor'

const within = (layout: string) =>
  addressesIn(readSiteMap(inject('buildDirectory'))).filter((place) =>
    place.within.includes(layout),
  )
const addressOf = (path: string) => path.replaceAll(/:\w+/g, newId()).replace('*', 'anything')

test('with real payments every admin page and form requires a second factor', async () => {
  const places = within('routes/storefront/layout').filter(({ path }) => !/^\/profile\b/.test(path))
  expect(places.filter(({ id }) => id.includes('/admin/')).length).toBeGreaterThan(15)
  const led: Record<string, unknown> = {}
  for (const { path, hasAction, hasLoader } of places) {
    const address = addressOf(path)
    const page = await site.get(address, { as: admin })
    const shown = hasLoader ? await site.get(`${address}.data`, { as: admin }) : null
    const form = hasAction ? await site.post(address, { id: newId() }, { as: admin }) : null
    led[path] = [
      page.location,
      shown?.html.includes(`"${SET_UP}"`) ?? true,
      form ? form.location : SET_UP,
    ]
  }
  expect(led).toEqual(Object.fromEntries(places.map(({ path }) => [path, [SET_UP, true, SET_UP]])))
})

test('admin actions outside the admin area require the second factor too', async () => {
  await insertRows(db, 'feedback', {
    id: newId(),
    name: 'Ada',
    email: 'ada@example.test',
    message: 'Lovely.',
    created_at: new Date(),
  })
  const { id } = await db.selectFrom('feedback').select('id').executeTakeFirstOrThrow()
  await site.post('/feedback', { delete: id, confirmed: 'yes' }, { as: admin })
  expect(await db.selectFrom('feedback').select('id').execute()).toEqual([{ id }])
})

test('setting it up cannot be skipped, and gives access after a correct code', async () => {
  const password = 'silk and linen'
  const browsing = site.stranger()
  const email = 'ada@shop.example'
  await browsing.post('/auth?mode=sign-up', { full_name: 'Ada Moss', email, password })
  await updateRows(db, 'user_profiles', { email }, { account_type: 'admin' })
  const page = await browsing.follow(await browsing.get('/admin'))
  expect(page.text('main')).toContain('Admins must set up two-step verification first.')
  await browsing.post(SET_UP, { what: 'begin', password })
  const begun = await browsing.get(SET_UP)
  const key = begun.text('#confirm .font-mono').replaceAll(' ', '')
  expect((await browsing.get('/admin')).location).toBe(SET_UP)
  await browsing.submit(begun, '#confirm form', { code: codeFor(key, site.clock.now()) })
  expect((await browsing.get('/admin')).status).toBe(200)
  const on = await browsing.get(SET_UP)
  expect(on.text('#off')).toContain('Admins cannot turn it off.')
  expect((await browsing.post(SET_UP, { what: 'end', password })).status).toBe(403)
  expect((await browsing.get('/admin')).status).toBe(200)

  // A person who knows only the password.
  const other = site.stranger()
  expect((await other.post('/auth', { email, password })).location).toBe('/auth/code?signed_in=1')
  expect((await other.get('/admin')).location).toBe('/')
})

test('forms are accepted by the public address, also through an unlisted proxy', async () => {
  const sent = await site.post('/feedback', {
    name: 'Ada Moss',
    email: 'ada@shop.example',
    message: 'Lovely.',
  })
  expect(sent.location).toBe('/feedback?thanks')
})

test('shoppers and closets need no second factor', async () => {
  for (const as of [null, await make.shopper(), await make.closet()])
    expect((await site.get('/styles', { as })).status).toBe(200)
})
