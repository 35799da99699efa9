import type { DateRange } from '#domain/booking/calendar/calendar.ts'
import { offerDueDays } from '#domain/booking/waitlist/due-entries.ts'
import { joinWaitlist, leaveWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import { expireOffers } from '#domain/booking/waitlist/waitlist-deadlines.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { isLive, isOut } from './model/calendar.ts'
import type { Entry, Item, Model, Rental } from './model/state.ts'
import {
  expireOffers as expired,
  isWaitedFor,
  join,
  leave,
  offerDue,
  whyNotJoin,
} from './model/waitlist.ts'
import { rent, someoneWhoRents } from './renting.ts'
import {
  type Action,
  expectOutcome,
  note,
  outcomeCode,
  type Simulation,
  someone,
  TIME_ZONE,
  type Touched,
  today,
} from './simulation.ts'

/** Joins the waitlist of an item, usually for days on which it is taken. */
export const joinOne: Action = async (play) => {
  const { random } = play
  const again = random.oneIn(4) ? random.one(expiredEntries(play)) : undefined
  const shopper = again ? findShopper(play, again.shopper) : chooseWaitingShopper(play)
  if (!shopper) return null
  const place = random.oneIn(2) && !again ? placeToWait(play) : null
  const item = again?.item ?? place?.item ?? itemToWaitFor(play, shopper)
  if (!item) return null
  await joinLine(play, shopper, item, place?.dates ?? datesToWait(play, item))
  return []
}

/** Often a shopper who already waits for many items, or who could pay. */
function chooseWaitingShopper(play: Simulation): Shopper | undefined {
  const { world, model, random } = play
  const places = ({ id }: Shopper) =>
    model.entries.filter((one) => one.shopper === id && isOpen(one)).length
  const busiest = world.people.toSorted((a, b) => places(b) - places(a))[0]
  if (random.oneIn(2)) return busiest
  return random.oneIn(2) ? someone(play) : someoneWhoRents(play)
}

/** Expired offers of shoppers who no longer wait for the rented item; often their second ones. */
function expiredEntries(play: Simulation): readonly Entry[] {
  const { entries, rentals } = play.model
  const date = today(play)
  const back = entries.filter(
    (one) =>
      one.status === 'expired' &&
      rentals.some((rental) => rental.item === one.item && isLive(rental) && rental.end > date) &&
      !entries.some((other) => isTheSame(one, other) && isOpen(other)),
  )
  const twice = back.filter((one) => back.some((other) => other !== one && isTheSame(one, other)))
  return twice.length > 0 && play.random.oneIn(2) ? twice : back
}

function isTheSame(one: Entry, other: Entry): boolean {
  return one.item === other.item && one.shopper === other.shopper
}

/** A shopper waits for the last day of an offer, which is free if the offer is not fully used. */
export const joinBehind: Action = async (play) => {
  const { world, model, random } = play
  const date = today(play)
  const long = model.entries.filter((one) => one.offer && one.end > one.start && one.end > date)
  const shareable = long.filter(({ item }) => item.advanceBooking)
  const entry = random.one(shareable.length > 0 && !random.oneIn(4) ? shareable : long)
  if (!entry) return null
  const joined = await joinForLastDay(play, entry)
  const owner = world.people.find(({ id }) => id === entry.shopper)
  const start = parseCalendarDate(entry.start)
  if (!owner || !start || random.oneIn(2)) return joined
  return await rent(play, owner, entry.item, { start, end: start })
}

/** Another shopper waits for the last of these days. */
export async function joinForLastDay(play: Simulation, held: Rental | Entry): Promise<Touched> {
  const holder = 'renter' in held ? held.renter : held.shopper
  const shopper = chooseWaitingShopper(play)
  const day = parseCalendarDate(held.end)
  if (!day || !shopper || shopper.id === holder) return null
  await joinLine(play, shopper, held.item, { start: day, end: day })
  return []
}

/** Whether the shopper gets an offer for another item when this one ends. */
export function isDueElsewhere({ entries }: Model, offer: Entry): boolean {
  return entries.some((one) => one.shopper === offer.shopper && one.dueSince !== null)
}

const isOpen = ({ status }: Entry) => status === 'waiting' || status === 'offered'

function findShopper({ world }: Simulation, id: string | undefined): Shopper | undefined {
  return [...world.people, ...world.crowd].find((one) => one.id === id)
}

/** Usually a rented item for which the shopper does not wait yet. */
function itemToWaitFor({ model, random }: Simulation, shopper: Shopper): Item | undefined {
  const isNew = (item: Item) =>
    model.rentals.some((one) => one.item === item && isLive(one)) &&
    !model.entries.some((one) => one.item === item && one.shopper === shopper.id && isOpen(one))
  const isDear = random.oneIn(12)
  const some = isDear ? model.items.filter((one) => one.isHighValue) : model.items
  return random.one(isDear || random.oneIn(4) ? some : model.items.filter(isNew))
}

/** Days that can become free: taken because the item is late, at risk, offered or blocked. */
function placeToWait(play: Simulation): { readonly item: Item; readonly dates: DateRange } | null {
  const { model, random } = play
  const date = today(play)
  const late = model.rentals.filter((one) => isOut(one) && one.end < date)
  const atRisk = model.rentals.filter((one) => one.atRisk && isLive(one))
  const offers = model.entries.filter(({ offer, item }) => offer && item.advanceBooking)
  const kinds = [
    late.map(({ item }) => ({ item, day: addDays(date, random.between(1, 4)) })),
    atRisk.map(({ item, end }) => ({ item, day: parseCalendarDate(end) })),
    offers.map(({ item, end }) => ({ item, day: parseCalendarDate(end) })),
    model.items.flatMap((item) =>
      [...item.blocked].map((day) => ({ item, day: parseCalendarDate(day) })),
    ),
    model.holidays.flatMap(({ lister, start }) => {
      const item = random.one(model.items.filter((one) => one.lister === lister))
      return item ? [{ item, day: parseCalendarDate(start) }] : []
    }),
  ].map((places) => places.filter(({ day }) => day !== null && day > date))
  const place = random.one(random.one(kinds.filter((places) => places.length > 0)) ?? [])
  return place?.day ? { item: place.item, dates: { start: place.day, end: place.day } } : null
}

function datesToWait(play: Simulation, item: Item): DateRange {
  const { model, random } = play
  const date = today(play)
  const days = random.between(0, 7)
  const taken = model.rentals.filter((one) => one.item === item && isLive(one) && one.end > date)
  const rental = random.oneIn(6) ? undefined : random.one(taken)
  const first = parseCalendarDate(rental?.start)
  const early = random.oneIn(12) ? -1 : random.oneIn(8) ? 0 : random.between(1, 20)
  const start = first ? later(addDays(first, random.between(-2, 3)), addDays(date, 1)) : null
  const chosen = start ?? addDays(date, early)
  return { start: chosen, end: addDays(chosen, random.oneIn(20) ? -1 : days) }
}

function later(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one > other ? one : other
}

export async function joinLine(
  play: Simulation,
  shopper: Shopper,
  item: Item,
  dates: DateRange,
): Promise<string> {
  const { world, model, random } = play
  const { start, end } = dates
  note(play, `${shopper.fullName} waits for ${item.id} from ${start} to ${end}`)
  const input = { shopper: shopper.id, item, dates }
  const expected = whyNotJoin(model, input)
  const ask = { itemId: item.id, ...dates, timeZone: TIME_ZONE }
  const answer = () => joinWaitlist(world.db, shopper, ask, world.clock.now(), today(play))
  const answers = random.oneIn(6) ? await Promise.all([answer(), answer()]) : [await answer()]
  const joined = answers.find((one) => one.ok) ?? answers[0]
  if (!joined) return expected
  expectOutcome(play, 'join', joined, expected)
  if (joined.ok) join(model, input, joined.value.entryId)
  const then = whyNotJoin(model, input)
  for (const one of answers) if (one !== joined) expectOutcome(play, 'join again', one, then)
  return outcomeCode(joined)
}

/** Many shoppers wait for the days of one rental, until its waitlist is full. */
export const fillWaitlist: Action = async (play) => {
  const { world, random, model } = play
  const tomorrow = addDays(today(play), 1)
  const popular = model.items.slice(0, 2)
  const wanted = model.rentals.filter(
    (one) => isLive(one) && popular.includes(one.item) && one.end > tomorrow,
  )
  const rental = random.one(wanted)
  const first = parseCalendarDate(rental?.start)
  const end = parseCalendarDate(rental?.end)
  if (!rental || !first || !end) return null
  const dates = { start: later(first, tomorrow), end }
  for (const shopper of random.shuffle(world.crowd)) {
    const answered = await joinLine(play, shopper, rental.item, dates)
    if (answered === 'waitlist-full' || random.oneIn(40)) break
  }
  return []
}

export const leaveOne: Action = async (play) => {
  const { world, model, random } = play
  const open = model.entries.filter(isOpen)
  const offers = open.filter(({ offer }) => offer)
  const dueElsewhere = offers.filter((one) => isDueElsewhere(model, one))
  const offered = dueElsewhere.length > 0 && random.oneIn(2) ? dueElsewhere : offers
  const some = random.oneIn(6) ? model.entries.slice(-10) : random.oneIn(3) ? offered : open
  const entry = random.one(some)
  const own = findShopper(play, entry?.shopper)
  if (!entry || !own) return null
  const who = random.oneIn(5) ? someone(play) : own
  note(play, `${who.fullName} leaves the line for ${entry.item.id} (${entry.status})`)
  const answered = await leaveWaitlist(world.db, who, { entryId: entry.id }, world.clock.now())
  expectOutcome(play, 'leave', answered, leave(model, entry, who.id))
  return []
}

/** The shopper with an offer rents, or another person tries to. */
export const rentOffered: Action = async (play) => {
  const { world, model, random } = play
  const ownerOf = ({ shopper }: Entry) => world.people.find(({ id }) => id === shopper)
  const offers = model.entries.filter(({ offer }) => offer)
  const some = offers.filter((one) => ownerOf(one) || random.oneIn(10))
  const shared = some.filter((one) => model.entries.some((other) => isBehind(one, other)))
  const entry = random.one(shared.length > 0 && !random.oneIn(4) ? shared : some)
  const owner = entry && ownerOf(entry)
  const who = owner && !random.oneIn(4) ? owner : random.one(world.people)
  const start = parseCalendarDate(entry?.start)
  const end = parseCalendarDate(entry?.end)
  if (!entry || !who || !start || !end) return null
  const othersWait = isWaitedFor(model, entry.item)
  const last = random.oneIn(othersWait ? 2 : 4)
    ? start
    : addDays(end, random.oneIn(4) ? random.between(-2, 2) : 0)
  const near = addDays(end, 1)
  const dates = random.oneIn(8)
    ? { start: near, end: near }
    : { start, end: last < start ? start : last }
  return await rent(play, who, entry.item, dates)
}

/** Whether the other entry waits for later days of the same item. */
export function isBehind(offer: Entry, other: Entry): boolean {
  return other.item === offer.item && other.status === 'waiting' && other.start > offer.start
}

/** The waitlist jobs: offers expire, and due entries get offers. */
export const runWaitlist: Action = async (play) => {
  const { db, clock } = play.world
  note(play, 'offers end, and due entries are looked at')
  await expireOffers(db, clock.now())
  expired(play.model)
  await offerDueDays(db, clock.now())
  offerDue(play.model)
  return []
}
