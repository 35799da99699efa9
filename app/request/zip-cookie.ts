import { ownCookie, readOwnCookie } from './cookies.ts'

// The ZIP code of a visitor: a year, or until they sign in and it becomes that of their profile.

const NAME = 'hemline_zip'
const SECONDS = 365 * 86_400

export function zipCookie(zip: string): string {
  return ownCookie(NAME, zip, SECONDS)
}

export const noZipCookie = ownCookie(NAME, '', 0)

/** Null without a cookie, and for a value that is none of ours. */
export function readZipCookie(request: Request): string | null {
  const zip = readOwnCookie(request, NAME)
  return zip !== null && /^\d{5}$/.test(zip) ? zip : null
}
