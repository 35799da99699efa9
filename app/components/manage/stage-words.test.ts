import { expect, test } from 'vitest'
import { type RentalStage, rentalStages } from '#domain/booking/rentals/stage/rental-stage.ts'
import { day, listedRental } from '#test/make/listed-rental.ts'
import { stageWords } from './stage-words.ts'

test('a past rental says how much of the withheld amount an appeal has returned', () => {
  const words = (returnedCents: number) => {
    const withheld = {
      conditionStatus: 'deposit_kept',
      withheldCents: 2000,
      returnedCents,
    } as const
    return stageWords(
      listedRental('completed', '2026-11-19', '2026-11-25', withheld),
      day('2026-12-01'),
      'UTC',
    ).sentence
  }
  expect([words(0), words(500), words(2000)]).toEqual([
    '$20.00 of the deposit was kept.',
    '$20.00 of the deposit was kept, and $5.00 of it was returned after an appeal.',
    '$20.00 of the deposit was kept, and all of it was returned after an appeal.',
  ])
})

/** The stage and sentence for an admin who is the renter, if the sentence is a different one. */
function wordsForRenter(stage: RentalStage, today: string) {
  const words = (isForOthers: boolean) => {
    const answerBy = new Date('2026-11-18T18:00:00Z')
    const more = { isForOthers, answerBy, sentBackTracking: '1Z' }
    const rental = listedRental(stage, '2026-11-19', '2026-11-25', more)
    return stageWords(rental, day(today), 'UTC').sentence
  }
  return words(true) === words(false) ? [] : [[stage, words(true)]]
}

test('an admin is not asked to take the steps of their own rental', () => {
  const answer =
    'The closet or another admin can answer until Wed, Nov 18, 6 PM UTC. After that, we will cancel the request.'
  expect(rentalStages.flatMap((stage) => wordsForRenter(stage, '2026-11-20'))).toEqual([
    ['requested', answer],
    ['confirmed', 'Its delivery was due on Nov 19, 2026.'],
    ['sent-back', 'You sent it back. Tracking number: 1Z.'],
    ['returned', 'Returned. Its condition has not been checked yet.'],
  ])
  expect(wordsForRenter('confirmed', '2026-11-19')).toEqual([
    ['confirmed', 'Its delivery is due on Nov 19, 2026.'],
  ])
})
