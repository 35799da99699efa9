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
 * Opens and closes by its summary alone; the page around an open one is covered by the summary, so
 * a click outside closes it without a script too. With one, Escape and following a link do as well.
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
    document.addEventListener('keydown', closeOnEscape)
    element.addEventListener('click', closeOnLink)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      element.removeEventListener('click', closeOnLink)
    }
  }, [])

  return (
    <details ref={details} className={classNames(as, className)}>
      <summary aria-label={summaryLabel} className={summaryClassName}>
        {summary}
      </summary>
      <div className={classNames(`${as}-panel`, panelClassName)}>{children}</div>
    </details>
  )
}
