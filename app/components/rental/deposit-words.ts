import type { RentProblem } from '#domain/rentals/rentals.ts'

export type BarredDeposit = Extract<RentProblem, { reason: 'deposit-barred' }>['why']

/** Why a deposit that is held serves no new rental, and what to do about it. */
export const DEPOSIT_BARRED = {
  'partly-kept':
    'Part of your deposit was kept, so it cannot serve another rental. You can pay a new one as soon as your open rentals are settled.',
  'being-refunded':
    'Your deposit is on its way back to you. You can pay a new one when the refund is through.',
  disputed: 'The payment of your deposit is disputed. You can rent again when that is settled.',
} satisfies Record<BarredDeposit, string>
