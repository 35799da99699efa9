import type { RentProblem } from '#domain/booking/rentals/rentals.ts'
import { dollars } from '#domain/shared/cents.ts'

/** Why a deposit covers no new rental, and how much has to be added; 0 if nothing can be. */
export type BarredDeposit = Pick<
  Extract<RentProblem, { reason: 'deposit-barred' }>,
  'why' | 'topUpCents'
>

/** Shown when the payment page could not be opened; the server has the same message. */
export const DEPOSIT_NOT_OPENED = 'Error: Failed to create deposit checkout'

const WHY = {
  'partly-withheld': 'Part of your deposit was kept',
  'partly-lost': 'Part of your deposit went back to your card after a dispute',
  'being-refunded': 'Part of your deposit was refunded',
  disputed: 'Your deposit payment is disputed',
} satisfies Record<BarredDeposit['why'], string>

/** The same as a sentence, with what the shopper can do. */
export function barredInWords({ why, topUpCents }: BarredDeposit): string {
  if (topUpCents > 0) return `${WHY[why]}. Add ${dollars(topUpCents)} to rent again.`
  if (why === 'disputed') return `${WHY[why]}. You can rent again when the dispute is resolved.`
  return `${WHY[why]}, so it cannot cover another rental. You can pay a new one when your open rentals have ended.`
}

/** The amount that a review withheld from a deposit, and how much of it an appeal has returned. */
export function withheldInWords(
  whose: 'your' | 'the',
  { withheldCents, returnedCents }: { withheldCents: number; returnedCents: number },
): string {
  const sentence = `${dollars(withheldCents)} of ${whose} deposit was kept`
  if (returnedCents === 0) return `${sentence}.`
  const returned = returnedCents === withheldCents ? 'all' : dollars(returnedCents)
  return `${sentence}, and ${returned} of it was returned after an appeal.`
}
