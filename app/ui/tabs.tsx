import { Link } from 'react-router'
import { classNames } from './class-names.ts'

export type Tab = {
  readonly to: string
  readonly label: string
  readonly current: boolean
  /** Shown behind the label when there is one. */
  readonly count?: number | undefined
}

/** Tabs are places with an address, so they are links. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-line [scrollbar-width:none]">
      <ul className="flex min-w-max gap-7">
        {tabs.map(({ to, label, current, count }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={current ? 'page' : undefined}
              preventScrollReset
              className={classNames(
                '-mb-px flex min-h-12 items-center gap-2 border-b-2 text-[0.9375rem] transition-colors',
                current
                  ? 'border-ink font-medium text-ink'
                  : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {label}
              {count !== undefined && <span className="text-sm text-soft">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
