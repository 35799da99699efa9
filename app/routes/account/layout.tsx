import { Outlet } from 'react-router'
import { requireSignIn } from '#app/request/guards.ts'

export const middleware = [requireSignIn]

// Client navigations run the guard only if there is a loader.
export function loader() {
  return null
}

export default function Layout() {
  return <Outlet />
}
