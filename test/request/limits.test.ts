import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'

const OUTSIDE = '203.0.113.7'

let people = 0
function account() {
  const email = `person-${++people}@example.test`
  return { full_name: 'Ann Archer', email, password: 'silk and linen' }
}

test('of many guesses at once for one account ten are looked at', async () => {
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
}, 30_000)

test('a right password forgives the wrong ones before it', async () => {
  const site = await testSite()
  const ann = account()
  await site.stranger().post('/auth?mode=sign-up', ann)
  const wrong = { ...ann, password: 'a wrong one' }
  for (let i = 0; i < 9; i++) await site.stranger().post('/auth', wrong)
  expect((await site.stranger().post('/auth', ann)).status).toBe(302)
  for (let i = 0; i < 2; i++) await site.stranger().post('/auth', wrong)
  expect((await site.stranger().post('/auth', ann)).status).toBe(302)
}, 30_000)

test('twenty tries an hour to make an account come from one network, and none more', async () => {
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

test('five links an hour are asked for from one address', async () => {
  const site = await testSite()
  const ask = (peer: string) =>
    site.stranger().post('/auth/forgot', { email: 'ann@example.test' }, { peer })
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await ask(OUTSIDE)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect((await ask('::ffff:203.0.113.7')).status).toBe(429)
})

test('a forged forwarding header is no other address', async () => {
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

test('the demo on one’s own machine is not held up', async () => {
  const site = await testSite()
  for (let i = 0; i < 8; i++) {
    const page = await site.stranger().post('/auth/forgot', { email: 'ann@example.test' })
    expect(page.status).toBe(200)
  }
})

test('the table of attempts names nobody', async () => {
  const site = await testSite()
  const ann = account()
  await site.stranger().post('/auth', ann, { peer: OUTSIDE })
  await site.stranger().post('/auth/forgot', ann, { peer: OUTSIDE })
  const kept = JSON.stringify(await site.db.selectFrom('rate_limits').selectAll().execute())
  expect(kept).not.toContain(ann.email)
  expect(kept).not.toContain(OUTSIDE)
})
