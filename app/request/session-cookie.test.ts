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

test('the session cookie is hidden from scripts and other sites, and on https no other host can set it', () => {
  const attributes = '; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax'
  expect(sessionCookie(secret, 'token', false)).toMatch(/^hemline_session=/)
  expect(sessionCookie(secret, 'token', false).endsWith(attributes)).toBe(true)
  expect(sessionCookie(secret, 'token', true)).toMatch(/^__Host-hemline_session=/)
  expect(sessionCookie(secret, 'token', true).endsWith(`${attributes}; Secure`)).toBe(true)
})

test.for([true, false])('a cookie that was set can be read (https: %s)', (secure) => {
  const request = carrying(`a=1; ${pairOf(sessionCookie(secret, 'token', secure))}; b=2`)
  expect(readSessionCookie(secret, request, secure)).toEqual({ sent: true, token: 'token' })
})

test('on https a cookie that could have been set over http is ignored', () => {
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

test('a cookie with a similar name is ignored', () => {
  const pair = pairOf(sessionCookie(secret, 'token', false))
  expect(readSessionCookie(secret, carrying(`x${pair}`), false).sent).toBe(false)
})

test('a cookie just set by the route is not removed', () => {
  const signedIn = new Headers({ 'Set-Cookie': sessionCookie(secret, 'new', false) })
  addSessionCookie(signedIn, endedSessionCookie(false))
  expect(signedIn.getSetCookie()).toEqual([sessionCookie(secret, 'new', false)])
  const other = new Headers({ 'Set-Cookie': 'hemline_flash=x' })
  addSessionCookie(other, endedSessionCookie(false))
  expect(other.getSetCookie()).toHaveLength(2)
})
