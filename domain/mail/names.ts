// Anybody can sign up with somebody else's address, or buy a gift for it. So that our emails cannot
// carry a stranger's message, only what names consist of is shown: letters, and a few signs between
// them. A dot within a word could be an address.

/** The name to use in an email, or null if it is left out. */
export function greetingName(fullName: string): string | null {
  const withoutInitials = fullName.replace(/(^| )(?:\p{L}\.){1,4}(?= |$)/gu, '$1')
  const isName = /^[\p{L}\p{M} '’.-]+$/u.test(fullName) && !/\.[\p{L}\p{M}]/u.test(withoutInitials)
  return isName && [...fullName].length <= 60 ? fullName : null
}

/** 'Hello Ann,' */
export function hello(fullName: string): string {
  const name = greetingName(fullName)
  return name === null ? 'Hello,' : `Hello ${name},`
}
