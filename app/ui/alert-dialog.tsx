import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type AlertDialogProps = {
  sentence: string
  open?: unknown
  onClose?: () => void
  closeText?: string
  /** An action beside OK: a link, a form with a button. */
  children?: ReactNode
}

/** Shows one message that must be seen. */
export function AlertDialog(props: AlertDialogProps) {
  const { sentence, open, onClose, closeText = 'OK', children } = props
  return (
    <Dialog title={sentence} open={open} onClose={onClose} role="alertdialog" closable={false}>
      <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:*:grow max-sm:[&_form_button]:w-full">
        <form method="dialog">
          <Button kind={children ? 'secondary' : 'primary'}>{closeText}</Button>
        </form>
        {children}
      </div>
    </Dialog>
  )
}
