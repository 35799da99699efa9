import type { ClosedLineName, MonthFigureName } from '#db/enums.ts'

/** What a month opens and closes with. Credits are counted; the rest is money. */
export const monthAccounts = ['credits', 'millicents', 'deposits', 'earnings'] as const
type MonthAccount = (typeof monthAccounts)[number]

/** Signed amounts by the name of their line, so that an opening and its changes add up to the closing. */
export type MonthLines = Readonly<Record<ClosedLineName, number>>

/** What changes an account, in the order of a statement. */
export const changesOf = {
  credits: [
    'credits_sold',
    'credits_given',
    'credits_spent',
    'credits_returned',
    'credits_expired',
    'credits_refunded',
  ],
  millicents: [
    'millicents_sold',
    'millicents_given',
    'millicents_spent',
    'millicents_returned',
    'millicents_expired',
    'millicents_refunded',
  ],
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
 * What the month brought, in thousandths of a cent and before the payment provider's fees: what was paid for
 * the credits that were used or have expired and what was kept of deposits, without what closets earned.
 */
export function marginOf(lines: MonthLines): number {
  const used = lines.millicents_spent + lines.millicents_returned + lines.millicents_expired
  const closets = lines.earnings_earned + lines.earnings_corrected
  return -used - (lines.deposits_withheld + closets) * 1000
}

/** Whole cents of thousandths of a cent. */
export function centsOf(millicents: number): number {
  return Math.round(millicents / 1000)
}

/**
 * The amounts of the credits' money in cents. Each is the difference of two rounded balances, so that what is
 * shown adds up to the cent.
 */
export function moneyInCents(lines: MonthLines): {
  readonly opening: number
  readonly changes: readonly { readonly name: MonthFigureName; readonly cents: number }[]
  readonly closing: number
} {
  const opening = centsOf(lines.millicents_opening)
  let exact = lines.millicents_opening
  let shown = opening
  const changes = changesOf.millicents.map((name) => {
    exact += lines[name]
    const cents = centsOf(exact) - shown
    shown += cents
    return { name, cents }
  })
  return { opening, changes, closing: shown }
}
