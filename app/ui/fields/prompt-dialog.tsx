import type { ComponentProps } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { type Question, QuestionForm } from '#app/ui/question-form.tsx'
import { Field } from './field.tsx'

type PromptDialogProps = Question & {
  question: string
  open?: unknown
  onClose?: () => void
  /** The field for the value; its name must be among the form's fields. */
  field: ComponentProps<typeof Field>
}

/** Asks for one value: cancelling aborts, confirming posts it with `fields`. */
export function PromptDialog({ question, open, onClose, field, ...requested }: PromptDialogProps) {
  return (
    <Dialog title={question} open={open} onClose={onClose} closable={false}>
      <QuestionForm {...requested}>
        <Field {...field} />
      </QuestionForm>
    </Dialog>
  )
}
