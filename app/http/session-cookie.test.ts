import { expect, test } from 'vitest'
import { addSessionCookie } from './session.ts'
import { endedSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

const secret = 'a secret of the tests, long enough to sign'

function carrying(cookie: string): Request {
  return new Request('https://shop.example/', { headers: { cookie } })
}

function pairOf(setCookie: string): string {
  return setCookie.split(';')[0] ?? ''
}

test('scripts and other sites get no session, and by https no other host sets one', () => {
  const attributes = '; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax'
  expect(sessionCookie(secret, 'token', false)).toMatch(/^hemline_session=/)
  expect(sessionCookie(secret, 'token', false).endsWith(attributes)).toBe(true)
  expect(sessionCookie(secret, 'token', true)).toMatch(/^__Host-hemline_session=/)
  expect(sessionCookie(secret, 'token', true).endsWith(`${attributes}; Secure`)).toBe(true)
})

test.for([true, false])('what was set is read again (https: %s)', (secure) => {
  const request = carrying(`a=1; ${pairOf(sessionCookie(secret, 'token', secure))}; b=2`)
  expect(readSessionCookie(secret, request, secure)).toEqual({ sent: true, token: 'token' })
})

test('by https the cookie that anybody in the network could set is not read', () => {
  const request = carrying(pairOf(sessionCookie(secret, 'token', false)))
  expect(readSessionCookie(secret, request, true)).toEqual({ sent: false, token: null })
})

test.for([
  'hemline_session=x',
  'hemline_session=',
  'hemline_session=%E0%A4%A',
  'hemline_session=a.b',
])('%s is a cookie without a session', (cookie) => {
  expect(readSessionCookie(secret, carrying(cookie), false)).toEqual({ sent: true, token: null })
})

test('a cookie of a similar name is none of ours', () => {
  const pair = pairOf(sessionCookie(secret, 'token', false))
  expect(readSessionCookie(secret, carrying(`x${pair}`), false).sent).toBe(false)
})

test('the door takes no cookie away that the route has just set', () => {
  const signedIn = new Headers({ 'Set-Cookie': sessionCookie(secret, 'new', false) })
  addSessionCookie(signedIn, endedSessionCookie(false))
  expect(signedIn.getSetCookie()).toEqual([sessionCookie(secret, 'new', false)])
  const other = new Headers({ 'Set-Cookie': 'hemline_flash=x' })
  addSessionCookie(other, endedSessionCookie(false))
  expect(other.getSetCookie()).toHaveLength(2)
})
