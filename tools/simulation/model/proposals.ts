import { restoreDifference } from './lots.ts'
import { count, type Model, type Rental } from './state.ts'

/** A rental no longer has other dates to answer; what they cost more is back. False without any. */
export function dropProposal(model: Model, rental: Rental): boolean {
  const { proposed } = rental
  if (!proposed) return false
  rental.proposed = null
  restoreDifference(model, rental, proposed.credits, true)
  count(model, `other dates dropped: ${proposed.credits > 0 ? 'credits back' : 'no credits'}`)
  return true
}
