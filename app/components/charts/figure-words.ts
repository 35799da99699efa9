import { dollars, shortDollars } from '#domain/shared/cents.ts'

/** '81¢' or '96.5¢'. */
export function centsInWords(cents: number): string {
  return `${Math.round(cents * 10) / 10}¢`
}

/** '$1,250' or '−$40' for a number of dollars. */
export function wholeDollars(amount: number): string {
  return shortDollars(Math.round(amount) * 100)
}

/** '$12.34' for cents that may have a fraction. */
export function roundedDollars(cents: number): string {
  return dollars(Math.round(cents))
}

const NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** 'Nov' for '2026-11'. */
export function shortMonth(month: string): string {
  return NAMES[Number(month.slice(5)) - 1] ?? month
}

/** 'Nov 2026' for '2026-11'. */
export function longMonth(month: string): string {
  return `${shortMonth(month)} ${month.slice(0, 4)}`
}
