import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { PanelRental, RunRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import { ownCredits } from '#domain/booking/rentals/records/own-credits.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** '21 credits', and how many the renter paid if goodwill credits covered the rest of a swap. */
export function priceInWords(rental: PanelRental): string {
  const [price, paid] = [creditsInWords(rental.totalCredits), ownCredits(rental)]
  return rental.swapGoodwill > 0 ? `${price}, ${paid} of them paid by the renter` : price
}

/** What is returned if the rental is cancelled, for the question before it. */
export function refundAhead(rental: RunRental): string {
  const credits = creditsInWords(ownCredits(rental))
  if (rental.isForOthers) return `You get ${credits} back. You will get an email.`
  return isolated(`${rental.renter.fullName} gets ${credits} back and will get an email.`)
}

/** What was returned, with the amount if it is not the price. */
export function refundMade(rental: PanelRental): string {
  const paid = ownCredits(rental)
  return rental.swapGoodwill > 0
    ? `The renter’s ${creditsInWords(paid)} were returned`
    : 'The renter’s credits were returned'
}
