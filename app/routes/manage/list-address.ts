import { safeReturnTo } from '#app/request/return-to.ts'

/** The address is stored in the cookie that offers to undo a step. */
const MAX_LENGTH = 500

/** The address of a list of rentals from an address or a form; null for any other address. */
export function listAddress(wanted: unknown): string | null {
  const path = safeReturnTo(typeof wanted === 'string' ? wanted : null)
  const isList = /^\/(business|business\/day|business\/rentals|admin\/rentals)(\?|$)/.test(path)
  return isList && path.length <= MAX_LENGTH ? path : null
}
