import {
  type ReactNode,
  type Ref,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { closesBeside } from './closes-beside.ts'
import { CloseIcon } from './icons.tsx'

type DialogProps = {
  title: string
  /**
   * Truthy opens. A new truthy value opens again after the person has closed it, so it can be an
   * action's answer itself, or the key of the location that requests it: a request while it closes
   * opens it again. Rendered open by the server it works without a script.
   */
  open?: unknown
  onClose?: () => void
  /** For opening it manually: `ref.current?.showModal()`. */
  ref?: Ref<HTMLDialogElement>
  /** CSS length; by default 30rem. */
  width?: string
  /** 'alertdialog' for something that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** The × in the corner. Questions have their own buttons instead. */
  closable?: boolean
  children: ReactNode
}

/** A native dialog: the browser handles Escape, focus inside and returning the focus. */
export function Dialog({
  title,
  open,
  onClose,
  ref,
  width,
  role,
  closable = true,
  children,
}: DialogProps) {
  const own = useRef<HTMLDialogElement>(null)
  useImperativeHandle<HTMLDialogElement | null, HTMLDialogElement | null>(ref, () => own.current)
  const titleId = useId()
  // React must never write this attribute again: from here on the browser manages it.
  const openAtFirst = useRef(Boolean(open)).current

  // Before it is painted: the next key pressed belongs to the dialog.
  useLayoutEffect(() => {
    const dialog = own.current
    if (!dialog) return
    if (!open) {
      dialog.close()
    } else if (!dialog.matches(':modal')) {
      dialog.removeAttribute('open')
      dialog.showModal()
    }
  }, [open])

  const closed = useEffectEvent(() => onClose?.())
  useLayoutEffect(() => {
    const dialog = own.current
    if (!dialog) return
    // Its close event comes later: a key pressed before that belongs to the page already, and may
    // request this dialog again.
    const openness = new MutationObserver(() => {
      if (!dialog.open) flushSync(closed)
    })
    openness.observe(dialog, { attributeFilter: ['open'] })
    return () => openness.disconnect()
  }, [])

  return (
    <dialog
      ref={own}
      open={openAtFirst}
      role={role}
      aria-labelledby={titleId}
      className="dialog"
      style={width ? { '--dialog-width': width } : undefined}
      {...(closable && closesBeside)}
    >
      <h2 id={titleId} className={closable ? 'pr-10 text-2xl' : 'text-2xl'}>
        {title}
      </h2>
      {children}
      {closable && (
        <form method="dialog" className="absolute top-4 right-4">
          <button
            type="submit"
            aria-label="Close"
            className="grid size-11 place-items-center rounded-full hover:bg-sand"
          >
            <CloseIcon />
          </button>
        </form>
      )}
    </dialog>
  )
}
