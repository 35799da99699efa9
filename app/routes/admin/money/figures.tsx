import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { CreditFigures } from '#app/components/admin/money/credit-figures.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminContext, appContext, todayIn } from '#app/request/contexts.ts'
import { loadList } from '#app/routes/admin/list-answers.ts'
import { Link } from '#app/ui/link.tsx'
import { creditsByMonth, owedCredits, spentValue } from '#domain/admin/figures/credit-figures.ts'
import { nextMonths } from '#domain/admin/figures/figure-periods.ts'
import { payoutFigures } from '#domain/money/payouts/payout-figures.ts'
import { currentRate } from '#domain/money/payouts/payout-rate.ts'
import type { Route } from './+types/figures.ts'
import { drawCredits } from './credit-charts.ts'

export const meta: Route.MetaFunction = () => pageMeta('Analytics')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const admin = context.get(adminContext)
  const at = { now: clock(), today: todayIn(context), timeZone }
  const loaded = await loadList(context, request, async () => {
    const [months, owed, value, payouts, rate] = await Promise.all([
      creditsByMonth(db, admin, at),
      owedCredits(db, admin, at),
      spentValue(db, admin, at),
      payoutFigures(db, admin, at.now),
      currentRate(db, at.now),
    ])
    const lastMonth = nextMonths(at.today).at(-1) ?? ''
    const later = owed.filter(({ month }) => month > lastMonth)
    return {
      months,
      owed,
      value,
      rate,
      toClosetsCents: payouts.owedCents,
      laterCredits: later.reduce((sum, { credits }) => sum + credits, 0),
      charts: drawCredits(months, owed, at.today),
    }
  })
  return { loaded }
}

export default function Figures({ loaderData: { loaded } }: Route.ComponentProps) {
  return (
    <AdminFrame
      title="Analytics"
      line={
        <>
          Revenue from credits, what is owed, and what closets earn. Income is on the{' '}
          <Link to={href('/admin')} className="text-link">
            overview
          </Link>
          .
        </>
      }
    >
      {loaded ? (
        <CreditFigures {...loaded} />
      ) : (
        <NotLoaded label="Analytics" to={href('/admin/figures')} />
      )}
    </AdminFrame>
  )
}
