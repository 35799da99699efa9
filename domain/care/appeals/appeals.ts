import { type Db, inTransaction, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { answerDue } from '#domain/care/cases/case-times.ts'
import { mayAnswer, recordCase } from '#domain/care/cases/cases.ts'
import { attachImages } from '#domain/catalogue/images/images.ts'
import { appealEnd } from '#domain/money/deposits/appeal-time.ts'
import type { Admin, ClosetOwner, Person, Shopper } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_APPEAL_CHARACTERS } from './appeal-limits.ts'
import { endAppeal } from './end-appeal.ts'
import { type AppealDecision, decisionOn, type FiledAppeal, lockAppeal } from './lock-appeal.ts'

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
  return await inTransactionOrRollback<Outcome<null, FileProblem>>(db, async (tx, rollBack) => {
    const claim = await lockAppeal(tx, rentalId)
    if (!claim || claim.rental.renter_id !== shopper.id)
      return refused({ reason: 'claim-not-found' })
    const text = words.trim()
    const endedAt = appealEnd(claim.withheldAt)
    if (claim.appeal && !claim.appeal.decidedAt)
      return claim.appeal.words === text ? done(null) : refused({ reason: 'already-filed' })
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

export type AnswerProblem =
  | { readonly reason: 'appeal-not-found' }
  /** It was decided or withdrawn in the meantime. */
  | { readonly reason: 'already-decided'; readonly decided: AppealDecision }
  | { readonly reason: 'already-answered' }
  /** The next run of the job grants the appeal. */
  | { readonly reason: 'answer-too-late'; readonly dueAt: Date }
  | StatementProblem

/**
 * The closet says why it withheld the money, once, within `ANSWER_HOURS`. For the listing of an
 * admin, and for a closet that can no longer sign in as one, an admin answers.
 */
export async function answerAppeal(
  db: Db,
  who: ClosetOwner | Admin,
  { rentalId, words, imageIds }: Statement,
  now: Date,
): Promise<Outcome<null, AnswerProblem>> {
  return await inTransactionOrRollback<Outcome<null, AnswerProblem>>(db, async (tx, rollBack) => {
    const claim = await lockAppeal(tx, rentalId)
    if (!claim?.appeal || !(await mayAnswer(tx, who, claim.rental)))
      return refused({ reason: 'appeal-not-found' })
    const decided = await decisionOn(tx, claim.appeal)
    if (decided) return refused({ reason: 'already-decided', decided })
    const text = words.trim()
    if (claim.appeal.status === 'answered')
      return claim.appeal.answer === text ? done(null) : refused({ reason: 'already-answered' })
    const { answerDueAt: dueAt } = claim.appeal
    if (now >= dueAt) return refused({ reason: 'answer-too-late', dueAt })
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

export type WithdrawProblem =
  | { readonly reason: 'appeal-not-found' }
  | { readonly reason: 'already-decided'; readonly decided: AppealDecision }

/**
 * The renter withdraws an appeal that is not decided: the claim becomes final, and they cannot
 * appeal again. Withdrawing again changes nothing.
 */
export async function withdrawAppeal(
  db: Db,
  shopper: Shopper,
  rentalId: RentalId,
  now: Date,
): Promise<Outcome<null, WithdrawProblem>> {
  return await inTransaction<Outcome<null, WithdrawProblem>>(db, async (tx) => {
    const claim = await lockAppeal(tx, rentalId)
    if (!claim?.appeal || claim.rental.renter_id !== shopper.id)
      return refused({ reason: 'appeal-not-found' })
    if (claim.appeal.status === 'withdrawn') return done(null)
    const decided = await decisionOn(tx, claim.appeal)
    if (decided) return refused({ reason: 'already-decided', decided })
    const end = { status: 'withdrawn', returnedCents: 0, decidedBy: null, reasons: null } as const
    const ended = await endAppeal(tx, claim, end, now)
    if (!ended.ok) throw new Error('withdrawing returns nothing')
    await recordCase(tx, shopper, 'withdraw-appeal', rentalId, statusOf(claim.appeal), now)
    await enqueue(tx, 'tell-about-appeal', { rentalId, event: 'withdrawn' })
    return done(null)
  })
}

const statusOf = ({ status }: FiledAppeal) => ({ withdrawn: status })

async function checkStatement(
  tx: Tx,
  who: Person,
  text: string,
  imageIds: readonly ImageId[],
  now: Date,
): Promise<Outcome<void, StatementProblem>> {
  if (text === '') return refused({ reason: 'words-missing' })
  if ([...text].length > MAX_APPEAL_CHARACTERS) return refused({ reason: 'words-too-long' })
  return await attachImages(tx, who, imageIds, 'appeal', now)
}
