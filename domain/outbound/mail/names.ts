import { firstNameOf } from '#domain/shared/first-name.ts'

// Anybody can sign up with somebody else's address, or buy a gift for it. So that our emails cannot
// carry a stranger's message, only what names consist of is shown: letters, and a few signs between
// them. A dot within a word could be an address.

/** The name to use in an email, or null if it is left out. */
export function greetingName(fullName: string): string | null {
  const withoutInitials = fullName.replace(/(^| )(?:\p{L}\.){1,4}(?= |$)/gu, '$1')
  const isName = /^[\p{L}\p{M} '’.-]+$/u.test(fullName) && !/\.[\p{L}\p{M}]/u.test(withoutInitials)
  return isName && [...fullName].length <= 60 ? fullName : null
}

/** 'Hi Ann,' to Ann Archer; 'Hi The Vintage Room,' to a name that is not that of a person. */
export const hello = (fullName: string) => hi(calledBy(fullName))

/** 'Hi Lakeshore Tailors,' to a closet: the first word of its name is nobody's. */
export const helloCloset = (name: string) => hi(greetingName(name))

const hi = (name: string | null) => (name === null ? 'Hi,' : `Hi ${name},`)

/** The first name, or all of a name that does not begin with one; null if it is left out. */
export function calledBy(fullName: string): string | null {
  const name = greetingName(fullName)
  return name !== null && PERSON.test(name) ? firstNameOf(name) : name
}

/** Two or three words with capital letters, the first one no article or initial. */
const PERSON = /^(?!(?:The|An?) )\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}.'’-]*){1,2}$/u
