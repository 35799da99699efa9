import { href } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type TheirsDialogProps = {
  /** Who saved the page in the meantime. */
  title: string
  onKeepEditing: () => void
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/**
 * Shown when two admins have edited at once: the second one decides, and nothing is lost before
 * that.
 */
export function TheirsDialog({
  title,
  onKeepEditing,
  onTakeTheirs,
  onSaveMine,
}: TheirsDialogProps) {
  return (
    <Dialog title={title} open onClose={onKeepEditing} role="alertdialog" closable={false}>
      <p className="mt-4">
        Your draft is still here, but it has not been saved.{' '}
        <a href={href('/')} target="_blank" rel="noopener" className="text-link">
          View their version in a new tab
        </a>
      </p>
      <div className="mt-7 grid gap-3">
        <Button type="button" onClick={onKeepEditing}>
          Keep editing
        </Button>
        <Button type="button" kind="secondary" onClick={onTakeTheirs}>
          Discard mine and edit theirs
        </Button>
        <Button type="button" kind="danger" onClick={onSaveMine}>
          Save mine instead of theirs
        </Button>
      </div>
    </Dialog>
  )
}
