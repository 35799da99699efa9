import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { severalLines } from '#domain/shared/plain-text.ts'
import { MAX_SAVED_CHARACTERS, MAX_SAVED_MESSAGES } from './message-limits.ts'

/** What a closet writes often (spec 3.8). */
export type SavedMessage = {
  /** Identifies it in its closet: 1 to `MAX_SAVED_MESSAGES`. */
  readonly position: number
  readonly body: string
  /** It is sent with each acceptance; at most one is. */
  readonly atAcceptance: boolean
}

export async function savedMessagesOf(
  read: DbOrTx,
  owner: { readonly id: PersonId },
): Promise<SavedMessage[]> {
  return await read
    .selectFrom('saved_messages')
    .select(['position', 'body', 'at_acceptance as atAcceptance'])
    .where('owner_id', '=', owner.id)
    .orderBy('position')
    .execute()
}

/** The text that is sent when the closet accepts a request; null for none. */
export async function acceptanceTextOf(
  read: DbOrTx,
  owner: { readonly id: PersonId },
): Promise<string | null> {
  const saved = await savedMessagesOf(read, owner)
  return saved.find(({ atAcceptance }) => atAcceptance)?.body ?? null
}

export type SavedProblem =
  | { readonly reason: 'words-missing' | 'words-too-long' }
  /** There are `MAX_SAVED_MESSAGES` already. */
  | { readonly reason: 'too-many' }

/** Saves a message at its position; without one, as a new message. */
export async function saveMessage(
  db: Db,
  owner: ClosetOwner,
  wanted: Omit<SavedMessage, 'position'> & { readonly position: number | null },
  now: Date,
): Promise<Outcome<null, SavedProblem>> {
  const body = severalLines(wanted.body)
  if (body === '') return refused({ reason: 'words-missing' })
  if ([...body].length > MAX_SAVED_CHARACTERS) return refused({ reason: 'words-too-long' })
  return await inTransaction<Outcome<null, SavedProblem>>(db, async (tx) => {
    // Two of them may not take one position.
    await sql`select from user_profiles where id = ${owner.id} for no key update`.execute(tx)
    const saved = await savedMessagesOf(tx, owner)
    const position = wanted.position ?? freePosition(saved)
    if (!position) return refused({ reason: 'too-many' })
    if (wanted.atAcceptance)
      await tx
        .updateTable('saved_messages')
        .set({ at_acceptance: false })
        .where('owner_id', '=', owner.id)
        .execute()
    const values = { body, at_acceptance: wanted.atAcceptance, saved_at: now }
    await tx
      .insertInto('saved_messages')
      .values({ owner_id: owner.id, position, ...values })
      .onConflict((conflict) => conflict.columns(['owner_id', 'position']).doUpdateSet(values))
      .execute()
    return done(null)
  })
}

function freePosition(saved: readonly SavedMessage[]): number | undefined {
  const taken = new Set(saved.map(({ position }) => position))
  const all = Array.from({ length: MAX_SAVED_MESSAGES }, (_, index) => index + 1)
  return all.find((position) => !taken.has(position))
}

export async function deleteSavedMessage(
  db: DbOrTx,
  owner: ClosetOwner,
  position: number,
): Promise<void> {
  await db
    .deleteFrom('saved_messages')
    .where('owner_id', '=', owner.id)
    .where('position', '=', position)
    .execute()
}

/** Part of closing an account. */
export async function removeSavedMessagesOf(tx: Tx, ownerId: PersonId): Promise<void> {
  await tx.deleteFrom('saved_messages').where('owner_id', '=', ownerId).execute()
}
