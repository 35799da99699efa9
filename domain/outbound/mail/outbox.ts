import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { MailTopic } from '#db/enums.ts'
import type { AnnouncementId, MailId, PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { newId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { inBatch } from '#domain/shared/lists/in-batch.ts'
import { decodeNewestFirst, newestFirstKeys, type Page, toPage } from '#domain/shared/lists/page.ts'
import { oneLine } from '#domain/shared/plain-text.ts'
import { MailRefused, type MailTransport } from '#gateways/mail/transport.ts'
import { type Email, renderEmail, withUnsubscribe } from './email.ts'
import { helloCloset } from './names.ts'

export type Mail = Email & {
  readonly to: string
  /** The recipient's account; omitted for addresses without one. */
  readonly recipientId?: PersonId
  /** What its recipient can turn off; null if it is always sent. */
  readonly topic: MailTopic | null
  /**
   * An email with a key is sent once, however often it is queued. Letters, digits, dots and dashes.
   */
  readonly messageKey?: string
  /** What it announces; it is not sent any more once that is ended. */
  readonly announcementId?: AnnouncementId
}

/**
 * Adds an email to the outbox and queues the job that sends it, in the transaction of the change it
 * is about. Sets its Message-ID, so that a repeated delivery is recognized.
 */
export async function queueMail(tx: Tx, mail: Mail, now: Date): Promise<void> {
  if (mail.messageKey !== undefined && !/^[\w.-]{1,120}$/.test(mail.messageKey)) {
    throw new Error(`${mail.messageKey} cannot stand in a Message-ID`)
  }
  const { contact, closetName } = await readNames(tx, mail.recipientId)
  const greeting = mail.greeting && closetName ? helloCloset(closetName) : mail.greeting
  const { text, html } = renderEmail({ ...mail, ...(greeting && { greeting }) }, contact)
  const id: MailId = newId()
  const queued = await tx
    .insertInto('mail_outbox')
    .values({
      id,
      message_id: mail.messageKey ?? id,
      template: mail.template,
      topic: mail.topic,
      confidential: mail.confidential ?? false,
      recipient_id: mail.recipientId ?? null,
      announcement_id: mail.announcementId ?? null,
      to_address: oneLine(mail.to),
      subject: isolated(oneLine(mail.subject)),
      text_body: text,
      html_body: html,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (queued) await enqueue(tx, 'send-mail', { mailId: id })
}

/**
 * The `support_email` of the site settings, if valid, and the name of a recipient that is a closet,
 * unless it is that of the person who applied for it.
 */
async function readNames(tx: Tx, recipientId: PersonId | undefined) {
  const { contact, closetName } = await tx
    .selectNoFrom((of) => [
      of
        .selectFrom('site_customization')
        .select('setting_value')
        .where('setting_key', '=', 'support_email')
        .as('contact'),
      of
        .selectFrom('user_profiles as p')
        .select('p.full_name')
        .where('p.id', '=', recipientId ?? null)
        .where('p.account_type', '=', 'business')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('business_applications as a')
                .select('a.id')
                .whereRef('a.user_id', '=', 'p.id')
                .whereRef('a.full_name', '=', 'p.full_name'),
            ),
          ),
        )
        .as('closetName'),
    ])
    .executeTakeFirstOrThrow()
  return { contact: contact || null, closetName }
}

/**
 * The job behind `queueMail`. Throws when the mail server is unavailable or rejects the email
 * temporarily, so that the queue retries it. An email that is rejected permanently fails with the
 * reason. The attempt is recorded before the email is sent, so nothing is sent while the database
 * cannot write. An email is sent twice only if the process crashes, or the database stops writing,
 * between the server's answer and our record of it.
 */
export async function sendQueuedMail(
  db: Db,
  transport: MailTransport,
  mailId: MailId,
  now: Date,
  unsubscribeAddress: UnsubscribeAddress,
): Promise<void> {
  const mail = await db
    .updateTable('mail_outbox')
    .set((set) => ({ attempts: set('attempts', '+', 1) }))
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    .returning(['message_id', 'to_address', 'subject', 'text_body', 'html_body', 'confidential'])
    .returning(['topic', 'recipient_id'])
    .executeTakeFirst()
  if (!mail) return
  const note = (row: { sent_at?: Date; last_error: string | null } & Partial<typeof GONE>) =>
    db.updateTable('mail_outbox').set(row).where('id', '=', mailId).execute()
  try {
    await transport.send({
      messageId: mail.message_id,
      to: mail.to_address,
      subject: mail.subject,
      ...asSent(mail, unsubscribeAddress),
    })
  } catch (error) {
    await note({ last_error: error instanceof Error ? error.message : String(error) })
    if (error instanceof MailRefused) return
    throw error
  }
  const isOver = mail.confidential && !transport.isLocal
  await note({ sent_at: now, last_error: null, ...(isOver && GONE) })
}

/** The signed link in emails that people can turn off. */
type UnsubscribeAddress = (wanted: { personId: PersonId; topic: MailTopic }) => string

function asSent(
  mail: {
    readonly text_body: string
    readonly html_body: string
    readonly topic: MailTopic | null
    readonly recipient_id: PersonId | null
  },
  unsubscribeAddress: UnsubscribeAddress,
) {
  const { topic, recipient_id: personId } = mail
  const body = { text: mail.text_body, html: mail.html_body }
  if (!topic || !personId) return body
  const unsubscribe = unsubscribeAddress({ personId, topic })
  return { ...withUnsubscribe(body, unsubscribe), unsubscribe }
}

/** Confidential contents are not stored once sent. */
const GONE = { text_body: '', html_body: '' }

const DAY_MS = 86_400_000
const RETENTION_DAYS = 90
/** The address of a closed account is deleted sooner. */
const FAREWELL_DAYS = 7
const BATCH_SIZE = 500

/** Deletes emails sent long ago. A job; unsent ones stay. */
export async function sweepMail(db: Db, now: Date): Promise<number> {
  const sentBefore = (days: number) =>
    sql<boolean>`sent_at < ${new Date(now.getTime() - days * DAY_MS)}`
  const farewells = sql<boolean>`template = 'farewell' and ${sentBefore(FAREWELL_DAYS)}`
  return (await deleteSent(db, sentBefore(RETENTION_DAYS))) + (await deleteSent(db, farewells))
}

async function deleteSent(db: Db, which: RawBuilder<boolean>): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from mail_outbox where ${inBatch(
        'id',
        sql`select id from mail_outbox where ${which}
          order by sent_at limit ${sql.lit(BATCH_SIZE)} for update skip locked`,
      )}`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < BATCH_SIZE) return deleted
  }
}

/** Part of ending an announcement: its emails that have not been sent are not. Returns how many. */
export async function removeUnsentMailOf(tx: Tx, announcementId: AnnouncementId): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mail_outbox')
    .where('announcement_id', '=', announcementId)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** How many emails of an announcement wait for their first attempt, counted up to `max`. */
export async function waitingMailOf(
  tx: Tx,
  announcementId: AnnouncementId,
  max: number,
): Promise<number> {
  const waiting = tx
    .selectFrom('mail_outbox')
    .where('announcement_id', '=', announcementId)
    .where('sent_at', 'is', null)
    .where('last_error', 'is', null)
  return await countUpTo(tx, waiting, max)
}

/** Part of closing an account. Emails about a refund that have not been sent yet are still sent. */
export async function removeMailTo(tx: Tx, personId: PersonId): Promise<void> {
  await tx
    .updateTable('mail_outbox')
    .set({ recipient_id: null })
    .where('recipient_id', '=', personId)
    .where('sent_at', 'is', null)
    .where('template', 'like', 'refund-%')
    .execute()
  await tx.deleteFrom('mail_outbox').where('recipient_id', '=', personId).execute()
}

export type OutboxEntry = {
  readonly id: MailId
  readonly template: string
  readonly to: string
  readonly subject: string
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly lastError: string | null
}

/** All emails, newest first. */
export async function outboxPage(db: Db, after: string | null): Promise<Page<OutboxEntry>> {
  const from = decodeNewestFirst<MailId>(after)
  let query = db
    .selectFrom('mail_outbox')
    .select(['id', 'template', 'to_address', 'subject', 'created_at', 'sent_at', 'last_error'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(25)
  if (from) {
    query = query.where((where) =>
      where(where.refTuple('created_at', 'id'), '<', where.tuple(from.at, from.id)),
    )
  }
  const { rows, next } = toPage(await query.execute(), newestFirstKeys)
  return { rows: rows.map(asEntry), next }
}

/** One email as it is sent, or null. */
export async function readMail(
  db: Db,
  id: MailId,
  unsubscribeAddress: UnsubscribeAddress,
): Promise<(OutboxEntry & { readonly text: string; readonly html: string }) | null> {
  const row = await db
    .selectFrom('mail_outbox')
    .select(['id', 'template', 'to_address', 'subject', 'created_at', 'sent_at', 'last_error'])
    .select(['text_body', 'html_body', 'topic', 'recipient_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...asEntry(row), ...asSent(row, unsubscribeAddress) } : null
}

function asEntry(row: {
  id: MailId
  template: string
  to_address: string
  subject: string
  created_at: Date
  sent_at: Date | null
  last_error: string | null
}): OutboxEntry {
  return {
    id: row.id,
    template: row.template,
    to: row.to_address,
    subject: row.subject,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    lastError: row.last_error,
  }
}
