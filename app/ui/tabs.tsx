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
  more = [],
  tight = false,
  wrap = false,
}: {
  label: string
  tabs: readonly Tab[]
  /** After the others, or in a second row on a wide screen. */
  more?: readonly Tab[]
  /** Many tabs, closer together. */
  tight?: boolean
  /** A few tabs that should all be visible on a phone: in two rows there. */
  wrap?: boolean
}) {
  const row = useRef<HTMLElement>(null)
  const rows = more.length > 0 ? [tabs, more] : [tabs]
  const open = rows.flat().find(({ current }) => current)?.to

  useEffect(() => {
    const tab = open && row.current?.querySelector<HTMLElement>('[aria-current]')
    if (!row.current || !tab) return
    row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [open])

  const gap = tight ? 'gap-x-5' : 'gap-x-7'
  return (
    <nav
      ref={row}
      aria-label={label}
      className="tab-row relative overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      <div className={rows.length > 1 ? `flex min-w-max lg:block lg:min-w-0 ${gap}` : undefined}>
        {rows.map((shown) => (
          <ul
            key={shown[0]?.to}
            className={classNames(
              'flex',
              gap,
              wrap ? 'flex-wrap' : 'min-w-max',
              rows.length > 1 && 'lg:min-w-0 lg:flex-wrap',
            )}
          >
            {shown.map((tab) => (
              <li key={tab.to}>
                <TabLink tab={tab} isLow={rows.length > 1} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </nav>
  )
}

function TabLink({ tab, isLow }: { tab: Tab; isLow: boolean }) {
  const { to, label, current, count } = tab
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      preventScrollReset
      className={classNames(
        '-mb-px flex min-h-12 items-center gap-2 border-b-2 text-[0.9375rem] transition-colors',
        isLow && 'lg:min-h-11',
        current
          ? 'border-ink font-medium text-ink [scroll-initial-target:nearest]'
          : 'border-transparent text-soft hover:text-ink',
      )}
    >
      {label}
      {count !== undefined && <span className="text-sm text-soft">{count}</span>}
    </Link>
  )
}
