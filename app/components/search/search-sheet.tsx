import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { closesBeside } from '#app/ui/closes-beside.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { isWide } from './is-wide.ts'

type SearchSheetProps = {
  /** The chip that opens it on narrow screens. */
  chip: ReactNode
  isActive: boolean
  title: string
  /** The label of its button, which submits the surrounding form. */
  submitText: string
  className?: string
  onOpen?: (sheet: HTMLElement) => void
  onClose?: () => void
  ref?: Ref<SheetHandle>
  children: ReactNode
}

export type SheetHandle = { readonly close: () => void }

/**
 * Part of the search form. Wide screens show it where it is placed; on narrow ones a chip opens it as a
 * sheet over the page, or without a script in the page.
 */
export function SearchSheet(props: SearchSheetProps) {
  const { chip, isActive, title, submitText, className, onOpen, onClose, ref, children } = props
  const details = useRef<HTMLDetailsElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [isSheet, setIsSheet] = useState(false)
  const titleId = useId()
  const close = () => dialog.current?.close()
  useImperativeHandle(ref, () => ({ close }))

  function open() {
    if (!details.current || !dialog.current) return
    details.current.open = true
    onOpen?.(dialog.current)
    dialog.current.showModal()
    setIsSheet(true)
  }

  function closed() {
    if (details.current) details.current.open = false
    setIsSheet(false)
    onClose?.()
  }

  return (
    <details
      ref={details}
      className={classNames('search-sheet', isSheet && 'search-sheet-over', className)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button and works with the keyboard */}
      <summary
        className={classNames('search-chip', isActive && 'search-chip-active')}
        onClick={(event) => {
          if (isWide()) return
          event.preventDefault()
          open()
        }}
      >
        {chip}
      </summary>
      <dialog
        ref={dialog}
        role={isSheet ? undefined : 'group'}
        aria-labelledby={titleId}
        className="search-sheet-body"
        onClose={closed}
        {...closesBeside}
      >
        <header className="search-sheet-head">
          <h2 id={titleId} className="text-2xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={close}
            className="grid size-11 place-items-center rounded-full hover:bg-sand"
          >
            <CloseIcon />
          </button>
        </header>
        {children}
        <p className="search-sheet-actions">
          <Button wide>{submitText}</Button>
        </p>
      </dialog>
    </details>
  )
}
