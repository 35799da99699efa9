import { Moment } from '#app/components/admin/moment.tsx'
import { Line, Section } from '#app/components/admin/page-section.tsx'
import { RowLink } from '#app/components/admin/row-actions.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_NOTES, MAX_PERSON_NOTE_CHARACTERS } from '#domain/care/notes/note-limits.ts'
import type { Note } from '#domain/care/notes/notes.ts'

type PersonNotesProps = {
  notes: readonly Note[]
  /** Of a note that is added now: the same form again adds nothing. */
  formKey: string
  answer: Problem | undefined
  /** The address of the page with the question whether to delete a note. */
  deleteTo: (noteId: string) => string
}

/** What admins have written about a person for each other, and the form for one more. */
export function PersonNotes({ notes, formKey, answer, deleteTo }: PersonNotesProps) {
  const field = fieldsOf(answer)
  return (
    <Section title="Notes" empty={null}>
      {notes.length < MAX_NOTES ? (
        <Form
          // A new form after each note.
          key={notes.length}
          method="post"
          noValidate
          failed="The note could not be added"
          answer={answer}
          className="mt-4 grid gap-3"
        >
          <input type="hidden" name="intent" value="add-note" />
          <input type="hidden" name="key" value={answer?.values.key ?? formKey} />
          <TextArea
            label="Add a note"
            hint="For admins only. The person does not see it."
            required
            rows={2}
            maxLength={MAX_PERSON_NOTE_CHARACTERS}
            {...field('note')}
          />
          <Button kind="secondary" className="w-fit" busyText="Adding...">
            Add note
          </Button>
        </Form>
      ) : (
        <p className="mt-4 text-soft">There are {MAX_NOTES} notes, which is the limit.</p>
      )}
      <ul className="mt-4">
        {notes.map(({ id, words, writtenAt, authorName, isOwn }) => (
          <Line
            key={id}
            first={<span className="whitespace-pre-line wrap-anywhere">{words}</span>}
            second={
              <Facts as="span">
                <bdi>{authorName}</bdi>
                <Moment at={writtenAt} />
              </Facts>
            }
            end={
              isOwn && (
                <RowLink to={deleteTo(id)} name={`the note “${words.slice(0, 40)}”`}>
                  Delete
                </RowLink>
              )
            }
          />
        ))}
      </ul>
    </Section>
  )
}

export function DeleteNote({ note, closeTo }: { note: Note; closeTo: string }) {
  return (
    <ConfirmDialog
      question="Delete this note?"
      open={note}
      closeTo={closeTo}
      fields={{ intent: 'delete-note', note: note.id }}
      confirmText="Delete"
      danger
      failed="The note could not be deleted"
    >
      <p className="whitespace-pre-line wrap-anywhere text-soft">{note.words}</p>
    </ConfirmDialog>
  )
}
