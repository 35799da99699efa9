import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { onUnsavedChange, setUnsaved, unsavedForms } from './unsaved.ts'

// Needed so rarely that no first visit loads it; it is loaded with the first character typed.
const load = () => import('./leaving-question.tsx')
const Question = lazy<ComponentType<Answers>>(() =>
  load().then(
    ({ LeavingQuestion }) => ({ default: LeavingQuestion }),
    () => ({ default: BrowserQuestion }),
  ),
)

type Answers = { onStay: () => void; onLeave: () => void }

/** Asks with the browser's own dialog: ours could not be loaded. */
function BrowserQuestion({ onStay, onLeave }: Answers) {
  useEffect(() => {
    window.confirm('Leave without saving?') ? onLeave() : onStay()
  })
  return null
}

/** Asks before leaving a page or dialog with unsaved work. Rendered once, in root. */
export function UnsavedWork() {
  const isUnsaved = useSyncExternalStore(
    onUnsavedChange,
    () => [...unsavedForms().forms].some((form) => !('pageAsks' in form.dataset)),
    () => false,
  )
  const dialog = useSyncExternalStore(
    onUnsavedChange,
    () => unsavedForms().closing,
    () => null,
  )
  const closeDialog = (closed: HTMLDialogElement) => {
    setUnsaved(
      [...unsavedForms().forms].filter((form) => !closed.contains(form)),
      null,
    )
    closed.close()
  }
  return (
    <Suspense>
      {isUnsaved && <LeavingPage />}
      {dialog && (
        <Question
          onStay={() => setUnsaved(unsavedForms().forms, null)}
          onLeave={() => closeDialog(dialog)}
        />
      )}
    </Suspense>
  )
}

function LeavingPage() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsavedForms().forms.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    load().catch(() => undefined)
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  if (blocker.state !== 'blocked') return null
  return <Question onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
}
