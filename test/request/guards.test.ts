import { expect, inject, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { addressesIn, type Place, readSiteMap } from '#test/site-map.ts'

const site = await testSite()
const siteMap = readSiteMap(inject('buildDirectory'))
const addresses = addressesIn(siteMap)

const visitor = null
const shopper = await site.make.shopper()
const pendingCloset = await site.make.person({ business_status: 'pending' })
const closet = await site.make.closet()
const admin = await site.make.admin()

/** Who is refused behind a guarding layout, and where they find themselves. */
const guards: Record<string, { refused: (Person | null)[]; sentTo: (path: string) => string }> = {
  'routes/admin/layout': { refused: [visitor, shopper, pendingCloset, closet], sentTo: () => '/' },
  'routes/business/layout': {
    refused: [visitor, shopper, pendingCloset, admin],
    sentTo: () => '/',
  },
  'routes/account/layout': {
    refused: [visitor],
    sentTo: (path) => `/auth?return_to=${encodeURIComponent(path)}`,
  },
}

/** Open to everybody: what they may do there is decided by the commands they call. */
const open = [
  ...[
    'home',
    'about',
    'feedback',
    'styles',
    'locations',
    'occasions',
    'sizes',
    'item',
    'not-found',
  ].map((name) => `routes/storefront/${name}`),
  ...['auth', 'forgot', 'reset', 'verify', 'sign-out'].map((name) => `routes/auth/${name}`),
  ...[
    'likes',
    'uploads',
    'image',
    'site-style',
    'stripe',
    'healthz',
    'dev-mail',
    'closet-calendar',
  ].map((name) => `routes/hooks/${name}`),
]

function addressOf({ path }: Place): string {
  return path.replaceAll(/:\w+/g, newId()).replace('*', 'anything')
}

const guarded = addresses.flatMap((place) =>
  place.within.flatMap((layout) => {
    const guard = guards[layout]
    return guard ? guard.refused.map((person) => ({ place, person, guard })) : []
  }),
)

test('every address is behind a guard or open on purpose', () => {
  const undecided = addresses
    .filter(({ within }) => !within.some((layout) => guards[layout]))
    .filter(({ id }) => !open.includes(id))
  expect(undecided).toEqual([])
  expect(open.filter((id) => !addresses.some((place) => place.id === id))).toEqual([])
})

test('a file lies in the folder of the guard that it is behind', () => {
  const strays = addresses.filter(({ id, within }) => {
    const layout = id.replace(/[^/]+$/, 'layout')
    return guards[layout] && !within.includes(layout)
  })
  expect(strays).toEqual([])
})

test('a guard runs on client navigations too, because its layout has a loader', () => {
  for (const layout of Object.keys(guards)) {
    expect(siteMap.find(({ id }) => id === layout)).toMatchObject({ hasLoader: true })
  }
})

test('there is something behind every guard', () => {
  for (const layout of Object.keys(guards)) {
    expect(guarded.filter(({ place }) => place.within.includes(layout))).not.toEqual([])
  }
})

const kind = (person: Person | null) => person?.businessStatus ?? person?.accountType ?? 'visitor'
const cases = guarded.map(({ place, person, guard }) => ({
  path: addressOf(place),
  person,
  who: kind(person),
  guard,
}))

test.for(cases)('$path sends away: $who', async ({ path, person, guard }) => {
  const page = await site.get(path, { as: person })
  expect([page.status, page.location]).toEqual([302, guard.sentTo(path)])
})

test.for(cases)('the data of $path are kept from: $who', async ({ path, person, guard }) => {
  const page = await site.get(`${path}.data`, { as: person })
  expect(page.status).toBe(202)
  expect(page.html).toContain(JSON.stringify(guard.sentTo(path)))
})

test.for(cases)('a form posted to $path does nothing for: $who', async ({
  path,
  person,
  guard,
}) => {
  const page = await site.post(path, { id: newId() }, { as: person })
  expect([page.status, page.location]).toEqual([302, guard.sentTo(path)])
})

test.for([
  ['routes/admin/layout', admin],
  ['routes/business/layout', closet],
] as const)('%s lets in whom it is for', async ([layout, person]) => {
  for (const place of addresses.filter(({ within }) => within.includes(layout))) {
    // A thing that nobody has made is not there, and nobody is sent away for asking.
    const found = place.path.includes(':') ? 404 : 200
    expect((await site.get(addressOf(place), { as: person })).status, place.path).toBe(found)
  }
})
