/**
 * '1400' for a whole number as spreadsheets and shops write it: 1,400, $1400, 1400.00, 1.400,00 or
 * 1400 USD. Others stay as typed, such as 1.400, which can be a thousand or one.
 */
export function wholeNumberIn(cell: string): string {
  const [whole, part] = partsOf(cell) ?? [cell]
  return part === undefined || /^0*$/.test(part) ? whole : cell
}

/** As `wholeNumberIn`, but an amount with cents becomes whole dollars: '51' for $50.50 or 50,5. */
export function wholeDollarsIn(cell: string): string {
  const [whole, part = ''] = partsOf(cell) ?? [cell]
  if (part === '') return whole
  return String(Number(whole) + (Number(part.padEnd(2, '0')) >= 50 ? 1 : 0))
}

/** Cents of an amount in dollars: 4550 for $45.50 or 45,5; null for what is no such amount. */
export function centsIn(cell: string): number | null {
  const [whole, part = ''] = partsOf(cell) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

const DOLLARS = /^(?:US ?\$|USD|\$) ?|(?: ?USD| ?\$)$/gi

/** Digits before and after the decimal sign, without currency and separators of thousands. */
function partsOf(cell: string): readonly [whole: string, part?: string] | null {
  const typed = cell.trim()
  if (typed.length > MAX_NUMBER) return null
  const number = typed.replaceAll(DOLLARS, '')
  const [, whole = '', part] =
    /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(number) ??
    /^(\d{1,9})(?:,(\d{1,2}))$/.exec(number) ??
    /^(\d{1,3}(?:\.\d{3}){1,2}),(\d{1,2})$/.exec(number) ??
    []
  return whole === '' ? null : [whole.replaceAll(/[.,]/g, ''), part]
}

const MAX_NUMBER = 30
