import { href } from 'react-router'
import { drawBars, drawRows } from '#app/components/charts/draw-bars.ts'
import { wholeDollars } from '#app/components/charts/figure-words.ts'
import { ClosetFigureCharts } from '#app/components/closet/closet-figure-charts.tsx'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { FigureCards } from '#app/components/closet/figure-cards.tsx'
import { percentOf, unmetName } from '#app/components/closet/figure-names.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ownerIn, todayIn } from '#app/request/contexts.ts'
import { closetFigures } from '#domain/accounts/closets/closet-figures.ts'
import { firstSummedMonth, monthlyEarnings } from '#domain/accounts/closets/earnings.ts'
import { MAX_MEASURED, USE_DAYS } from '#domain/accounts/closets/figure-days.ts'
import { FIGURE_MONTHS, lastMonths } from '#domain/admin/figures/figure-periods.ts'
import { unmetSearches } from '#domain/catalogue/search/unmet-searches.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { Route } from './+types/figures.ts'

export const meta: Route.MetaFunction = () => pageMeta('Analytics')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone, owner } = ownerIn(context)
  const today = todayIn(context)
  const wanted = Number(new URL(request.url).searchParams.get('page'))
  const page = Number.isInteger(wanted) && wanted > 0 && wanted < 10_000 ? wanted : 1
  const year = lastMonths(today)
  const period = { since: year[0] ?? '', until: year.at(-1) ?? '', timeZone }
  const from = await firstSummedMonth(db, owner, period)
  const [use, earned, unmet] = await Promise.all([
    closetFigures(db, owner, { today, timeZone, page }),
    monthlyEarnings(db, owner, { ...period, since: from ?? period.since }),
    unmetSearches(db, owner, today),
  ])
  const months = year.filter((month) => month >= (from ?? ''))
  const none = { rentalCents: 0, damageCents: 0, correctionCents: 0, cents: 0 }
  const earnings = months.map((month) => {
    const { rentalCents, damageCents, correctionCents, cents } =
      earned.find((one) => one.month === month) ?? none
    return { month, rentalCents, damageCents, correctionCents, cents }
  })
  const max = Math.max(...unmet.map(({ searches }) => searches))
  return {
    use,
    earnings,
    hasMoreEarnings: from !== null,
    unmet,
    isPaging: wanted > 0,
    charts: {
      earnings: drawBars({
        months,
        series: [
          { name: 'Earned', look: 'solid', values: earnings.map(({ cents }) => cents / 100) },
        ],
        show: wholeDollars,
      }),
      use: drawRows(
        use.top.map((item) => ({
          label: item.title,
          value: percentOf(item),
          text: `${percentOf(item)}%`,
        })),
        100,
      ),
      unmet: drawRows(
        unmet.map((one) => ({
          label: unmetName(one),
          value: one.searches,
          text: `${showNumber(one.searches)} ${one.searches === 1 ? 'search' : 'searches'}`,
        })),
        max,
      ),
    },
  }
}

export default function Figures({ loaderData }: Route.ComponentProps) {
  const { use, earnings } = loaderData
  const newest = use.hasMore ? ` (newest ${showNumber(MAX_MEASURED)})` : ''
  return (
    <ClosetFrame
      title="Analytics"
      line="How often your items are rented, what they earn, and what shoppers search for but cannot find."
    >
      <FigureCards
        label="Key metrics"
        figures={[
          { name: `Days out in ${USE_DAYS} days${newest}`, value: `${percentOf(use)}%` },
          { name: `Idle items${newest}`, value: use.idleTotal },
          {
            name: `Earned in ${earnings.length || FIGURE_MONTHS} months`,
            value:
              earnings.length > 0
                ? dollars(earnings.reduce((sum, { cents }) => sum + cents, 0))
                : '–',
          },
        ]}
      />
      <ClosetFigureCharts {...loaderData} here={href('/business/figures')} />
    </ClosetFrame>
  )
}
