import { useNavigation } from 'react-router'
import { EditConflictNotice } from '#app/components/edit-conflict-notice.tsx'
import { CheckBox } from '#app/components/editor/check-box.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Notice } from '#app/ui/notice.tsx'
import { MAX_SUMMARY_CHARACTERS } from '#domain/site/legal/legal-limits.ts'

type LegalFormProps = {
  version: number
  body: string
  isDraft: boolean
  today: string
  /** The public page. */
  address: string
  answer: Problem | undefined
}

/** The next version of a legal text. Its preview follows before it is published. */
export function LegalForm({ version, body, isDraft, today, address, answer }: LegalFormProps) {
  const form = useFirstInvalid(answer)
  const busy = useNavigation().formMethod === 'POST'
  const values = answer?.values ?? {}
  return (
    <Form
      method="post"
      ref={form}
      noValidate
      failed="The text could not be checked"
      className="mt-8 grid max-w-3xl gap-6"
    >
      <input type="hidden" name="based_on" value={values.based_on ?? version} />
      {answer && answer.problem !== '' && <Notice kind="error">{answer.problem}</Notice>}
      <TextArea
        label="Text"
        name="body"
        rows={20}
        required
        hint="Start a section with “## Title” and a list item with “- ”, leave an empty line between paragraphs, and write links as [words](/address)."
        defaultValue={values.body ?? body}
        error={answer?.fields.body}
      />
      <TextArea
        label="What is new"
        name="summary"
        rows={3}
        required
        hint={`Shown to everyone who is asked to agree. Up to ${MAX_SUMMARY_CHARACTERS} characters.`}
        defaultValue={values.summary ?? ''}
        error={answer?.fields.summary}
      />
      <Field
        label="Applies from"
        type="date"
        name="applies_on"
        min={today}
        required
        hint="From this day on people are asked to agree. A later day gives them time to read it."
        defaultValue={values.applies_on ?? today}
        error={answer?.fields.applies_on}
        className="max-w-64"
      />
      <CheckBox
        label="A lawyer has checked this text"
        name="checked"
        defaultChecked={answer ? values.checked !== undefined : !isDraft}
      />
      <p>
        <Button busy={busy} busyText="Checking...">
          Preview and compare
        </Button>
      </p>
      {answer?.editConflict && (
        <EditConflictNotice
          editConflict={answer.editConflict}
          showTheirs=""
          viewHref={`${address}?version=${answer.editConflict.version}`}
        />
      )}
    </Form>
  )
}
