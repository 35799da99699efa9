import type { Db, DbOrTx } from '#db/connection.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { severalLines } from '#domain/shared/plain-text.ts'
import { MAX_INSTRUCTIONS_CHARACTERS } from './return-instructions-limit.ts'

/** How and where the items of a closet come back, for renters who have one; null without (spec 3.8). */
export async function returnInstructionsOf(
  read: DbOrTx,
  closet: ClosetOwner,
): Promise<string | null> {
  const row = await read
    .selectFrom('user_profiles')
    .select('return_instructions')
    .where('id', '=', closet.id)
    .executeTakeFirst()
  return row?.return_instructions ?? null
}

export type InstructionsProblem =
  | { readonly reason: 'words-too-long' }
  /** They were saved in another window; `stored` is what renters read now. */
  | { readonly reason: 'changed'; readonly stored: string }

/** Saves them unless they were changed since the closet has `seen` them. An empty text removes them. */
export async function saveReturnInstructions(
  db: Db,
  closet: ClosetOwner,
  { words, seen }: { readonly words: string; readonly seen: string },
  now: Date,
): Promise<Outcome<null, InstructionsProblem>> {
  const body = severalLines(words)
  if ([...body].length > MAX_INSTRUCTIONS_CHARACTERS) return refused({ reason: 'words-too-long' })
  const saved = await db
    .updateTable('user_profiles')
    .set({ return_instructions: body || null, updated_at: now })
    .where('id', '=', closet.id)
    .where('deleted_at', 'is', null)
    .where('return_instructions', 'is not distinct from', severalLines(seen) || null)
    .executeTakeFirst()
  if (saved.numUpdatedRows > 0n) return done(null)
  const stored = (await returnInstructionsOf(db, closet)) ?? ''
  // The same form again, or the same text in two windows.
  return stored === body ? done(null) : refused({ reason: 'changed', stored })
}
