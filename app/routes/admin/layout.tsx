import { href, Outlet } from 'react-router'
import { TabCounts } from '#app/components/manage/tab-counts.ts'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext } from '#app/request/contexts.ts'
import { requireAdmin } from '#app/request/guards.ts'
import type { AdminCases } from '#domain/care/cases/case-list.ts'
import { done } from '#domain/shared/outcome.ts'
import type { Route } from './+types/layout.ts'
import { waitingIn } from './waiting.ts'

export const middleware = [requireAdmin]

/**
 * The guard runs on client navigations too because there is a loader: the numbers of pending
 * entries, by tab.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { timeZone } = context.get(appContext)
  const counted = await attempt(context, request, async () => {
    const { cases, support, payouts, ...waiting } = await waitingIn(context)
    return done({
      [href('/admin/applications')]: waiting.applications,
      [href('/admin/items')]: waiting.items,
      [href('/admin/names')]: waiting.names,
      [href('/admin/rentals')]: waiting.rentals,
      [href('/admin/appeals')]: countOf(cases.appeal),
      [href('/admin/returns')]: countOf(cases.return),
      [href('/admin/reports')]: waiting.reports,
      [href('/admin/support')]: support.open,
      [href('/admin/mail')]: waiting.mail,
      [href('/admin/payouts')]: payouts.failed + payouts.differences + payouts.owedForAYear,
    })
  })
  return { timeZone, counts: counted.ok ? counted.value : {} }
}

const countOf = ({ toDecide, toAnswer }: AdminCases) => toDecide.count + toAnswer.count

export default function Layout({ loaderData }: Route.ComponentProps) {
  return (
    <ShopTimeZone value={loaderData.timeZone}>
      <TabCounts value={loaderData.counts}>
        <Outlet />
      </TabCounts>
    </ShopTimeZone>
  )
}
