import { type Db, inTransaction } from '#db/connection.ts'
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

/** Keeps what somebody tells us, with their account when they are signed in. */
export async function submitFeedback(
  db: Db,
  person: Person | null,
  words: FeedbackWords,
  now: Date,
): Promise<void> {
  const { name, email, message } = words
  await db
    .insertInto('feedback')
    .values({ id: newId(), user_id: person?.id ?? null, name, email, message, created_at: now })
    .execute()
}

/** Removes an entry for good; the audit log keeps who wrote it, not what it said. */
export async function deleteFeedback(
  db: Db,
  admin: Admin,
  id: string,
  now: Date,
): Promise<Outcome<null, 'already gone'>> {
  return inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('feedback')
      .where('id', '=', id)
      .returning(['name', 'email', 'created_at'])
      .executeTakeFirst()
    if (!gone) return refused('already gone')
    const act = { action: 'delete', noun: 'feedback', nounId: id, before: gone }
    await recordAction(tx, admin, act, now)
    return done(null)
  })
}
