import { href } from 'react-router'
import { BarChart } from '#app/components/charts/bar-chart.tsx'
import { ChartSection, Numbers } from '#app/components/charts/chart-section.tsx'
import type { DrawnBars, DrawnRows } from '#app/components/charts/draw-bars.ts'
import { longMonth } from '#app/components/charts/figure-words.ts'
import { RowChart } from '#app/components/charts/row-chart.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ClosetFigures, IdleItem } from '#domain/accounts/closets/closet-figures.ts'
import type { MonthEarnings } from '#domain/accounts/closets/earnings.ts'
import {
  IDLE_DAYS,
  MAX_MEASURED,
  MAX_SUMMED,
  USE_DAYS,
} from '#domain/accounts/closets/figure-days.ts'
import { UNMET_DAYS } from '#domain/catalogue/search/unmet-days.ts'
import type { UnmetSearches } from '#domain/catalogue/search/unmet-searches.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { percentOf } from './figure-names.ts'

type ClosetFigureChartsProps = {
  use: ClosetFigures
  earnings: readonly Omit<MonthEarnings, 'rentals' | 'credits'>[]
  /** Earlier months are left out. */
  hasMoreEarnings: boolean
  unmet: readonly UnmetSearches[]
  charts: {
    readonly earnings: DrawnBars | null
    readonly use: DrawnRows
    readonly unmet: DrawnRows
  }
  /** A page of the items was requested, so their table is open. */
  isPaging: boolean
  here: string
}

export function ClosetFigureCharts({
  use,
  earnings,
  hasMoreEarnings,
  unmet,
  charts,
  isPaging,
  here,
}: ClosetFigureChartsProps) {
  const newest = use.hasMore ? ` Based on your newest ${showNumber(MAX_MEASURED)} items.` : ''
  const pageAddress = (page: number) => `${here}?page=${page}`
  return (
    <div className="mt-10 grid gap-x-14 gap-y-14 lg:grid-cols-2">
      <ChartSection
        title="Earnings by month"
        lead="What you earned with completed rentals, from deposits kept for damage, and by adjustments, in the month in which it was earned. “Earnings” and “Payouts” have the same amounts."
        className="lg:col-span-2"
        nothing={
          !charts.earnings &&
          !hasMoreEarnings &&
          'Your earnings appear here once a rental is completed.'
        }
      >
        {hasMoreEarnings && <LeftOut />}
        {charts.earnings && (
          <>
            <BarChart
              label={`Dollars earned in the last ${earnings.length} months`}
              drawn={charts.earnings}
            />
            <Numbers
              caption="Earnings by month"
              heads={['Month', 'Rentals', 'Damage', 'Adjustments', 'Total']}
              rows={earnings
                .toReversed()
                .map((one) => [
                  longMonth(one.month),
                  ...[one.rentalCents, one.damageCents, one.correctionCents, one.cents].map(
                    dollars,
                  ),
                ])}
            />
          </>
        )}
      </ChartSection>
      <ChartSection
        title="Use of your items"
        lead={`How much of its listed time each item spent with renters, in the last ${USE_DAYS} days. Requests and days between rentals do not count.${newest}`}
        nothing={charts.use.length === 0 && 'Your items appear here once they are approved.'}
      >
        <RowChart label="Most used items" rows={charts.use} />
        <Numbers
          caption="Use of all items"
          heads={['Item', 'Days out', 'Days listed', 'Use']}
          rows={use.items.map((item) => [
            <Link
              key={item.id}
              to={href('/business/items/:id', { id: item.id })}
              className="text-link wrap-anywhere"
            >
              {item.title}
            </Link>,
            String(item.daysOut),
            String(item.daysListed),
            `${percentOf(item)}%`,
          ])}
          open={isPaging}
        >
          {use.pages > 1 && (
            <div className="mt-4">
              <Pagination
                label="Use of items"
                first={null}
                previous={use.page > 1 ? pageAddress(use.page - 1) : null}
                position={`Page ${use.page} of ${use.pages}`}
                next={use.page < use.pages ? pageAddress(use.page + 1) : null}
              />
            </div>
          )}
        </Numbers>
      </ChartSection>
      <div className="grid min-w-0 content-start gap-y-14">
        <ChartSection
          title="Idle items"
          lead={`Items that were not out in the last ${IDLE_DAYS} days, except paused ones. Those that are booked ahead say so.${newest}`}
          nothing={use.idle.length === 0 && 'No idle items.'}
        >
          <IdleList items={use.idle} total={use.idleTotal} />
        </ChartSection>
        <ChartSection
          title="Searches that found nothing"
          lead={`Searches by size or category, across the whole shop, that found nothing in the ${UNMET_DAYS} days before today. A visitor’s search counts once a day.`}
          nothing={charts.unmet.length === 0 && 'Every search by size or category found something.'}
        >
          <RowChart label="Most frequent searches that found nothing" rows={charts.unmet} />
          <Numbers
            caption="Searches that found nothing"
            heads={['Category', 'Size', 'Searches']}
            rows={unmet.map(({ size, category, searches }) => [
              category || 'Any',
              size || 'Any',
              searches.toLocaleString('en-US'),
            ])}
          />
        </ChartSection>
      </div>
    </div>
  )
}

function LeftOut() {
  return (
    <p className="mt-2 max-w-prose">
      {`This chart covers the most recent full months within your latest ${showNumber(MAX_SUMMED)} earnings. `}
      <TextLink to={href('/business/payouts')}>Payouts</TextLink> has a CSV of each year with all
      its earnings.
    </p>
  )
}

function IdleList({ items, total }: { items: readonly IdleItem[]; total: number }) {
  const more = total - items.length
  return (
    <>
      <ul className="mt-4 border-t border-line">
        {items.map(({ id, title, addedOn, lastOutOn, bookedFrom }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2"
          >
            <Link
              to={href('/business/items/:id', { id })}
              className="inline-flex min-h-7 min-w-0 items-center text-link wrap-anywhere"
            >
              {title}
            </Link>
            <Facts as="span" className="text-sm text-soft">
              {lastOutOn
                ? `Last rented until ${showDate(lastOutOn)}`
                : `Not rented since it was listed on ${showDate(addedOn)}`}
              {bookedFrom && `Booked ahead for ${showDate(bookedFrom)}`}
            </Facts>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-3 text-sm text-soft">And {more.toLocaleString('en-US')} more.</p>
      )}
    </>
  )
}
