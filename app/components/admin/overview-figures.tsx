import type { MonthOfIncome } from '#domain/oversight/income.ts'
import type { Figures } from '#domain/oversight/overview.ts'
import { FIGURE_DAYS } from '#domain/oversight/overview-days.ts'
import { dollars } from '#domain/shared/cents.ts'

const number = (value: number) => value.toLocaleString('en-US')

/** Key figures of the shop. */
export function OverviewFigures({
  figures,
  month,
}: {
  figures: Figures
  /** The current month so far. */
  month: MonthOfIncome | null
}) {
  const shown = [
    {
      name: 'Income this month',
      value: dollars(month?.income ?? 0),
      more: 'without deposits',
    },
    {
      name: 'Open rentals',
      value: number(figures.liveRentals),
      more: `${number(figures.newRentals)} new`,
    },
    { name: 'Credits sold', value: number(figures.creditsSold), more: 'with gifts and plans' },
    { name: 'Credits spent', value: number(figures.creditsSpent), more: 'minus refunds' },
    {
      name: 'Deposits held',
      value: dollars(figures.depositsHeldCents),
      more: `from ${number(figures.depositsHeld)} ${figures.depositsHeld === 1 ? 'customer' : 'customers'}`,
    },
    { name: 'New users', value: number(figures.newPeople), more: 'signed up' },
  ]
  return (
    <>
      <dl
        aria-label="Key figures"
        className="mt-6 grid grid-cols-2 gap-px border-y border-line bg-line sm:grid-cols-3 lg:grid-cols-6"
      >
        {shown.map(({ name, value, more }) => (
          <div key={name} className="bg-paper py-5 pr-4 pl-4 lg:pl-6 lg:first:pl-0">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="mt-2 font-heading text-[clamp(1.6rem,1.1rem+1.5vw,2.5rem)] leading-none lining-nums tabular-nums">
              {value}
            </dd>
            <dd className="mt-2 text-[0.8125rem] text-soft">{more}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-soft">
        Open rentals and deposits are as of today. Credits and new users are for the last{' '}
        {FIGURE_DAYS} days.
      </p>
    </>
  )
}
