import { safeReturnTo } from '#app/http/return-to.ts'

/** It rides in the cookie that offers to undo a step. */
const LONGEST = 500

/** The page of a list of rentals, as an address or a form names it, and nothing else. */
export function listAddress(wanted: unknown): string | null {
  const path = safeReturnTo(typeof wanted === 'string' ? wanted : null)
  const isList = /^\/(business|business\/rentals|admin\/rentals)(\?|$)/.test(path)
  return isList && path.length <= LONGEST ? path : null
}
