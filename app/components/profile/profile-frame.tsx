import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Tabs } from '#app/ui/tabs.tsx'

/** The tabs; a page reached from one of them belongs to it, unless it has a tab of its own. */
const TABS: readonly {
  to: string
  label: string
  with?: readonly string[]
  /** Only for closets; its other pages begin with the same address. */
  closets?: true
}[] = [
  { to: href('/profile'), label: 'Profile' },
  { to: href('/profile/size'), label: 'Your size' },
  {
    to: href('/profile/sign-in'),
    label: 'Sign-in & security',
    with: [href('/profile/second-factor'), href('/profile/api-tokens')],
  },
  { to: href('/profile/notifications'), label: 'Notifications' },
  { to: href('/profile/blocked'), label: 'Blocked people' },
  { to: href('/profile/api-tokens'), label: 'API tokens', closets: true },
  { to: href('/business/webhooks'), label: 'Webhooks', closets: true },
  { to: href('/profile/your-data'), label: 'Your data' },
]

/** The layout shared by the account pages. */
export function ProfileFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { viewer } = useShell()
  const isCloset = viewer?.accountType === 'business' && viewer.businessStatus === 'approved'
  const tabs = TABS.filter(({ closets }) => isCloset || !closets)
  const current =
    tabs.find(({ to, closets }) => pathname === to || (closets && pathname.startsWith(to))) ??
    tabs.find((tab) => tab.with?.includes(pathname))
  return (
    <div className="page-column py-8 sm:py-12">
      <Tabs
        label="Your account"
        wrap
        tabs={tabs.map((tab) => ({ to: tab.to, label: tab.label, current: tab === current }))}
      />
      {children}
    </div>
  )
}

/** A section of such a page: its topic on the left, its controls on the right. */
export function ProfilePart({
  id,
  title,
  line,
  children,
}: {
  id: string
  title: string
  line?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-16 gap-y-6 border-b border-line py-10 last:border-0 lg:grid-cols-[5fr_6fr]"
    >
      <div className="min-w-0">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        {line && <div className="mt-3 max-w-[42ch] text-soft">{line}</div>}
      </div>
      <div className="min-w-0 max-w-xl">{children}</div>
    </section>
  )
}
