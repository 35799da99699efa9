import { expect, test } from 'vitest'
import { asReadable, wholeBodyOf, wholeResponse } from './whole-response.ts'

test('a body beside its response is put into it, with the status and every header', async () => {
  const headers: [string, string][] = [
    ['Content-Type', 'text/plain'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
  ]
  const body = new TextEncoder().encode('stored')
  const whole = wholeResponse(body, { status: 404, headers })
  whole.headers.set('X-Later', 'yes')
  expect(wholeBodyOf(whole)).toBe(body)
  const readable = asReadable(whole)
  expect(readable.status).toBe(404)
  expect([...readable.headers]).toEqual([
    ['content-type', 'text/plain'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-later', 'yes'],
  ])
  expect(await readable.text()).toBe('stored')
})

test('any other response is readable as it is', () => {
  const response = new Response('own')
  expect(asReadable(response)).toBe(response)
  expect(wholeBodyOf(response)).toBeNull()
})
