import type { AccountType, BusinessStatus } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'

declare const role: unique symbol

/** The signed-in person, as read from the session with its profile. */
export type Person = {
  readonly id: PersonId
  readonly fullName: string
  readonly email: string
  readonly emailVerified: boolean
  readonly accountType: AccountType
  readonly businessStatus: BusinessStatus | null
}

/** A signed-in person who is not an admin: can like, rent, buy and claim. */
export type Shopper = Person & { readonly [role]: 'shopper' }

/** An approved business account. */
export type ClosetOwner = Person & { readonly [role]: 'closet-owner' }

export type Admin = Person & { readonly [role]: 'admin' }

// A command takes one of these branded types; these three functions are the only places that make
// one.

export function asShopper(person: Person | null): Shopper | null {
  return person && person.accountType !== 'admin' ? (person as Shopper) : null
}

export function asClosetOwner(person: Person | null): ClosetOwner | null {
  return person?.accountType === 'business' && person.businessStatus === 'approved'
    ? (person as ClosetOwner)
    : null
}

export function asAdmin(person: Person | null): Admin | null {
  return person?.accountType === 'admin' ? (person as Admin) : null
}
