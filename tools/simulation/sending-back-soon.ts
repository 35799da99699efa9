import { addDays } from '#domain/shared/time/calendar-date.ts'
import { closeAccount } from './closing-accounts.ts'
import { freeItems, rentedBy, waitUntil } from './episodes.ts'
import { whyNotClose } from './model/closing.ts'
import type { Rental } from './model/state.ts'
import {
  answerFor,
  changeFitReturns,
  decideFor,
  requestFor,
  watch,
  withdrawFor,
} from './requesting-returns.ts'
import { type Action, type Simulation, today } from './simulation.ts'
import { takeOne, undoLast } from './stepping.ts'

const HOUR_MS = 3_600_000

/** A renter requests a return soon after delivery; the item is back before or after the answer. */
export const sendBackSoon: Action = async (play) => {
  const { world, model, random } = play
  const start = today(play)
  const end = addDays(start, random.between(0, 6))
  const free = freeItems(play, start, end)
  const last = world.closets.slice(3).map(({ id }) => id)
  // Rarely items of the last closets, because a closet with an open rental cannot leave.
  const isLast = random.oneIn(8)
  const some = free.filter(({ lister }) => last.includes(lister) === isLast)
  const ofAdmins = some.filter(({ earns }) => !earns)
  const item = random.one(ofAdmins.length > 0 && random.oneIn(4) ? ofAdmins : some)
  const rental = item && (await rentedBy(play, item, start, end))
  const renter = world.people.find(({ id }) => id === rental?.renter)
  if (!rental || !renter) return 'everybody'
  await takeOne(play, rental, 'deliver')
  await waitUntil(play, model.now + random.between(0, 23) * HOUR_MS)
  if (random.oneIn(4)) await changeFitReturns(play, item)
  await requestFor(play, rental, renter)
  const before = random.oneIn(3) ? 2 : random.between(0, 2)
  if (before > 0) await takeOne(play, rental, 'return')
  if (before > 1) await takeOne(play, rental, 'approve')
  const closet = world.closets.find(({ id }) => id === item.lister)
  if (closet && whyNotClose(model, closet.id) === 'return-request-open')
    await closeAccount(play, closet)
  await concludeReturn(play, rental)
  if (before === 0 && random.oneIn(2)) await takeOne(play, rental, 'return')
  if (random.oneIn(4)) await undoLast(play, rental)
  return 'everybody'
}

async function concludeReturn(play: Simulation, rental: Rental): Promise<void> {
  const { model, random } = play
  const any = random.pick(['accepted', 'contested', 'contested', 'silence', 'later'] as const)
  // An admin may not decide about their own item.
  const how = rental.item.earns ? any : 'contested'
  if (how === 'later') return
  if (how === 'silence') {
    await waitUntil(play, rental.returnRequest?.answerDueAt ?? model.now)
    if (random.oneIn(3)) await answerFor(play, rental, random.oneIn(2))
    await watch(play)
    return
  }
  await answerFor(play, rental, how === 'accepted')
  if (how === 'accepted') return
  if (random.oneIn(3)) await answerFor(play, rental, random.oneIn(2))
  if (random.oneIn(4)) await withdrawFor(play, rental)
  for (let times = random.between(1, 3); times > 0; times--) await decideFor(play, rental)
}
