import { KeyFigures } from '#app/components/admin/key-figures.tsx'
import { BarChart } from '#app/components/charts/bar-chart.tsx'
import { ChartSection, Numbers } from '#app/components/charts/chart-section.tsx'
import type { DrawnBars } from '#app/components/charts/draw-bars.ts'
import { centsInWords, longMonth, roundedDollars } from '#app/components/charts/figure-words.ts'
import { Notice } from '#app/ui/notice.tsx'
import type {
  MonthOfCredits,
  OwedCredits,
  SpentValue,
} from '#domain/admin/figures/credit-figures.ts'
import {
  FIGURE_MONTHS,
  REPLACEMENT_DAYS,
  VALUE_DAYS,
} from '#domain/admin/figures/figure-periods.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { counted } from '#domain/shared/figures.ts'
import { centsPerCredit } from './cents-per-credit.ts'

type CreditFiguresProps = {
  months: readonly MonthOfCredits[]
  owed: readonly OwedCredits[]
  value: SpentValue
  /** The payout rate in cents per credit. */
  rate: number
  replacements: { readonly rentals: number; readonly credits: number; readonly cents: number }
  toClosetsCents: number
  /** Credits owed that expire after the months of the chart. */
  laterCredits: number
  /** Credits owed that never expire. */
  lastingCredits: number
  charts: Readonly<Record<'moved' | 'owed' | 'perCredit' | 'cost', DrawnBars | null>>
}

export function CreditFigures({
  months,
  owed,
  value,
  rate,
  replacements,
  toClosetsCents,
  laterCredits,
  lastingCredits,
  charts,
}: CreditFiguresProps) {
  const latestFirst = months.toReversed()
  const owedInAll = totalOf(owed)
  return (
    <>
      <KeyFigures
        figures={[
          {
            name: 'Credits owed',
            value: showNumber(owedInAll.credits),
            more: `${roundedDollars(owedInAll.paidCents)} was paid for them`,
          },
          {
            name: 'Revenue per spent credit',
            value: inWords(value.centsPerCredit),
            more: `in ${VALUE_DAYS} days, after fees`,
          },
          { name: 'Payout rate', value: `${rate}¢`, more: 'per credit' },
          {
            name: 'Owed to closets',
            value: roundedDollars(toClosetsCents),
            more: 'earned and not yet paid',
          },
        ]}
      />
      <RateSentence value={value} rate={rate} />
      <p className="mt-3 max-w-prose">
        {replacements.rentals === 0
          ? `In ${REPLACEMENT_DAYS} days, no rental replaced one that fell through.`
          : `In ${REPLACEMENT_DAYS} days, ${counted(replacements.rentals, 'rental')} replaced one that fell through. You paid ${counted(replacements.credits, 'credit')} for the difference, and closets earn ${dollars(replacements.cents)} for these.`}
      </p>
      <div className="mt-10 grid gap-x-14 gap-y-14 lg:grid-cols-2">
        <ChartSection
          title="Credits sold, spent and expired"
          lead="“Sold” includes packs, gifts and months of plans. “Spent” excludes credits returned after cancellations."
          className="lg:col-span-2"
          nothing={!charts.moved && 'No credits were sold, spent or expired in the last year.'}
        >
          <BarChart
            label={`Credits sold, spent and expired in the last ${FIGURE_MONTHS} months`}
            drawn={charts.moved}
          />
          <Numbers
            caption="Credits by month"
            heads={['Month', 'Sold', 'Given', 'Spent', 'Expired', 'Revoked']}
            rows={latestFirst.map((one) => [
              longMonth(one.month),
              ...[one.sold, one.given, one.spent, one.expired, one.revoked].map(showNumber),
            ])}
          />
        </ChartSection>
        <ChartSection
          title="Credits owed, by month of expiry"
          lead="Unspent credits, on hold or not, and those of unclaimed gift codes. Months of plans that have not begun are not included."
          nothing={owed.length === 0 && 'No credits are owed.'}
        >
          {charts.owed && (
            <BarChart
              label={`Credits that expire in each of the next ${FIGURE_MONTHS} months`}
              drawn={charts.owed}
            />
          )}
          {laterCredits > 0 && (
            <p className="mt-3 text-sm text-soft">{showNumber(laterCredits)} more expire later.</p>
          )}
          {lastingCredits > 0 && (
            <p className="mt-3 text-sm text-soft">{showNumber(lastingCredits)} never expire.</p>
          )}
          <Numbers
            caption="Credits owed by month of expiry"
            heads={['Expire in', 'Credits', 'Amount paid']}
            rows={[
              ...owed.map((one) => owedRow(one.month ? longMonth(one.month) : 'Never', one)),
              owedRow('Total', owedInAll),
            ]}
          />
        </ChartSection>
        <ChartSection
          title="Revenue per spent credit"
          lead="The price of a pack, gift or plan minus Stripe’s fees (2.9% + 30¢, plus 0.7% for plans), divided by the credits it includes. Free credits count as $0. Dispute losses are deducted."
          nothing={!charts.perCredit && 'No paid credits were spent in the last year.'}
        >
          <BarChart
            label={`Revenue per spent credit in cents, and the payout rate, in the last ${FIGURE_MONTHS} months`}
            drawn={charts.perCredit}
          />
          <Numbers
            caption="Cents per spent credit by month"
            heads={['Month', 'Revenue', 'Payout rate']}
            rows={latestFirst.map((one) => [
              longMonth(one.month),
              inWords(centsPerCredit(one)),
              `${one.rate}¢`,
            ])}
          />
        </ChartSection>
        <ChartSection
          title="What the payout rate costs"
          lead="Revenue from the credits spent in a month, and what closets earn for them once the rentals are completed. Credits spent on admins’ listings cost nothing."
          className="lg:col-span-2"
          nothing={!charts.cost && 'No revenue came from spent credits in the last year.'}
        >
          <BarChart
            label={`Revenue from spent credits, and what closets earn for them, in the last ${FIGURE_MONTHS} months`}
            drawn={charts.cost}
          />
          <Numbers
            caption="Cost of the payout rate by month"
            heads={['Month', 'Revenue', 'Closets earn', 'Difference']}
            rows={latestFirst.map(({ month, broughtCents, closetCents }) => [
              longMonth(month),
              roundedDollars(broughtCents),
              roundedDollars(closetCents),
              roundedDollars(Math.round(broughtCents) - closetCents),
            ])}
          />
        </ChartSection>
      </div>
    </>
  )
}

const inWords = (cents: number | null) => (cents === null ? '–' : centsInWords(cents))

type Owed = Omit<OwedCredits, 'month'>

const owedRow = (name: string, { credits, paidCents }: Owed) => [
  name,
  showNumber(credits),
  roundedDollars(paidCents),
]

function totalOf(owed: readonly OwedCredits[]): Owed {
  return {
    credits: owed.reduce((sum, one) => sum + one.credits, 0),
    paidCents: owed.reduce((sum, one) => sum + one.paidCents, 0),
  }
}

function RateSentence({ value, rate }: { value: SpentValue; rate: number }) {
  const { spent, broughtCents, closetCents, centsPerCredit } = value
  if (centsPerCredit === null)
    return (
      <p className="mt-6 max-w-prose">
        No credits were spent in the last {VALUE_DAYS} days. The payout rate is {rate}¢ per credit.
      </p>
    )
  const loss = rate - centsPerCredit
  return (
    <>
      {loss > 0 && (
        <Notice kind="error" className="mt-6">
          The payout rate of {rate}¢ is above the revenue of {centsInWords(centsPerCredit)} per
          spent credit: each credit spent on a closet’s item costs {centsInWords(loss)} more than it
          brings in.
        </Notice>
      )}
      <p className="mt-6 max-w-prose">
        A spent credit brought {centsInWords(centsPerCredit)} in {VALUE_DAYS} days, you pay {rate}¢.{' '}
        Revenue from {showNumber(spent)} spent credits was {roundedDollars(broughtCents)}; closets
        earn {roundedDollars(closetCents)} of it, which leaves{' '}
        {roundedDollars(Math.round(broughtCents) - closetCents)}.
      </p>
    </>
  )
}
