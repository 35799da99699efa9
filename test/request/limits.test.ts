import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { type Site, testSite } from '#test/app.ts'

const OUTSIDE = '203.0.113.7'

let people = 0
function account() {
  const email = `person-${++people}@example.test`
  return { full_name: 'Ann Archer', email, password: 'silk and linen' }
}

test('of many simultaneous password attempts on one account, ten are checked', async () => {
  const site = await testSite()
  const ann = account()
  await site.stranger().post('/auth?mode=sign-up', ann)
  const guesses = await Promise.all(
    Array.from({ length: 25 }, (_, i) =>
      site.stranger().post('/auth', {
        email: i % 2 ? ann.email : ann.email.toUpperCase(),
        password: `guess number ${i}`,
      }),
    ),
  )
  const looked = guesses.filter(({ status }) => status === 400)
  const refused = guesses.filter(({ status }) => status === 429)
  expect([looked.length, refused.length]).toEqual([10, 15])
  for (const page of refused) {
    const seconds = Number(page.response.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(page.text('[role=alert]')).toContain('Please try again in')
    expect(page.$('[name=email]').getAttribute('value')?.toLowerCase()).toBe(ann.email)
  }
  expect((await site.stranger().post('/auth', ann)).status).toBe(429)
  expect((await site.stranger().post('/auth', account())).status).toBe(400)
})

/** Sets the counts of a limit, so that the next attempt is the last allowed or is refused. */
async function fillUp(site: Site, limit: string, points: number) {
  await sql`update rate_limits set points = ${points} where key like ${`${limit}:%`}`.execute(
    site.db,
  )
}

test('failed attempts by strangers do not lock the owner out', async () => {
  const site = await testSite()
  const ann = account()
  const own = site.stranger()
  await own.post('/auth?mode=sign-up', ann)
  await own.post('/sign-out')
  const wrong = { ...ann, password: 'a guess of mine' }
  const guess = (peer: string) => site.stranger().post('/auth', wrong, { peer })
  await guess(OUTSIDE)
  await fillUp(site, 'sign-in', 10)
  expect((await guess(OUTSIDE)).status).toBe(429)
  expect((await site.stranger().post('/auth', ann, { peer: OUTSIDE })).status).toBe(429)
  // Other addresses are not limited, nor is a browser in which Ann has signed in before.
  expect((await guess('203.0.113.99')).status).toBe(400)
  expect((await own.post('/auth', ann, { peer: OUTSIDE })).status).toBe(302)

  // Many strangers at many addresses are also limited, but Ann is not.
  await own.post('/sign-out')
  await guess('203.0.113.98')
  await fillUp(site, 'sign-in of strangers', 50)
  expect((await site.stranger().post('/auth', ann, { peer: '203.0.113.97' })).status).toBe(429)
  expect((await own.post('/auth', ann)).status).toBe(302)
})

test('a known browser has the same limit as others, and only for its own account', async () => {
  const site = await testSite()
  const [ann, ben] = [account(), account()]
  const own = site.stranger()
  await own.post('/auth?mode=sign-up', ann)
  await own.post('/sign-out')
  await site.stranger().post('/auth?mode=sign-up', ben)
  const guessAt = (whose: typeof ann) => own.post('/auth', { ...whose, password: 'a wrong one' })
  expect((await guessAt(ann)).status).toBe(400)
  await fillUp(site, 'sign-in of a known browser', 10)
  expect((await guessAt(ann)).status).toBe(429)
  expect((await guessAt(ben)).status).toBe(400)
  await fillUp(site, 'sign-in', 10)
  expect((await guessAt(ben)).status).toBe(429)
})

test('a hundred sign-ins per address are checked in 15 minutes', async () => {
  const site = await testSite()
  const guess = (peer: string) => site.stranger().post('/auth', account(), { peer })
  expect((await guess(OUTSIDE)).status).toBe(400)
  await fillUp(site, 'sign-in at an address', 99)
  expect((await guess(OUTSIDE)).status).toBe(400)
  expect((await guess(OUTSIDE)).status).toBe(429)
  expect((await guess('203.0.113.99')).status).toBe(400)
})

test('too many simultaneous password checks answer with a retry time', async () => {
  const site = await testSite({ hashing: 'secure' })
  const many = await Promise.all(
    Array.from({ length: 96 }, () => site.stranger().post('/auth', account())),
  )
  const busy = many.filter(({ status }) => status === 503)
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([400, 503]))
  for (const page of busy) {
    expect(page.response.headers.get('retry-after')).toBe('5')
    expect(page.text('[role=alert]')).toContain('Please try again in a few seconds.')
  }
})

test('a correct password resets the count of wrong ones', async () => {
  const site = await testSite()
  const ann = account()
  await site.stranger().post('/auth?mode=sign-up', ann)
  const wrong = { ...ann, password: 'a wrong one' }
  for (let i = 0; i < 9; i++) await site.stranger().post('/auth', wrong)
  expect((await site.stranger().post('/auth', ann)).status).toBe(302)
  for (let i = 0; i < 2; i++) await site.stranger().post('/auth', wrong)
  expect((await site.stranger().post('/auth', ann)).status).toBe(302)
})

test('creating accounts is limited to twenty attempts an hour per network', async () => {
  const site = await testSite()
  const signUp = (peer: string) =>
    site.stranger().post('/auth?mode=sign-up', { ...account(), password: 'weak' }, { peer })
  const tries = await Promise.all(
    Array.from({ length: 24 }, (_, i) => signUp(`2001:db8:1:2::${i + 1}`)),
  )
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(20)
  expect((await signUp('2001:db8:1:2:ffff::9')).status).toBe(429)
  expect((await signUp('2001:db8:1:3::1')).status).toBe(400)
  expect((await signUp(OUTSIDE)).status).toBe(400)
})

test('five reset links an hour can be requested from one address', async () => {
  const site = await testSite()
  const ask = (peer: string) =>
    site.stranger().post('/auth/forgot', { email: 'ann@example.test' }, { peer })
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await ask(OUTSIDE)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await ask('::ffff:203.0.113.7')).status).toBe(429)
})

test('a forged forwarding header does not count as another address', async () => {
  const site = await testSite()
  const ask = (i: number) =>
    site
      .stranger()
      .post(
        '/auth/forgot',
        { email: 'ann@example.test' },
        { peer: OUTSIDE, headers: { 'X-Forwarded-For': `198.51.100.${i}` } },
      )
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await ask(i)).status)
  expect(statuses.at(-1)).toBe(429)
})

test('the demo is not rate limited on its own machine', async () => {
  const site = await testSite()
  for (let i = 0; i < 8; i++) {
    const page = await site.stranger().post('/auth/forgot', { email: 'ann@example.test' })
    expect(page.status).toBe(200)
  }
})

test('the table of attempts contains no personal data', async () => {
  const site = await testSite()
  const ann = account()
  await site.stranger().post('/auth', ann, { peer: OUTSIDE })
  await site.stranger().post('/auth/forgot', ann, { peer: OUTSIDE })
  const stored = JSON.stringify(await site.db.selectFrom('rate_limits').selectAll().execute())
  expect(stored).not.toContain(ann.email)
  expect(stored).not.toContain(OUTSIDE)
})

test('even the last attempt does not count if it fails on our side', async () => {
  const site = await testSite({ log: [] })
  const words = { name: 'Ada', email: 'ada@example.org', message: 'A lovely coat.' }
  const send = async () =>
    (await site.stranger().post('/feedback', words, { peer: OUTSIDE })).status
  for (let i = 0; i < 4; i++) expect(await send()).toBe(302)
  await sql`alter table feedback rename to feedback_away`.execute(site.db)
  expect(await send()).toBeGreaterThanOrEqual(500)
  await sql`alter table feedback_away rename to feedback`.execute(site.db)
  expect([await send(), await send()]).toEqual([302, 429])
  // Refusing needs no further query.
  await site.db.deleteFrom('rate_limits').execute()
  expect(await send()).toBe(429)
})

test('ten applications a day are accepted, and the input stays', async () => {
  const site = await testSite()
  const person = await site.make.shopper()
  const { id: city } = await site.make.city()
  const form = {
    full_name: 'Nora Quist',
    city,
    state: 'NY',
    instagram: '@noras.rail',
    outfit_images: newId(),
    driving_distance: '15 miles',
    meeting_flexibility: 'Evenings, near the station.',
    contact_phone: '512 555 0100',
  }
  const apply = () => site.post('/business-apply', form, { as: person })
  // The application counts but is refused, because its photos do not exist.
  expect((await apply()).status).toBe(400)
  await fillUp(site, 'application', 9)
  expect((await apply()).status).toBe(400)
  const refused = await apply()
  expect(refused.status).toBe(429)
  expect(Number(refused.response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.text('[role=alert]')).toContain('Please try again in')
  expect(refused.$('[name=full_name]').getAttribute('value')).toBe('Nora Quist')
  expect(await site.db.selectFrom('business_applications').selectAll().execute()).toEqual([])
})

test('checkouts, likes and downloads of one account are limited', async () => {
  const site = await testSite()
  const shopper = await site.make.shopper()
  const as = { as: shopper }
  const item = await site.make.item()
  const count = async (table: 'checkout_orders' | 'likes') =>
    (await site.db.selectFrom(table).selectAll().execute()).length

  const buy = () => site.post('/credits', { product: 'one_time' }, as)
  await buy()
  await fillUp(site, 'checkout', 10_000)
  const refused = await buy()
  expect((await site.get(refused.location ?? '', as)).text()).toContain('Please try again in')
  expect(await count('checkout_orders')).toBe(1)

  await site.post('/likes', { item: item.id, liked: 'yes' }, as)
  await fillUp(site, 'like', 10_000)
  await site.post('/likes', { item: item.id, liked: 'no' }, as)
  expect(await count('likes')).toBe(1)

  const admin = { as: await site.make.admin() }
  expect((await site.get('/admin/export/people', admin)).status).toBe(200)
  await fillUp(site, 'export', 10_000)
  const file = await site.get('/admin/export/people', admin)
  expect(file.status).toBe(429)
  expect(Number(file.response.headers.get('retry-after'))).toBeGreaterThan(0)
})
