import type { PersonId } from '#db/ids.ts'
import type { ReturnRequest } from './bookings.ts'
import { earn, takeBack } from './earnings.ts'
import { restorePart } from './lots.ts'
import { firstWeek, ownCredits, paidFor } from './rentals.ts'
import { count, type Model, type Rental } from './state.ts'

// Return requests. Each function returns what the command should.

const HOUR_MS = 3_600_000
const REQUEST_MS = 24 * HOUR_MS
const ANSWER_MS = 72 * HOUR_MS
const CONTEST_MS = 48 * HOUR_MS
const PAID_DAYS = 2
const MAX_CHARACTERS = 2000
const MAX_PHOTOS = 6

const DELIVERED: readonly Rental['state'][] = ['out', 'late', 'back']

/** Until when the renter can request a return; null if they cannot. */
export function requestableUntil({ now }: Model, rental: Rental): number | null {
  const { state, deliveredAt, noShowAt } = rental
  if (noShowAt !== null) return now < noShowAt + CONTEST_MS ? noShowAt + CONTEST_MS : null
  if (!DELIVERED.includes(state) || deliveredAt === null) return null
  const until = deliveredAt + REQUEST_MS
  return now < until ? until : null
}

/** After the last day the item must differ, and the closet must have recorded the delivery. */
function isInTime(rental: Rental, reason: ReturnRequest['reason'], today: string): boolean {
  if (today <= rental.end || reason === 'no_show') return true
  return reason === 'not_as_described' && !rental.deliveredByRenter
}

export const isFitReturned = ({ fitReturns, item }: Rental) => fitReturns || item.fitReturns

/** Neither refused nor withdrawn. */
export function isReturnRequested(rental: Rental): boolean {
  return isUndecided(rental) || rental.returnRequest?.status === 'accepted'
}

export function isUndecided({ returnRequest: one }: Rental): boolean {
  return one?.status === 'open' || one?.status === 'contested'
}

/** The credits that a request for this reason restores. */
function creditsFor(rental: Rental, reason: ReturnRequest['reason']): number {
  const all = paidFor(rental)
  if (reason === 'not_as_described') return all
  if (reason === 'no_show') return firstWeek(rental)
  return Math.max(all - PAID_DAYS * rental.item.creditsPerDay, 0)
}

/** The restored credits without goodwill for a swap, which is used first and is not restored. */
function forRenter(rental: Rental, credits: number): number {
  const goodwill = paidFor(rental) - ownCredits(rental)
  return Math.max(credits - Math.max(goodwill - backBefore(rental), 0), 0)
}

/** What came back when the renter did not come. */
const backBefore = (rental: Rental) =>
  rental.noShowAt === null ? 0 : paidFor(rental) - firstWeek(rental)

type ReturnInput = Pick<ReturnRequest, 'reason' | 'words' | 'photos'> & {
  /** Whether one of the photos is not theirs. */
  readonly isPhotoUnknown: boolean
}

export function request(
  model: Model,
  rental: Rental,
  renter: PersonId,
  input: ReturnInput,
  today: string,
): string {
  const { reason, photos } = input
  const words = input.words.trim()
  const { returnRequest: earlier } = rental
  if (rental.renter !== renter) return 'rental-not-found'
  if (earlier) {
    const isSame = earlier.reason === reason && earlier.words === words
    return isSame && isUndecided(rental) ? 'done' : 'already-requested'
  }
  const isAboutNoShow = rental.noShowAt !== null
  if (requestableUntil(model, rental) === null || isAboutNoShow !== (reason === 'no_show'))
    return 'request-closed'
  if (!isInTime(rental, reason, today)) return 'rental-days-over'
  if (reason === 'does_not_fit' && !isFitReturned(rental)) return 'fit-not-returned'
  if (reason === 'not_as_described' && photos === 0) return 'photo-missing'
  if (reason === 'no_show' && words === '') return 'words-missing'
  if (photos > MAX_PHOTOS) return 'too-many-photos'
  if (words.length > MAX_CHARACTERS) return 'words-too-long'
  if (input.isPhotoUnknown) return 'image-unknown'
  rental.returnRequest = {
    ...{ reason, words, photos },
    requestedAt: model.now,
    answerDueAt: model.now + ANSWER_MS,
    status: 'open',
    ...{ answer: null, answeredBy: null },
    ...{ decidedAt: null, decidedBy: null, reasons: null },
    creditsBack: 0,
  }
  count(model, `return requested: ${reason}`)
  if (isAboutNoShow) takeBack(model, rental)
  const { fitReturns, item } = rental
  if (reason === 'does_not_fit' && fitReturns !== item.fitReturns)
    count(model, `fit returns ${fitReturns ? 'only when it was rented' : 'only now'}`)
  return 'done'
}

export function withdraw(model: Model, rental: Rental, renter: PersonId): string {
  const { returnRequest: one } = rental
  if (!one || rental.renter !== renter) return 'case-not-found'
  if (one.status === 'withdrawn') return 'done'
  if (!isUndecided(rental)) return 'already-decided'
  count(model, `${one.status} return request withdrawn`)
  return end(model, rental, one, { status: 'withdrawn', decidedBy: null })
}

type Who = { readonly id: PersonId; readonly isAdmin: boolean }

/** The closet may answer, or any admin if the item is an admin's or its closet has left. */
function mayAnswer({ left }: Model, { item, renter }: Rental, { id, isAdmin }: Who): boolean {
  if (id === renter) return false
  return id === item.lister || (isAdmin && (!item.earns || left.has(item.lister)))
}

export function answer(
  model: Model,
  rental: Rental,
  who: Who,
  { isAccepted, words: written }: { readonly isAccepted: boolean; readonly words: string },
): string {
  const { returnRequest: one } = rental
  const words = written.trim()
  if (!one || !mayAnswer(model, rental, who)) return 'case-not-found'
  if (!isUndecided(rental)) {
    const wasTheirs = one.status === 'accepted' && one.decidedBy === who.id
    return isAccepted && wasTheirs ? 'done' : 'already-decided'
  }
  if (one.status === 'contested')
    return !isAccepted && one.answer === words ? 'done' : 'already-answered'
  if (model.now >= one.answerDueAt) return 'answer-too-late'
  if (!isAccepted && words === '') return 'words-missing'
  if (words.length > MAX_CHARACTERS) return 'words-too-long'
  one.answer = words || null
  one.answeredBy = who.id
  count(model, `return request ${isAccepted ? 'accepted by its closet' : 'contested'}`)
  if (isAccepted) return end(model, rental, one, { status: 'accepted', decidedBy: who.id })
  one.status = 'contested'
  return 'done'
}

type Decision = { readonly outcome: 'accepted' | 'refused'; readonly reasons: string }

export function decide(
  model: Model,
  rental: Rental,
  [admin, others]: readonly [PersonId, readonly PersonId[]],
  { outcome, reasons: written }: Decision,
): string {
  const { returnRequest: one } = rental
  const reasons = written.trim()
  if (!one) return 'case-not-found'
  if (!isUndecided(rental))
    return one.decidedBy === admin && one.status === outcome ? 'done' : 'already-decided'
  if (one.status === 'open') return 'not-yet'
  const isOwn = isOwnCase(rental, admin)
  if (isOwn && !others.every((other) => isOwnCase(rental, other))) return 'own-decision'
  if (reasons === '') return 'reasons-missing'
  if (reasons.length > MAX_CHARACTERS) return 'reasons-too-long'
  if (isOwn) count(model, 'return request decided on an own case')
  count(model, `return request ${outcome} by an admin`)
  one.reasons = reasons
  return end(model, rental, one, { status: outcome, decidedBy: admin })
}

/** Whether the admin rented or lent the item, or contested the request. */
function isOwnCase({ item, renter, returnRequest }: Rental, admin: PersonId): boolean {
  return admin === renter || admin === item.lister || admin === returnRequest?.answeredBy
}

/** The hourly job: accepts unanswered requests. */
export function enforceReturnDeadlines(model: Model): void {
  const dueAt = ({ returnRequest }: Rental) => returnRequest?.answerDueAt ?? 0
  const unanswered = model.rentals
    .filter((one) => one.returnRequest?.status === 'open' && dueAt(one) <= model.now)
    .toSorted((a, b) => dueAt(a) - dueAt(b) || (a.id < b.id ? -1 : 1))
  for (const rental of unanswered) {
    if (!rental.returnRequest) continue
    count(model, 'return request accepted without an answer')
    end(model, rental, rental.returnRequest, { status: 'accepted', decidedBy: null })
  }
}

function end(
  model: Model,
  rental: Rental,
  one: ReturnRequest,
  how: Pick<ReturnRequest, 'status' | 'decidedBy'>,
): string {
  Object.assign(one, how)
  one.decidedAt = model.now
  if (how.status === 'accepted') {
    one.creditsBack = creditsFor(rental, one.reason)
    if (isBack(rental) || one.reason === 'no_show')
      giveCreditsBack(model, rental, 'with the acceptance')
  }
  if (one.reason === 'no_show' && how.status !== 'accepted') earn(model, rental, firstWeek(rental))
  if (rental.state === 'completed') {
    earn(model, rental, paidFor(rental) - one.creditsBack)
    count(model, `earned once a request was ${how.status}`)
  }
  return 'done'
}

const isBack = ({ state, isLost }: Rental) => state === 'back' || (state === 'completed' && !isLost)

/** Restores credits once the item is returned and the request accepted, in either order. */
export function giveCreditsBack(model: Model, rental: Rental, when: string): void {
  const { returnRequest: one } = rental
  if (one?.status !== 'accepted') return
  const before = sidesOf(rental)
  restorePart(model, rental, one.creditsBack, one.reason === 'no_show' ? backBefore(rental) : 0)
  const isNothing = one.creditsBack === 0
  count(model, isNothing ? 'no credits to give back' : `credits back ${when}: ${one.reason}`)
  if (isNothing) return
  const after = sidesOf(rental)
  if (after.expired > before.expired) count(model, `expired credits back: ${one.reason}`)
  if (after.revoked > before.revoked) count(model, 'credits back revoked')
  const isPart = one.creditsBack < paidFor(rental)
  if (isPart && lotsOf(rental).length > 1) count(model, 'a part of several lots back')
}

function sidesOf(rental: Rental): { readonly expired: number; readonly revoked: number } {
  const lots = lotsOf(rental)
  return {
    expired: lots.reduce((sum, { expired }) => sum + expired, 0),
    revoked: lots.reduce((sum, { revoked }) => sum + revoked, 0),
  }
}

const lotsOf = ({ spent }: Rental) => [...new Set(spent.map(({ lot }) => lot))]

/** What a person sees of a request; null if there is nothing or they are not involved. */
export function seenBy(
  model: Model,
  rental: Rental,
  who: Who,
  otherAdmins: readonly PersonId[],
  today: string,
): readonly unknown[] | null {
  const { returnRequest: one } = rental
  const isRenter = who.id === rental.renter
  if (!isRenter && !who.isAdmin && who.id !== rental.item.lister) return null
  const all = ['does_not_fit', 'not_as_described'] as const
  const reasons = (rental.noShowAt === null ? all : (['no_show'] as const)).filter(
    (reason) =>
      isInTime(rental, reason, today) && (reason !== 'does_not_fit' || isFitReturned(rental)),
  )
  const mayAsk = isRenter && !one && reasons.length > 0
  const askUntil = mayAsk ? requestableUntil(model, rental) : null
  if (!one && askUntil === null) return null
  const offered = reasons.map((reason) => forRenter(rental, creditsFor(rental, reason))).join()
  if (!one) return [askUntil, offered]
  const isToDecide = who.isAdmin && one.status === 'contested'
  const isElsewhere =
    isToDecide &&
    isOwnCase(rental, who.id) &&
    !otherAdmins.every((other) => isOwnCase(rental, other))
  const isAccepted = one.status === 'accepted'
  const isOpen = one.status === 'open' && model.now < one.answerDueAt
  return [
    ...[askUntil, offered, one.status, one.answer, one.answeredBy, one.decidedBy, one.reasons],
    forRenter(rental, isAccepted ? one.creditsBack : creditsFor(rental, one.reason)),
    isAccepted && (isBack(rental) || rental.noShowAt !== null),
    isOpen && !isRenter && mayAnswer(model, rental, who),
    isRenter && isUndecided(rental),
    ...[isToDecide && !isElsewhere, isElsewhere],
  ]
}
