import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { encodeCursor } from '#domain/shared/lists/page.ts'
import type { Page } from '#test/browsing.ts'
import { parametersRead } from '#test/read-parameters.ts'
import { dataAddress, patternOf } from '#test/site-map.ts'
import { populatedSite } from '#test/worlds/populated.ts'
import { agreeToNewTerms } from '#test/worlds/trust-screens.ts'

const log: string[] = []
const { site, people, places, viewers, forms: all } = await populatedSite({ log })
// Signing out would break the other requests.
const forms = all.filter(({ path, fields }) => fields.length > 0 && !path.startsWith('/sign-out'))
const closet = people.find(({ accountType }) => accountType === 'business') ?? null
const paths = places.map(({ at }) => at).filter((path) => path !== '/sign-out')

/** Whether the response is an error, or an error was logged, as for a page without its list. */
function hasFailed({ status }: Page): boolean {
  const errors = log.splice(0).filter((line) => JSON.parse(line).level >= 50)
  return errors.length > 0 || status >= 500
}

const dataAt = (address: string) => dataAddress(places, address)

/** Checks that the person is still signed in. */
async function expectSession(as: Person | null) {
  // Forms that publish a legal text make everyone consent again.
  await agreeToNewTerms(site)
  if (as) expect((await site.get('/profile.data', { as })).status, as.fullName).toBe(200)
}

test('every address that accepts a form is tested', () => {
  const taken = all.map(({ path }) => path.split('?')[0] ?? '')
  const untried = places.filter(({ path, hasAction }) => {
    return hasAction && !taken.some((one) => patternOf(path).test(one))
  })
  // A payment event is not a form; its signature is checked before its content.
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
      if (hasFailed(page)) broken.push(`${path} ${type} ${page.status}`)
      expect(page.html).not.toContain('Image size must be less than 5MB')
    }
  }
  expect(broken).toEqual([])
}, 300_000)

/** As long as the limit of a form allows. */
const long = 'é\u0301 <a>.'.repeat(2_000)
const odd = ['9999-12-31', 'a\0b', '0000-01-01', '-1', '1e400', "☃'../.."]

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
/** Each invalid cursor together with an odd value, and one value that is invalid everywhere. */
const combinations = [...cursors, 'a\0b'].map((cursor, index) => [
  ...positions.map((name) => [name, cursor] as const),
  ...queries.map((name) => [name, odd[index % odd.length] ?? ''] as const),
])

/** Requests whole pages for each odd value and only data for the rest; skips unread parameters. */
test('no address answers an unusual query with an error', async () => {
  const broken: string[] = []
  const searched = new Set<string>([...positions, ...queries])
  let readers = 0
  for (const path of new Set(paths)) {
    const as = viewers.get(path) ?? null
    const send = async (at: string, values: (typeof combinations)[number]) => {
      const address = `${at}?${new URLSearchParams(values.map(([name, value]) => [name, value]))}`
      const page = await site.get(address, { as })
      if (hasFailed(page)) broken.push(`${address}: ${page.status}`)
    }
    const [first = [], ...others] = combinations
    const names = await parametersRead(() => send(path, first))
    if (![...names].some((name) => searched.has(name))) continue
    readers += 1
    for (const [index, values] of others.entries())
      await send(index + 1 < odd.length ? path : dataAt(path), values)
  }
  expect(readers).toBeGreaterThan(40)
  for (const person of people) await expectSession(person)
  for (const path of ['/item/%E2%98%83', '/item/%00', '/item/%0d%0aX:1', '/item/%C2%A0', '/%ff']) {
    const page = await site.post(path, { intent: 'rent' })
    if (hasFailed(page)) broken.push(`${path}: ${page.status}`)
    expect(page.response.headers.get('location') ?? '').toMatch(/^[\x21-\x7e]*$/)
  }
  expect(broken).toEqual([])
}, 300_000)

// Forms come last, because some of them sign people out.
const days = ['0000-01-01', '9999-12-31']
const holdsDay = /date|day|start|end|from|^to$|until/
/** Fields that choose an action: with an unusual value the other fields would be ignored. */
const isChosen = /^(intent|what|answer|step|change|product|purpose)$/

test('no form answers an unusual value with an error', async () => {
  const broken: string[] = []
  let turn = 0
  const unusual = (values: readonly string[]) => values[turn++ % values.length] ?? ''
  let sender: Person | null = null
  for (const { path, as, fields, shown } of forms) {
    if (as !== sender || path.startsWith('/admin/legal')) await expectSession(sender)
    sender = as
    const send = async (to: string, given: Readonly<Record<string, string>>) => {
      const page = await site.post(to, { ...shown, ...given }, { as })
      if (hasFailed(page))
        broken.push(`${to} ${page.status} ${JSON.stringify(given).slice(0, 200)}`)
    }
    const typed = fields.filter((field) => !(shown[field] && isChosen.test(field)))
    for (const value of typed.length > 0
      ? [long.slice(0, 20_000 / fields.length), unusual(odd)]
      : [])
      await send(path, Object.fromEntries(typed.map((field) => [field, value])))
    for (const field of fields)
      await send(dataAt(path), { [field]: unusual(holdsDay.test(field) ? days : odd) })
  }
  await expectSession(sender)
  expect(broken).toEqual([])
}, 300_000)
