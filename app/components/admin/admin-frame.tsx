import type { ReactNode } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import { useShell } from '#app/components/shell/use-shell.ts'
import type { loader } from '#app/routes/admin/layout.tsx'
import { DetailsMenu } from '#app/ui/details-menu.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { UserToUserSwitch } from './user-to-user-switch.tsx'

type AdminFrameProps = {
  title: string
  /** Under the title: one quiet line. */
  line?: ReactNode
  /** What can be done from here. */
  actions?: ReactNode
  children: ReactNode
}

type Waiting = Partial<Readonly<Record<string, number>>>

/** What runs the house, besides what the tabs hold. */
const HOUSE = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/money', label: 'Money' },
  { to: '/admin/mail', label: 'Mail' },
  { to: '/admin/audit', label: 'Audit Log' },
  { to: '/admin/promises', label: 'Promises' },
] as const

/** Tabs that are always there, and those that hide while only admins post items (business §2). */
const ALWAYS = ['Listings', 'Brands', 'Cities', 'Rentals', 'Users'] as const
const USER_TO_USER = ['Applications', 'Items', 'Site Layout'] as const

const addressOf = (label: string) => `/admin/${label.toLowerCase().replace(' ', '-')}`

/** What the admin's pages share. */
export function AdminFrame({ title, line, actions, children }: AdminFrameProps) {
  const { pathname } = useLocation()
  const { userToUserEnabled } = useShell()
  const waiting: Waiting = useRouteLoaderData<typeof loader>('routes/admin/layout')?.waiting ?? {}
  const isHere = (to: string) => pathname === to || pathname.startsWith(`${to}/`)
  const tabs = (labels: readonly string[]) =>
    labels.map((label) => {
      const to = addressOf(label)
      return { to, label, current: isHere(to), count: waiting[to] || undefined }
    })
  return (
    <div className="page-column py-6 sm:py-8">
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-3">
        <nav aria-label="The house">
          <ul className="flex flex-wrap gap-x-4 sm:gap-x-6">
            {HOUSE.map(({ to, label }) => {
              const current = to === '/admin' ? pathname === to : isHere(to)
              return (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={current ? 'page' : undefined}
                    className={`inline-flex min-h-9 items-center gap-1.5 text-sm hover:text-ink ${current ? 'font-medium text-ink underline decoration-primary decoration-2 underline-offset-8' : 'text-soft'}`}
                  >
                    {label}
                    {Boolean(waiting[to]) && <Count of={waiting[to]} />}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        <UserToUserSwitch enabled={userToUserEnabled} />
      </div>
      <div className="mt-2 flex items-stretch">
        <div className="min-w-0 flex-1">
          <Tabs
            label="Admin"
            tabs={tabs(userToUserEnabled ? [...ALWAYS, ...USER_TO_USER] : ALWAYS)}
          />
        </div>
        {!userToUserEnabled && <Hidden tabs={tabs(USER_TO_USER)} />}
      </div>
      <header className="mt-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-5 sm:mt-10">
        <div className="min-w-0">
          <h1 className="text-[clamp(2rem,1.5rem+1.6vw,2.75rem)] break-words">{title}</h1>
          {line && <p className="mt-2 text-soft">{line}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

function Count({ of }: { of: number | undefined }) {
  return (
    <span className="rounded-full bg-primary-100 px-1.5 text-xs leading-5 font-medium text-primary-800 tabular-nums">
      {of}
    </span>
  )
}

type HiddenTab = { readonly to: string; readonly label: string; readonly current: boolean }

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
          {tabs.map(({ to, label, current }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={current ? 'page' : undefined}
                className="flex min-h-11 items-center px-5 text-sm hover:bg-sand aria-[current=page]:font-medium"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </DetailsMenu>
    </div>
  )
}
