import { useContext } from 'react'
import { href, useLocation } from 'react-router'
import { TabCounts } from '#app/components/manage/tab-counts.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { classNames } from '#app/ui/class-names.ts'
import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { TabLink, tabStyle } from '#app/ui/tabs.tsx'
import { showCounted } from '#domain/shared/lists/show-counted.ts'

type Tab = { readonly label: string; readonly to: string }

type Group = { readonly label: string; readonly tabs: readonly Tab[] }

const ALWAYS: readonly Tab[] = [
  { label: 'Listings', to: href('/admin/listings') },
  { label: 'Brands', to: href('/admin/brands') },
  { label: 'Cities', to: href('/admin/cities') },
  { label: 'Rentals', to: href('/admin/rentals') },
  { label: 'Users', to: href('/admin/users') },
]

/** Tabs, or a menu "Hidden" while only admins can add items. */
const FOR_CLOSETS: readonly Tab[] = [
  { label: 'Applications', to: href('/admin/applications') },
  { label: 'Items', to: href('/admin/items') },
  { label: 'Site Layout', to: href('/admin/site-layout') },
]

/** The other pages, by the question that they answer (spec 12.1). */
const GROUPS: readonly Group[] = [
  // What do I have to do?
  {
    label: 'To do',
    tabs: [
      { label: 'Overview', to: href('/admin') },
      { label: 'Support', to: href('/admin/support') },
      { label: 'Appeals', to: href('/admin/appeals') },
      { label: 'Returns and no-shows', to: href('/admin/returns') },
      { label: 'Reports', to: href('/admin/reports') },
    ],
  },
  // Whom can we trust?
  {
    label: 'Trust',
    tabs: [
      { label: 'Reviews', to: href('/admin/reviews') },
      { label: 'Names', to: href('/admin/names') },
      { label: 'Signals', to: href('/admin/signals') },
    ],
  },
  // Where is the money?
  {
    label: 'Money',
    tabs: [
      { label: 'Payments', to: href('/admin/payments') },
      { label: 'Payment problems', to: href('/admin/money') },
      { label: 'Payouts', to: href('/admin/payouts') },
      { label: 'Months', to: href('/admin/months') },
      { label: 'Analytics', to: href('/admin/figures') },
    ],
  },
  // Is everything in order?
  {
    label: 'Site',
    tabs: [
      { label: 'Announcements', to: href('/admin/announcements') },
      { label: 'Legal pages', to: href('/admin/legal') },
      { label: 'Emails', to: href('/admin/mail') },
      { label: 'Audit log', to: href('/admin/audit') },
      { label: 'Integrity checks', to: href('/admin/integrity') },
    ],
  },
]

type AdminTabsProps = {
  /** The address of the tab that the page belongs to, unless its own address begins with it. */
  tab: string | undefined
}

export function AdminTabs({ tab }: AdminTabsProps) {
  const { pathname } = useLocation()
  const { userToUserEnabled } = useShell()
  const counts = useContext(TabCounts)
  const place = tab ?? pathname
  const tabs = userToUserEnabled ? [...ALWAYS, ...FOR_CLOSETS] : ALWAYS
  const groups = userToUserEnabled ? GROUPS : [...GROUPS, { label: 'Hidden', tabs: FOR_CLOSETS }]
  return (
    <nav aria-label="Admin" className="min-w-0 border-b border-line max-lg:w-full">
      <ul className="flex flex-wrap gap-x-6 max-sm:gap-x-5">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <TabLink tab={{ to, label, current: isAt(place, to), count: countOf(counts[to]) }} />
          </li>
        ))}
      </ul>
      {/* On a phone an open menu is as wide as the row. */}
      <ul className="relative flex flex-wrap gap-x-6 max-sm:gap-x-5">
        {groups.map((group) => (
          <TabGroup key={group.label} group={group} place={place} />
        ))}
      </ul>
    </nav>
  )
}

const isAt = (place: string, to: string) =>
  place === to || (to !== href('/admin') && place.startsWith(`${to}/`))

const countOf = (count = 0) => (count > 0 ? showCounted(count) : undefined)

function TabGroup({ group: { label, tabs }, place }: { group: Group; place: string }) {
  const counts = useContext(TabCounts)
  const isHere = tabs.some(({ to }) => isAt(place, to))
  const waiting = countOf(tabs.reduce((sum, { to }) => sum + (counts[to] ?? 0), 0))
  return (
    <li className="sm:relative">
      <DetailsMenu
        summaryClassName={classNames('cursor-pointer', tabStyle(isHere))}
        panelClassName="left-0 top-full max-sm:right-0 sm:min-w-56 rounded-control border border-line bg-sheet py-2 shadow-[0_1rem_3rem_rgb(29_25_22/0.12)]"
        summary={
          <>
            {label}
            {waiting && <span className="text-sm text-soft">{waiting}</span>}
            {isHere && <span className="sr-only">, this page</span>}
            <ChevronDownIcon width="14" height="14" />
          </>
        }
      >
        <ul>
          {tabs.map(({ to, label: name }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={isAt(place, to) ? 'page' : undefined}
                className="flex min-h-11 items-center gap-2 px-5 text-[0.9375rem] hover:bg-sand aria-[current=page]:font-medium"
              >
                {name}
                {counts[to] ? (
                  <span className="text-sm text-soft">{showCounted(counts[to])}</span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      </DetailsMenu>
    </li>
  )
}
