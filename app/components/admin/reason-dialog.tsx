import type { Problem } from '#app/forms/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import reasons from './reasons.json' with { type: 'json' }

type ReasonDialogProps = {
  question: string
  /** What happens next: who gets an email. */
  line: string
  /** What is denied: its reasons are suggested. */
  about: keyof typeof reasons
  fields: Readonly<Record<string, string>>
  confirmText: string
  open: unknown
  answer: Problem | undefined
  closeTo: string
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { question, line, about, fields, confirmText, open, answer, closeTo } = props
  return (
    <ConfirmDialog
      question={question}
      open={answer ?? open}
      closeTo={closeTo}
      fields={fields}
      confirmText={confirmText}
      danger
    >
      <div className="grid gap-5">
        <p className="text-soft">{line}</p>
        <SelectField
          label="Reason"
          name="template"
          placeholder="Choose a reason, or write your own"
          options={reasons[about]}
          defaultValue={answer?.values.template ?? ''}
          error={answer?.fields.reason}
        />
        <TextArea
          label="In your own words"
          optional
          name="reason"
          rows={3}
          maxLength={900}
          defaultValue={answer?.values.reason ?? ''}
        />
      </div>
    </ConfirmDialog>
  )
}
