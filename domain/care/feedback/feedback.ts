import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { FeedbackId, FreshId, PersonId } from '#db/ids.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/** Trimmed, not blank, within the lengths that the table allows. */
export type FeedbackWords = {
  readonly name: string
  readonly email: string
  readonly message: string
}

/**
 * Stores feedback, with the account of its author if signed in. Feedback that is sent again with
 * the same key, because the first response was lost, is stored once.
 */
export async function submitFeedback(
  db: Db,
  person: Person | null,
  words: FeedbackWords & { readonly requestKey?: FreshId | null },
  now: Date,
): Promise<void> {
  const { name, email, message, requestKey } = words
  const row = {
    id: requestKey ?? newId(),
    user_id: person?.id ?? null,
    name,
    email,
    message,
    created_at: now,
  }
  await db
    .insertInto('feedback')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Removes an entry for good; the audit log keeps who wrote it, not what it said. */
export async function deleteFeedback(
  db: Db,
  admin: Admin,
  id: FeedbackId,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'already-gone' }>> {
  return inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('feedback')
      .where('id', '=', id)
      .returning(['name', 'email', 'created_at'])
      .executeTakeFirst()
    if (!gone) return refused({ reason: 'already-gone' })
    const act = { action: 'delete', noun: 'feedback', nounId: id, before: gone }
    await recordAction(tx, admin, act, now)
    return done(null)
  })
}

/** Part of closing an account: their feedback stays, without their name and address. */
export async function removeAuthor(
  tx: Tx,
  personId: PersonId,
  shownAs: Pick<FeedbackWords, 'name' | 'email'>,
): Promise<void> {
  await tx
    .updateTable('feedback')
    .set({ user_id: null, name: shownAs.name, email: shownAs.email })
    .where('user_id', '=', personId)
    .execute()
}
