import { type Db, inTransaction } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Admin, ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { actionsOf } from './case-kinds.ts'
import { MAX_CASE_CHARACTERS } from './case-limits.ts'
import { recordCase } from './cases.ts'
import { type AnswerCaseProblem, beforeAnswer } from './check-case.ts'
import { endRequest } from './end-request.ts'
import { lockCase } from './lock-case.ts'

export const returnAnswers = ['accept', 'contest'] as const
export type ReturnAnswer = (typeof returnAnswers)[number]

export type AnswerInput = {
  readonly rentalId: RentalId
  readonly answer: ReturnAnswer
  /** Required to contest. */
  readonly words: string
}

export type AnswerReturnProblem =
  | AnswerCaseProblem
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
  return await inTransaction(db, async (tx) => {
    const request = await lockCase(tx, 'return', rentalId)
    if (!request) return refused({ reason: 'case-not-found' })
    const { filed } = request
    const isRepeated =
      answer === 'accept'
        ? filed?.status === 'accepted' && filed.decidedBy === who.id
        : filed?.status === 'contested' && filed.answer === words
    const early = await beforeAnswer(tx, who, request, isRepeated, now)
    if (early) return early
    if (answer === 'contest' && words === '') return refused({ reason: 'words-missing' })
    if ([...words].length > MAX_CASE_CHARACTERS.return) return refused({ reason: 'words-too-long' })
    const answered = { answer: words || null, answered_at: now, answered_by: who.id }
    if (answer === 'accept') {
      const end = { status: 'accepted', decidedBy: who, answered } as const
      const credits_back = await endRequest(tx, request, end, now)
      await recordCase(tx, who, actionsOf(request).accept, rentalId, { credits_back }, now)
      await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'accepted' })
      return done(null)
    }
    await tx
      .updateTable('return_requests')
      .set({ status: 'contested', ...answered })
      .where('rental_id', '=', rentalId)
      .execute()
    await recordCase(tx, who, actionsOf(request).contest, rentalId, { answer: words }, now)
    await enqueue(tx, 'tell-about-return-request', { rentalId, event: 'contested' })
    await enqueue(tx, 'tell-admins', { event: 'return-contested', id: rentalId })
    return done(null)
  })
}
