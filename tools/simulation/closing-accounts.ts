import type { ClosetOwner } from '#domain/shared/actors.ts'
import { requestFinal } from './leaving.ts'
import { writeAbout } from './messaging.ts'
import { close, hasFinalTransfer, whyNotClose } from './model/closing.ts'
import { hasOpenRentals } from './model/transfers.ts'
import { attemptTransfer, correct } from './paying-closets.ts'
import { rent, someoneWhoRents } from './renting.ts'
import { type Action, expectOutcome, note, type Simulation, same, today } from './simulation.ts'

/** A closet tries to delete its account, usually when it cannot yet. */
export const closeOne: Action = async (play) => {
  const { world, model, random } = play
  const blocked = world.closets.filter(({ id }) => whyNotClose(model, id) !== 'done')
  const unusual = blocked.filter(({ id }) => whyNotClose(model, id) !== 'rental-open')
  const appealed = blocked.filter(({ id }) => whyNotClose(model, id) === 'appeal-open')
  const paid = leavingClosets(play).filter(({ id }) => hasFinalTransfer(model, id))
  const rare = appealed.length > 0 ? appealed : unusual
  const likely = random.oneIn(2) && rare.length > 0 ? rare : blocked
  const closet = random.one(random.oneIn(2) && paid.length > 0 ? paid : likely)
  return closet ? await closeAccount(play, closet) : null
}

/** A closet is sent all that it is owed and deletes its account. */
export const leaveShop: Action = async (play) => {
  const { model, random } = play
  const ready = leavingClosets(play).filter(
    ({ id }) => model.payouts.known.get(id)?.state === 'ready',
  )
  // A lender leaves as soon as it can; then its items cannot be rented or asked about.
  const lender = ready.find(
    ({ id }) => !hasOpenRentals(model, id) && model.items.some(({ lister }) => lister === id),
  )
  const closet = lender ?? random.one(ready)
  if (!closet) return null
  await correct(play, closet.id, random.between(1, 2400), 'Dry cleaning')
  const transfer = await requestFinal(play, closet)
  if (transfer && !random.oneIn(4)) await attemptTransfer(play, transfer, null)
  await closeAccount(play, closet)
  if (!model.left.has(closet.id)) return 'everybody'
  await correct(play, closet.id, 500, 'Dry cleaning')
  const item = random.one(model.items.filter(({ lister }) => lister === closet.id))
  const start = today(play)
  if (item) await rent(play, someoneWhoRents(play), item, { start, end: start })
  if (item) await writeAbout(play, item)
  return 'everybody'
}

/** The closets that may leave; the first three keep the town going. */
function leavingClosets({ world }: Simulation): readonly ClosetOwner[] {
  return world.closets.slice(3)
}

export async function closeAccount(play: Simulation, closet: ClosetOwner) {
  const { world, model } = play
  note(play, `${closet.id} deletes its account`)
  expectOutcome(play, 'close account', await world.closeAccount(closet), close(model, closet.id))
  const gone = await world.db
    .selectFrom('user_profiles')
    .select('id')
    .where('deleted_at', 'is not', null)
    .execute()
  const inOrder = (ids: readonly string[]) => ids.toSorted().join()
  same('who has left', inOrder(gone.map(({ id }) => id)), inOrder([...model.left]))
  return 'everybody' as const
}
