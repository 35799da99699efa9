import { href, Outlet } from 'react-router'
import { TabCounts } from '#app/components/manage/tab-counts.ts'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { requireAdmin } from '#app/request/guards.ts'
import { countWaitingApplications } from '#domain/accounts/closets/application-queries.ts'
import { countRequestedNames } from '#domain/accounts/people/review-names.ts'
import { countNeedingAction } from '#domain/booking/rentals/lists/panel-list.ts'
import { casesForAdmins } from '#domain/care/cases/case-list.ts'
import { countOpenReports } from '#domain/care/reports/report-list.ts'
import { countOpenRequests } from '#domain/care/support/support-list.ts'
import { countWaitingItems } from '#domain/catalogue/items/reviewed-items.ts'
import { countPayoutProblems } from '#domain/money/payouts/payout-figures.ts'
import { countFailedMail } from '#domain/outbound/mail/sent-mail.ts'
import { done } from '#domain/shared/outcome.ts'
import type { Route } from './+types/layout.ts'

export const middleware = [requireAdmin]

/**
 * The guard runs on client navigations too because there is a loader: the numbers of pending
 * entries, by tab.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const today = todayIn(context)
  const counted = await attempt(context, request, async () => {
    const [applications, items, names, rentals, cases, reports, support, mail, payouts] =
      await Promise.all([
        countWaitingApplications(db, admin),
        countWaitingItems(db, admin),
        countRequestedNames(db, admin),
        countNeedingAction(db, admin, today),
        casesForAdmins(db, admin, clock()),
        countOpenReports(db, admin),
        countOpenRequests(db, admin, clock()),
        countFailedMail(db, admin),
        countPayoutProblems(db, admin, clock()),
      ])
    return done({
      [href('/admin/applications')]: applications,
      [href('/admin/items')]: items,
      [href('/admin/names')]: names,
      [href('/admin/rentals')]: rentals,
      [href('/admin/appeals')]: countOf(cases.appeal),
      [href('/admin/returns')]: countOf(cases.return),
      [href('/admin/reports')]: reports,
      [href('/admin/support')]: support.open,
      [href('/admin/mail')]: mail,
      [href('/admin/payouts')]: payouts.failed + payouts.differences + payouts.owedForAYear,
    })
  })
  return { timeZone, counts: counted.ok ? counted.value : {} }
}

type ToDo = Awaited<ReturnType<typeof casesForAdmins>>['appeal']
const countOf = ({ toDecide, toAnswer }: ToDo) => toDecide.count + toAnswer.count

export default function Layout({ loaderData }: Route.ComponentProps) {
  return (
    <ShopTimeZone value={loaderData.timeZone}>
      <TabCounts value={loaderData.counts}>
        <Outlet />
      </TabCounts>
    </ShopTimeZone>
  )
}
