import type { ReactNode } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { DraftHistory } from './draft-history.ts'
import { UndoButtons } from './undo-buttons.tsx'

type EditBarProps = {
  changed: boolean
  history: DraftHistory
  saving: boolean
  onStep: (direction: 'undo' | 'redo') => void
  onReset: () => void
  onSave: () => void
  onExit: () => void
  /** Before the buttons that end editing. */
  children: ReactNode
}

/** Stays visible below the header while the page is edited. */
export function EditBar({
  changed,
  history,
  saving,
  onStep,
  onReset,
  onSave,
  onExit,
  children,
}: EditBarProps) {
  return (
    <section
      aria-label="Edit Mode"
      className="sticky top-(--header-height) z-20 border-b border-line bg-sheet"
    >
      <div className="page-column flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
        <p className="font-(family-name:--font-body) text-base font-medium tracking-normal">
          Edit Mode
        </p>
        <p role="status">{changed && <Badge kind="accent">Unsaved Changes</Badge>}</p>
        <div className="ml-auto">{children}</div>
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:w-full">
          <UndoButtons history={history} off={saving} onStep={onStep} />
          <Button
            type="button"
            kind="secondary"
            size="small"
            disabled={!changed || saving}
            onClick={onReset}
          >
            Reset
          </Button>
          <Button type="button" kind="secondary" size="small" disabled={saving} onClick={onExit}>
            <span>
              Exit<span className="max-sm:sr-only"> without saving</span>
            </span>
          </Button>
          <Button type="button" size="small" busy={saving} busyText="Saving..." onClick={onSave}>
            Save & Exit
          </Button>
        </div>
      </div>
    </section>
  )
}
