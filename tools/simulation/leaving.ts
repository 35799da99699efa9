import { requestFinalTransfer } from '#domain/money/payouts/transfers/final-transfer.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import type { Transfer } from './model/payout-state.ts'
import { hasHeldEarnings, hasOpenRentals, requestFinal as requested } from './model/transfers.ts'
import { learnId } from './paying-closets.ts'
import { type Action, expectOutcome, note, type Simulation } from './simulation.ts'

/** A closet that leaves requests all that it is owed, however little; sometimes twice at once. */
export const requestFinalOne: Action = async (play) => {
  const { world, model, random } = play
  const isReady = ({ id }: ClosetOwner) => model.payouts.known.get(id)?.state === 'ready'
  const ready = world.closets.filter(isReady)
  const waiting = ready.filter(({ id }) => !hasOpenRentals(model, id) && hasHeldEarnings(model, id))
  // Requests that are too early are rare, so other requests are skipped more often.
  if (waiting.length === 0 && !random.oneIn(3)) return null
  const some = waiting.length > 0 ? waiting : random.oneIn(3) ? world.closets : ready
  await requestFinal(play, random.one(some) ?? random.pick(world.closets))
  return []
}

export async function requestFinal(
  play: Simulation,
  closet: ClosetOwner,
): Promise<Transfer | null> {
  const { world, model, random } = play
  note(play, `${closet.id} leaves, and asks for its final transfer`)
  const answer = () => requestFinalTransfer(world.db, closet, world.stripe, world.clock.now())
  const answers = random.oneIn(4) ? await Promise.all([answer(), answer()]) : [await answer()]
  const { answer: expected, started } = requested(model, closet.id)
  const [first, ...others] = answers.toSorted((a, b) => Number(b.ok) - Number(a.ok))
  if (first) expectOutcome(play, 'final transfer', first, expected)
  if (started) await learnId(play, started)
  for (const one of others)
    expectOutcome(play, 'final transfer again', one, requested(model, closet.id).answer)
  return started ?? null
}
