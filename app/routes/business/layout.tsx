import { href, Outlet } from 'react-router'
import { TabCounts } from '#app/components/workspace/tab-counts.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/http/contexts.ts'
import { requireClosetOwner } from '#app/http/guards.ts'
import { countNeedingAction } from '#domain/rentals/panel-list.ts'
import type { Route } from './+types/layout.ts'

export const middleware = [requireClosetOwner]

// Client navigations run the guard only if there is a loader.
export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  return {
    counts: { [href('/business/rentals')]: await countNeedingAction(db, owner, todayIn(context)) },
  }
}

export default function Layout({ loaderData }: Route.ComponentProps) {
  return (
    <TabCounts value={loaderData.counts}>
      <Outlet />
    </TabCounts>
  )
}
