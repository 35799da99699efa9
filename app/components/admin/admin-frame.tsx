import type { ReactNode } from 'react'
import { AdminTabs } from '#app/components/admin/admin-tabs.tsx'
import { SearchEverything } from '#app/components/admin/search-everything.tsx'

type AdminFrameProps = {
  title: string
  /** A line of small text under the title. */
  line?: ReactNode
  actions?: ReactNode
  /** The address of the tab that the page belongs to, unless its own address begins with it. */
  tab?: string
  children: ReactNode
}

export function AdminFrame({ title, line, actions, tab, children }: AdminFrameProps) {
  return (
    <div className="page-column py-6 sm:py-8">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 print:hidden">
        <AdminTabs tab={tab} />
        <SearchEverything />
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
