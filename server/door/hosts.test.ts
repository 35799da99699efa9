import { expect, test } from 'vitest'
import { type HeaderOf, readCaller } from './caller.ts'
import { originFor } from './hosts.ts'

type Known = Parameters<typeof originFor>[2]

function headers(given: Record<string, string>): HeaderOf {
  return (name) => given[name] ?? null
}

function originOf(
  given: Record<string, string>,
  settings: Partial<Known> & { trust?: string[]; path?: string } = {},
) {
  const { trust = [], path = '/', ...known } = settings
  const caller = readCaller(headers(given), '127.0.0.1', trust)
  return originFor(caller, path, { host: null, publicUrl: null, ...known })
}

const shop = { publicUrl: 'https://shop.example' }

test('with PUBLIC_URL no other host is served', () => {
  expect(originOf({ host: 'shop.example' }, shop)).toBe('https://shop.example')
  expect(originOf({ host: 'evil.example' }, shop)).toBeNull()
  expect(originOf({ host: 'shop.example:8080' }, shop)).toBeNull()
  expect(originOf({}, shop)).toBeNull()
})

test('health checks and webhooks are served under any host name', () => {
  for (const path of ['/healthz', '/readyz', '/hooks/stripe'])
    expect(originOf({ host: '10.0.0.7:3000' }, { ...shop, path })).toBe('https://shop.example')
})

test.for([
  null,
  '127.0.0.1',
  'localhost',
  '::1',
])('if only this machine can reach the shop (HOST %s), only its own names are accepted', (host) => {
  expect(originOf({ host: 'localhost:3000' }, { host })).toBe('http://localhost:3000')
  expect(originOf({ host: '[::1]:3000' }, { host })).toBe('http://[::1]:3000')
  expect(originOf({ host: 'evil.example' }, { host })).toBeNull()
  expect(originOf({ host: '127.evil.example' }, { host })).toBeNull()
})

test('the last value of a forwarding header counts, because the trusted proxy added it', () => {
  const given = {
    host: 'localhost',
    'x-forwarded-host': 'evil.example, demo.localhost',
    'x-forwarded-proto': 'http, https',
  }
  expect(originOf(given, { trust: ['127.0.0.0/8'] })).toBe('https://demo.localhost')
  expect(originOf(given)).toBe('http://localhost')
})

test('a forwarded request does not count as local', () => {
  const isHere = (given: Record<string, string>, peer = '127.0.0.1', trust: string[] = []) =>
    readCaller(headers(given), peer, trust).isThisMachine
  expect(isHere({})).toBe(true)
  expect(isHere({}, '::ffff:127.0.0.1')).toBe(true)
  expect(isHere({}, '192.0.2.1')).toBe(false)
  expect(isHere({ 'x-forwarded-for': '127.0.0.1' })).toBe(false)
  expect(isHere({ 'x-forwarded-for': '127.0.0.1' }, '10.0.0.1', ['10.0.0.0/8'])).toBe(false)
  expect(isHere({ forwarded: 'for=127.0.0.1' })).toBe(false)
})

test('a request keeps the id set by a trusted proxy, and no other', () => {
  const idOf = (id: string, trust: string[]) =>
    readCaller(headers({ 'x-request-id': id }), '127.0.0.1', trust).requestId
  expect(idOf('edge-12345678', ['127.0.0.1/32'])).toBe('edge-12345678')
  expect(idOf('edge-12345678', [])).toMatch(/^[\da-f-]{36}$/)
  expect(idOf('two\nlines 123', ['127.0.0.1/32'])).toMatch(/^[\da-f-]{36}$/)
})

test.for([
  ['1.2.3.4, 203.0.113.7', '203.0.113.7'],
  ['1.2.3.4, 203.0.113.7:4711', '203.0.113.7'],
  ['1.2.3.4, [2001:db8::7]:4711', '2001:db8::7'],
  ['1.2.3.4, [2001:db8::7]', '2001:db8::7'],
  ['1.2.3.4, 2001:db8::7', '2001:db8::7'],
  ['1.2.3.4, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['1.2.3.4, 203.0.113.7:80, 10.0.0.2:4711', '203.0.113.7'],
  // What cannot be read ends the search: only the proxy that added it is known.
  ['1.2.3.4, unknown', '127.0.0.1'],
  ['1.2.3.4, "203.0.113.7"', '127.0.0.1'],
  ['1.2.3.4, unknown, 10.0.0.2', '10.0.0.2'],
  ['1.2.3.4, [203.0.113.7', '127.0.0.1'],
  ['1.2.3.4,', '127.0.0.1'],
  ['', '127.0.0.1'],
] as const)('the client in "%s" is %s', ([chain, address]) => {
  const given = { 'x-forwarded-for': chain }
  const trusted = ['127.0.0.1', '10.0.0.0/8']
  const caller = readCaller(headers(given), '127.0.0.1', trusted)
  const isProxyAddress = ['127.0.0.1', '10.0.0.2'].includes(address)
  expect(caller).toMatchObject({ address, isProxyAddress })
})
