import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { fileFor, release } from './appealing.ts'
import { closeAccount } from './closing-accounts.ts'
import { solventShopper } from './coming-late.ts'
import { compareLists, reverseOne } from './differing.ts'
import { requestFinal } from './leaving.ts'
import { isFree, isLive } from './model/calendar.ts'
import { whyNotClose } from './model/closing.ts'
import { openRentals } from './model/deposits.ts'
import { instantOf } from './model/local-time.ts'
import { pass } from './model/provider.ts'
import type { Entry, Item, Rental } from './model/state.ts'
import { endPastWaits } from './passing.ts'
import { attemptTransfer, payMonth } from './paying-closets.ts'
import { leave, setUp } from './payout-setup.ts'
import { handleWebhooks } from './providing.ts'
import { cancel, rent, requestRefundFor } from './renting.ts'
import { type Action, note, type Simulation, someone, today } from './simulation.ts'
import { takeOne } from './stepping.ts'
import { joinForLastDay, joinLine, runWaitlist } from './waiting.ts'

// Sequences of actions that random choice rarely produces.

const DAY_MS = 86_400_000

/** A small closet's item is rented, returned and reviewed in a day; then the closet leaves. */
export const rentForADay: Action = async (play) => {
  const { world, model, random } = play
  const date = today(play)
  const few = world.closets.slice(2)
  const item = random.one(freeItems(play, date, date).filter(({ lister }) => isOneOf(few, lister)))
  const closet = few.find(({ id }) => id === item?.lister)
  const rental = item && (await rentedBy(play, item, date, date))
  if (!rental || !closet) return 'everybody'
  const isWithheld = random.oneIn(2)
  for (const step of ['deliver', 'return', isWithheld ? 'keep' : 'approve'] as const)
    await takeOne(play, rental, step)
  if (whyNotClose(model, closet.id) !== 'done' && random.oneIn(2)) await closeAccount(play, closet)
  else await requestFinal(play, closet)
  const renter = world.people.find(({ id }) => id === rental.renter)
  if (!isWithheld || !renter) return 'everybody'
  const isLater = random.oneIn(3)
  if (isLater) {
    await waitUntil(play, model.now + 2 * DAY_MS)
    await release(play)
  }
  await fileFor(play, rental, renter, random.oneIn(5) ? ' ' : 'It was torn before.')
  if (openRentals(model, rental.deposit) === 0) await requestRefundFor(play, renter)
  return 'everybody'
}

const isOneOf = (people: readonly { readonly id: string }[], id: string) =>
  people.some((one) => one.id === id)

/**
 * Closets are paid. Meanwhile one leaves, or its transfer is confirmed only by an event, or part of
 * it is reversed and only the comparison finds that.
 */
export const payWithFault: Action = async (play) => {
  const { world, model, random } = play
  await payMonth(play)
  const pending = model.payouts.transfers.filter(({ status }) => status === 'pending')
  const transfer = random.one(pending)
  const closet = world.closets.find(({ id }) => id === transfer?.owner)
  if (!transfer || !closet) return 'everybody'
  const what = random.pick(['the closet leaves', 'the answer is lost', 'taken back'] as const)
  if (what === 'taken back') {
    await attemptTransfer(play, transfer, null)
    await reverseOne(play)
    await compareLists(play)
    return 'everybody'
  }
  if (what === 'the closet leaves') {
    if (await leave(play, closet)) await setUp(play, closet)
    return 'everybody'
  }
  await attemptTransfer(play, transfer, 'the answer')
  for (let times = 0; times < 3 && play.mail.length > 0; times++) await handleWebhooks(play)
  return 'everybody'
}

/** A shopper lets an offer expire twice, uses part of it, or waits until its first day. */
export const letOffersExpire: Action = async (play) => {
  const { world, model, random } = play
  const start = addDays(today(play), random.between(5, 9))
  const dates = { start, end: addDays(start, 4) }
  const item = random.one(freeItems(play, start, dates.end))
  const shopper = item && (await solventShopper(play, item))
  if (!item || !shopper) return null
  const how = random.pick(['twice', 'twice', 'in part', 'first day'] as const)
  for (let times = 0; times < 3; times++) {
    const rental = await rentedBy(play, item, start, dates.end)
    if (!rental || rental.renter === shopper.id) break
    if ((await joinLine(play, shopper, item, dates)) !== 'done') break
    await cancel(play, rental, null)
    const entry = model.entries.findLast((one) => one.shopper === shopper.id)
    if (!entry?.offer) break
    if (how !== 'twice') await joinForLastDay(play, entry)
    if (how === 'in part') await rent(play, shopper, item, { start, end: start })
    await waitUntil(play, how === 'first day' ? instantOf(entry.start, 0) : endOf(entry))
    if (how === 'first day') await endPastWaits(play)
    else await runWaitlist(play)
    if (how !== 'twice') break
  }
  return 'everybody'

  function endOf({ offer }: Entry): number {
    return offer?.endsAt ?? world.clock.now().getTime()
  }
}

/** A shopper joins one waitlist after another, until the limit. */
export const waitForMany: Action = async (play) => {
  const { model, random } = play
  const shopper = someone(play)
  const tomorrow = addDays(today(play), 1)
  const taken = model.rentals.filter((one) => isLive(one) && one.end > tomorrow && !one.item.paused)
  const highValue = taken.filter(({ item }) => item.isHighValue)
  for (const { item, start, end } of [...highValue, ...random.shuffle(taken)].slice(0, 12)) {
    const [first, last] = [parseCalendarDate(start), parseCalendarDate(end)]
    if (!first || !last) continue
    const dates = { start: first > tomorrow ? first : tomorrow, end: last }
    if ((await joinLine(play, shopper, item, dates)) === 'too-many-entries') break
  }
  return []
}

export function freeItems(
  play: Simulation,
  start: CalendarDate,
  end: CalendarDate,
): readonly Item[] {
  return play.model.items.filter(
    (one) =>
      !one.paused &&
      !one.retired &&
      !one.isHighValue &&
      isFree(play.model, one, { start, end }, today(play)),
  )
}

/** A rental by a person who can pay; undefined if it was refused. */
export async function rentedBy(
  play: Simulation,
  item: Item,
  start: CalendarDate,
  end: CalendarDate,
): Promise<Rental | undefined> {
  const renter = await solventShopper(play, item)
  const before = play.model.rentals.length
  if (renter) await rent(play, renter, item, { start, end })
  return play.model.rentals[before]
}

export async function waitUntil(play: Simulation, at: number): Promise<void> {
  const { world, model } = play
  const seconds = Math.max(0, Math.ceil((at - model.now) / 1000)) + 1
  note(play, `${Math.round(seconds / 3600)} hours pass`)
  world.clock.advance({ seconds })
  pass(model, world.clock.now().getTime())
}
