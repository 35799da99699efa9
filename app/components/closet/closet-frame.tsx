import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Tabs } from '#app/ui/tabs.tsx'

type ClosetFrameProps = {
  title: string
  /** Under the title: one quiet line. */
  line?: ReactNode
  /** What can be done from here. */
  actions?: ReactNode
  children: ReactNode
}

const PLACES = [
  { to: '/business', label: 'My Closet', own: /^\/business(\/items|$)/ },
  { to: '/business/rentals', label: 'Rentals', own: /^\/business\/rentals/ },
  { to: '/business/earnings', label: 'Earnings', own: /^\/business\/earnings/ },
]

/** What all pages of a closet share. */
export function ClosetFrame({ title, line, actions, children }: ClosetFrameProps) {
  const { pathname } = useLocation()
  return (
    <div className="page-column py-8 sm:py-12">
      <Tabs
        label="My Closet"
        tabs={PLACES.map(({ to, label, own }) => ({ to, label, current: own.test(pathname) }))}
      />
      <header className="mt-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 sm:mt-12">
        <div className="min-w-0">
          <h1>{title}</h1>
          {line && <p className="mt-3 text-soft">{line}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
