import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { DraftHistory } from './draft-history.ts'
import { RedoIcon, UndoIcon } from './editor-icons.tsx'
import { ToolButton } from './tool-button.tsx'

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

type UndoButtonsProps = {
  history: DraftHistory
  /** While the draft is being saved. */
  off: boolean
  onStep: (direction: 'undo' | 'redo') => void
}

/** Undo and Redo of unsaved changes, also by Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y. */
function UndoButtons({ history: { past, future, announcement }, off, onStep }: UndoButtonsProps) {
  const steps = { undo: past.at(-1), redo: future.at(-1) }
  const undo = useRef<HTMLButtonElement>(null)

  function take(direction: 'undo' | 'redo') {
    const step = steps[direction]
    if (off || !step) return
    const focused = document.activeElement
    onStep(direction)
    requestAnimationFrame(() => {
      // The focused section may be gone.
      if (focused?.isConnected === false) undo.current?.focus()
      document.getElementById(`section-${step.id}`)?.scrollIntoView({ block: 'nearest' })
    })
  }

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const direction = directionOf(event)
    if (!direction || isTyping(event.target) || document.querySelector('dialog:modal')) return
    event.preventDefault()
    take(direction)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  return (
    <div className="mr-auto flex max-sm:-ml-2.5">
      <ToolButton
        ref={undo}
        label="Undo"
        title={steps.undo ? `Undo: ${steps.undo.what}` : 'Nothing to undo'}
        off={off || !steps.undo}
        onClick={() => take('undo')}
      >
        <UndoIcon />
      </ToolButton>
      <ToolButton
        label="Redo"
        title={steps.redo ? `Redo: ${steps.redo.what}` : 'Nothing to redo'}
        off={off || !steps.redo}
        onClick={() => take('redo')}
      >
        <RedoIcon />
      </ToolButton>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}

function directionOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' && !event.shiftKey ? 'redo' : null
}

/** Text fields have their own undo. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null
}
