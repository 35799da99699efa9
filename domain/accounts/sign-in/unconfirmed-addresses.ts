import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_UNCONFIRMED_EMAILS_A_DAY } from './time-limits.ts'

const DAY_MS = 86_400_000

export type TooManyEmails = { readonly reason: 'too-many'; readonly retryAfterSeconds: number }

/**
 * Counts an email to an unconfirmed address; refused when the limit of a day is reached. The
 * address may belong to somebody who never asked for emails, so all accounts share the count, and
 * deleting an account does not reset it. Password reset links are not counted, so that the owner
 * can always get in.
 */
export async function countUnconfirmed(
  tx: Tx,
  address: string,
  now: Date,
): Promise<Outcome<null, TooManyEmails>> {
  const address_hash = createHash('sha256').update(address.toLowerCase()).digest('base64url')
  const counted = tx
    .selectFrom('unconfirmed_addresses')
    .select('counted_since')
    .where('address_hash', '=', address_hash)
  await tx
    .deleteFrom('unconfirmed_addresses')
    .where('address_hash', '=', address_hash)
    .where(isOver(now))
    .execute()
  const taken = await tx
    .insertInto('unconfirmed_addresses')
    .values({ address_hash, emails: 1, counted_since: now })
    .onConflict((conflict) =>
      conflict
        .column('address_hash')
        .doUpdateSet((set) => ({ emails: set('unconfirmed_addresses.emails', '+', 1) }))
        .where('unconfirmed_addresses.emails', '<', MAX_UNCONFIRMED_EMAILS_A_DAY),
    )
    .returning('emails')
    .executeTakeFirst()
  if (taken) return done(null)
  const { counted_since } = await counted.executeTakeFirstOrThrow()
  const retryAfterSeconds = Math.ceil((counted_since.getTime() + DAY_MS - now.getTime()) / 1000)
  return refused({ reason: 'too-many', retryAfterSeconds })
}

/**
 * Notifies a person by email about their account. An unconfirmed address gets such emails only
 * within the limit, since the person who signed up with it may not be its owner.
 */
export async function queueNotice(
  tx: Tx,
  { id, email, emailVerified }: Pick<Person, 'id' | 'email' | 'emailVerified'>,
  message: Email,
  now: Date,
): Promise<void> {
  if (!emailVerified && !(await countUnconfirmed(tx, email, now)).ok) return
  await notify(tx, { ...message, recipientId: id, to: email }, now)
}

/** Removes counts that are over. */
export async function sweepUnconfirmed(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('unconfirmed_addresses').where(isOver(now)).execute()
}

/** A day has passed since it began, or it begins in more than a day: the clock was set back. */
function isOver(now: Date): RawBuilder<boolean> {
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => new Date(now.getTime() + ms))
  return sql<boolean>`(counted_since <= ${before} or counted_since > ${after})`
}
