import { isAnswerOver } from './answer-times.ts'
import { dayAfter, isOut } from './calendar.ts'
import { dateAt, instantOf, localTime } from './local-time.ts'
import { mint } from './lots.ts'
import { endAfterMonths } from './months.ts'
import { undo } from './rentals.ts'
import { count, type Model, type Rental } from './state.ts'

// Items that are out after their last day, and the next rentals.

const RISK_DAYS = 3
const DECISION_HOUR = 18
const GOODWILL = 7
const GOODWILL_MONTHS = 3
const MAX_GOODWILLS = 3
const GOODWILL_MS = 30 * 24 * 3_600_000

/** The renter sends the item back. Returns what the command should. */
export function sendBack(model: Model, rental: Rental): string {
  const isBack = rental.state === 'back' || (rental.state === 'completed' && !rental.isLost)
  if (isBack) return 'already-decided'
  if (!isOut(rental)) return 'not-with-renter'
  if (rental.sentBackAt !== null) return 'done'
  rental.sentBackAt = model.now
  const today = dateAt(model.now)
  count(model, `sent back ${rental.end < today ? 'after' : 'by'} the last day`)
  const tomorrow = dayAfter(today, 1)
  clearRisk(model, rental, 'sending back', ({ start }) => start > tomorrow)
  return 'done'
}

const isComing = ({ state }: Rental) => state === 'pending' || state === 'confirmed'

/** Ends the risk for the rentals that it puts at risk and for which `is` is true. */
export function clearRisk(
  model: Model,
  late: Rental,
  by: string,
  is: (rental: Rental) => boolean = () => true,
): void {
  for (const rental of model.rentals) {
    if (rental.atRisk?.from !== late || !isComing(rental) || !is(rental)) continue
    rental.atRisk = null
    count(model, `risk over by ${by}`)
  }
}

function holdsUp(late: Rental, next: Rental, today: string): boolean {
  if (!isOut(late) || late.end >= today) return false
  const days = late.sentBackAt === null ? RISK_DAYS + late.turnaroundDays : 1
  return next.start <= dayAfter(today, days)
}

/** 18:00 on the day before the start, or the next 18:00 if it was put at risk after that. */
function decisionTime({ start }: Rental, since: number): number {
  const { date, hour } = localTime(since)
  const evening = hour >= DECISION_HOUR ? dayAfter(date, 1) : date
  const before = dayAfter(start, -1)
  return instantOf(evening > before ? evening : before, DECISION_HOUR)
}

/** The hourly job for late returns. */
export function updateRentalsAtRisk(model: Model): void {
  const today = dateAt(model.now)
  for (const { from } of atRisk(model, today, false)) clearRisk(model, from, 'the job')
  for (const { rental, since } of atRisk(model, today, true)) {
    if (decisionTime(rental, since) > model.now) continue
    count(model, 'canceled at 18:00')
    undo(model, rental, 'previous_rental_late')
    giveGoodwill(model, rental)
  }
  for (const late of model.rentals) {
    const next = nextOf(model, late, today)
    if (!next || next.atRisk || !holdsUp(late, next, today)) continue
    next.atRisk = { since: model.now, from: late }
    count(model, late.sentBackAt === null ? 'put at risk' : 'put at risk: on its way back')
  }
}

/** The item of a rental never came back: its later rentals are canceled. */
export function cancelAfterLoss(model: Model, lost: Rental): void {
  const later = model.rentals
    .filter((one) => one.item === lost.item && isComing(one) && one.start > lost.start)
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
  for (const rental of later) {
    if (rental.renter === lost.renter) {
      undo(model, rental, 'by_owner')
      count(model, 'canceled after a loss: by the same renter')
      continue
    }
    rental.atRisk = { since: rental.atRisk?.since ?? model.now, from: lost }
    undo(model, rental, 'previous_rental_late')
    giveGoodwill(model, rental)
    count(model, 'canceled after a loss')
  }
}

/** Gives goodwill once per late rental and renter, and at most three times in 30 days. */
function giveGoodwill(model: Model, rental: Rental): void {
  const { now } = model
  const { renter, atRisk } = rental
  const others = model.rentals.filter((one) => one.renter === renter && one.goodwillAt !== null)
  const recent = others.filter(({ goodwillAt }) => (goodwillAt ?? 0) > now - GOODWILL_MS)
  const isSecond = others.some((one) => one.atRisk?.from === atRisk?.from)
  if (isSecond || recent.length >= MAX_GOODWILLS) {
    count(model, `no goodwill: ${isSecond ? 'same late rental' : 'three in 30 days'}`)
    return
  }
  const expiresAt = endAfterMonths(now, GOODWILL_MONTHS)
  mint(model, { owner: renter, source: 'goodwill', expiresAt, payment: null }, GOODWILL)
  rental.goodwillAt = now
}

/** Rentals at risk that are still held up, or no longer; the longest at risk first. */
function atRisk(model: Model, today: string, held: boolean) {
  return model.rentals
    .filter(isComing)
    .flatMap((rental) => (rental.atRisk ? [{ rental, ...rental.atRisk }] : []))
    .filter(({ rental, from }) => holdsUp(from, rental, today) === held)
    .toSorted((a, b) => a.since - b.since || (a.rental.id < b.rental.id ? -1 : 1))
}

/** The item's next rental by another person that can still take place. */
function nextOf(model: Model, late: Rental, today: string): Rental | undefined {
  if (!isOut(late)) return undefined
  return model.rentals
    .filter(
      (next) =>
        next.item === late.item &&
        next.renter !== late.renter &&
        next.start > late.start &&
        !isAnswerOver(model, next) &&
        (next.state === 'pending' || (next.state === 'confirmed' && next.end >= today)),
    )
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))[0]
}
