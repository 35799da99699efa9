import { createHash, randomBytes } from 'node:crypto'
import { type Db, type DbOrTx, inTransaction, violatedConstraint } from '#db/connection.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Person } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import {
  addressChangedEmail,
  addressChangeRequestedEmail,
  confirmNewAddressEmail,
} from './account-emails.ts'
import type { Auth } from './auth.ts'
import { isLinkLimitReached } from './mailed-links.ts'
import { actAsOwner, type NotProven, type Proof } from './own-password.ts'
import { EMAIL_LINK_HOURS } from './time-limits.ts'
import { countUnconfirmed, queueNotice } from './unconfirmed-addresses.ts'

const HOUR_MS = 3_600_000

/**
 * Starts a change of address: sends a link to the new one and a notice to the old one; nothing
 * changes until the link is followed. A later request replaces an earlier one.
 * @param email in lower case
 */
export async function requestEmailChange(
  db: Db,
  auth: Auth,
  { email, origin, ...proof }: Input,
  now: Date,
): Promise<Outcome<null, NotProven | AskProblem>> {
  const { person } = proof
  if (email === person.email.toLowerCase()) return refused({ reason: 'same-email' })
  const token = randomBytes(32).toString('base64url')
  // Concurrent requests are counted one after the other, since each holds the lock of the password.
  return actAsOwner<null, Refused>(db, auth, proof, now, async (tx) => {
    if (await isTaken(tx, email)) return refused({ reason: 'email-taken' })
    if (await isLinkLimitReached(tx, person.id, 'new-email', now))
      return refused({ reason: 'too-many-links' })
    if (!(await countUnconfirmed(tx, email, now)).ok) return refused({ reason: 'too-many-links' })
    const input = {
      new_email: email,
      token_hash: hashOf(token),
      expires_at: new Date(now.getTime() + EMAIL_LINK_HOURS * HOUR_MS),
      created_at: now,
    }
    await tx
      .insertInto('email_changes')
      .values({ user_id: person.id, ...input })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(input))
      .execute()
    const { fullName } = person
    const link = confirmNewAddressEmail({ fullName, origin, token })
    await notify(tx, { ...link, recipientId: person.id, to: email }, now)
    const notice = addressChangeRequestedEmail({ fullName, origin, email })
    await queueNotice(tx, person, notice, now)
    return done(null)
  })
}

type AskProblem = { readonly reason: 'same-email' } | Refused

type Refused = { readonly reason: 'email-taken' | 'too-many-links' }

type Input = Proof & {
  readonly email: string
  /** The origin of the link in the email. */
  readonly origin: string
}

/** The address of a pending change that is not confirmed yet, or null. */
export async function pendingEmail(db: DbOrTx, person: Person, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('email_changes')
    .select('new_email')
    .where('user_id', '=', person.id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.new_email ?? null
}

/** The address that a link would set, or null if the link is no longer valid. */
export async function emailOfLink(db: DbOrTx, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('email_changes')
    .select('new_email')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.new_email ?? null
}

type NewEmailProblem = { readonly reason: 'link-not-valid' | 'email-taken' }

/** Sets the address that the link was emailed to, and notifies the old one. */
export async function confirmEmailChange(
  db: Db,
  { token, origin }: { readonly token: string; readonly origin: string },
  now: Date,
): Promise<Outcome<{ readonly email: string }, NewEmailProblem>> {
  try {
    return await inTransaction<Outcome<{ readonly email: string }, NewEmailProblem>>(
      db,
      async (tx) => {
        const input = await tx
          .deleteFrom('email_changes')
          .where('token_hash', '=', hashOf(token))
          .where('expires_at', '>', now)
          .returning(['user_id', 'new_email'])
          .executeTakeFirst()
        const profile =
          input &&
          (await tx
            .selectFrom('user_profiles')
            .select(['id', 'full_name', 'email', 'email_verified'])
            .where('id', '=', input.user_id)
            .where('deleted_at', 'is', null)
            .forNoKeyUpdate()
            .executeTakeFirst())
        if (!input || !profile) return refused({ reason: 'link-not-valid' })
        const email = input.new_email
        await tx
          .updateTable('user_profiles')
          .set({ email, email_verified: true, updated_at: now })
          .where('id', '=', profile.id)
          .execute()
        // Links sent to the old address can no longer set a password.
        await tx.deleteFrom('auth_verifications').where('value', '=', profile.id).execute()
        const message = addressChangedEmail({ fullName: profile.full_name, origin, email })
        const before = { ...profile, emailVerified: profile.email_verified }
        await queueNotice(tx, before, message, now)
        return done({ email })
      },
    )
  } catch (error) {
    if (violatedConstraint(error) === 'email_belongs_to_one_person')
      return refused({ reason: 'email-taken' })
    throw error
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

async function isTaken(db: DbOrTx, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('user_profiles')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .executeTakeFirst()
  return found !== undefined
}
