import { expect, inject, test } from 'vitest'
import { accountTypes, businessStatuses, legalPages } from '#db/enums.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { addressesIn, type Place, readSiteMap } from '#test/site-map.ts'

const site = await testSite()
const siteMap = readSiteMap(inject('buildDirectory'))
const addresses = addressesIn(siteMap)

const visitor = null
const shopper = await site.make.shopper()
const pending = await site.make.person({ business_status: 'pending' })
const denied = await site.make.person({ business_status: 'denied' })
const blocked = await site.make.person({ business_status: 'blocked' })
const closet = await site.make.closet()
const admin = await site.make.admin()

/** Every kind of person in the role table. */
const kinds = { visitor, shopper, pending, denied, blocked, closet, admin }
const { admin: _admin, ...notAdmins } = kinds
const { closet: _closet, ...notClosets } = kinds

/** The people whom a guarding layout refuses, and where it redirects them. */
const guards: Record<string, { refused: (Person | null)[]; sentTo: (path: string) => string }> = {
  'routes/admin/layout': { refused: Object.values(notAdmins), sentTo: () => '/' },
  'routes/business/layout': {
    refused: Object.values(notClosets),
    sentTo: () => '/',
  },
  'routes/payouts/layout': { refused: Object.values(notClosets), sentTo: () => '/' },
  'routes/account/layout': {
    refused: [visitor],
    sentTo: (path) => `/auth?return_to=${encodeURIComponent(path)}`,
  },
}

/** Open to everyone: the commands called there check permissions. */
const open = [
  ...[
    'home',
    'about',
    'feedback',
    'styles',
    'locations',
    'occasions',
    'sizes',
    'search',
    'item',
    'closet',
    'brand',
    'how-it-works',
    'help',
    'list-your-closet',
    'api',
    ...legalPages,
    'unsubscribe',
    'zip',
    ...['boards', 'board', 'settings', 'continue'].map((name) => `boards/${name}`),
    'not-found',
  ].map((name) => `routes/storefront/${name}`),
  ...['auth', 'second-step', 'new-email', 'forgot', 'reset', 'verify', 'sign-out'].map(
    (name) => `routes/auth/${name}`,
  ),
  ...[
    'length-unit',
    'dismiss-announcement',
    'likes',
    'like-sign-in',
    'uploads',
    'healthz',
    'readyz',
    'dev-mail',
    'calendar-feed',
    'site-style',
    'sitemap',
    'sitemap-page',
    'robots',
  ].map((name) => `routes/endpoints/${name}`),
  'routes/hooks/stripe',
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

test('every address is either behind a guard or listed as open', () => {
  const undecided = addresses
    .filter(({ within }) => !within.some((layout) => guards[layout]))
    .filter(({ id }) => !open.includes(id))
  expect(undecided).toEqual([])
  expect(open.filter((id) => !addresses.some((place) => place.id === id))).toEqual([])
})

test('a route’s file is in the folder of its guard', () => {
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

test('every guard has routes', () => {
  for (const layout of Object.keys(guards)) {
    expect(guarded.filter(({ place }) => place.within.includes(layout))).not.toEqual([])
  }
})

const kind = (person: Person | null) => person?.businessStatus ?? person?.accountType ?? 'visitor'
/** The refused people of each address. */
const cases = [...Map.groupBy(guarded, ({ place }) => place)].map(([place, refused]) => {
  const path = addressOf(place)
  return {
    path,
    refused: refused.map(({ person, guard }) => ({ person, sentTo: guard.sentTo(path) })),
  }
})

test.for(cases)('$path redirects people without access', async ({ path, refused }) => {
  for (const { person, sentTo } of refused) {
    const page = await site.get(path, { as: person })
    expect([page.status, page.location], kind(person)).toEqual([302, sentTo])
  }
})

test.for(cases)('the data of $path is not sent to people without access', async ({
  path,
  refused,
}) => {
  for (const { person, sentTo } of refused) {
    const page = await site.get(`${path}.data`, { as: person })
    expect(page.status, kind(person)).toBe(202)
    expect(page.html).toContain(JSON.stringify(sentTo))
  }
})

test.for(cases)('a form posted to $path does nothing for people without access', async ({
  path,
  refused,
}) => {
  for (const { person, sentTo } of refused) {
    const page = await site.post(path, { typed: newId() }, { as: person })
    // A signed-in person lacks access; a visitor's session may have ended, so the form is kept.
    const answer = person ? [302, sentTo] : [401, null]
    expect([page.status, page.location], kind(person)).toEqual(answer)
  }
})

/** The status of an address for people with access, if it is not 200. */
const otherwise: Record<string, number | ((person: Person | null) => number)> = {
  'routes/account/block-person': (person) => (person === admin ? 200 : 404),
  'routes/account/report': 404,
  'routes/account/rentals/my-rental': (person) => (person === admin ? 200 : 404),
  'routes/account/rentals/swap-rental': 404,
  'routes/account/billing-portal': 302,
  'routes/account/statement-csv': (person) => (person === admin ? 302 : 200),
  'routes/admin/site/home-page': 400,
  'routes/auth/auth': (person) => (person ? 302 : 200),
  'routes/auth/second-step': 302,
  'routes/auth/sign-out': 302,
  'routes/auth/new-email': 410,
  'routes/auth/reset': 410,
  // People whose address is confirmed are told so.
  'routes/auth/verify': (person) => (person ? 200 : 410),
  'routes/storefront/unsubscribe': 410,
  // Without the link of a visitor.
  'routes/storefront/boards/continue': 404,
  'routes/storefront/boards/bag': (person) => (person === admin ? 200 : 404),
  // On to the board.
  'routes/storefront/boards/paid': 302,
  // Not pages: only forms are sent there.
  'routes/endpoints/length-unit': 400,
  'routes/endpoints/dismiss-announcement': 400,
  'routes/endpoints/likes': 400,
  // Redirects a visitor's like to sign-in or back to the page.
  'routes/endpoints/like-sign-in': 302,
  'routes/endpoints/uploads': 400,
  'routes/hooks/stripe': 400,
}

function answerOf({ id, path, within }: Place, person: Person | null): number {
  if (within.some((layout) => guards[layout]?.refused.includes(person))) return 302
  const answer = otherwise[id]
  if (answer !== undefined) return typeof answer === 'number' ? answer : answer(person)
  // An id that does not exist is not found, without a redirect.
  return /[:*]/.test(path) ? 404 : 200
}

test.for(Object.entries(kinds))('every address answers a %s as the role table says', async ([
  ,
  person,
]) => {
  const answers: [string, number][] = []
  const expected: [string, number][] = []
  // Visitors and admins get whole pages; others get only their data, which costs half.
  const isData = ({ isPage, path }: Place) =>
    isPage && path !== '/' && person !== visitor && person !== admin
  for (const place of addresses) {
    const at = addressOf(place)
    const { status } = await site.get(isData(place) ? `${at}.data` : at, { as: person })
    const answer = answerOf(place, person)
    answers.push([place.path, status])
    expected.push([place.path, isData(place) && answer === 302 ? 202 : answer])
  }
  expect(answers).toEqual(expected)
})

test('the role table has every kind of account, and the visitor', () => {
  const asAccounts = Object.values(kinds).map((person) => person?.businessStatus ?? null)
  expect(new Set(asAccounts)).toEqual(new Set([null, ...businessStatuses]))
  const types = Object.values(kinds).flatMap((person) => person?.accountType ?? [])
  expect(new Set(types)).toEqual(new Set(accountTypes))
})

test.for(
  Object.entries(kinds),
)('addresses with an existing id are shown to a %s or refused', async ([, person]) => {
  const hidden = await site.make.item({ approval_status: 'pending' })
  const other = await site.make.rental()
  const answers: Record<string, number> = {}
  for (const path of [
    `/item/${other.item_id}`,
    `/item/${hidden.id}`,
    `/my-rentals/${other.id}`,
    `/business/rentals/${other.id}`,
    `/business/items/${hidden.id}`,
    `/admin/rentals/${other.id}`,
  ])
    answers[path.replace(/[^/]+$/, path.includes(hidden.id) ? 'hidden' : 'there')] = (
      await site.get(path, { as: person })
    ).status
  const isAdmin = person === admin
  expect(answers).toEqual({
    '/item/there': 200,
    '/item/hidden': isAdmin ? 200 : 404,
    '/my-rentals/there': person === visitor ? 302 : isAdmin ? 200 : 404,
    '/business/rentals/there': person === closet ? 404 : 302,
    '/business/items/hidden': person === closet ? 404 : 302,
    '/admin/rentals/there': isAdmin ? 200 : 302,
  })
})

test('every listed exception exists', () => {
  expect(
    Object.keys(otherwise).filter((id) => !addresses.some((place) => place.id === id)),
  ).toEqual([])
})
