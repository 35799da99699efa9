import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useSyncExternalStore,
} from 'react'
import { useBlocker } from 'react-router'

// The forms with unsaved input.
let unsaved: ReadonlySet<HTMLFormElement> = new Set()
let closing: HTMLDialogElement | null = null
const listeners = new Set<() => void>()

function change(next: ReadonlySet<HTMLFormElement>, dialog = closing): void {
  unsaved = next
  closing = dialog
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Marks the form as soon as something is typed in it, until it is submitted or removed. */
export function useUnsavedWork(form: RefObject<HTMLFormElement | null>, watched: boolean): void {
  useEffect(() => {
    const element = form.current
    if (!element || !watched) return
    const mark = ({ target }: Event) => {
      // Such a field loses nothing when its page is left.
      if (target instanceof Element && target.closest('[data-stays]')) return
      if (!unsaved.has(element)) change(new Set([...unsaved, element]))
    }
    const forget = () => {
      if (unsaved.has(element)) change(new Set([...unsaved].filter((other) => other !== element)))
    }
    const dialog = element.closest('dialog')
    const stopLeaving = dialog ? askBeforeClosing(dialog, element) : null
    element.addEventListener('input', mark)
    element.addEventListener('submit', forget)
    return () => {
      element.removeEventListener('input', mark)
      element.removeEventListener('submit', forget)
      stopLeaving?.()
      forget()
    }
  }, [form, watched])
}

/** Escape, a click outside it and its × all ask first. */
function askBeforeClosing(dialog: HTMLDialogElement, form: HTMLFormElement): () => void {
  const ask = (event: Event) => {
    const closes =
      event.type === 'cancel' ||
      (event.target instanceof HTMLFormElement && event.target.method === 'dialog')
    if (!closes || event.target === closing || !unsaved.has(form)) return
    event.preventDefault()
    change(unsaved, dialog)
  }
  dialog.addEventListener('cancel', ask)
  dialog.addEventListener('submit', ask, true)
  return () => {
    dialog.removeEventListener('cancel', ask)
    dialog.removeEventListener('submit', ask, true)
  }
}

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
    subscribe,
    () => unsaved.size > 0,
    () => false,
  )
  const dialog = useSyncExternalStore(
    subscribe,
    () => closing,
    () => null,
  )
  const closeDialog = (closed: HTMLDialogElement) => {
    change(new Set([...unsaved].filter((form) => !closed.contains(form))), null)
    closed.close()
  }
  return (
    <Suspense>
      {isUnsaved && <LeavingPage />}
      {dialog && (
        <Question onStay={() => change(unsaved, null)} onLeave={() => closeDialog(dialog)} />
      )}
    </Suspense>
  )
}

function LeavingPage() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
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
