import { href } from 'react-router'
import { FORM_INCOMPLETE } from '#app/components/admin/admin-sentences.ts'
import { tooLong, type Unexpected } from '#app/forms/answered.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import type { FreshId, NoteId, PersonId } from '#db/ids.ts'
import { MAX_NOTES, MAX_PERSON_NOTE_CHARACTERS } from '#domain/care/notes/note-limits.ts'
import { addNote, deleteNote, type NoteProblem } from '#domain/care/notes/notes.ts'
import { parseId } from '#domain/shared/ids.ts'

const SENTENCES: Readonly<Record<(NoteProblem | Unexpected)['reason'], string>> = {
  'words-missing': 'Please write a note.',
  'words-too-long': tooLong(MAX_PERSON_NOTE_CHARACTERS),
  'person-not-found': 'This user was not found.',
  'too-many-notes': `There are ${MAX_NOTES} notes, which is the limit.`,
  unexpected: 'The note could not be added. Please try again.',
}

export async function addPersonNote(
  context: Context,
  request: Request,
  personId: PersonId,
  form: FormData,
) {
  const { db, clock, admin } = adminIn(context)
  const id: NoteId | null = parseId<FreshId>(form.get('key'))
  if (!id) return answerProblem(problem(FORM_INCOMPLETE, { form }))
  const words = String(form.get('note') ?? '')
  const added = await attempt(context, request, () =>
    addNote(db, admin, { id, personId, words }, clock()),
  )
  if (added.ok) return redirectWithSuccess(here(personId), 'The note was added.')
  const sentence = SENTENCES[added.problem.reason]
  return answerProblem(problem('', { fields: { note: sentence }, form }))
}

export async function deletePersonNote(
  context: Context,
  request: Request,
  personId: PersonId,
  form: FormData,
) {
  const { db, clock, admin } = adminIn(context)
  const id = parseId<NoteId>(form.get('note'))
  const deleted =
    id && (await attempt(context, request, () => deleteNote(db, admin, { id, personId }, clock())))
  if (deleted?.ok) return redirectWithSuccess(here(personId), 'The note was deleted.')
  const isUnexpected = deleted && deleted.problem.reason === 'unexpected'
  return redirectWithError(
    here(personId),
    isUnexpected
      ? 'The note could not be deleted. Please try again.'
      : 'This note was not found. Only its author can delete it.',
  )
}

const here = (id: PersonId) => href('/admin/users/:id', { id })
