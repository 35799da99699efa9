import { expect, test } from 'vitest'
import type { NoteId } from '#db/ids.ts'
import { ownData } from '#domain/accounts/people/own-data.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'
import { MAX_NOTES, MAX_PERSON_NOTE_CHARACTERS } from './note-limits.ts'
import { addNote, deleteNote, notesAbout } from './notes.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-29T12:00:00Z')
const [admin, colleague] = [await made.admin({ full_name: 'Ada' }), await made.admin()]

const linesAbout = (id: string) =>
  readRows(db, 'audit_log', ['action', 'actor_id', 'before', 'after'], { noun_id: id }, 'id')

test('admins read each other’s notes, which are in the audit log but not in the person’s data', async () => {
  const person = await made.shopper()
  const id: NoteId = newId()
  const note = { id, personId: person.id, words: ' Called twice.\r\nSounds \u0000honest. ' }
  expect(await addNote(db, admin, note, now)).toEqual({ ok: true, value: null })
  expect(await notesAbout(db, colleague, person.id)).toEqual([
    { id, words: 'Called twice.\nSounds honest.', writtenAt: now, authorName: 'Ada', isOwn: false },
  ])
  const line = { actor_id: admin.id, before: null, after: null }
  expect(await linesAbout(person.id)).toEqual([{ action: 'add note', ...line }])
  expect(JSON.stringify(await ownData(db, person, now))).not.toContain('Called twice')
})

test('a form sent twice adds one note', async () => {
  const person = await made.shopper()
  const note = { id: newId(), personId: person.id, words: 'Once.' }
  const both = [addNote(db, admin, note, now), addNote(db, admin, note, now)]
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }])
  expect(await notesAbout(db, admin, person.id)).toHaveLength(1)
})

test('only its author deletes a note', async () => {
  const person = await made.shopper()
  const note = { id: newId(), personId: person.id, words: 'A secret.' }
  await addNote(db, admin, note, now)
  const refusal = { ok: false, problem: { reason: 'note-not-found' } }
  expect(await deleteNote(db, colleague, note, now)).toEqual(refusal)
  const elsewhere = { id: note.id, personId: (await made.shopper()).id }
  expect(await deleteNote(db, admin, elsewhere, now)).toEqual(refusal)
  expect(await deleteNote(db, admin, note, now)).toEqual({ ok: true, value: null })
  expect(await deleteNote(db, admin, note, now)).toEqual(refusal)
  expect(await notesAbout(db, admin, person.id)).toEqual([])
  const actions = (await linesAbout(person.id)).map(({ action }) => action)
  expect(actions).toEqual(['add note', 'delete note'])
})

test('a note has words, not too many, and an account to be about', async () => {
  const person = await made.shopper()
  const reasonFor = async (words: string, personId = person.id) => {
    const added = await addNote(db, admin, { id: newId(), personId, words }, now)
    return added.ok ? null : added.problem.reason
  }
  expect(await reasonFor(' \n ')).toBe('words-missing')
  expect(await reasonFor('🪡'.repeat(MAX_PERSON_NOTE_CHARACTERS))).toBeNull()
  expect(await reasonFor('x'.repeat(MAX_PERSON_NOTE_CHARACTERS + 1))).toBe('words-too-long')
  expect(await reasonFor('Who?', newId())).toBe('person-not-found')
  await updateRows(db, 'user_profiles', person.id, { deleted_at: now })
  expect(await reasonFor('Gone.')).toBe('person-not-found')
})

test('two admins cannot add more notes than there may be', async () => {
  const person = await made.shopper()
  await insertRows(
    db,
    'person_notes',
    Array.from({ length: MAX_NOTES - 1 }, () => ({
      ...{ id: newId(), person_id: person.id, author_id: admin.id, words: 'x', written_at: now },
    })),
  )
  const note = () => ({ id: newId(), personId: person.id, words: 'The last one.' })
  const added = await Promise.all([
    addNote(db, admin, note(), now),
    addNote(db, colleague, note(), now),
  ])
  expect(added.filter(({ ok }) => ok)).toHaveLength(1)
  expect(added).toContainEqual({ ok: false, problem: { reason: 'too-many-notes' } })
})
