import { type ReactNode, useContext } from 'react'
import { href, useLocation } from 'react-router'
import { SearchEverything } from '#app/components/admin/search-everything.tsx'
import { TabCounts } from '#app/components/manage/tab-counts.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { showCounted } from '#domain/shared/lists/show-counted.ts'

type AdminFrameProps = {
  title: string
  /** A line of small text under the title. */
  line?: ReactNode
  actions?: ReactNode
  /** The address of the tab that the page belongs to, unless its own address begins with it. */
  tab?: string
  children: ReactNode
}

type FrameTab = { readonly label: string; readonly to: string; readonly hides?: boolean }

/** In the order of spec 12.1. Tabs with `hides` are hidden while only admins can add items. */
const MAIN_TABS: readonly FrameTab[] = [
  { label: 'Listings', to: href('/admin/listings') },
  { label: 'Brands', to: href('/admin/brands') },
  { label: 'Cities', to: href('/admin/cities') },
  { label: 'Rentals', to: href('/admin/rentals') },
  { label: 'Users', to: href('/admin/users') },
  { label: 'Applications', to: href('/admin/applications'), hides: true },
  { label: 'Items', to: href('/admin/items'), hides: true },
  { label: 'Site Layout', to: href('/admin/site-layout'), hides: true },
]

const OTHER_TABS: readonly FrameTab[] = [
  { label: 'Overview', to: href('/admin') },
  { label: 'Support', to: href('/admin/support') },
  { label: 'Names', to: href('/admin/names') },
  { label: 'Appeals', to: href('/admin/appeals') },
  { label: 'Returns and no-shows', to: href('/admin/returns') },
  { label: 'Reports', to: href('/admin/reports') },
  { label: 'Reviews', to: href('/admin/reviews') },
  { label: 'Money', to: href('/admin/money') },
  { label: 'Payouts', to: href('/admin/payouts') },
  { label: 'Months', to: href('/admin/months') },
  { label: 'Analytics', to: href('/admin/figures') },
  { label: 'Legal pages', to: href('/admin/legal') },
  { label: 'Emails', to: href('/admin/mail') },
  { label: 'Audit log', to: href('/admin/audit') },
  { label: 'Integrity checks', to: href('/admin/integrity') },
]

export function AdminFrame({ title, line, actions, tab: given, children }: AdminFrameProps) {
  const { pathname } = useLocation()
  const place = given ?? pathname
  const { userToUserEnabled } = useShell()
  const counts = useContext(TabCounts)
  const isHere = (to: string) =>
    place === to || (to !== href('/admin') && place.startsWith(`${to}/`))
  const tabsOf = (tabs: readonly FrameTab[]) =>
    tabs.map(({ label, to, hides = false }) => {
      const hidden = hides && !userToUserEnabled
      const count = counts[to] ? showCounted(counts[to]) : undefined
      return { to, label, current: isHere(to), count, hidden }
    })
  const main = tabsOf(MAIN_TABS)
  const others = tabsOf(OTHER_TABS)
  const hidden = [...main, ...others].filter((tab) => tab.hidden)
  const isShown = (tab: { hidden: boolean }) => !tab.hidden
  return (
    <div className="page-column py-6 sm:py-8">
      <div className="mb-4 flex">
        <SearchEverything />
      </div>
      <div className="flex items-stretch">
        <div className="min-w-0 flex-1">
          <Tabs label="Admin" tabs={main.filter(isShown)} more={others.filter(isShown)} tight />
        </div>
        {hidden.length > 0 && <Hidden tabs={hidden} />}
      </div>
      <header className="mt-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h1
            id="admin-title"
            tabIndex={-1}
            className="outline-none text-[clamp(2rem,1.5rem+1.6vw,2.75rem)] break-words"
          >
            {title}
          </h1>
          {line && <p className="mt-2 text-soft">{line}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap gap-3 max-sm:gap-2 max-sm:[&_:is(a,button)]:px-4">
            {actions}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

type HiddenTab = {
  readonly to: string
  readonly label: string
  readonly current: boolean
  readonly count: string | undefined
}

function Hidden({ tabs }: { tabs: readonly HiddenTab[] }) {
  return (
    <div className="relative flex border-b border-line pl-6">
      <DetailsMenu
        className="relative"
        summaryClassName={`flex min-h-[2.9375rem] items-center gap-1 text-[0.9375rem] hover:text-ink ${tabs.some(({ current }) => current) ? 'font-medium text-ink' : 'text-soft'}`}
        panelClassName="right-0 top-full min-w-44 rounded-control border border-line bg-sheet py-2 shadow-[0_1rem_3rem_rgb(29_25_22/0.12)]"
        summary={
          <>
            Hidden <ChevronDownIcon width="14" height="14" />
          </>
        }
      >
        <ul>
          {tabs.map(({ to, label, current, count }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={current ? 'page' : undefined}
                className="flex min-h-11 items-center gap-2 px-5 text-sm hover:bg-sand aria-[current=page]:font-medium"
              >
                {label}
                {count !== undefined && <span className="text-soft">{count}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </DetailsMenu>
    </div>
  )
}
