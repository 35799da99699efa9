import { expect, test } from 'vitest'
import { type ChosenHandover, handovers } from '#db/enums.ts'
import { pointOfPlace, readReach } from '#domain/catalogue/reach/reach.ts'
import { chooseHandover, comesBy, handoverOffer } from './chosen-handover.ts'

function offer(reach: string, place: string | null) {
  const point = place === null ? null : pointOfPlace(place)
  return handoverOffer(readReach(reach), point && { point })
}

/** What becomes of no choice, and of each choice. */
function answers(reach: string, place: string | null) {
  const answer = (chosen: ChosenHandover | null) => {
    const outcome = chooseHandover(offer(reach, place), chosen)
    return outcome.ok ? outcome.value : outcome.problem.reason
  }
  return [answer(null), ...handovers.map(answer)]
}

const [out, not] = ['out-of-area', 'handover-not-offered'] as const

test.for([
  // Within the area of the closet: delivered, unless another way is chosen.
  ['78701~d~10', '78745', ['delivery', 'delivery', not, not, 'delivery']],
  ['78701~dps~10', '78745', ['delivery', 'delivery', 'pickup', 'shipping', 'delivery']],
  // Outside: one of the ways that remain, or the closet is asked.
  ['78701~d~10', '10001', [out, out, not, not, 'ask']],
  ['78701~dps~10', '10001', [out, out, 'pickup', 'shipping', 'ask']],
  ['78701~p~', '78701', [out, out, 'pickup', not, 'ask']],
  // Nobody knows how far it is: nothing is refused that the closet offers.
  ['78701~dp~10', null, [null, 'delivery', 'pickup', not, null]],
  ['~d~10', '10001', [null, 'delivery', not, not, null]],
  ['~p~', '10001', [out, out, 'pickup', not, 'ask']],
  ['78701~p~', null, [null, not, 'pickup', not, null]],
] as const)('%s for %s', ([reach, place, expected]) => {
  expect(answers(reach, place)).toEqual(expected)
})

test('without a choice, an item that comes to the renter is delivered or shipped', () => {
  expect(comesBy(offer('78701~ds~10', '78745'))).toEqual({ ok: true, value: 'delivery' })
  expect(comesBy(offer('78701~ds~10', '10001'))).toEqual({ ok: true, value: 'shipping' })
  expect(comesBy(offer('78701~ds~10', null))).toEqual({ ok: true, value: null })
  expect(comesBy(offer('78701~dp~10', '10001'))).toMatchObject({ ok: false })
})
