import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

type DetailsMenuProps = {
  /** The button's content. */
  summary: ReactNode
  summaryLabel?: string | undefined
  summaryClassName?: string
  /** 'menu' drops down from the summary, 'drawer' slides in from the left. */
  as?: 'menu' | 'drawer'
  className?: string
  panelClassName?: string
  children: ReactNode
}

/**
 * Opens and closes by its summary alone; while open, the summary covers the page, so that a click
 * outside closes it even without a script. With one, Escape and following a link do so too, and Tab
 * stays within an open drawer, which covers the page.
 */
export function DetailsMenu({
  summary,
  summaryLabel,
  summaryClassName,
  as = 'menu',
  className,
  panelClassName,
  children,
}: DetailsMenuProps) {
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const element = details.current
    if (!element) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      element.open = false
      element.querySelector('summary')?.focus()
    }
    const closeOnLink = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a')) element.open = false
    }
    const keepFocus = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || !element.open || as !== 'drawer') return
      const stops = [...element.querySelectorAll<HTMLElement>('summary, a, button')].filter(
        (stop) => stop.offsetParent !== null,
      )
      const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
      if (document.activeElement !== from) return
      event.preventDefault()
      to?.focus()
    }
    element.addEventListener('keydown', keepFocus)
    document.addEventListener('keydown', closeOnEscape)
    element.addEventListener('click', closeOnLink)
    return () => {
      element.removeEventListener('keydown', keepFocus)
      document.removeEventListener('keydown', closeOnEscape)
      element.removeEventListener('click', closeOnLink)
    }
  }, [as])

  return (
    <details ref={details} className={classNames(as, className)}>
      <summary aria-label={summaryLabel} className={summaryClassName}>
        {summary}
      </summary>
      <div className={classNames(`${as}-panel`, panelClassName)}>{children}</div>
    </details>
  )
}
