import { expect, test } from 'vitest'
import { comesFromOurPages } from './origin-check.ts'

const OURS = 'https://shop.example'
const requested = (headers: Record<string, string>, method = 'POST', path = '/credits') =>
  comesFromOurPages(new Request(OURS + path, { method, headers }), [OURS])

test.for<Record<string, string>>([
  { Origin: OURS },
  { Origin: OURS, 'Sec-Fetch-Site': 'same-origin' },
  // An address typed into the address bar, and clients that are not browsers: these send no cookies
  // by themselves.
  { 'Sec-Fetch-Site': 'none' },
  {},
])('a form from %j is ours', (headers) => {
  expect(requested(headers)).toBe(true)
})

test.for<Record<string, string>>([
  { Origin: 'https://evil.example' },
  { Origin: 'http://shop.example' },
  { Origin: 'https://shop.example.evil.example' },
  { Origin: 'https://shop.example:8443' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: OURS, 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
  // The content type makes no difference.
  { Origin: 'https://evil.example', 'Content-Type': 'text/plain' },
  { Origin: 'https://evil.example', 'Content-Type': 'application/json' },
])('a form from %j is not, whatever the method', (headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(requested(headers, method)).toBe(false)
  expect(requested(headers, 'POST', '/hooks/stripes')).toBe(false)
})

test('GET requests and signed requests of servers may come from anywhere', () => {
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect(requested(foreign, 'GET')).toBe(true)
  expect(requested(foreign, 'POST', '/hooks/stripe')).toBe(true)
})
