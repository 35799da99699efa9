import { type ReactNode, useContext } from 'react'
import { href, useLocation } from 'react-router'
import { TabCounts } from '#app/components/manage/tab-counts.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { FrameHeader } from './frame-header.tsx'

type ClosetFrameProps = {
  title: string
  /** A line of small text under the title. */
  line?: ReactNode
  actions?: ReactNode
  /** A blocked closet has no other pages. */
  onlyPayouts?: boolean
  children: ReactNode
}

const PAYOUTS = href('/business/payouts')

const TABS = [
  {
    to: href('/business'),
    label: 'My Closet',
    own: /^\/business(\/items|\/holidays|\/imports|\/page|$)/,
  },
  {
    to: href('/business/rentals'),
    label: 'Rentals',
    own: /^\/business\/(rentals|day|calendar|saved-messages)/,
  },
  { to: href('/business/earnings'), label: 'Earnings', own: /^\/business\/earnings/ },
  { to: PAYOUTS, label: 'Payouts', own: /^\/business\/payouts/ },
  { to: href('/business/figures'), label: 'Analytics', own: /^\/business\/figures/ },
]

export function ClosetFrame({ title, line, actions, onlyPayouts, children }: ClosetFrameProps) {
  const { pathname } = useLocation()
  const counts = useContext(TabCounts)
  return (
    <div className="page-column py-6 sm:py-8">
      <Tabs
        label="My Closet"
        tabs={TABS.filter(({ to }) => !onlyPayouts || to === PAYOUTS).map(({ to, label, own }) => ({
          to,
          label,
          current: own.test(pathname),
          count: counts[to] ? showCounted(counts[to]) : undefined,
        }))}
      />
      <FrameHeader {...{ title, line, actions }} />
      {children}
    </div>
  )
}
