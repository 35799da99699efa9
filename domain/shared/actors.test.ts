import { expect, test } from 'vitest'
import { accountTypes, businessStatuses } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { asAdmin, asClosetOwner, asPaidOwner, asShopper, type Person } from './actors.ts'

const everybody: Person[] = accountTypes.flatMap((accountType) =>
  [null, ...businessStatuses].map((businessStatus) => ({
    id: `${accountType} ${businessStatus}` as PersonId,
    fullName: 'Somebody',
    email: 'somebody@hemline.test',
    emailVerified: true,
    accountType,
    businessStatus,
  })),
)

const kindsOf = (of: (person: Person | null) => Person | null) =>
  everybody.filter((person) => of(person)).map(({ id }) => id)

test('a closet owner is an approved business account, and nothing else', () => {
  expect(kindsOf(asClosetOwner)).toEqual(['business approved'])
})

test('an admin has the account type admin, and is never a shopper', () => {
  expect(kindsOf(asAdmin)).toEqual(everybody.map(({ id }) => id).filter((id) => /^admin/.test(id)))
  expect(kindsOf(asShopper)).toEqual(
    everybody.map(({ id }) => id).filter((id) => !/^admin/.test(id)),
  )
})

test('a blocked closet can only collect what it is owed', () => {
  const closets = (isOwed: boolean) => kindsOf((person) => asPaidOwner(person, { isOwed }))
  expect(closets(false)).toEqual(['business approved'])
  expect(closets(true).toSorted()).toEqual([
    'business approved',
    'business blocked',
    'regular blocked',
  ])
})

test('a visitor has none of these roles', () => {
  const owed = asPaidOwner(null, { isOwed: true })
  expect([asShopper(null), asClosetOwner(null), asAdmin(null), owed]).toEqual(Array(4).fill(null))
})
