import { Outlet } from 'react-router'
import { ClosetWorkspace } from '#app/components/closet/closet-workspace.tsx'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import { appContext, closetOwnerContext } from '#app/request/contexts.ts'
import { requireClosetOwner } from '#app/request/guards.ts'
import { loadCloset } from '#app/routes/manage/load-closet.ts'
import type { Route } from './+types/layout.ts'

export const middleware = [requireClosetOwner]

// Client navigations run the guard only if there is a loader.
export async function loader({ context }: Route.LoaderArgs) {
  const { timeZone } = context.get(appContext)
  return { timeZone, closet: await loadCloset(context, context.get(closetOwnerContext)) }
}

export default function Layout({ loaderData }: Route.ComponentProps) {
  return (
    <ShopTimeZone value={loaderData.timeZone}>
      <ClosetWorkspace {...loaderData.closet}>
        <Outlet />
      </ClosetWorkspace>
    </ShopTimeZone>
  )
}
