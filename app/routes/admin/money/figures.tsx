import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { centsPerCredit } from '#app/components/admin/money/cents-per-credit.ts'
import { CreditFigures } from '#app/components/admin/money/credit-figures.tsx'
import { RequestSections } from '#app/components/admin/money/request-figures.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { drawBars } from '#app/components/charts/draw-bars.ts'
import { centsInWords, wholeDollars } from '#app/components/charts/figure-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { loadList } from '#app/routes/admin/list-answers.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import {
  creditsByMonth,
  type MonthOfCredits,
  type OwedCredits,
  owedCredits,
  spentValue,
} from '#domain/admin/figures/credit-figures.ts'
import { nextMonths } from '#domain/admin/figures/figure-periods.ts'
import { replacementCost } from '#domain/admin/figures/replacement-cost.ts'
import { requestFigures } from '#domain/admin/figures/request-figures.ts'
import { payoutFigures } from '#domain/money/payouts/payout-figures.ts'
import { currentRate } from '#domain/money/payouts/payout-rate.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/figures.ts'

export const meta: Route.MetaFunction = () => pageMeta('Analytics')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const at = { now: clock(), today: todayIn(context), timeZone }
  const loaded = await loadList(context, request, async () => {
    const [months, owed, value, payouts, rate, replacements, requests] = await Promise.all([
      creditsByMonth(db, admin, at),
      owedCredits(db, admin, at),
      spentValue(db, admin, at),
      payoutFigures(db, admin, at.now),
      currentRate(db, at.now),
      replacementCost(db, admin, at.now),
      requestFigures(db, admin, at.now),
    ])
    const lastMonth = nextMonths(at.today).at(-1) ?? ''
    const later = owed.filter(({ month }) => month !== null && month > lastMonth)
    return {
      months,
      owed,
      value,
      rate,
      replacements,
      requests,
      toClosetsCents: payouts.owedCents,
      laterCredits: later.reduce((sum, { credits }) => sum + credits, 0),
      lastingCredits: owed.find(({ month }) => month === null)?.credits ?? 0,
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
          Revenue from credits, what is owed, what closets earn, and how requests are answered.
          Income is on the <TextLink to={href('/admin')}>overview</TextLink>.
        </>
      }
    >
      {loaded ? (
        <>
          <CreditFigures {...loaded} />
          <RequestSections {...loaded.requests} />
        </>
      ) : (
        <NotLoaded label="Analytics" to={href('/admin/figures')} />
      )}
    </AdminFrame>
  )
}

function drawCredits(
  months: readonly MonthOfCredits[],
  owed: readonly OwedCredits[],
  today: CalendarDate,
) {
  const names = months.map(({ month }) => month)
  const values = (name: 'sold' | 'spent' | 'expired') => months.map((month) => month[name])
  const expiring = nextMonths(today)
  return {
    moved: drawBars({
      months: names,
      series: [
        { name: 'Sold', look: 'solid', values: values('sold') },
        { name: 'Spent', look: 'striped', values: values('spent') },
        { name: 'Expired', look: 'open', values: values('expired') },
      ],
      show: showNumber,
    }),
    owed: drawBars({
      months: expiring,
      series: [
        {
          name: 'Credits',
          look: 'solid',
          values: expiring.map((one) => owed.find(({ month }) => month === one)?.credits ?? 0),
        },
      ],
      show: showNumber,
    }),
    perCredit: drawBars({
      months: names,
      series: [
        {
          name: 'Revenue per spent credit',
          look: 'striped',
          values: months.map((month) => centsPerCredit(month) ?? 0),
        },
      ],
      level: { name: 'Payout rate', values: months.map(({ rate }) => rate) },
      show: centsInWords,
    }),
    cost: drawBars({
      months: names,
      series: [
        {
          name: 'Revenue',
          look: 'striped',
          values: months.map(({ broughtCents }) => broughtCents / 100),
        },
        {
          name: 'Closets earn',
          look: 'solid',
          values: months.map(({ closetCents }) => closetCents / 100),
        },
      ],
      show: wholeDollars,
    }),
  }
}
