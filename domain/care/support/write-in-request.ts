import { type Db, inTransaction, inTransactionOrRollback } from '#db/connection.ts'
import type { SupportRequestId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { lockRequest, storedWith, timeAfter } from './locked-request.ts'
import { checkWritten, storeMessage, type Written, type WrittenProblem } from './support.ts'
import { requestForAdmin } from './support-emails.ts'
import { answerDue, MAX_SUPPORT_MESSAGES, reopenableUntil } from './support-limits.ts'
import { findSubject } from './support-subject.ts'

export type SupportReply = Written & {
  readonly id: SupportRequestId
  readonly today: CalendarDate
  readonly origin: string
}

export type SupportReplyProblem =
  | { readonly reason: 'request-not-found' }
  /** It was closed too long ago. */
  | { readonly reason: 'closed' }
  /** It has as many messages as one can have. */
  | { readonly reason: 'full' }
  | WrittenProblem

/**
 * The person writes again. An answered or closed request is open again, with a new time for the
 * answer; that of an open one stays. Tells the admin who answers it, or else all admins.
 */
export async function writeInRequest(
  db: Db,
  person: Person,
  reply: SupportReply,
  now: Date,
): Promise<Outcome<null, SupportReplyProblem>> {
  const checked = checkWritten(reply)
  if (!checked.ok) return checked
  const { id, requestKey, today, origin } = reply
  return await inTransactionOrRollback<Outcome<null, SupportReplyProblem>>(
    db,
    async (tx, rollBack) => {
      const request = await lockRequest(tx, id)
      if (request?.personId !== person.id) return refused({ reason: 'request-not-found' })
      const stored = await storedWith(tx, id, requestKey)
      if (stored) return stored === 'here' ? done(null) : refused({ reason: 'request-used' })
      if (request.closedAt && now > reopenableUntil(request.closedAt))
        return refused({ reason: 'closed' })
      if (request.messageCount >= MAX_SUPPORT_MESSAGES) return refused({ reason: 'full' })
      const { rentalId, kind, title, assigneeId, assigneeEmail } = request
      const subject = rentalId && (await findSubject(tx, person, { rentalId }, today))
      const isUrgent = subject ? subject.isUrgent : false
      const at = timeAfter(request.lastMessageAt, now)
      const words = checked.value
      const message = await storeMessage(
        tx,
        person,
        id,
        { ...reply, words },
        {
          writtenAt: at,
          isAnswer: false,
        },
      )
      if (!message.ok) return rollBack(message)
      await tx
        .updateTable('support_requests')
        .set((set) => ({
          status: 'open',
          message_count: set('message_count', '+', 1),
          last_message_at: at,
          closed_at: null,
          closed_by: null,
          ...(request.status !== 'open' && {
            is_urgent: isUrgent,
            due_at: answerDue(at, isUrgent),
          }),
        }))
        .where('id', '=', id)
        .execute()
      if (assigneeId && assigneeEmail) {
        const by = person.fullName
        const email = requestForAdmin({ id, kind, title, origin, by, words })
        await notify(tx, { ...email, to: assigneeEmail, recipientId: assigneeId }, now)
      } else await enqueue(tx, 'tell-admins', { event: 'support-request', id: message.value })
      return done(null)
    },
  )
}

/** The person closes their request because it is solved. A closed one stays as it is. */
export async function closeOwnRequest(
  db: Db,
  person: Person,
  id: SupportRequestId,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'request-not-found' }>> {
  return await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, id)
    if (request?.personId !== person.id) return refused({ reason: 'request-not-found' })
    if (request.status === 'closed') return done(null)
    await tx
      .updateTable('support_requests')
      .set({ status: 'closed', closed_at: now, closed_by: person.id })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, person, { action: 'close', noun: 'support request', nounId: id }, now)
    return done(null)
  })
}
