import type { DbOrTx, Tx } from '#db/connection.ts'
import type { Cancellation } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { isOwnDecision, OWN_DECISION, someoneElseMayDecide } from '#domain/shared/own-decision.ts'
import { actionsOf, CASES, type CaseStatus } from './case-kinds.ts'
import { MAX_REASONS_CHARACTERS } from './case-limits.ts'
import { mayAnswer, recordCase } from './cases.ts'
import type { RentalCase } from './filed-case.ts'

/** A decision, as shown to somebody who acts too late. */
export type CaseDecision = {
  readonly status: CaseStatus
  /** Full name; null when no person decided. */
  readonly by: string | null
  readonly at: Date
  /** Of an appeal. */
  readonly returnedCents: number
}

type AlreadyDecided = { readonly reason: 'already-decided'; readonly decided: CaseDecision }

export type WithdrawCaseProblem = { readonly reason: 'case-not-found' } | AlreadyDecided

export type AnswerCaseProblem =
  | { readonly reason: 'case-not-found' }
  /** It was decided or withdrawn in the meantime. */
  | AlreadyDecided
  | { readonly reason: 'already-answered' }
  /** The next run of the job decides for the renter. */
  | { readonly reason: 'answer-too-late'; readonly dueAt: Date }

export type DecideCaseProblem =
  | { readonly reason: 'reasons-missing' }
  | { readonly reason: 'reasons-too-long' }
  | { readonly reason: 'case-not-found' }
  | AlreadyDecided
  /** The closet can still answer. */
  | { readonly reason: 'not-yet'; readonly dueAt: Date }
  /** They had a part in the case, and an admin who had none can decide. */
  | { readonly reason: 'own-decision' }

/** The refusal of a command that comes after the decision; null while there is none. */
export function ifDecided({ filed, returnedCents = 0 }: RentalCase) {
  if (!filed?.decidedAt) return null
  const { status, deciderName: by, decidedAt: at } = filed
  return refused({ reason: 'already-decided', decided: { status, by, at, returnedCents } } as const)
}

/** Why this person cannot answer now; null if they can. A repeated answer changes nothing. */
export async function beforeAnswer(
  read: DbOrTx,
  who: ClosetOwner | Admin,
  found: RentalCase,
  isRepeated: boolean,
  now: Date,
): Promise<Outcome<null, AnswerCaseProblem> | null> {
  const { filed } = found
  if (!filed || !(await mayAnswer(read, who, found))) return refused({ reason: 'case-not-found' })
  if (isRepeated) return done(null)
  const late = ifDecided(found)
  if (late) return late
  if (filed.status !== 'open') return refused({ reason: 'already-answered' })
  return now < filed.answerDueAt
    ? null
    : refused({ reason: 'answer-too-late', dueAt: filed.answerDueAt })
}

/** Why this admin cannot decide now; null if they can. A repeated decision changes nothing. */
export async function beforeDecision(
  read: DbOrTx,
  admin: Admin,
  found: RentalCase,
  isRepeated: boolean,
): Promise<Outcome<null, DecideCaseProblem> | null> {
  const { filed, parties } = found
  if (!filed) return refused({ reason: 'case-not-found' })
  if (isRepeated) return done(null)
  const late = ifDecided(found)
  if (late) return late
  if (filed.status === 'open') return refused({ reason: 'not-yet', dueAt: filed.answerDueAt })
  return isOwnDecision(admin.id, parties) && (await someoneElseMayDecide(read, parties))
    ? refused({ reason: 'own-decision' })
    : null
}

/** The reasons of a decision without surrounding spaces. */
export function checkReasons(written: string): Outcome<string, DecideCaseProblem> {
  const reasons = written.trim()
  if (reasons === '') return refused({ reason: 'reasons-missing' })
  return [...reasons].length > MAX_REASONS_CHARACTERS
    ? refused({ reason: 'reasons-too-long' })
    : done(reasons)
}

/** Writes an admin's decision to the audit log, and tells both sides. */
export async function recordDecision(
  tx: Tx,
  admin: Admin,
  found: Decided,
  after: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const { kind, rental } = found
  const isOwn = isOwnDecision(admin.id, found.parties)
  const noted = { ...after, ...(isOwn && { [OWN_DECISION]: true }) }
  const action = found.kind === 'appeal' ? 'decide-appeal' : actionsOf(found).decide
  await recordCase(tx, admin, action, rental.id, noted, now)
  await enqueue(tx, CASES[kind].job, { rentalId: rental.id, event: 'decided' })
}

type Decided = RentalCase & { readonly rental: { readonly id: RentalId } } & (
    | { readonly kind: 'appeal' }
    | { readonly kind: 'return'; readonly cancellation: Cancellation | null }
  )
