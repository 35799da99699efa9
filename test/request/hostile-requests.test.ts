import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { encodeCursor } from '#domain/shared/page.ts'
import { inhabitedSite } from '#test/inhabited.ts'
import { agreeToNewTerms } from '#test/trust-screens.ts'

const { site, people, places, viewers, forms: all } = await inhabitedSite()
// Signing out would break the others.
const forms = all.filter(({ path, fields }) => fields.length > 0 && !path.startsWith('/sign-out'))
const closet = people.find(({ accountType }) => accountType === 'business') ?? null
const paths = places.map(({ at }) => at).filter((path) => path !== '/sign-out')

/** The requests are sent by a signed-in person. */
async function expectSession(as: Person | null) {
  // Forms that publish a legal text ask everybody for their consent.
  await agreeToNewTerms(site)
  if (as) expect((await site.get('/profile.data', { as })).status, as.fullName).toBe(200)
}

test('every address that accepts a form is tested', () => {
  const taken = all.map(({ path }) => path.split('?')[0] ?? '')
  const untried = places.filter(({ path, hasAction }) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
    return hasAction && !taken.some((one) => pattern.test(one))
  })
  // An event of the payment provider is not a form; its signature is checked before its text.
  expect(untried.map(({ path }) => path)).toEqual(['/hooks/stripe'])
  expect(forms.flatMap(({ fields }) => fields).length).toBeGreaterThan(200)
})

const PLAIN = 'application/x-www-form-urlencoded'
const bodies: readonly (readonly [type: string, body: string | Uint8Array<ArrayBuffer>])[] = [
  ['text/plain', 'x'],
  ['application/json', '{"email":1}'],
  ['text/xml', '<x/>'],
  ['application/octet-stream', '\0\0'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=b', 'x'],
  ['multipart/form-data; boundary=b', '--b\r\n\r\nx'],
  [
    'multipart/form-data; boundary=b',
    new Uint8Array(
      Buffer.from(
        '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n\xff\r\n--b--',
        'latin1',
      ),
    ),
  ],
  [PLAIN, 'a=%ff&b=%'],
  [PLAIN, new Uint8Array([0x61, 0x3d, 0xff])],
]

test('no address answers a body that is not a form with a server error', async () => {
  const broken: string[] = []
  for (const path of new Set([...paths, '/v1/customers', '/sandbox/checkout/x'])) {
    for (const [type, body] of bodies) {
      const as = viewers.get(path) ?? closet
      const page = await site.post(path, {}, { as, body, headers: { 'Content-Type': type } })
      if (page.status >= 500) broken.push(`${path} ${type} ${page.status}`)
      expect(page.html).not.toContain('Image size must be less than 5MB')
    }
  }
  expect(broken).toEqual([])
}, 300_000)

/** As long as a form may be that is not too large. */
const long = 'é\u0301 <a>.'.repeat(2_000)
const odd = ['a\0b', '9999-12-31', '0000-01-01', '-1', '1e400', "☃'../.."]

/** Such a field is given an unusual day where the others of its form are as shown. */
const holdsDay = /date|day|start|end|from|to|at|until/

test('no form answers an unusual value with a server error', async () => {
  const broken: string[] = []
  for (const { path, as, fields, shown } of forms) {
    await expectSession(as)
    for (const value of [...odd, long.slice(0, 20_000 / fields.length)]) {
      const all = Object.fromEntries([...fields].map((field) => [field, value]))
      const page = await site.post(path, all, { as })
      if (page.status >= 500)
        broken.push(`${path} ${JSON.stringify(value.slice(0, 20))}: ${page.status}`)
    }
    for (const field of fields) {
      const value = holdsDay.test(field) ? '0000-01-01' : 'a\0b'
      const one = await site.post(path, { ...shown, [field]: value }, { as })
      if (one.status >= 500) broken.push(`${path} ${field}=${JSON.stringify(value)}: ${one.status}`)
    }
  }
  expect(broken).toEqual([])
}, 300_000)

const id = newId()
const cursors = [
  ...['-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00.000Z'],
  ...['2026-02-30T00:00:00.000Z', 'x\0'],
].flatMap((at) => [encodeCursor([at, id]), encodeCursor([at, at, id])])
const positions = ['after', 'gifts', 'more']
const queries = [
  ...['q', 'from', 'to', 'start', 'end', 'year', 'noun', 'action', 'id', 'event', 'token', 'code'],
  ...['session_id', 'message', 'filter', 'tab', 'part', 'status', 'edit'],
]
/** Each value of a position, together with one of the others, and one that is wrong everywhere. */
const combinations = [...cursors, 'a\0b'].map((cursor, index) => [
  ...positions.map((name) => [name, cursor] as const),
  ...queries.map((name) => [name, odd[index % odd.length] ?? ''] as const),
])

test('no address answers an unusual query with a server error', async () => {
  const broken: string[] = []
  for (const path of new Set(paths)) {
    await expectSession(viewers.get(path) ?? null)
    for (const values of combinations) {
      const query = new URLSearchParams(values.map(([name, value]) => [name, value]))
      const page = await site.get(`${path}?${query}`, { as: viewers.get(path) ?? null })
      // A failed list is reported within a page that did not fail.
      const isShown = page.status < 500 && !page.html.includes('cannot be loaded')
      if (!isShown) broken.push(`${path}?${query}: ${page.status}`)
    }
  }
  for (const path of ['/item/%E2%98%83', '/item/%00', '/item/%0d%0aX:1', '/item/%C2%A0', '/%ff']) {
    const page = await site.post(path, { intent: 'rent' })
    if (page.status >= 500) broken.push(`${path}: ${page.status}`)
    expect(page.response.headers.get('location') ?? '').toMatch(/^[\x21-\x7e]*$/)
  }
  expect(broken).toEqual([])
}, 300_000)
