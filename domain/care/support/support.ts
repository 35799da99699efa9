import { sql } from 'kysely'
import { type Db, inTransactionOrRollback, type Tx, violatedConstraint } from '#db/connection.ts'
import type { SupportKind } from '#db/enums.ts'
import type { FreshId, ImageId, SupportMessageId, SupportRequestId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { attachImages } from '#domain/catalogue/images/images.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { severalLines } from '#domain/shared/plain-text.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { requestReceived } from './support-emails.ts'
import { answerDue, MAX_SUPPORT_CHARACTERS, MAX_SUPPORT_PHOTOS } from './support-limits.ts'
import { type About, findSubject } from './support-subject.ts'

export { removeSupportRequestsOf, unassignRequestsOf } from './end-requests.ts'

/** What a person writes, with images that are already uploaded. */
export type Written = {
  /** Single-use key of the form: it is stored once, however often the form is posted. */
  readonly requestKey: FreshId
  readonly words: string
  readonly imageIds: readonly ImageId[]
}

export type NewSupportRequest = Written & {
  readonly kind: SupportKind
  /** Null for a request about neither a rental nor an item. */
  readonly about: About | null
  readonly today: CalendarDate
  readonly timeZone: string
  readonly origin: string
}

export type WrittenProblem =
  | { readonly reason: 'words-missing' }
  | { readonly reason: 'words-too-long' }
  | { readonly reason: 'too-many-photos' }
  | { readonly reason: 'image-unknown' }
  | { readonly reason: 'request-used' }

export type OpenSupportProblem =
  /** The rental is not theirs, or they cannot see the item. */
  | { readonly reason: 'subject-not-found' }
  | { readonly reason: 'too-many-open' }
  | { readonly reason: 'too-many-today' }
  | WrittenProblem

/**
 * Opens a support request (spec 16.1): confirms it by email with the time of the answer, and tells
 * all admins. The same request again changes nothing.
 */
export async function openSupportRequest(
  db: Db,
  person: Shopper,
  input: NewSupportRequest,
  now: Date,
): Promise<Outcome<{ readonly id: SupportRequestId }, OpenSupportProblem>> {
  const checked = checkWritten(input)
  if (!checked.ok) return checked
  const { requestKey, kind, about, today, timeZone, origin } = input
  const id: SupportRequestId = requestKey
  try {
    return await inTransactionOrRollback<
      Outcome<{ readonly id: SupportRequestId }, OpenSupportProblem>
    >(db, async (tx, rollBack) => {
      const earlier = await tx
        .selectFrom('support_requests')
        .select('person_id')
        .where('id', '=', id)
        .executeTakeFirst()
      if (earlier)
        return earlier.person_id === person.id ? done({ id }) : refused({ reason: 'request-used' })
      // Waits for a concurrent closing of the account, which removes its requests.
      await sql`select from user_profiles where id = ${person.id} for key share`.execute(tx)
      const subject = about && (await findSubject(tx, person, about, today))
      if (about && !subject) return refused({ reason: 'subject-not-found' })
      const isUrgent = subject?.isUrgent ?? false
      const dueAt = answerDue(now, isUrgent)
      await tx
        .insertInto('support_requests')
        .values({
          id,
          person_id: person.id,
          kind,
          status: 'open',
          rental_id: subject?.rentalId ?? null,
          item_id: subject?.itemId ?? null,
          is_urgent: isUrgent,
          opened_at: now,
          due_at: dueAt,
          message_count: 1,
          last_message_at: now,
        })
        .execute()
      const stored = await storeMessage(
        tx,
        person,
        id,
        { ...input, words: checked.value },
        {
          writtenAt: now,
          isAnswer: false,
        },
      )
      if (!stored.ok) return rollBack(stored)
      const line = { action: 'open', noun: 'support request', nounId: id, after: { kind } }
      await recordAction(tx, person, line, now)
      const { fullName, email } = person
      const title = subject?.title ?? null
      const message = requestReceived({ id, kind, title, fullName, origin, dueAt, timeZone })
      await notify(tx, { ...message, to: email, recipientId: person.id }, now)
      await enqueue(tx, 'tell-admins', { event: 'support-request', id: requestKey })
      return done({ id })
    })
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'person_has_at_most_5_support_requests')
      return refused({ reason: 'too-many-open' })
    if (constraint === 'person_opens_at_most_10_support_requests_a_day')
      return refused({ reason: 'too-many-today' })
    if (constraint === 'support_requests_pkey' || constraint === 'support_messages_pkey')
      return refused({ reason: 'request-used' })
    throw error
  }
}

/** The text without what cannot be seen. */
export function checkWritten({
  words,
  imageIds,
}: Pick<Written, 'words' | 'imageIds'>): Outcome<string, WrittenProblem> {
  const body = severalLines(words)
  if (body === '') return refused({ reason: 'words-missing' })
  if ([...body].length > MAX_SUPPORT_CHARACTERS) return refused({ reason: 'words-too-long' })
  return new Set(imageIds).size > MAX_SUPPORT_PHOTOS
    ? refused({ reason: 'too-many-photos' })
    : done(body)
}

/** Part of writing in a request; after a refusal the command rolls back. */
export async function storeMessage(
  tx: Tx,
  writer: Person,
  requestId: SupportRequestId,
  { requestKey, words, imageIds }: Written,
  { writtenAt, isAnswer }: { readonly writtenAt: Date; readonly isAnswer: boolean },
): Promise<Outcome<SupportMessageId, WrittenProblem>> {
  const attached = await attachImages(tx, writer, imageIds, 'support', writtenAt)
  if (!attached.ok) return attached
  const id: SupportMessageId = requestKey
  await tx
    .insertInto('support_messages')
    .values({
      id,
      request_id: requestId,
      writer_id: writer.id,
      is_answer: isAnswer,
      body: words,
      image_ids: [...new Set(imageIds)],
      written_at: writtenAt,
    })
    .execute()
  return done(id)
}
