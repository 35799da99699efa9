import { type Db, inTransaction, inTransactionOrRollback, type Tx } from '#db/connection.ts'
import type { PersonId, SupportRequestId } from '#db/ids.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { type LockedRequest, lockRequest, storedWith, timeAfter } from './locked-request.ts'
import { checkWritten, storeMessage, type Written, type WrittenProblem } from './support.ts'
import { requestAnswered, requestForAdmin } from './support-emails.ts'
import { MAX_SUPPORT_MESSAGES } from './support-limits.ts'

type OnRequest = {
  readonly id: SupportRequestId
  /** How many messages the admin has seen: with more, they read those first. */
  readonly seen: number
}

export type SupportAnswer = OnRequest &
  Written & {
    readonly closes: boolean
    readonly origin: string
  }

export type AnswerSupportProblem =
  | { readonly reason: 'request-not-found' }
  /** It is the admin's own, from before they became one. */
  | { readonly reason: 'own-request' }
  /** Somebody has written in the meantime. */
  | { readonly reason: 'changed'; readonly by: string }
  | { readonly reason: 'full' }
  | WrittenProblem

/**
 * An admin answers, and may close the request with the answer. The person gets it by email. An
 * unassigned request is assigned to the admin who answers first.
 */
export async function answerRequest(
  db: Db,
  admin: Admin,
  answer: SupportAnswer,
  now: Date,
): Promise<Outcome<null, AnswerSupportProblem>> {
  const checked = checkWritten(answer)
  if (!checked.ok) return checked
  const { id, requestKey, closes, origin } = answer
  return await inTransactionOrRollback<Outcome<null, AnswerSupportProblem>>(
    db,
    async (tx, rollBack) => {
      const request = await lockRequest(tx, id)
      if (!request) return refused({ reason: 'request-not-found' })
      const stored = await storedWith(tx, id, requestKey)
      if (stored) return stored === 'here' ? done(null) : refused({ reason: 'request-used' })
      if (request.personId === admin.id) return refused({ reason: 'own-request' })
      if (request.messageCount !== answer.seen)
        return refused({ reason: 'changed', by: await lastWriter(tx, id) })
      if (request.messageCount >= MAX_SUPPORT_MESSAGES) return refused({ reason: 'full' })
      const at = timeAfter(request.lastMessageAt, now)
      const words = checked.value
      const message = await storeMessage(
        tx,
        admin,
        id,
        { ...answer, words },
        {
          writtenAt: at,
          isAnswer: true,
        },
      )
      if (!message.ok) return rollBack(message)
      await tx
        .updateTable('support_requests')
        .set((set) => ({
          status: closes ? ('closed' as const) : ('answered' as const),
          answered_at: at,
          message_count: set('message_count', '+', 1),
          last_message_at: at,
          assigned_to: request.assigneeId ?? admin.id,
          closed_at: closes ? at : null,
          closed_by: closes ? admin.id : null,
        }))
        .where('id', '=', id)
        .execute()
      const action = closes ? 'answer and close' : 'answer'
      await recordAction(tx, admin, { action, noun: 'support request', nounId: id }, now)
      await mailAnswer(
        tx,
        request,
        { words, photos: answer.imageIds.length, isClosed: closes, origin },
        now,
      )
      return done(null)
    },
  )
}

async function mailAnswer(
  tx: Tx,
  request: LockedRequest,
  answer: Pick<Parameters<typeof requestAnswered>[0], 'words' | 'photos' | 'isClosed' | 'origin'>,
  now: Date,
): Promise<void> {
  const { id, kind, title, personId, personName: fullName, personEmail: to } = request
  const email = requestAnswered({ id, kind, title, fullName, ...answer })
  await notify(tx, { ...email, to, recipientId: personId }, now)
}

export type CloseSupportProblem =
  | { readonly reason: 'request-not-found' }
  | { readonly reason: 'changed'; readonly by: string }
  /** Nobody has answered it yet. */
  | { readonly reason: 'unanswered' }

/** An admin closes a request that has been answered, without an email. */
export async function closeRequest(
  db: Db,
  admin: Admin,
  { id, seen }: OnRequest,
  now: Date,
): Promise<Outcome<null, CloseSupportProblem>> {
  return await inTransaction<Outcome<null, CloseSupportProblem>>(db, async (tx) => {
    const request = await lockRequest(tx, id)
    if (!request) return refused({ reason: 'request-not-found' })
    if (request.status === 'closed') return done(null)
    if (request.messageCount !== seen)
      return refused({ reason: 'changed', by: await lastWriter(tx, id) })
    if (!request.answeredAt) return refused({ reason: 'unanswered' })
    await tx
      .updateTable('support_requests')
      .set({ status: 'closed', closed_at: now, closed_by: admin.id })
      .where('id', '=', id)
      .execute()
    await recordAction(tx, admin, { action: 'close', noun: 'support request', nounId: id }, now)
    return done(null)
  })
}

async function lastWriter(tx: Tx, id: SupportRequestId): Promise<string> {
  const { full_name } = await tx
    .selectFrom('support_messages as m')
    .innerJoin('user_profiles as w', 'w.id', 'm.writer_id')
    .select('w.full_name')
    .where('m.request_id', '=', id)
    .orderBy('m.written_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return full_name
}

export type Assignment = {
  readonly id: SupportRequestId
  /** Null: to nobody. */
  readonly to: PersonId | null
  /** To whom it was assigned when the admin saw it. */
  readonly seenTo: PersonId | null
  readonly origin: string
}

export type AssignProblem =
  | { readonly reason: 'request-not-found' }
  | { readonly reason: 'not-an-admin' }
  /** Another admin has taken it or given it to somebody else; null: to nobody. */
  | { readonly reason: 'assigned-already'; readonly to: string | null }

/** Assigns a request to an admin, who gets an email unless they took it themselves. */
export async function assignRequest(
  db: Db,
  admin: Admin,
  { id, to, seenTo, origin }: Assignment,
  now: Date,
): Promise<Outcome<{ readonly name: string | null }, AssignProblem>> {
  return await inTransaction<Outcome<{ readonly name: string | null }, AssignProblem>>(
    db,
    async (tx) => {
      const request = await lockRequest(tx, id)
      if (!request) return refused({ reason: 'request-not-found' })
      const { kind, title, assigneeId, assigneeName } = request
      if (assigneeId === to) return done({ name: assigneeName })
      if (assigneeId !== seenTo) return refused({ reason: 'assigned-already', to: assigneeName })
      const assignee =
        to &&
        (await tx
          .selectFrom('user_profiles')
          .select(['id', 'full_name', 'email'])
          .where('id', '=', to)
          .where('account_type', '=', 'admin')
          .where('deleted_at', 'is', null)
          // Waits for a concurrent change of the account type.
          .forKeyShare()
          .executeTakeFirst())
      if (to && !assignee) return refused({ reason: 'not-an-admin' })
      await tx
        .updateTable('support_requests')
        .set({ assigned_to: to })
        .where('id', '=', id)
        .execute()
      const name = assignee ? assignee.full_name : null
      const line = { before: { assignee: assigneeName }, after: { assignee: name } }
      await recordAction(
        tx,
        admin,
        { action: 'assign', noun: 'support request', nounId: id, ...line },
        now,
      )
      if (assignee && assignee.id !== admin.id) {
        const email = requestForAdmin({ id, kind, title, origin, by: admin.fullName, words: null })
        await notify(tx, { ...email, to: assignee.email, recipientId: assignee.id }, now)
      }
      return done({ name })
    },
  )
}
