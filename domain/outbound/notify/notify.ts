import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { type Mail, queueMail, removeMailTo } from '#domain/outbound/mail/outbox.ts'
import { disabledTopics, removeMailChoicesOf } from './mail-choices.ts'
import { topicOf } from './mail-topics.ts'

/** What one person is told about an event, over whichever channels. */
export type Notification = Omit<Mail, 'topic'>

/**
 * Tells a person about a change, in its transaction: by email, unless they have turned emails of
 * this topic off.
 */
export async function notify(tx: Tx, notification: Notification, now: Date): Promise<void> {
  const { template, recipientId } = notification
  const topic = recipientId ? topicOf(template) : null
  if (recipientId && topic) {
    const off = await disabledTopics(tx, { id: recipientId })
    if (off.includes(topic)) return
  }
  await queueMail(tx, { ...notification, topic }, now)
}

/** Part of closing an account. */
export async function removeNotificationsOf(tx: Tx, personId: PersonId): Promise<void> {
  await removeMailTo(tx, personId)
  await removeMailChoicesOf(tx, personId)
}
