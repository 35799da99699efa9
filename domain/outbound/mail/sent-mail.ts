import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { MailId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { idsUpTo, type ListSearch, searchList } from '#domain/shared/lists/list-search.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { containing, decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

// The outbox as admins see it.

export const mailStates = ['sent', 'waiting', 'failed'] as const
export type MailState = (typeof mailStates)[number]

const mails = (db: DbOrTx) => db.selectFrom('mail_outbox')

const listed = (found: ReturnType<typeof mails>) =>
  found
    .select(['id', 'template', 'to_address as to', 'subject', 'attempts'])
    .select(['last_error as lastError', 'created_at as createdAt', 'sent_at as sentAt'])

type Progress = { readonly sentAt: Date | null; readonly lastError: string | null }

function withState<Mail extends Progress>(mail: Mail) {
  const state: MailState = mail.sentAt ? 'sent' : mail.lastError ? 'failed' : 'waiting'
  return { ...mail, state }
}

const STATES = {
  sent: sql<boolean>`sent_at is not null`,
  waiting: sql<boolean>`sent_at is null and last_error is null`,
  failed: sql<boolean>`sent_at is null and last_error is not null`,
} satisfies Record<MailState, unknown>

/** All emails, newest first; `q` searches address and subject. */
export async function sentMail(
  db: DbOrTx,
  _admin: Admin,
  wanted: {
    readonly q: string
    readonly state: MailState | null
    readonly after: string | null
  },
) {
  const search = await searchMail(db, wanted)
  let found = mails(db)
  if (wanted.state) found = found.where(STATES[wanted.state])
  if (search) found = found.where(search.isFound)
  const [page, total] = await Promise.all([
    newestPage(listed(found), {
      by: ['created_at', 'id'],
      keysOf: (row) => [row.createdAt, row.id],
      from: decodeNewestFirst<MailId>(wanted.after),
    }),
    countUpTo(db, found),
  ])
  const isPartial = search?.isPartial ?? false
  return { rows: page.rows.map(withState), next: page.next, total, isPartial }
}

async function searchMail(
  db: DbOrTx,
  { q, state }: { readonly q: string; readonly state: MailState | null },
): Promise<ListSearch | null> {
  const words = containing(q)
  if (!words) return null
  const matches = sql<boolean>`to_address || ' ' || subject ilike ${words}`
  return await searchList(db, words, {
    row: 'mail_outbox',
    findByIndex: (max) => idsUpTo(db, max, sql`select id from mail_outbox where ${matches}`),
    newest: sql`select id, to_address, subject from mail_outbox
      ${state ? sql`where ${STATES[state]}` : sql``} order by created_at desc, id desc`,
    matches,
  })
}

/** One email; `contents` is null when only its recipient may read it. */
export async function findMail(db: DbOrTx, _admin: Admin, id: MailId) {
  const row = await listed(mails(db))
    .select(['confidential', 'text_body', 'html_body'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { confidential, text_body, html_body, ...mail } = row
  return {
    ...withState(mail),
    contents: confidential ? null : { text: text_body, html: html_body },
  }
}

export type SendAgainProblem =
  | { readonly reason: 'mail-not-found' }
  | { readonly reason: 'sent-already' }

/** Queues a failed email again. */
export async function sendMailAgain(
  db: Db,
  admin: Admin,
  mailId: MailId,
  now: Date,
): Promise<Outcome<null, SendAgainProblem>> {
  return inTransaction<Outcome<null, SendAgainProblem>>(db, async (tx) => {
    const mail = await tx
      .selectFrom('mail_outbox')
      .select(['sent_at', 'last_error'])
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) return refused({ reason: 'mail-not-found' })
    if (mail.sent_at) return refused({ reason: 'sent-already' })
    await tx.updateTable('mail_outbox').set({ last_error: null }).where('id', '=', mailId).execute()
    // A key, so that repeated clicks send it once.
    await enqueue(tx, 'send-mail', { mailId }, { key: `send-mail:${mailId}` })
    const before = { last_error: mail.last_error }
    await recordAction(
      tx,
      admin,
      { action: 'send again', noun: 'mail', nounId: mailId, before },
      now,
    )
    return done(null)
  })
}

/** How many emails could not be sent, counted up to one more than `MAX_COUNTED`. */
export async function countFailedMail(db: DbOrTx, _admin: Admin): Promise<number> {
  return countUpTo(db, mails(db).where(STATES.failed))
}
