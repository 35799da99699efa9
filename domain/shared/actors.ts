import type { AccountType, BusinessStatus } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'

declare const role: unique symbol

/** The signed-in person, read from the session and its profile. */
export type Person = {
  readonly id: PersonId
  readonly fullName: string
  readonly email: string
  readonly emailVerified: boolean
  readonly accountType: AccountType
  readonly businessStatus: BusinessStatus | null
}

/** The columns of `user_profiles` that identify a person. */
type PersonRow = {
  readonly id: PersonId
  readonly full_name: string
  readonly email: string
  readonly email_verified: boolean
  readonly account_type: AccountType
  readonly business_status: BusinessStatus | null
}

export function personOf(row: PersonRow): Person {
  return {
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    emailVerified: row.email_verified,
    accountType: row.account_type,
    businessStatus: row.business_status,
  }
}

/** A signed-in person who is not an admin: can like, rent, buy and claim. */
export type Shopper = Person & { readonly [role]: 'shopper' }

/** An approved business account. */
export type ClosetOwner = Person & { readonly [role]: 'closet-owner' }

/** A person who can be paid: a closet, or a former one that is still owed something. */
export type PaidOwner = Person & { readonly [role]: 'closet-owner' | 'paid-owner' }

export type Admin = Person & { readonly [role]: 'admin' }

// Commands take these branded types. These four functions are the only places that create them.

export function asShopper(person: Person | null): Shopper | null {
  return person && person.accountType !== 'admin' ? (person as Shopper) : null
}

export function asClosetOwner(person: Person | null): ClosetOwner | null {
  return person?.accountType === 'business' && person.businessStatus === 'approved'
    ? (person as ClosetOwner)
    : null
}

/** A blocked closet can do nothing but collect what it is owed. */
export function asPaidOwner(
  person: Person | null,
  { isOwed }: { readonly isOwed: boolean },
): PaidOwner | null {
  const isBlocked = person?.businessStatus === 'blocked' && person.accountType !== 'admin'
  return asClosetOwner(person) ?? (isBlocked && isOwed ? (person as PaidOwner) : null)
}

export function asAdmin(person: Person | null): Admin | null {
  return person?.accountType === 'admin' ? (person as Admin) : null
}
