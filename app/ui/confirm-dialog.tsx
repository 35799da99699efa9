import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { type Question, QuestionForm } from './question-form.tsx'

type ConfirmDialogProps = Question & {
  /** The full question. */
  question: string
  open?: unknown
  onClose?: () => void
  /** More to know before answering. */
  children?: ReactNode
}

/** Asks for confirmation: yes posts `fields`. */
export function ConfirmDialog({
  question,
  open,
  onClose,
  children,
  ...requested
}: ConfirmDialogProps) {
  return (
    <Dialog title={question} open={open} onClose={onClose} role="alertdialog" closable={false}>
      <QuestionForm {...requested}>{children}</QuestionForm>
    </Dialog>
  )
}
