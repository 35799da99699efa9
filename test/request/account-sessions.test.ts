import { expect, test } from 'vitest'
import { sessionCookie } from '#app/request/session-cookie.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { newAccounts } from './new-accounts.ts'

const site = await testSite()

const { account, signedUp, isSignedIn, rowOf } = newAccounts(site)

test('signing in does not adopt a planted session', async () => {
  const { email, password } = await signedUp()
  const victim = site.stranger()
  const planted = sessionCookie(site.settings.sessionSecret, 'planted-token', false)
  victim.takeCookie(planted)
  await victim.post('/auth', { email, password })
  expect(await isSignedIn(victim)).toBe(true)
  const attacker = site.stranger()
  attacker.takeCookie(planted)
  expect(await isSignedIn(attacker)).toBe(false)
})

test('signing in ends the session that the browser had before', async () => {
  const first = await signedUp()
  const second = await signedUp()
  const copy = site.stranger()
  for (const [name, value] of first.browsing.cookies) copy.takeCookie(`${name}=${value}`)
  expect(await isSignedIn(copy)).toBe(true)
  await first.browsing.post('/auth', { email: second.email, password: second.password })
  expect(await isSignedIn(first.browsing)).toBe(true)
  expect(await isSignedIn(copy)).toBe(false)
})

test('signing out always succeeds and ends the session for good', async () => {
  const { browsing } = await signedUp()
  const copy = site.stranger()
  for (const [name, value] of browsing.cookies) copy.takeCookie(`${name}=${value}`)
  for (const one of [browsing, browsing, copy, site.stranger()]) {
    const answer = await one.post('/sign-out')
    expect([answer.status, answer.location]).toEqual([302, '/auth'])
    expect(await isSignedIn(one)).toBe(false)
  }
})

test('following a link to /sign-out does not sign out', async () => {
  const { browsing } = await signedUp()
  expect((await browsing.get('/sign-out')).location).toBe('/')
  expect(await isSignedIn(browsing)).toBe(true)
})

test('a deleted session counts as signed out, and its cookie is removed', async () => {
  const { browsing, email } = await signedUp()
  const person = await rowOf(email)
  await site.db
    .deleteFrom('auth_sessions')
    .where('user_id', '=', person?.id ?? newId())
    .execute()
  const page = await browsing.get('/auth')
  expect(page.status).toBe(200)
  expect([...browsing.cookies.keys()]).toEqual(['known_browser'])
})

test('deleting an account signs it out', async () => {
  const { browsing, email } = await signedUp()
  await updateRows(site.db, 'user_profiles', { email }, { deleted_at: site.clock.now() })
  expect(await isSignedIn(browsing)).toBe(false)
})

function otherThan(character: string | undefined): string {
  return character === 'A' ? 'B' : 'A'
}

test('a modified cookie does not sign in', async () => {
  const { browsing } = await signedUp()
  const name = 'hemline_session'
  const value = browsing.cookies.get(name) ?? ''
  const sealed = decodeURIComponent(value)
  const dot = sealed.indexOf('.')
  const forged = [
    sealed.slice(0, dot),
    `${sealed.slice(0, dot)}.`,
    `x${sealed}`,
    `${sealed.slice(0, dot - 1)}${otherThan(sealed.at(dot - 1))}${sealed.slice(dot)}`,
    // A modified cookie may decode to the same signature.
    `${sealed.slice(0, -2)}${otherThan(sealed.at(-2))}=`,
    `${sealed}=`,
    sealed.toUpperCase(),
    `' or 1=1 --.${sealed.slice(dot + 1)}`,
  ]
  for (const one of forged) {
    const stranger = site.stranger()
    stranger.cookies.set(name, encodeURIComponent(one))
    expect(await isSignedIn(stranger), one).toBe(false)
  }
})

test('a session in use is extended, and an idle one ends after thirty days', async () => {
  const own = await testSite()
  const browsing = own.stranger()
  await browsing.post('/auth?mode=sign-up', account())
  for (let weeks = 0; weeks < 6; weeks++) {
    own.clock.advance({ days: 7 })
    const page = await browsing.get('/my-likes')
    expect(page.status).toBe(200)
    expect(page.response.headers.getSetCookie().join()).toContain('Max-Age=2592000')
    expect((await browsing.get('/my-likes')).response.headers.getSetCookie()).toEqual([])
  }
  own.clock.advance({ days: 30 })
  expect((await browsing.get('/my-likes')).status).toBe(302)
})

test('on https the session cookie is bound to this host', async () => {
  const behindProxy = await testSite({ env: { TRUST_PROXY: 'loopback' } })
  const headers = { 'X-Forwarded-Proto': 'https', Origin: 'https://localhost:3000' }
  const browsing = behindProxy.stranger()
  const answer = await browsing.post('/auth?mode=sign-up', account(), { headers })
  const [cookie = ''] = answer.response.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-hemline_session=.*; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/)
  const page = await browsing.get('/my-likes', { headers: { 'X-Forwarded-Proto': 'https' } })
  expect(page.status).toBe(200)
})

test('a session ended elsewhere gets one notice and is then signed out', async () => {
  const { browsing, email } = await signedUp()
  await site.db
    .deleteFrom('auth_sessions')
    .where('user_id', '=', (await rowOf(email))?.id ?? newId())
    .execute()
  const sent = await browsing.get('/my-likes')
  expect(sent.location).toBe('/auth?return_to=%2Fmy-likes')
  expect((await browsing.follow(sent)).html).toContain(
    'Your session has ended. Please sign in again.',
  )
  expect((await browsing.follow(await browsing.get('/my-likes'))).html).not.toContain(
    'Your session has ended',
  )
})
