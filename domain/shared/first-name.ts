/** The first word of a full name. */
export function firstNameOf(fullName: string): string {
  return fullName.trim().split(/\s/, 1)[0] ?? ''
}
