import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type QuestionDialogProps = {
  question: string
  confirmText: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before part of the draft is lost; nothing is sent. */
export function QuestionDialog({ question, confirmText, onConfirm, onClose }: QuestionDialogProps) {
  return (
    <Dialog title={question} open onClose={onClose} role="alertdialog" closable={false}>
      <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:*:grow max-sm:[&_form_button]:w-full">
        <Button type="button" kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="button" kind="danger" onClick={onConfirm}>
          {confirmText}
        </Button>
      </div>
    </Dialog>
  )
}
