import { href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { EarningsTables, periodInWords, totalOf } from '#app/components/closet/earnings-tables.tsx'
import { FigureCards } from '#app/components/closet/figure-cards.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ownerIn, todayIn } from '#app/request/contexts.ts'
import { yearIn } from '#app/routes/manage/year-in.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { monthsOfYear } from '#domain/accounts/closets/earning-months.ts'
import {
  earningsByItem,
  firstSummedMonth,
  firstYearOfEarnings,
  monthlyEarnings,
} from '#domain/accounts/closets/earnings.ts'
import {
  type ExpectedEarnings,
  expectedEarnings,
} from '#domain/accounts/closets/expected-earnings.ts'
import { MAX_SUMMED } from '#domain/accounts/closets/figure-days.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { Route } from './+types/earnings.ts'

export const meta: Route.MetaFunction = () => pageMeta('Earnings')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, stripe, timeZone, owner } = ownerIn(context)
  const query = new URL(request.url).searchParams
  const thisYear = Number(todayIn(context).slice(0, 4))
  const year = yearIn(query, thisYear)
  const wholeYear = monthsOfYear(year, timeZone)
  const from = await firstSummedMonth(db, owner, wholeYear)
  const period = { ...wholeYear, since: from ?? wholeYear.since }
  const month = monthIn(query, year, from)
  const page = Number(query.get('page'))
  const [months, items, firstYear, expected] = await Promise.all([
    monthlyEarnings(db, owner, period),
    earningsByItem(db, owner, {
      ...(month ? { since: month, until: month, timeZone } : period),
      page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
    }),
    firstYearOfEarnings(db, owner, timeZone),
    expectedEarnings(db, owner),
  ])
  const oldest = Math.min(firstYear ?? thisYear, year)
  return {
    isConnected: stripe.hasConnect,
    year,
    from,
    month,
    years: Array.from({ length: Math.min(20, thisYear - oldest + 1) }, (_, n) => thisYear - n),
    months,
    items,
    expected,
  }
}

/** The month of this year in an address, as 'YYYY-MM'; null for the whole year, from `from` on. */
function monthIn(query: URLSearchParams, year: number, from: string | null): string | null {
  const requested = query.get('month') ?? ''
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(requested) &&
    requested.startsWith(`${year}-`) &&
    requested >= (from ?? '')
    ? requested
    : null
}

export default function Earnings({ loaderData }: Route.ComponentProps) {
  const { isConnected, year, from, month, years, months, items, expected } = loaderData
  const period = periodInWords(year, from)
  const total = totalOf(months)
  const isNoneAdded = from !== null && months.length === 0
  return (
    <ClosetFrame
      title="Earnings"
      line="Rentals count in the month in which you reviewed the returned item."
      actions={
        <LinkButton
          to={`${href('/business/earnings.csv')}?year=${year}`}
          reloadDocument
          download
          kind="secondary"
        >
          {`Earnings by month of ${year} (CSV)`}
        </LinkButton>
      }
    >
      {years.length > 1 && (
        <div className="mt-6">
          <Tabs
            label="Year"
            tabs={years.map((one) => ({
              to: `${href('/business/earnings')}?year=${one}`,
              label: String(one),
              current: one === year,
            }))}
          />
        </div>
      )}
      <FigureCards
        label={`Earnings in ${year}`}
        figures={[
          { name: `Earned in ${period}`, value: isNoneAdded ? '–' : dollars(total.cents) },
          { name: `Rentals in ${period}`, value: isNoneAdded ? '–' : total.rentals },
          { name: 'Expected', value: dollars(expected.rentalCents + expected.damageCents) },
        ]}
      />
      {from && (
        <p className="mt-4 max-w-prose">
          {`You had more than ${showNumber(MAX_SUMMED)} earnings in ${year}, so this page covers only the most recent full months. Download the CSV for the whole year.`}
        </p>
      )}
      <p className="mt-4 max-w-prose text-sm text-soft">
        {expectedInWords(expected)} “Analytics” and{' '}
        <TextLink to={href('/business/payouts')}>Payouts</TextLink> show the same earned amounts.
        {!isConnected &&
          ' Payouts are not available on Hemline yet. We will pay your earnings once they are.'}
      </p>
      {months.length > 0 || month ? (
        <EarningsTables period={period} {...{ year, month, months, items }} />
      ) : (
        !isNoneAdded && (
          <EmptyState title={`No earnings in ${year}`}>
            Your earnings appear here, month by month, once a rental is completed.
          </EmptyState>
        )
      )}
    </ClosetFrame>
  )
}

function expectedInWords({ rentals, rentalCents, damageCents }: ExpectedEarnings): string {
  const parts = [
    rentals > 0 &&
      `${dollars(rentalCents)} from ${rentals === 1 ? '1 rental' : `${showNumber(rentals)} rentals`} once completed`,
    damageCents > 0 &&
      `${dollars(damageCents)} kept from deposits once the renter can no longer appeal`,
  ].filter((part) => part !== false)
  return parts.length > 0
    ? `Expected, and not earned yet: ${parts.join(', and ')}.`
    : 'A rental that is out is expected here, and earned once you have reviewed the returned item.'
}
