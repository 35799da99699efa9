import { useContext } from 'react'
import { href, useLocation } from 'react-router'
import { TabCounts } from '#app/components/manage/tab-counts.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { classNames } from '#app/ui/class-names.ts'
import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { showCounted } from '#domain/shared/lists/show-counted.ts'

type Tab = { readonly label: string; readonly to: string; readonly hides?: boolean }

type Group = { readonly label: string; readonly tabs: readonly Tab[] }

/**
 * The tabs by what an admin wants to know (spec 12.1). Those with `hides` move to the group
 * "Hidden" while only admins can add items.
 */
const GROUPS: readonly Group[] = [
  {
    label: 'Today',
    tabs: [
      { label: 'Overview', to: href('/admin') },
      { label: 'Support', to: href('/admin/support') },
      { label: 'Appeals', to: href('/admin/appeals') },
      { label: 'Returns and no-shows', to: href('/admin/returns') },
      { label: 'Reports', to: href('/admin/reports') },
    ],
  },
  {
    label: 'Items',
    tabs: [
      { label: 'Listings', to: href('/admin/listings') },
      { label: 'Brands', to: href('/admin/brands') },
      { label: 'Cities', to: href('/admin/cities') },
      { label: 'Items', to: href('/admin/items'), hides: true },
    ],
  },
  {
    label: 'Rentals',
    tabs: [
      { label: 'Rentals', to: href('/admin/rentals') },
      { label: 'Reviews', to: href('/admin/reviews') },
    ],
  },
  {
    label: 'People',
    tabs: [
      { label: 'Users', to: href('/admin/users') },
      { label: 'Applications', to: href('/admin/applications'), hides: true },
      { label: 'Names', to: href('/admin/names') },
    ],
  },
  {
    label: 'Money',
    tabs: [
      { label: 'Money', to: href('/admin/money') },
      { label: 'Payouts', to: href('/admin/payouts') },
      { label: 'Months', to: href('/admin/months') },
      { label: 'Analytics', to: href('/admin/figures') },
      { label: 'Signals', to: href('/admin/signals') },
    ],
  },
  {
    label: 'Site',
    tabs: [
      { label: 'Site Layout', to: href('/admin/site-layout'), hides: true },
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
  const place = tab ?? pathname
  const isHidden = ({ hides = false }: Tab) => hides && !userToUserEnabled
  const hidden = GROUPS.flatMap(({ tabs }) => tabs.filter(isHidden))
  const groups = [
    ...GROUPS.map(({ label, tabs }) => ({ label, tabs: tabs.filter((one) => !isHidden(one)) })),
    ...(hidden.length > 0 ? [{ label: 'Hidden', tabs: hidden }] : []),
  ]
  return (
    <nav aria-label="Admin" className="relative min-w-0 border-b border-line max-lg:w-full">
      <ul className="flex flex-wrap gap-x-6 max-sm:gap-x-5">
        {groups.map((group) => (
          <TabGroup key={group.label} group={group} place={place} />
        ))}
      </ul>
    </nav>
  )
}

const isAt = (place: string, to: string) =>
  place === to || (to !== href('/admin') && place.startsWith(`${to}/`))

function TabGroup({ group: { label, tabs }, place }: { group: Group; place: string }) {
  const counts = useContext(TabCounts)
  const isHere = tabs.some(({ to }) => isAt(place, to))
  const waiting = tabs.reduce((sum, { to }) => sum + (counts[to] ?? 0), 0)
  return (
    // On a phone the menu is as wide as the row of groups.
    <li className="sm:relative">
      <DetailsMenu
        summaryClassName={classNames(
          '-mb-px flex min-h-12 cursor-pointer items-center gap-1.5 border-b-2 text-[0.9375rem] transition-colors',
          isHere
            ? 'border-ink font-medium text-ink'
            : 'border-transparent text-soft hover:text-ink',
        )}
        panelClassName="left-0 top-full max-sm:right-0 sm:min-w-56 rounded-control border border-line bg-sheet py-2 shadow-[0_1rem_3rem_rgb(29_25_22/0.12)]"
        summary={
          <>
            {label}
            {waiting > 0 && <span className="text-sm text-soft">{showCounted(waiting)}</span>}
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
