import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Tabs } from '#app/ui/tabs.tsx'

const PLACES = [
  { to: '/admin/applications', label: 'Applications' },
  { to: '/admin/items', label: 'Items' },
  { to: '/admin/rentals', label: 'Rentals' },
]

/** What the admin's pages share. */
export function AdminFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="page-column py-8 sm:py-12">
      <Tabs
        label="Admin"
        tabs={PLACES.map(({ to, label }) => ({ to, label, current: pathname.startsWith(to) }))}
      />
      <h1 className="mt-8 sm:mt-12">{title}</h1>
      {children}
    </div>
  )
}
