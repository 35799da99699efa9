import { Outlet } from 'react-router'
import { StorefrontFrame } from '#app/components/shell/storefront-frame.tsx'

export default function Layout() {
  return (
    <StorefrontFrame>
      <Outlet />
    </StorefrontFrame>
  )
}
