import { type InferResult, sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import { enqueue, type Jobs } from '#db/jobs.ts'
import { isBlocked } from '#domain/care/blocks/blocks.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { type LockedConversation, lockConversation, type Side } from './conversation-side.ts'
import { unreadEmail } from './message-emails.ts'
import { MAIL_AFTER_MINUTES, MAIL_EVERY_MINUTES } from './message-limits.ts'

/** The most messages shown in an email; the others are read on the site. */
const MESSAGES_IN_MAIL = 5

/**
 * The job queued for a message that may still be unread: mails everything its reader has not read,
 * at most once in `MAIL_EVERY_MINUTES` for each side of a conversation. Messages that were read,
 * withdrawn or mailed are left out, and people who can no longer sign in get no email.
 */
export async function mailUnreadMessages(
  db: Db,
  { messageId }: Jobs['mail-unread-messages'],
  { origin }: { readonly origin: string },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const message = await tx
      .selectFrom('messages')
      .select(['conversation_id', 'writer_id'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    const locked = message && (await lockConversation(tx, { id: message.conversation_id }))
    if (!message || !locked) return
    const { id, shopper_id: shopperId } = locked
    const reader: Side = message.writer_id === shopperId ? 'lister' : 'shopper'
    const mailedAt = reader === 'shopper' ? locked.shopper_mailed_at : locked.lister_mailed_at
    const unread = await unreadRows(tx, locked, reader).execute()
    const [oldest] = unread
    // A more recent message has its own job.
    if (!oldest || oldest.written_at > minutesBefore(now, MAIL_AFTER_MINUTES)) return
    if (await isBlocked(tx, shopperId, locked.lister_id)) return
    const next = mailedAt && minutesBefore(mailedAt, -MAIL_EVERY_MINUTES)
    if (next && now < next) {
      // One job waits per side, and includes later messages.
      const key = `unread-messages-${id}-${reader}`
      await enqueue(tx, 'mail-unread-messages', { messageId }, { runAt: next, key })
      return
    }
    const last = unread.at(-1)?.written_at ?? now
    const mailed = reader === 'shopper' ? 'shopper_mailed_at' : 'lister_mailed_at'
    await tx
      .updateTable('conversations')
      .set({ [mailed]: last > now ? last : now })
      .where('id', '=', id)
      .execute()
    await mail(tx, { locked, reader, unread, origin }, now)
  })
}

type Unread = InferResult<ReturnType<typeof unreadRows>>

type Mailed = {
  readonly locked: LockedConversation
  readonly reader: Side
  readonly unread: Unread
  readonly origin: string
}

async function mail(tx: Tx, { locked, reader, unread, origin }: Mailed, now: Date): Promise<void> {
  const to = await tx
    .selectFrom('user_profiles as p')
    .innerJoin('clothing_items as i', (join) => join.on('i.id', '=', locked.item_id))
    .select(['p.id', 'p.full_name', 'p.email', 'i.title'])
    .where('p.id', '=', reader === 'shopper' ? locked.shopper_id : locked.lister_id)
    .where('p.deleted_at', 'is', null)
    .where('p.blocked_at', 'is', null)
    .executeTakeFirst()
  const [first] = unread
  if (!to || !first) return
  const shown = unread.slice(0, MESSAGES_IN_MAIL)
  const message = unreadEmail({
    conversationId: locked.id,
    title: to.title,
    readerName: to.full_name,
    writerName: first.writer_name,
    messages: shown.map(({ body, image_ids }) => ({ body, photos: image_ids.length })),
    more: unread.length - shown.length,
    origin,
  })
  const messageKey = `unread-messages-${first.id}`
  await notify(tx, { ...message, to: to.email, recipientId: to.id, messageKey }, now)
}

const minutesBefore = (at: Date, minutes: number) => new Date(at.getTime() - minutes * 60_000)

/** More messages than anybody writes in an hour. */
const MAX_UNREAD = 200

/** The messages that this side has neither read nor been mailed, oldest first. */
function unreadRows(tx: Tx, locked: Mailed['locked'], reader: Side) {
  const [readAt, mailedAt] =
    reader === 'shopper'
      ? [locked.shopper_read_at, locked.shopper_mailed_at]
      : [locked.lister_read_at, locked.lister_mailed_at]
  const from = sql<Date>`greatest(${readAt}::timestamptz, ${mailedAt}::timestamptz, '-infinity')`
  return tx
    .selectFrom('messages as m')
    .innerJoin('user_profiles as w', 'w.id', 'm.writer_id')
    .select(['m.id', 'm.body', 'm.image_ids', 'm.written_at', 'w.full_name as writer_name'])
    .where('m.conversation_id', '=', locked.id)
    .where('m.writer_id', reader === 'lister' ? '=' : '<>', locked.shopper_id)
    .where('m.withdrawn_at', 'is', null)
    .where('m.removed_at', 'is', null)
    .where('m.written_at', '>', from)
    .orderBy('m.written_at')
    .limit(MAX_UNREAD)
}
