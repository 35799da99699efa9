import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type { SupportKind } from '#db/enums.ts'
import type { FreshId, PersonId, RentalId, SupportRequestId } from '#db/ids.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { checkWritten, storeMessage } from './support.ts'
import { questionEmail } from './support-emails.ts'
import { answerDue } from './support-limits.ts'

/** Who gets a question. */
export type Side = 'renter' | 'owner'

export type Question = {
  /** Single-use key of the form: it is asked once, however often the form is posted. */
  readonly requestKey: FreshId
  readonly rentalId: RentalId
  readonly side: Side
  readonly kind: SupportKind
  readonly words: string
  readonly origin: string
}

export type AskProblem =
  | { readonly reason: 'rental-not-found' }
  | { readonly reason: 'words-missing' | 'words-too-long' | 'request-used' }
  /** They have left, cannot sign in, or are an admin. */
  | { readonly reason: 'cannot-answer'; readonly fullName: string }
  /** They have as many open requests, or opened as many today, as one person can. */
  | { readonly reason: 'too-many'; readonly fullName: string }

/**
 * An admin asks one side of a rental: a support request of that person, assigned to the admin, that
 * begins with the question. The person gets it by email. The same question again changes nothing.
 */
export async function askSide(
  db: Db,
  admin: Admin,
  question: Question,
  now: Date,
): Promise<Outcome<{ readonly fullName: string }, AskProblem>> {
  const { requestKey, words, rentalId, side } = question
  const checked = checkWritten({ words, imageIds: [] })
  if (!checked.ok)
    return refused({
      reason: checked.problem.reason === 'words-too-long' ? 'words-too-long' : 'words-missing',
    })
  const person = await findSide(db, rentalId, side)
  if (!person) return refused({ reason: 'rental-not-found' })
  const { fullName } = person
  try {
    return await inTransactionOrRollback<Outcome<{ readonly fullName: string }, AskProblem>>(
      db,
      async (tx, rollBack) => {
        const id: SupportRequestId = requestKey
        const earlier = await tx
          .selectFrom('support_requests')
          .select('person_id')
          .where('id', '=', id)
          .executeTakeFirst()
        if (earlier)
          return earlier.person_id === person.id
            ? done({ fullName })
            : refused({ reason: 'request-used' })
        // Waits for a concurrent closing of the account, which removes its requests.
        if (!(await lockWhoAnswers(tx, person.id)))
          return refused({ reason: 'cannot-answer', fullName })
        await open(tx, admin, { ...question, personId: person.id, id }, now)
        const stored = await storeMessage(
          tx,
          admin,
          id,
          { requestKey, words: checked.value, imageIds: [] },
          { writtenAt: now, isAnswer: true },
        )
        if (!stored.ok) return rollBack(refused({ reason: 'request-used' }))
        const { title, email } = person
        const { kind, origin } = question
        const message = questionEmail({ id, kind, title, fullName, origin, words: checked.value })
        await notify(tx, { ...message, to: email, recipientId: person.id }, now)
        return done({ fullName })
      },
    )
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (
      constraint === 'person_has_at_most_5_support_requests' ||
      constraint === 'person_opens_at_most_10_support_requests_a_day'
    )
      return refused({ reason: 'too-many', fullName })
    if (constraint === 'support_requests_pkey' || constraint === 'support_messages_pkey')
      return refused({ reason: 'request-used' })
    throw error
  }
}

async function findSide(db: Db, rentalId: RentalId, side: Side) {
  return await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as p', 'p.id', side === 'renter' ? 'r.renter_id' : 'r.owner_id')
    .select(['p.id', 'p.full_name as fullName', 'p.email', 'i.title'])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
}

async function lockWhoAnswers(tx: Tx, personId: PersonId): Promise<boolean> {
  const person = await tx
    .selectFrom('user_profiles')
    .select('id')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .where('account_type', '<>', 'admin')
    .forKeyShare()
    .executeTakeFirst()
  return person !== undefined
}

async function open(
  tx: Tx,
  admin: Admin,
  {
    id,
    personId,
    kind,
    rentalId,
  }: Pick<Question, 'kind' | 'rentalId'> & {
    readonly id: SupportRequestId
    readonly personId: PersonId
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('support_requests')
    .values({
      ...{ id, person_id: personId, kind, status: 'answered', rental_id: rentalId },
      ...{ is_urgent: false, opened_at: now, due_at: answerDue(now, false), answered_at: now },
      ...{ assigned_to: admin.id, message_count: 1, last_message_at: now },
    })
    .execute()
  const line = { action: 'ask', noun: 'support request', nounId: id, after: { kind } }
  await recordAction(tx, admin, line, now)
}
