import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { waitingMailOf } from '#domain/outbound/mail/outbox.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { recipients } from './recipients.ts'

type SendingTime = { readonly now: Date; readonly origin: string }

type Limits = {
  /** Emails that are queued at once. */
  readonly max?: number
  /** No more are queued while this many wait, so that other emails do not wait behind them. */
  readonly maxWaiting?: number
}

/**
 * Queues the emails of announcements that are due, a bounded number at a time; returns how many
 * steps it made. The emails and the place that was reached are stored in one transaction, so that
 * everybody gets one however often a worker is killed.
 */
export async function sendAnnouncements(
  db: Db,
  at: SendingTime,
  { max = 100, maxWaiting = 1000 }: Limits = {},
): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const due = await lockDue(tx, at.now)
    if (!due) return 0
    const { id, emailed_up_to: last } = due
    const isOver = due.ends_at !== null && due.ends_at <= at.now
    if (!isOver && (await waitingMailOf(tx, id, maxWaiting)) >= maxWaiting) return 0
    let next = recipients(tx, due, 'email')
      .select(['p.id', 'p.email'])
      .where('p.created_at', '<=', due.emails_at)
      .orderBy('p.id')
      .limit(max)
    if (last !== null) next = next.where(sql<boolean>`p.id > ${last}::uuid`)
    const people = isOver ? [] : await next.execute()
    const message = announcementEmail(due, at.origin)
    for (const person of people)
      await notify(
        tx,
        {
          ...message,
          to: person.email,
          recipientId: person.id,
          announcementId: id,
          messageKey: `announcement-${id}-${person.id}`,
        },
        at.now,
      )
    await tx
      .updateTable('announcements')
      .set((set) => ({
        emails: set('emails', '+', people.length),
        emailed_up_to: people.at(-1)?.id ?? last,
        ...(people.length < max && { emails_done_at: at.now }),
      }))
      .where('id', '=', id)
      .execute()
    return Math.max(people.length, 1)
  })
}

function lockDue(tx: Tx, now: Date) {
  return tx
    .selectFrom('announcements')
    .select(['id', 'title', 'words', 'link_address', 'link_label', 'audience', 'city', 'state'])
    .select(['ends_at', 'emailed_up_to'])
    .select((columns) => columns.ref('emails_at').$notNull().as('emails_at'))
    .where('emails_at', '<=', now)
    .where('emails_done_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('emails_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

type Announced = {
  readonly title: string
  readonly words: string
  readonly link_address: string | null
  readonly link_label: string | null
}

/** @param origin of the shop, for a link to a page of ours */
function announcementEmail(announced: Announced, origin: string): Email {
  const { title, words, link_address: address, link_label: text } = announced
  return {
    template: 'announcement',
    subject: title,
    paragraphs: words.split(/\n{2,}/),
    ...(address !== null &&
      text !== null && {
        links: [{ text, url: address.startsWith('/') ? `${origin}${address}` : address }],
      }),
  }
}
