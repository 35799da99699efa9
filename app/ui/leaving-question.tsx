import { useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Asks before leaving unsaved work, on a page or in a dialog. */
export function LeavingQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const leaves = useRef(false)
  const close = (leave: boolean) => {
    leaves.current = leave
    dialog.current?.close()
  }
  return (
    <Dialog
      ref={dialog}
      title="Leave without saving?"
      open
      role="alertdialog"
      closable={false}
      onClose={() => (leaves.current ? onLeave() : onStay())}
    >
      <p className="mt-4 text-soft">What you entered has not been saved.</p>
      <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button type="button" kind="secondary" onClick={() => close(false)}>
          Keep editing
        </Button>
        <Button type="button" kind="danger" onClick={() => close(true)}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
