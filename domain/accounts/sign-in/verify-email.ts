import { createHash, randomBytes } from 'node:crypto'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Person } from '#domain/shared/actors.ts'
import { asId, newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { verificationEmail } from './account-emails.ts'
import { EMAIL_LINK_HOURS } from './time-limits.ts'
import { countUnconfirmed, type TooManyEmails } from './unconfirmed-addresses.ts'

const LINK_MS = EMAIL_LINK_HOURS * 3_600_000

/** Creates a link that confirms an address once, within a day. Only its hash is stored. */
export async function makeVerificationLink(tx: Tx, userId: PersonId, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const link = {
    id: newId(),
    identifier: identifierOf(token),
    value: userId,
    expires_at: new Date(now.getTime() + LINK_MS),
    created_at: now,
    updated_at: now,
  }
  await tx.insertInto('auth_verifications').values(link).execute()
  return token
}

/** Whether a link can still verify an address; checked before the button is shown. */
export async function isVerificationLinkValid(
  db: DbOrTx,
  token: string,
  now: Date,
): Promise<boolean> {
  const link = await db
    .selectFrom('auth_verifications')
    .select('id')
    .where('identifier', '=', identifierOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link !== undefined
}

/** Marks the address that the link was sent to as verified. A change of address voids the link. */
export async function verifyEmail(
  db: Db,
  token: string,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'link-not-valid' }>> {
  return inTransaction<Outcome<null, { readonly reason: 'link-not-valid' }>>(db, async (tx) => {
    const link = await tx
      .deleteFrom('auth_verifications')
      .where('identifier', '=', identifierOf(token))
      .where('expires_at', '>', now)
      .returning('value')
      .executeTakeFirst()
    if (!link) return refused({ reason: 'link-not-valid' })
    await tx
      .updateTable('user_profiles')
      .set({ email_verified: true, updated_at: now })
      .where('id', '=', asId<PersonId>(link.value))
      .where('deleted_at', 'is', null)
      .execute()
    return done(null)
  })
}

/** Emails the verification link again, a few times a day; does nothing for a verified address. */
export async function requestVerification(
  db: Db,
  { person, origin }: { readonly person: Person; readonly origin: string },
  now: Date,
): Promise<Outcome<null, TooManyEmails>> {
  if (person.emailVerified) return done(null)
  return inTransaction<Outcome<null, TooManyEmails>>(db, async (tx) => {
    const counted = await countUnconfirmed(tx, person.email, now)
    if (!counted.ok) return counted
    const verificationToken = await makeVerificationLink(tx, person.id, now)
    const message = verificationEmail({ ...person, origin, verificationToken })
    await notify(tx, { ...message, recipientId: person.id, to: person.email }, now)
    return done(null)
  })
}

/** Contains the purpose of the link, so that no other link is accepted as one of these. */
function identifierOf(token: string): string {
  return `verify-email:${createHash('sha256').update(token).digest('base64url')}`
}
