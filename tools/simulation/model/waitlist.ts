import type { PersonId, WaitlistEntryId } from '#db/ids.ts'
import { type Days, dayAfter, daysOffered, isFree, openOffersOf, overlap } from './calendar.ts'
import { dateAt, instantOf, localTime } from './local-time.ts'
import { isBlocked } from './messages.ts'
import { hasRequested, isTrusted } from './rentals.ts'
import { count, type Entry, type Item, type Model } from './state.ts'

const HOUR_MS = 3_600_000
const PER_ITEM = 20
const PER_SHOPPER = 5
const UNUSED_OFFERS = 2

function isOpen({ status }: Entry): boolean {
  return status === 'waiting' || status === 'offered'
}

export function isWaitedFor(model: Model, item: Item): boolean {
  return model.entries.some((entry) => entry.item === item && isOpen(entry))
}

export type Join = { readonly shopper: PersonId; readonly item: Item; readonly dates: Days }

export function whyNotJoin(model: Model, { shopper, item, dates }: Join): string {
  const today = dateAt(model.now)
  if (item.retired) return 'item-not-found'
  if (dates.end < dates.start) return 'dates-invalid'
  if (dates.start < today) return 'dates-past'
  if (item.paused) return 'item-paused'
  if (isBlocked(model, shopper, item.lister)) return 'not-available'
  if (isFree(model, item, dates, today, shopper)) return 'free-now'
  if (hasRequested(model, { renter: shopper, item, dates })) return 'already-requested'
  if (dates.start === today) return 'dates-taken'
  if (!isTrusted(model, shopper, item)) return 'not-yet-trusted'
  const own = model.entries.filter((entry) => entry.shopper === shopper)
  const ownOfItem = own.filter((entry) => entry.item === item)
  if (ownOfItem.some(isOpen)) return 'already-waiting'
  const line = model.entries.filter((entry) => entry.item === item && isOpen(entry))
  if (line.length >= PER_ITEM) return 'waitlist-full'
  if (own.filter(isOpen).length >= PER_SHOPPER) return 'too-many-entries'
  const unused = ownOfItem.filter(
    ({ status, hadOffer }) => status === 'expired' || (status === 'left' && hadOffer),
  )
  return unused.length >= UNUSED_OFFERS ? 'offers-unused' : 'done'
}

export function join(model: Model, { shopper, item, dates }: Join, id: WaitlistEntryId): void {
  const place = { status: 'waiting', offer: null, hadOffer: false, dueSince: null } as const
  model.entries.push({ id, item, shopper, ...dates, ...place })
}

export function leave(model: Model, entry: Entry, shopper: PersonId): string {
  if (entry.shopper !== shopper) return 'entry-not-found'
  if (!isOpen(entry)) return 'done'
  withdrawIfLost(model, entry)
  const before = entry.status
  end(entry, 'left')
  count(model, before === 'offered' ? 'left with an offer' : 'left the line')
  offerFreed(model, entry.item, 'an offer left')
  return 'done'
}

function end(entry: Entry, status: Entry['status']): void {
  entry.status = status
  entry.offer = null
  entry.dueSince = null
}

/** Makes an entry wait again in its old place, as if it had never had an offer. */
export function withdraw(model: Model, entry: Entry): void {
  entry.status = 'waiting'
  entry.offer = null
  entry.hadOffer = false
  count(model, 'offer withdrawn')
}

/** Withdraws an offer that could no longer be accepted, unless its shopper blocked the lister. */
function withdrawIfLost(model: Model, entry: Entry): void {
  const { item, shopper, offer } = entry
  if (!offer) return
  const lastDay = dateAt(Math.min(model.now, offer.endsAt - 1))
  const isBlockedByLister = model.blocks.has(`${item.lister} ${shopper}`)
  if (!isBlockedByLister && isFree(model, item, entry, lastDay, shopper)) return
  withdraw(model, entry)
  count(model, isBlockedByLister ? 'offer lost: was blocked' : 'offer lost: days not free')
}

/** After days of the item may have become free, makes offers in the order of the line. */
export function offerFreed(model: Model, item: Item, after: string): void {
  const today = dateAt(model.now)
  for (const entry of model.entries) {
    if (entry.item !== item || entry.status !== 'waiting') continue
    if (item.paused || !isFree(model, item, entry, today, entry.shopper)) {
      entry.dueSince = null
      continue
    }
    const endsAt = offerEnd(model.now, entry.start)
    if (isBlocked(model, entry.shopper, item.lister)) {
      end(entry, 'passed')
      count(model, 'passed: was blocked')
    } else if (endsAt <= model.now) {
      end(entry, 'passed')
      count(model, 'passed: freed too late')
    } else if (model.entries.some((one) => one.shopper === entry.shopper && one.offer)) {
      entry.dueSince = model.now
      count(model, 'skipped: has another offer')
    } else {
      entry.status = 'offered'
      entry.hadOffer = true
      entry.offer = { endsAt, until: dayAfter(entry.end, item.turnaroundDays) }
      entry.dueSince = null
      count(model, `offer after ${after}`)
      count(model, lengthOf(model.now, endsAt, entry.start))
    }
  }
}

/** 12 hours, and until the next noon at least; never into the first day. */
function offerEnd(at: number, start: string): number {
  const { date, hour } = localTime(at)
  const plain = at + 12 * HOUR_MS
  const noon = instantOf(hour >= 12 ? dayAfter(date, 1) : date, 12)
  const wanted = Math.max(plain, noon)
  return Math.min(wanted, instantOf(start, 0))
}

function lengthOf(at: number, endsAt: number, start: string): string {
  if (endsAt === instantOf(start, 0)) return 'offer until the day before'
  return endsAt === at + 12 * HOUR_MS ? 'offer for 12 hours' : 'offer until noon'
}

/** Part of renting and extending: accepts the renter's own offer, if there is one. */
export function acceptOffer(
  model: Model,
  { shopper, item, dates }: Join,
  turnaroundDays = item.turnaroundDays,
): boolean {
  const needed = { start: dates.start, end: dayAfter(dates.end, turnaroundDays) }
  const offer = openOffersOf(model, item).find((entry) => {
    const held = daysOffered(entry)
    return entry.shopper === shopper && held && (!item.advanceBooking || overlap(held, needed))
  })
  if (!offer) return false
  end(offer, 'accepted')
  count(model, 'offer accepted')
  if (!overlap(offer, dates)) count(model, 'offer accepted by renting the days next to it')
  return true
}

/** Until when offers of others hold these days; null if they do not. */
export function heldUntil(model: Model, { shopper, item, dates }: Join): number | null {
  const needed = { start: dates.start, end: dayAfter(dates.end, item.turnaroundDays) }
  const ends = openOffersOf(model, item)
    .filter((entry) => {
      const held = daysOffered(entry)
      return entry.shopper !== shopper && held && (!item.advanceBooking || overlap(held, needed))
    })
    .map(({ offer }) => offer?.endsAt ?? 0)
  return ends.length > 0 ? Math.max(...ends) : null
}

function byId(a: Entry, b: Entry): number {
  return a.id < b.id ? -1 : 1
}

export function expireOffers(model: Model): void {
  const due = model.entries.filter(({ offer }) => offer && offer.endsAt <= model.now)
  const endOf = ({ offer }: Entry) => offer?.endsAt ?? 0
  for (const entry of due.toSorted((a, b) => endOf(a) - endOf(b) || byId(a, b))) {
    withdrawIfLost(model, entry)
    if (entry.offer) {
      end(entry, 'expired')
      count(model, 'offer expired')
    }
    offerFreed(model, entry.item, 'an offer expired')
  }
}

/** Ends entries on their first day. */
export function passEntries(model: Model): void {
  const today = dateAt(model.now)
  const past = model.entries.filter((entry) => isOpen(entry) && entry.start <= today)
  const inOrder = past.toSorted((a, b) =>
    a.start === b.start ? byId(a, b) : a.start < b.start ? -1 : 1,
  )
  for (const entry of inOrder) {
    if (!isOpen(entry)) continue
    count(model, `passed: was ${entry.status}`)
    end(entry, 'passed')
    offerFreed(model, entry.item, 'an offer passed')
  }
}

/** Retires an item, which ends its waitlist. */
export function retire(model: Model, item: Item): void {
  item.retired = true
  for (const entry of model.entries) {
    if (entry.item !== item || !isOpen(entry)) continue
    end(entry, 'passed')
    count(model, 'passed: its item was retired')
  }
}

/** Makes offers for items with due entries: skipped ones, or days freed in bulk. */
export function offerDue(model: Model): void {
  const due = model.entries.filter(
    (entry) =>
      entry.dueSince !== null &&
      !model.entries.some((one) => one.shopper === entry.shopper && one.offer),
  )
  const first = new Map<Item, number>()
  for (const { item, dueSince } of due)
    first.set(item, Math.min(first.get(item) ?? Number.POSITIVE_INFINITY, dueSince ?? 0))
  const items = [...first].toSorted(([a, since], [b, other]) =>
    since === other ? (a.id < b.id ? -1 : 1) : since - other,
  )
  for (const [item] of items) offerFreed(model, item, 'a turn that was due')
}

/** Marks waiting entries as due after days of many items were freed, for a job to offer. */
export function markDue(model: Model, items: readonly Item[], days?: Days): void {
  for (const entry of model.entries) {
    const isAmong = items.includes(entry.item) && (!days || overlap(entry, days))
    if (entry.status === 'waiting' && isAmong) entry.dueSince = model.now
  }
}
