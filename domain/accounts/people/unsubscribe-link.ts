import { createHmac, timingSafeEqual } from 'node:crypto'
import { type MailTopic, mailTopics } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { keyFor } from '#domain/accounts/sign-in/keys.ts'
import { parseId } from '#domain/shared/ids.ts'
import { pages } from '#domain/shared/pages.ts'

export type Unsubscription = { readonly personId: PersonId; readonly topic: MailTopic }

function signature(secret: string, { personId, topic }: Unsubscription): Buffer {
  const text = `${personId} ${topic}`
  return createHmac('sha256', keyFor(secret, 'unsubscribe')).update(text).digest()
}

/** The address that turns off emails of a topic. It needs no sign-in and can do nothing else. */
export function unsubscribeAddress(secret: string, origin: string, wanted: Unsubscription): string {
  const query = new URLSearchParams({
    person: wanted.personId,
    topic: wanted.topic,
    signature: signature(secret, wanted).toString('base64url'),
  })
  return `${origin}${pages.unsubscribe}?${query}`
}

/** The person and topic of such an address; null if we have not signed it. */
export function readUnsubscribeAddress(
  secret: string,
  query: URLSearchParams,
): Unsubscription | null {
  const personId = parseId<PersonId>(query.get('person'))
  const topic = mailTopics.find((known) => known === query.get('topic'))
  if (!personId || !topic) return null
  const given = Buffer.from((query.get('signature') ?? '').slice(0, 100), 'base64url')
  const right = signature(secret, { personId, topic })
  return given.length === right.length && timingSafeEqual(given, right) ? { personId, topic } : null
}
