import { type Selectable, sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction } from '#db/connection.ts'
import type { MailId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { DB } from '#db/types.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { idsUpTo, type ListSearch, searchList } from '#domain/shared/lists/list-search.ts'
import {
  containing,
  decodeNewestFirst,
  type Found,
  newestFirstKeys,
  PAGE_SIZE,
  toPage,
} from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

// The outbox as admins see it.

export const mailStates = ['sent', 'waiting', 'failed'] as const
export type MailState = (typeof mailStates)[number]

export type SentMail = {
  readonly id: MailId
  readonly template: string
  readonly to: string
  readonly subject: string
  readonly state: MailState
  readonly attempts: number
  readonly lastError: string | null
  readonly createdAt: Date
  readonly sentAt: Date | null
}

const columns = [
  'id',
  'template',
  'to_address',
  'subject',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
] as const

type Row = Pick<Selectable<DB['mail_outbox']>, (typeof columns)[number]>

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
): Promise<Found<SentMail>> {
  const from = decodeNewestFirst<MailId>(wanted.after)
  const search = await searchMail(db, wanted)
  let found = db.selectFrom('mail_outbox')
  if (wanted.state) found = found.where(STATES[wanted.state])
  if (search) found = found.where(search.isFound)
  let list = found
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
  if (from)
    list = list.where((where) =>
      where(where.refTuple('created_at', 'id'), '<', where.tuple(from.at, from.id)),
    )
  const [rows, total] = await Promise.all([list.execute(), countUpTo(db, found)])
  const page = toPage(rows, newestFirstKeys)
  const isPartial = search?.isPartial ?? false
  return { rows: page.rows.map(shape), next: page.next, total, isPartial }
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
export async function findMail(
  db: DbOrTx,
  _admin: Admin,
  id: MailId,
): Promise<
  (SentMail & { readonly contents: { readonly text: string; readonly html: string } | null }) | null
> {
  const row = await db
    .selectFrom('mail_outbox')
    .select(columns)
    .select(['confidential', 'text_body', 'html_body'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const contents = row.confidential ? null : { text: row.text_body, html: row.html_body }
  return { ...shape(row), contents }
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
  return countUpTo(db, db.selectFrom('mail_outbox').where(STATES.failed))
}

function shape(row: Row): SentMail {
  return {
    id: row.id,
    template: row.template,
    to: row.to_address,
    subject: row.subject,
    state: row.sent_at ? 'sent' : row.last_error ? 'failed' : 'waiting',
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}
