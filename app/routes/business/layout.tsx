import { href, Outlet } from 'react-router'
import { PayoutRate } from '#app/components/workspace/payout-rate.ts'
import { TabCounts } from '#app/components/workspace/tab-counts.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/http/contexts.ts'
import { requireClosetOwner } from '#app/http/guards.ts'
import { readRate } from '#domain/payouts/rate-when-rented.ts'
import { countNeedingAction } from '#domain/rentals/panel-list.ts'
import type { Route } from './+types/layout.ts'

export const middleware = [requireClosetOwner]

// Client navigations run the guard only if there is a loader.
export async function loader({ context }: Route.LoaderArgs) {
  const { db, stripe, clock } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const [needingAction, centsPerCredit] = await Promise.all([
    countNeedingAction(db, owner, todayIn(context)),
    stripe.hasConnect ? readRate(db, owner, clock()) : 0,
  ])
  return { counts: { [href('/business/rentals')]: needingAction }, centsPerCredit }
}

export default function Layout({ loaderData }: Route.ComponentProps) {
  return (
    <TabCounts value={loaderData.counts}>
      <PayoutRate value={loaderData.centsPerCredit}>
        <Outlet />
      </PayoutRate>
    </TabCounts>
  )
}
