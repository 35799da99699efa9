import type { Rule } from './rules.ts'

const MAX_LINES = 300

/** Generated, or data and drawings: nobody reads them from top to bottom. */
const unlimited =
  /^(db\/types\.ts|domain\/people\/common-passwords\.ts|demo\/(catalogue|drawings)\/)/

/** Still longer. Entries are only removed: whoever splits one removes it here. */
const stillLonger: readonly string[] = [
  'domain/accounts/close-account.test.ts',
  'domain/checkout/every-order.test.ts',
  'domain/deposits/deposits.test.ts',
  'domain/deposits/top-ups.test.ts',
  'domain/disputes/disputes.test.ts',
  'domain/rentals/rental-steps.test.ts',
  'domain/subscriptions/subscriptions.test.ts',
]

const isTooLong = ({ path, lines }: { readonly path: string; readonly lines: number }) =>
  lines > MAX_LINES && !unlimited.test(path)

export const filesAreShort: Rule = (files) =>
  files
    .filter((file) => isTooLong(file) && !stillLonger.includes(file.path))
    .map(({ path, lines }) => `${path} has ${lines} lines: split it by topic`)

/** Exceptions that are not needed any more. */
export const staleLongFiles: Rule = (files) =>
  stillLonger
    .filter((path) => !files.some((file) => file.path === path && isTooLong(file)))
    .map((path) => `${path} has at most ${MAX_LINES} lines: remove it from the exceptions`)
