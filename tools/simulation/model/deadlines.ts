import { isAnswerOver } from './answer-times.ts'
import { daysHeldBy } from './calendar.ts'
import { expireProposals } from './dates.ts'
import { resolveDeposit } from './deposits.ts'
import { complete, undo } from './rentals.ts'
import { count, type Model, type Rental } from './state.ts'

const DAY_MS = 86_400_000

/** The automatic deadlines, one job at a time. */
export function deadlines(model: Model, today: string): void {
  const each = (
    is: (rental: Rental) => boolean,
    by: 'answerBy' | 'end' | 'returnedAt',
    act: (rental: Rental) => void,
  ) => inOrder(model, is, by).forEach(act)
  each(
    (rental) => isAnswerOver(model, rental),
    'answerBy',
    (rental) => {
      count(model, 'request ended without an answer')
      undo(model, rental, 'never_answered')
    },
  )
  expireProposals(model)
  const isUndelivered = ({ state, end }: Rental) => state === 'confirmed' && end < today
  each(
    (rental) => isUndelivered(rental) && rental.requestedAt === null,
    'end',
    (rental) => {
      rental.requestedAt = model.now
    },
  )
  each(
    (rental) =>
      isUndelivered(rental) && (rental.requestedAt ?? model.now) <= model.now - 3 * DAY_MS,
    'end',
    (rental) => {
      undo(model, rental, 'never_delivered')
      rental.mayReopen = true
    },
  )
  each(
    ({ state, returnedAt }) => state === 'back' && returnedAt <= model.now - 7 * DAY_MS,
    'returnedAt',
    (rental) => complete(model, rental),
  )
  releaseClaims(model)
}

/** Releases the rest of a deposit two days after an amount was withheld. */
export function releaseClaims(model: Model): void {
  const isDue = ({ withheld, isReleased, withheldAt, isLost, finalAt }: Rental) =>
    withheld > 0 &&
    !isReleased &&
    withheldAt <= model.now - 2 * DAY_MS &&
    // The item may turn up.
    !(isLost && finalAt === null)
  for (const rental of inOrder(model, isDue, 'withheldAt')) {
    rental.isReleased = true
    resolveDeposit(model, rental.deposit)
  }
}

function inOrder(
  model: Model,
  is: (rental: Rental) => boolean,
  by: 'answerBy' | 'end' | 'returnedAt' | 'withheldAt',
): Rental[] {
  const order = (a: Rental, b: Rental) => (a[by] === b[by] ? a.id < b.id : a[by] < b[by])
  return model.rentals.filter(is).toSorted((a, b) => (order(a, b) ? -1 : 1))
}

/** The nightly job: removes the periods of completed rentals that have passed. */
export function removePastPeriods(model: Model, today: string): void {
  for (const rental of model.rentals) {
    const held = rental.state === 'completed' ? daysHeldBy(rental) : null
    if (held && held.end < today) rental.periodRemoved = true
  }
}
