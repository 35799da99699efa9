import { type Db, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { attachImages } from '#domain/catalogue/images/images.ts'
import { appealEnd } from '#domain/money/deposits/appeal-time.ts'
import type { Admin, ClosetOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { answerDue, MAX_CASE_CHARACTERS } from './case-limits.ts'
import { recordCase } from './cases.ts'
import { type AnswerCaseProblem, beforeAnswer } from './check-case.ts'
import { lockCase } from './lock-case.ts'

// A renter appeals against a withheld amount, and the closet answers. Both can attach photos.

/** What one side writes about a withheld amount, with images uploaded before. */
export type Statement = {
  readonly rentalId: RentalId
  readonly words: string
  readonly imageIds: readonly ImageId[]
}

export type StatementProblem =
  | { readonly reason: 'words-missing' }
  | { readonly reason: 'words-too-long' }
  | { readonly reason: 'image-unknown' }

export type FileProblem =
  /** Nothing was withheld from their deposit for this rental. */
  | { readonly reason: 'claim-not-found' }
  | { readonly reason: 'appeal-too-late'; readonly endedAt: Date }
  /** The claim became final in the meantime: by the clock, or by an earlier appeal. */
  | { readonly reason: 'already-decided'; readonly endedAt: Date }
  | { readonly reason: 'already-filed' }
  | StatementProblem

/**
 * Appeals against a withheld amount, once, within `APPEAL_DAYS` of the decision. Until it is
 * decided the claim is not final and cannot be corrected. The same appeal again changes nothing.
 */
export async function fileAppeal(
  db: Db,
  shopper: Shopper,
  { rentalId, words, imageIds }: Statement,
  now: Date,
): Promise<Outcome<null, FileProblem>> {
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const claim = await lockCase(tx, 'appeal', rentalId)
    if (claim?.renter_id !== shopper.id) return refused({ reason: 'claim-not-found' })
    const text = words.trim()
    const endedAt = appealEnd(claim.withheldAt)
    if (claim.filed && !claim.filed.decidedAt)
      return claim.filed.words === text ? done(null) : refused({ reason: 'already-filed' })
    if (claim.finalAt) return refused({ reason: 'already-decided', endedAt: claim.finalAt })
    if (now >= endedAt) return refused({ reason: 'appeal-too-late', endedAt })
    const stated = await checkStatement(tx, shopper, text, imageIds, now)
    if (!stated.ok) return rollBack(stated)
    const due = { filed_at: now, answer_due_at: answerDue(now) }
    await tx
      .insertInto('deposit_appeals')
      .values({ rental_id: rentalId, words: text, image_ids: [...new Set(imageIds)], ...due })
      .execute()
    await recordCase(tx, shopper, 'file-appeal', rentalId, { kept_cents: claim.withheldCents }, now)
    await enqueue(tx, 'tell-about-appeal', { rentalId, event: 'filed' })
    return done(null)
  })
}

export type AnswerAppealProblem = AnswerCaseProblem | StatementProblem

/**
 * The closet says why it withheld the money, once, within `ANSWER_HOURS`. For the listing of an
 * admin, and for a closet that can no longer sign in as one, an admin answers.
 */
export async function answerAppeal(
  db: Db,
  who: ClosetOwner | Admin,
  { rentalId, words, imageIds }: Statement,
  now: Date,
): Promise<Outcome<null, AnswerAppealProblem>> {
  return await inTransactionOrRollback(db, async (tx, rollBack) => {
    const claim = await lockCase(tx, 'appeal', rentalId)
    if (!claim) return refused({ reason: 'case-not-found' })
    const text = words.trim()
    const isRepeated = claim.filed?.status === 'answered' && claim.filed.answer === text
    const early = await beforeAnswer(tx, who, claim, isRepeated, now)
    if (early) return early
    const stated = await checkStatement(tx, who, text, imageIds, now)
    if (!stated.ok) return rollBack(stated)
    await tx
      .updateTable('deposit_appeals')
      .set({ status: 'answered', answer: text, answered_at: now, answered_by: who.id })
      .set({ answer_image_ids: [...new Set(imageIds)] })
      .where('rental_id', '=', rentalId)
      .execute()
    await recordCase(tx, who, 'answer-appeal', rentalId, { photos: imageIds.length }, now)
    await enqueue(tx, 'tell-about-appeal', { rentalId, event: 'answered' })
    await enqueue(tx, 'tell-admins', { event: 'appeal-answered', id: rentalId })
    return done(null)
  })
}

async function checkStatement(
  tx: Tx,
  who: Person,
  text: string,
  imageIds: readonly ImageId[],
  now: Date,
): Promise<Outcome<void, StatementProblem>> {
  if (text === '') return refused({ reason: 'words-missing' })
  if ([...text].length > MAX_CASE_CHARACTERS.appeal) return refused({ reason: 'words-too-long' })
  return await attachImages(tx, who, imageIds, 'appeal', now)
}
