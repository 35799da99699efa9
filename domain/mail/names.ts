// Anybody can sign up with somebody else's address, or buy a gift for it. So that our emails cannot
// carry a stranger's message, a name that is long or contains a link is left out.

/** The name to use in an email, or null if it is left out. */
export function greetingName(fullName: string): string | null {
  const containsLink = /:\/\/|www\.|[\p{L}\d-]\.\p{L}{2,}/iu.test(fullName)
  return containsLink || [...fullName].length > 60 ? null : fullName
}

/** 'Hello Ann,' */
export function hello(fullName: string): string {
  const name = greetingName(fullName)
  return name === null ? 'Hello,' : `Hello ${name},`
}
