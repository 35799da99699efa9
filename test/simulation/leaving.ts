import { requestFinalTransfer } from '#domain/payouts/final-transfer.ts'
import { requestFinal } from './model/transfers.ts'
import { learnId } from './paying-closets.ts'
import { type Action, agreed, note } from './play.ts'

/** A closet that leaves asks for all that it is owed, however little; sometimes twice at once. */
export const requestFinalOne: Action = async (play) => {
  const { world, model, random } = play
  // The last two have few rentals, so more often nothing is open.
  const closet = random.pick(random.oneIn(3) ? world.closets : [world.closets[2], world.closets[3]])
  note(play, `${closet.id} leaves, and asks for its final transfer`)
  const answer = () => requestFinalTransfer(world.db, closet, world.clock.now())
  const answers = random.oneIn(4) ? await Promise.all([answer(), answer()]) : [await answer()]
  const { answer: expected, started } = requestFinal(model, closet.id)
  const [first, ...others] = answers.toSorted((a, b) => Number(b.ok) - Number(a.ok))
  if (first) agreed(play, 'final transfer', first, expected)
  if (started) await learnId(play, started)
  for (const one of others)
    agreed(play, 'final transfer again', one, requestFinal(model, closet.id).answer)
  return []
}
