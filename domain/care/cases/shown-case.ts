import type { DbOrTx } from '#db/connection.ts'
import { moverOf } from '#domain/booking/rentals/rentals.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { isForAnotherAdmin } from '#domain/shared/own-decision.ts'
import { CASES, type CaseKind, type CaseStatus } from './case-kinds.ts'
import { decisionDue } from './case-limits.ts'
import { mayAnswer } from './cases.ts'
import type { FiledCase, RentalCase } from './filed-case.ts'

/** A case as both sides and admins see it. People are full names. */
export type ShownCase<Status extends CaseStatus> = Omit<
  FiledCase<Status>,
  'answeredBy' | 'answererName' | 'decidedBy' | 'deciderName'
> & {
  readonly answeredBy: string | null
  /** Null until it is answered, and after the decision. */
  readonly decisionDueAt: Date | null
  /** The deadline has passed without a decision. */
  readonly isOverdue: boolean
  /** Null when no person decided. */
  readonly decidedBy: string | null
  /** What the viewer can do now. */
  readonly mayAnswer: boolean
  readonly mayWithdraw: boolean
  readonly mayDecide: boolean
  /** The viewer is an admin with a part in the case, so another admin has to decide. */
  readonly isForAnotherAdmin: boolean
}

export async function shownCase<Status extends CaseStatus>(
  read: DbOrTx,
  who: Shopper | ClosetOwner | Admin,
  found: RentalCase<Status> & { readonly kind: CaseKind },
  now: Date,
): Promise<ShownCase<Status> | null> {
  if (!found.filed) return null
  const { answeredBy: _, answererName, decidedBy: __, deciderName, ...filed } = found.filed
  const { status, answeredAt, answerDueAt } = filed
  const mover = moverOf(who, found)
  const isAnswered = status === CASES[found.kind].toDecide
  const decisionDueAt = isAnswered && answeredAt ? decisionDue(answeredAt) : null
  const isToDecide = mover === 'admin' && isAnswered
  const isForAnother = isToDecide && (await isForAnotherAdmin(read, who.id, found.parties))
  return {
    ...filed,
    answeredBy: answererName,
    decisionDueAt,
    isOverdue: decisionDueAt !== null && decisionDueAt < now,
    decidedBy: deciderName,
    mayAnswer: status === 'open' && now < answerDueAt && (await mayAnswer(read, who, found)),
    mayWithdraw: mover === 'renter' && filed.decidedAt === null,
    mayDecide: isToDecide && !isForAnother,
    isForAnotherAdmin: isForAnother,
  }
}
