import { useEffect, useRef } from 'react'
import type { EditConflict } from '#app/forms/edit-conflict.ts'
import { Button } from '#app/ui/button.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'

type EditConflictNoticeProps = {
  editConflict: EditConflict
  /** Links to editing their version, or a control that shows it. */
  showTheirs: string | (() => void)
  /** Links to viewing their version without leaving the form. */
  viewHref?: string
}

/**
 * Shown when two people have edited the same object at once: the second one decides, and nothing is
 * lost before that. Comes after the form's own button, because Enter in a field presses the first
 * one.
 */
export function EditConflictNotice({
  editConflict,
  showTheirs,
  viewHref,
}: EditConflictNoticeProps) {
  const { version, changes } = editConflict
  const box = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run for each version
  useEffect(() => box.current?.focus(), [version])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Changed by someone else"
      className="grid gap-4 rounded-control border border-line bg-sheet p-5 outline-none"
    >
      <p>
        Your changes are not saved yet. Everything you entered is still here.{' '}
        {viewHref && (
          <a href={viewHref} target="_blank" rel="noopener" className="text-link">
            View their version in a new tab
          </a>
        )}
      </p>
      {changes.length > 0 && (
        <ul className="grid gap-3">
          {changes.map(({ label, theirs, mine }) => (
            <li key={label} className="text-sm">
              <p className="font-medium">{label}</p>
              <p className="break-words">Theirs: {theirs}</p>
              <p className="break-words text-soft">Yours: {mine}</p>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {typeof showTheirs === 'string' ? (
          <LinkButton to={showTheirs} reloadDocument kind="secondary">
            Show theirs
          </LinkButton>
        ) : (
          <Button type="button" kind="secondary" onClick={showTheirs}>
            Show theirs
          </Button>
        )}
        <Button name="over" value={version} kind="danger">
          Save mine anyway
        </Button>
      </div>
    </section>
  )
}

/**
 * The version that a form started from is sent with it, even if the page loads a newer one later.
 */
export function SeenVersion({ version }: { version: string }) {
  return <input type="hidden" name="seen" value={version} />
}
