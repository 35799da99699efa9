import { Outlet } from 'react-router'
import { requireAdmin } from '#app/http/guards.ts'

export const middleware = [requireAdmin]

// A client navigation asks the server only where there is a loader, and the guard runs there.
export function loader() {
  return null
}

export default function Layout() {
  return <Outlet />
}
