import type { PersonId } from '#db/ids.ts'
import type { Appeal } from './bookings.ts'
import { returnWithheld } from './deposits.ts'
import { add } from './earnings.ts'
import { count, type Model, type Rental } from './state.ts'

// Appeals against withheld amounts. Each function returns what the command should.

const HOUR_MS = 3_600_000
const APPEAL_MS = 7 * 24 * HOUR_MS
const ANSWER_MS = 72 * HOUR_MS

export function file(model: Model, rental: Rental, renter: PersonId, words: string): string {
  const { appeal } = rental
  if (rental.withheld === 0 || rental.renter !== renter) return 'claim-not-found'
  if (appeal && !isOver(appeal)) return appeal.words === words.trim() ? 'done' : 'already-filed'
  if (rental.finalAt !== null) return 'already-decided'
  if (model.now >= rental.withheldAt + APPEAL_MS) return 'appeal-too-late'
  if (words.trim() === '') return 'words-missing'
  rental.appeal = {
    words,
    answerDueAt: model.now + ANSWER_MS,
    status: 'open',
    answer: null,
    answeredBy: null,
    decidedBy: null,
    returned: 0,
    refundCents: 0,
  }
  count(model, rental.isReleased ? 'appeal after the release' : 'appeal before the release')
  return 'done'
}

export const isOver = ({ status }: Appeal) => status !== 'open' && status !== 'answered'

/** The closet answers, or any admin if the item is an admin's or its closet has left. */
export function answer(
  model: Model,
  rental: Rental,
  by: { readonly id: PersonId; readonly isAdmin: boolean },
  words: string,
): string {
  const { appeal, item } = rental
  const isForAdmins = !item.earns || model.left.has(item.lister)
  if (!appeal || !(by.id === item.lister || (by.isAdmin && isForAdmins))) return 'case-not-found'
  if (isOver(appeal)) return 'already-decided'
  if (appeal.status === 'answered')
    return appeal.answer === words.trim() ? 'done' : 'already-answered'
  if (model.now >= appeal.answerDueAt) return 'answer-too-late'
  if (words.trim() === '') return 'words-missing'
  appeal.status = 'answered'
  appeal.answer = words
  appeal.answeredBy = by.id
  return 'done'
}

export function withdraw(model: Model, rental: Rental, renter: PersonId): string {
  const { appeal } = rental
  if (!appeal || rental.renter !== renter) return 'case-not-found'
  if (appeal.status === 'withdrawn') return 'done'
  if (isOver(appeal)) return 'already-decided'
  return end(model, rental, appeal, { status: 'withdrawn', returned: 0, decidedBy: null })
}

type Decision = {
  readonly outcome: 'upheld' | 'reduced' | 'overturned'
  readonly cents: number
  readonly reasons: string
}

export function decide(
  model: Model,
  rental: Rental,
  [admin, others]: readonly [PersonId, readonly PersonId[]],
  { outcome, cents, reasons }: Decision,
): string {
  const { appeal, withheld } = rental
  if (!appeal) return 'case-not-found'
  const returned = { upheld: 0, reduced: cents, overturned: withheld }[outcome]
  const status = outcome === 'reduced' && cents === withheld ? 'overturned' : outcome
  if (isOver(appeal)) {
    const isSame =
      appeal.decidedBy === admin && appeal.status === status && appeal.returned === returned
    return isSame ? 'done' : 'already-decided'
  }
  if (appeal.status === 'open') return 'not-yet'
  const own = [rental.renter, rental.withheldBy, rental.item.lister, appeal.answeredBy]
  // An admin may decide their own case only if it is every admin's own case.
  if (own.includes(admin) && others.some((one) => !own.includes(one))) return 'own-decision'
  if (own.includes(admin)) count(model, 'decided on an own case')
  if (outcome === 'reduced' && (cents < 1 || cents > withheld)) return 'amount-invalid'
  if (reasons.trim() === '') return 'reasons-missing'
  return end(model, rental, appeal, { status, returned, decidedBy: admin })
}

/** The hourly job: grants unanswered appeals and makes claims without an appeal final. */
export function enforceAppealDeadlines(model: Model): void {
  const id = (one: Rental) => one.id
  const unanswered = model.rentals
    .filter(({ appeal }) => appeal?.status === 'open' && appeal.answerDueAt <= model.now)
    .toSorted((a, b) => dueAt(a) - dueAt(b) || (id(a) < id(b) ? -1 : 1))
  for (const rental of unanswered) {
    if (!rental.appeal) continue
    const all = { status: 'overturned', returned: rental.withheld, decidedBy: null } as const
    const ended = end(model, rental, rental.appeal, all)
    count(model, ended === 'done' ? 'granted without an answer' : 'not granted while disputed')
  }
  for (const rental of model.rentals) {
    const { withheld, finalAt, appeal, withheldAt } = rental
    if (withheld === 0 || finalAt !== null || appeal) continue
    if (withheldAt > model.now - APPEAL_MS) continue
    rental.finalAt = model.now
    earnDamage(model, rental, withheld)
    count(model, 'final without an appeal')
  }
}

const dueAt = ({ appeal }: Rental) => appeal?.answerDueAt ?? 0

type End = Pick<Appeal, 'status' | 'returned' | 'decidedBy'>

/** The returned amount goes to the renter, and the closet earns the rest. */
function end(model: Model, rental: Rental, appeal: Appeal, how: End): string {
  const { deposit } = rental
  if (how.returned > 0 && deposit.frozen) return 'deposit-disputed'
  if (how.returned > 0) {
    const before = deposit.closed ? 'of a closed deposit' : 'of a deposit under refund'
    const where = deposit.closed || deposit.requested ? before : 'of a live deposit'
    count(model, `returned cents ${where}`)
    appeal.refundCents = returnWithheld(model, deposit, how.returned)
  }
  Object.assign(appeal, how)
  rental.finalAt = model.now
  earnDamage(model, rental, rental.withheld - how.returned)
  count(model, `appeal ${how.status}`)
  return 'done'
}

function earnDamage(model: Model, rental: Rental, cents: number): void {
  if (!rental.item.earns) return
  const owner = rental.item.lister
  add(model, { owner, kind: 'damage', rental, cents, payableAt: model.now })
  if (cents > 0) count(model, 'earned for damage')
}
