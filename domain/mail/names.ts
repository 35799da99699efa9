// Anybody can sign up with, or buy a gift for, an address of somebody else. No email of ours brings a
// stranger's words there: a name with a link in it, or a long one, is left out.

/** The name as an email says it, or null where it is left out. */
export function spokenName(fullName: string): string | null {
  const holdsLink = /:\/\/|www\.|[\p{L}\d-]\.\p{L}{2,}/iu.test(fullName)
  return holdsLink || [...fullName].length > 60 ? null : fullName
}

/** 'Hello Ann,' */
export function hello(fullName: string): string {
  const name = spokenName(fullName)
  return name === null ? 'Hello,' : `Hello ${name},`
}
