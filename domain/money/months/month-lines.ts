import type { ClosedLineName, MonthFigureName } from '#db/enums.ts'

/** What a month opens and closes with. Credits are counted; the rest is money. */
export const monthAccounts = ['credits', 'millicents', 'deposits', 'earnings'] as const
type MonthAccount = (typeof monthAccounts)[number]

/** Signed amounts by the name of their line, so that an opening and its changes add up to the closing. */
export type MonthLines = Readonly<Record<ClosedLineName, number>>

/** What changes credits and what was paid for them, in the order of a statement. */
export const creditChanges = ['sold', 'given', 'spent', 'returned', 'expired', 'refunded'] as const

/** What changes an account, in the order of a statement. */
export const changesOf = {
  credits: creditChanges.map((kind) => `credits_${kind}` as const),
  millicents: creditChanges.map((kind) => `millicents_${kind}` as const),
  deposits: ['deposits_taken', 'deposits_returned', 'deposits_withheld', 'deposits_disputed'],
  earnings: ['earnings_earned', 'earnings_corrected', 'earnings_paid'],
} as const satisfies Record<MonthAccount, readonly MonthFigureName[]>

export function openingOf(lines: MonthLines, account: MonthAccount): number {
  return lines[`${account}_opening`]
}

export function closingOf(lines: MonthLines, account: MonthAccount): number {
  return changesOf[account].reduce((sum, name) => sum + lines[name], openingOf(lines, account))
}

/**
 * What the month brought, in cents and before the payment provider's fees: what was paid for the
 * credits that were used or have expired and what was kept of deposits, without what closets earned.
 */
export function marginOf(lines: MonthLines): number {
  const used = lines.millicents_spent + lines.millicents_returned + lines.millicents_expired
  const closets = lines.earnings_earned + lines.earnings_corrected
  return -centsOf(used) - lines.deposits_withheld - closets
}

/** Cents of thousandths of a cent, which are whole cents (`millicents_paid` in the database). */
export function centsOf(millicents: number): number {
  return millicents / 1000
}
