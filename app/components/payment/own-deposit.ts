import type { RentProblem } from '#domain/booking/rentals/rentals.ts'
import { DEPOSIT_CENTS } from '#domain/money/checkout/deposit-price.ts'
import type { DepositState } from '#domain/money/deposits/deposits.ts'

/** Why a deposit covers no new rental, and how much has to be added; 0 if nothing can be. */
export type BarredDeposit = Pick<
  Extract<RentProblem, { reason: 'deposit-barred' }>,
  'why' | 'topUpCents'
>

/** Whether the viewer's deposit covers another rental. */
export type OwnDeposit = 'paid' | 'missing' | BarredDeposit

export function ownDeposit(deposit: DepositState | null): OwnDeposit {
  if (!deposit) return 'missing'
  const { barred: why, topUpCents } = deposit
  return why ? { why, topUpCents } : 'paid'
}

/** Cents to pay until the deposit covers the rental; null when no payment does that. */
export function missingDeposit(deposit: OwnDeposit | null): number | null {
  if (deposit === 'paid') return 0
  return deposit === null || deposit === 'missing' ? DEPOSIT_CENTS : deposit.topUpCents || null
}
