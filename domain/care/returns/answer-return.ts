import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { mayAnswer, recordCase } from '#domain/care/cases/cases.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { endRequest } from './end-request.ts'
import { decisionOn, lockRequest, type ReturnDecision } from './lock-request.ts'
import { MAX_RETURN_CHARACTERS } from './return-limits.ts'

export const returnAnswers = ['accept', 'contest'] as const
export type ReturnAnswer = (typeof returnAnswers)[number]

export type AnswerInput = {
  readonly rentalId: RentalId
  readonly answer: ReturnAnswer
  /** Required to contest. */
  readonly words: string
}

export type AnswerReturnProblem =
  | { readonly reason: 'request-not-found' }
  /** It was decided or withdrawn in the meantime. */
  | { readonly reason: 'already-decided'; readonly decided: ReturnDecision }
  | { readonly reason: 'already-contested' }
  /** The time to answer is over: the next run of the job accepts it. */
  | { readonly reason: 'answer-too-late'; readonly dueAt: Date }
  | { readonly reason: 'words-missing' }
  | { readonly reason: 'words-too-long' }

/**
 * The closet accepts a return request, or contests it with an explanation, once, within
 * `ANSWER_HOURS`. An admin answers for listings of admins, and for a closet that can no longer sign
 * in as one. Repeating the same answer changes nothing.
 */
export async function answerReturn(
  db: Db,
  who: ClosetOwner | Admin,
  { rentalId, answer, words: written }: AnswerInput,
  now: Date,
): Promise<Outcome<null, AnswerReturnProblem>> {
  const words = written.trim()
  return await inTransaction<Outcome<null, AnswerReturnProblem>>(db, async (tx) => {
    const locked = await lockRequest(tx, rentalId)
    if (!locked?.request || !(await mayAnswer(tx, who, locked.rental)))
      return refused({ reason: 'request-not-found' })
    const { rental, request } = locked
    const decided = await decisionOn(tx, request)
    const wasAcceptedByThem = request.status === 'accepted' && request.decidedBy === who.id
    if (decided)
      return answer === 'accept' && wasAcceptedByThem
        ? done(null)
        : refused({ reason: 'already-decided', decided })
    if (request.status === 'contested')
      return answer === 'contest' && request.answer === words
        ? done(null)
        : refused({ reason: 'already-contested' })
    const { answerDueAt: dueAt } = request
    if (now >= dueAt) return refused({ reason: 'answer-too-late', dueAt })
    if (answer === 'contest' && words === '') return refused({ reason: 'words-missing' })
    if ([...words].length > MAX_RETURN_CHARACTERS) return refused({ reason: 'words-too-long' })
    const answered = { answer: words || null, answered_at: now, answered_by: who.id }
    if (answer === 'accept') {
      const end = { status: 'accepted', decidedBy: who, answered } as const
      const credits_back = await endRequest(tx, { rental, request }, end, now)
      await recordCase(tx, who, 'accept-return', rentalId, { credits_back }, now)
      await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'accepted' })
      return done(null)
    }
    await tx
      .updateTable('return_requests')
      .set({ status: 'contested', ...answered })
      .where('rental_id', '=', rentalId)
      .execute()
    await recordCase(tx, who, 'contest-return', rentalId, { answer: words }, now)
    await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'contested' })
    await enqueue(tx, 'tell-admins', { event: 'return-contested', id: rentalId })
    return done(null)
  })
}
