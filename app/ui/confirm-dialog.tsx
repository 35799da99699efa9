import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from './dialog.tsx'
import { type Question, QuestionForm } from './question-form.tsx'

type ConfirmDialogProps = Question & {
  /** The full question. */
  question: string
  open?: unknown
  onClose?: () => void
  /** The address without the question, where it has one of its own. */
  closeTo?: string | undefined
  /** More to know before answering. */
  children?: ReactNode
}

/** Asks for confirmation: yes posts `fields`. */
export function ConfirmDialog({
  question,
  open,
  onClose,
  closeTo,
  children,
  ...requested
}: ConfirmDialogProps) {
  const navigate = useNavigate()
  const close = closeTo
    ? () => navigate(closeTo, { preventScrollReset: true, replace: true })
    : onClose
  return (
    <Dialog title={question} open={open} onClose={close} role="alertdialog" closable={false}>
      <QuestionForm {...requested}>{children}</QuestionForm>
    </Dialog>
  )
}
