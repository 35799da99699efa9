import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { NoteId, PersonId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { severalLines } from '#domain/shared/plain-text.ts'
import { MAX_NOTES, MAX_PERSON_NOTE_CHARACTERS } from './note-limits.ts'

/** What an admin has written about a person for the other admins (spec 12.6). */
export type Note = Awaited<ReturnType<typeof notesAbout>>[number]

/** All notes about a person, newest first. */
export async function notesAbout(db: DbOrTx, admin: Admin, personId: PersonId) {
  return await db
    .selectFrom('person_notes as n')
    .innerJoin('user_profiles as author', 'author.id', 'n.author_id')
    .select(['n.id', 'n.words', 'n.written_at as writtenAt', 'author.full_name as authorName'])
    .select(sql<boolean>`n.author_id = ${admin.id}`.as('isOwn'))
    .where('n.person_id', '=', personId)
    .orderBy('n.written_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(MAX_NOTES)
    .execute()
}

export type NoteProblem =
  | { readonly reason: 'words-missing' | 'words-too-long' | 'person-not-found' }
  /** There are `MAX_NOTES` already. */
  | { readonly reason: 'too-many-notes' }

/**
 * Adds a note; the same id again adds nothing. The audit log says that there is one, and not what
 * it says: it stays when the note is deleted.
 */
export async function addNote(
  db: Db,
  admin: Admin,
  note: { readonly id: NoteId; readonly personId: PersonId; readonly words: string },
  now: Date,
): Promise<Outcome<null, NoteProblem>> {
  const { id, personId } = note
  const words = severalLines(note.words)
  if (words === '') return refused({ reason: 'words-missing' })
  if ([...words].length > MAX_PERSON_NOTE_CHARACTERS) return refused({ reason: 'words-too-long' })
  return await inTransaction<Outcome<null, NoteProblem>>(db, async (tx) => {
    const person = await tx
      .selectFrom('user_profiles')
      .select('id')
      .where('id', '=', personId)
      .where('deleted_at', 'is', null)
      // Two admins may not add the last one.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) return refused({ reason: 'person-not-found' })
    const notes = await tx
      .selectFrom('person_notes')
      .select('id')
      .where('person_id', '=', personId)
      .limit(MAX_NOTES)
      .execute()
    if (notes.some((one) => one.id === id)) return done(null)
    if (notes.length >= MAX_NOTES) return refused({ reason: 'too-many-notes' })
    await tx
      .insertInto('person_notes')
      .values({ id, person_id: personId, author_id: admin.id, words, written_at: now })
      .execute()
    await recordAction(tx, admin, { action: 'add note', noun: 'person', nounId: personId }, now)
    return done(null)
  })
}

/** Deletes an admin's own note; that of another admin is not found. */
export async function deleteNote(
  db: Db,
  admin: Admin,
  { id, personId }: { readonly id: NoteId; readonly personId: PersonId },
  now: Date,
): Promise<Outcome<null, { readonly reason: 'note-not-found' }>> {
  return await inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('person_notes')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .where('author_id', '=', admin.id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) return refused({ reason: 'note-not-found' })
    await recordAction(tx, admin, { action: 'delete note', noun: 'person', nounId: personId }, now)
    return done(null)
  })
}

/** Part of closing an account. */
export async function removeNotesAbout(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('person_notes').where('person_id', '=', personId).execute()
}
