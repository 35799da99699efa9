import { expect, test } from 'vitest'
import { FLASH_COOKIE, flash, readFlash, redirectBackWithToast, spentFlash } from './flash.ts'

function requestWith(cookie: string): Request {
  return new Request('http://localhost/', { headers: { Cookie: cookie } })
}

function echoed(setCookie: string): Request {
  return requestWith(`other=1; ${setCookie.split(';')[0]}; last=2`)
}

test('a toast arrives unchanged on the next page, whatever its text', () => {
  const toast = { type: 'success', text: 'Success! “50” credits; 100 % yours, año & all' } as const
  expect(readFlash(echoed(flash(toast)))).toEqual(toast)
})

test('a toast can link only to our own pages', () => {
  const toast = { type: 'success', text: 'Delivered.' } as const
  const leading = (to: string) => readFlash(echoed(flash({ ...toast, link: { text: 'Undo', to } })))
  expect(leading('/business?undo=it')).toEqual({
    ...toast,
    link: { text: 'Undo', to: '/business?undo=it' },
  })
  expect(leading('//elsewhere.example')).toEqual(toast)
  expect(leading('https://elsewhere.example')).toEqual(toast)
})

test('returning to a list does not reopen a question', () => {
  const request = new Request('http://localhost/admin/reviews?part=hidden&hide=1&reply=2&after=x')
  const { headers } = redirectBackWithToast(request, { type: 'success', text: 'Shown.' })
  expect(headers.get('Location')).toBe('/admin/reviews?part=hidden&after=x')
})

test('a toast lasts for one minute and no script reads it', () => {
  expect(flash({ type: 'info', text: 'x' })).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=60$/)
})

test('a toast is shown once', () => {
  expect(spentFlash).toMatch(/Max-Age=0$/)
  expect(readFlash(echoed(spentFlash))).toBeNull()
})

test('a very long text is cut and still shown', () => {
  const toast = readFlash(echoed(flash({ type: 'error', text: 'é'.repeat(2000) })))
  expect(toast?.text).toHaveLength(500)
})

test.each([
  ['no cookie', 'other=1'],
  ['not percent-encoded', `${FLASH_COOKIE}=%E0%A4%A`],
  ['not JSON', `${FLASH_COOKIE}=hello`],
  ['an unknown type', `${FLASH_COOKIE}=${encodeURIComponent('["loud","x"]')}`],
  ['no text', `${FLASH_COOKIE}=${encodeURIComponent('["info",""]')}`],
  ['a text that is none', `${FLASH_COOKIE}=${encodeURIComponent('["info",{"a":1}]')}`],
  ['another shape', `${FLASH_COOKIE}=${encodeURIComponent('{"type":"info"}')}`],
])('a cookie with %s shows no toast', (_, cookie) => {
  expect(readFlash(requestWith(cookie))).toBeNull()
})
