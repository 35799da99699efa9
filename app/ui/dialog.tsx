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
import { CloseIcon } from './icons.tsx'

type DialogProps = {
  title: string
  /**
   * Truthy opens. A new truthy value opens again after the person has closed, so an action's answer
   * itself can be passed, or the key of the location that asks for it: whoever asks again while it
   * closes gets it again. Rendered open by the server it works without a script.
   */
  open?: unknown
  onClose?: () => void
  /** For whoever opens it by hand: `ref.current?.showModal()`. */
  ref?: Ref<HTMLDialogElement>
  /** CSS length; 30rem unless told. */
  width?: string
  /** 'alertdialog' for something that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** The × in the corner. Questions have their own buttons instead. */
  closable?: boolean
  children: ReactNode
}

/** A native dialog: Escape, focus inside, focus back afterwards are the browser's own. */
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
  // React must never write this attribute again: from here on the browser keeps it.
  const openAtFirst = useRef(Boolean(open)).current

  // Before anybody sees it: a key that is pressed next belongs to the dialog.
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
    // Its close event comes later: a key that is pressed before already belongs to the page, and
    // may ask for this dialog again.
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
      {...(closable && { closedby: 'any' })}
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
