import { expect, test } from 'vitest'
import { nameLinks, roleBadge } from '#app/components/shell/name-links.ts'
import { bareShell, type Shell, type ShellViewer, topLinks } from './shell.ts'

const person: ShellViewer = {
  fullName: 'Ada Vale',
  email: 'ada@hemline.test',
  accountType: 'regular',
  businessStatus: null,
  creditsBalance: 30,
  heldPlan: null,
  hasUnread: false,
  consentIsDue: false,
}

function labelsFor(viewer: Partial<ShellViewer> | null, shell: Partial<Shell> = {}): string[] {
  return topLinks({
    ...bareShell,
    userToUserEnabled: true,
    ...shell,
    viewer: viewer && { ...person, ...viewer },
  }).map(({ label }) => label)
}

const FOR_ALL = ['Home', 'Shop', 'About', 'Feedback']

test('a visitor is offered only links that need no account', () => {
  expect(labelsFor(null)).toEqual([...FOR_ALL, 'List your closet', 'How it works & prices'])
  expect(labelsFor(null, { userToUserEnabled: false })).toEqual([
    ...FOR_ALL,
    'How it works & prices',
  ])
})

test('a shopper finds likes, rentals and prices, and may apply while applications are open', () => {
  expect(labelsFor({})).toEqual([
    ...FOR_ALL,
    'My Likes',
    'My Rentals',
    'Apply for business',
    'List your closet',
    'How it works & prices',
  ])
  const closed = labelsFor({}, { userToUserEnabled: false })
  expect(closed).not.toContain('Apply for business')
  expect(closed).not.toContain('List your closet')
})

test.each([
  'pending',
  'denied',
  'blocked',
] as const)('a person who has applied before (%s) is not asked to apply', (businessStatus) => {
  const labels = labelsFor({ businessStatus })
  expect(labels).not.toContain('Apply for business')
  expect(labels).not.toContain('List your closet')
})

test('an approved closet has My Closet at the top and its rentals in the menu of its name', () => {
  const closet = { accountType: 'business', businessStatus: 'approved' } as const
  expect(labelsFor(closet)).toEqual([...FOR_ALL, 'My Closet'])
  expect(nameLinks({ ...person, ...closet }).map(({ to }) => to)).toEqual([
    '/my-likes',
    '/saved-searches',
    '/boards',
    '/my-rentals',
    '/messages',
    '/credits',
    '/help/requests',
    '/profile',
  ])
})

test('an admin has Admin, and no links for renting or buying', () => {
  expect(labelsFor({ accountType: 'admin' })).toEqual([...FOR_ALL, 'Admin'])
  expect(nameLinks({ ...person, accountType: 'admin' }).map(({ to }) => to)).toEqual([
    '/messages',
    '/profile',
  ])
})

test('businesses and admins have a badge, shoppers and applicants have none', () => {
  expect(roleBadge({ ...person, accountType: 'business', businessStatus: 'approved' })).toBe(
    'Business',
  )
  expect(roleBadge({ ...person, accountType: 'business', businessStatus: 'pending' })).toBeNull()
  expect(roleBadge({ ...person, accountType: 'admin' })).toBe('Admin')
  expect(roleBadge(person)).toBeNull()
})
