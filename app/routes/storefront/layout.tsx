import { Outlet } from 'react-router'
import { StorefrontFrame } from '#app/components/shell/storefront-frame.tsx'
import { requireSecondFactor } from '#app/request/guards.ts'

export const middleware = [requireSecondFactor]

export default function Layout() {
  return (
    <StorefrontFrame>
      <Outlet />
    </StorefrontFrame>
  )
}
