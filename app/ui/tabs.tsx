import { useEffect, useRef } from 'react'
import { Link } from '#app/ui/link.tsx'
import { classNames } from './class-names.ts'

export type Tab = {
  readonly to: string
  readonly label: string
  readonly current: boolean
  /** Shown after the label when there is one. */
  readonly count?: number | string | undefined
}

/**
 * Tabs have addresses, so they are links. A row too long for a phone starts at the open tab: by CSS
 * if the browser supports it, by script otherwise and after each change.
 */
export function Tabs({
  label,
  tabs,
  wrap = false,
}: {
  label: string
  tabs: readonly Tab[]
  /** A few tabs that should all be visible on a phone: in two rows there. */
  wrap?: boolean
}) {
  const row = useRef<HTMLElement>(null)
  const open = tabs.find(({ current }) => current)?.to

  useEffect(() => {
    const tab = open && row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !tab) return
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [open])

  return (
    <nav
      ref={row}
      aria-label={label}
      className="fading-row relative overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      <ul className={classNames('flex gap-x-7', wrap ? 'flex-wrap' : 'min-w-max')}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <TabLink tab={tab} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function TabLink({ tab: { to, label, current, count } }: { tab: Tab }) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      preventScrollReset
      className={classNames(tabStyle(current), current && '[scroll-initial-target:nearest]')}
    >
      {label}
      {count !== undefined && <span className="text-sm text-soft">{count}</span>}
    </Link>
  )
}

/** The look of a link, or the button of a menu, in a row of tabs. */
export const tabStyle = (current: boolean) =>
  classNames(
    '-mb-px flex min-h-12 items-center gap-2 border-b-2 text-[0.9375rem] transition-colors',
    current ? 'border-ink font-medium text-ink' : 'border-transparent text-soft hover:text-ink',
  )
