import type { BarredDeposit } from '#app/components/payment/own-deposit.ts'
import { isIn, type RentalStage } from '#domain/booking/rentals/stage/rental-stage.ts'
import type { SecuringDeposit } from '#domain/money/deposits/deposits.ts'
import { dollars } from '#domain/shared/cents.ts'
import { counted } from '#domain/shared/figures.ts'

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

type Whose = 'your' | 'the renter’s'

/** What is left of a deposit and how many rentals it secures, in the words for everybody. */
export function depositSentence(whose: Whose, deposit: SecuringDeposit): string {
  const full = dollars(deposit.fullCents)
  const secures = `secures ${deposit.rentals === 0 ? 'no rental' : counted(deposit.rentals, 'rental')}`
  if (deposit.leftCents >= deposit.fullCents)
    return `${whose === 'your' ? 'Your' : 'The renter’s'} ${full} deposit ${secures}`
  return `${dollars(deposit.leftCents)} left of ${whose} ${full} deposit, which ${secures}`
}

type SecuredRental = {
  readonly stage: RentalStage
  readonly withheldCents: number
  readonly returnedCents: number
  /** Cents held when it was requested. */
  readonly depositCents: number
  readonly deposit: SecuringDeposit | null
}

/** What secures a rental; once it is over, what was kept for it. */
export function depositOfRental(whose: Whose, rental: SecuredRental): string {
  const { withheldCents, returnedCents, depositCents, deposit } = rental
  if (withheldCents > 0)
    return `${dollars(withheldCents)} of ${dollars(depositCents)} kept${
      returnedCents > 0 ? `, ${dollars(returnedCents)} of that returned` : ''
    }`
  if (isIn(rental.stage, 'over')) return 'None kept'
  return deposit ? depositSentence(whose, deposit) : 'None'
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
