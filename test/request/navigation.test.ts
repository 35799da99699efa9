import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { testSite } from '#test/app.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { addressKind } from '#test/worlds/every-form.ts'
import { populatedSite } from '#test/worlds/populated.ts'

const site = await testSite()
const { make } = site

const everybody = ['Home', 'Shop', 'About', 'Feedback']
const renter = [...everybody, 'My Likes', 'My Rentals']
const LEND = 'List your closet'
const PRICES = 'How it works & prices'
const rents = [...renter, PRICES]
const named = (row: Parameters<typeof make.person>[0]) =>
  make.person({ full_name: 'Ada Moss', ...row })

/** The parts of the header that a person sees. */
async function header(person: Person | null, path: string) {
  const page = await site.get(path, { as: person })
  const badge = page
    .$('header')
    .querySelectorAll('span')
    .map(({ textContent }) => textContent)
  return {
    links: page.$$('nav[aria-label=Main] a').map((link) => link.textContent),
    badge: badge.find((text) => text === 'Business' || text === 'Admin') ?? null,
    name: page.text('header').includes('Ada Moss'),
    chip: page.has('header [aria-haspopup=dialog], header a[href="/credits"].rounded-full'),
    pencil: page.has('header a[href="/?edit=true"]'),
    signIn: page.$$('header > div > div > a[href="/auth"]').length > 0,
    signOut: page.has('header form[action="/sign-out"]'),
  }
}

const signedIn = {
  badge: null,
  name: true,
  chip: false,
  pencil: false,
  signIn: false,
  signOut: true,
}

test.for([
  [
    'a visitor',
    null,
    { links: [...everybody, LEND, PRICES], name: false, signIn: true, signOut: false },
  ],
  ['a shopper', {}, { links: [...renter, 'Apply for business', LEND, PRICES], chip: true }],
  ['who waits for approval', { business_status: 'pending' }, { links: rents, chip: true }],
  ['who was denied', { business_status: 'denied' }, { links: rents, chip: true }],
  ['who was blocked', { business_status: 'blocked' }, { links: rents, chip: true }],
  [
    'a closet',
    { account_type: 'business', business_status: 'approved' },
    { links: [...everybody, 'My Closet'], badge: 'Business' },
  ],
  ['an admin', { account_type: 'admin' }, { links: [...everybody, 'Admin'], badge: 'Admin' }],
] as const)('the header shows %s the links, badge and chip of their role', async ([
  ,
  row,
  expected,
]) => {
  const person = row && (await named(row))
  const shown = { ...signedIn, ...expected }
  expect(await header(person, '/about')).toEqual(shown)
  const isAdmin = row !== null && 'account_type' in row && row.account_type === 'admin'
  expect(await header(person, '/')).toEqual({ ...shown, pencil: isAdmin })
})

test('while users cannot list items, no page invites anyone to apply', async () => {
  await updateRows(
    site.db,
    'platform_settings',
    { setting_key: 'user_to_user_enabled' },
    { setting_value: false },
  )
  const person = await make.person()
  expect((await header(person, '/about')).links).toEqual(rents)
  const page = await site.get('/about', { as: person })
  const menu = page.$$('nav[aria-label=Browse] a')
  expect(menu.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Rent by Style', '/styles'],
    ['Rent by Location', '/locations'],
    ['Rent by Occasion', '/occasions'],
    ['Rent by Size', '/sizes'],
  ])
})

/** Pages of emailed links, which work signed in or not, and the outbox. */
const NEEDS_NO_ACCOUNT = /^\/(auth\/(email|forgot|reset|verify)|dev\/mail)\b/

test('signed-in people can sign out on every page except those of emailed links', async () => {
  const { site: own, viewers, places, people } = await populatedSite()
  const kinds = new Map<string, string>()
  for (const path of [...viewers.keys(), ...places.map(({ at }) => at)])
    kinds.set(addressKind(path), path)
  const paths = [...kinds.values()].filter((path) => !NEEDS_NO_ACCOUNT.test(path))
  let pages = 0
  const without: string[] = []
  // Each page as its viewer; pages without one are opened by everyone.
  for (const as of people)
    for (const path of paths) {
      if (viewers.has(path) && viewers.get(path)?.id !== as.id) continue
      const page = await own.get(path, { as })
      if (!page.response.headers.get('content-type')?.startsWith('text/html') || page.location)
        continue
      pages += 1
      const button = page.document.querySelector(
        'header form[method=post][action="/sign-out"] button',
      )
      if (button?.textContent !== 'Sign Out') without.push(`${as.accountType} ${path}`)
    }
  expect(pages).toBeGreaterThan(150)
  expect(without).toEqual([])
}, 300_000)
