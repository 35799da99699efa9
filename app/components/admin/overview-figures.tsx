import type { MonthOfIncome } from '#domain/admin/figures/income.ts'
import type { Figures } from '#domain/admin/figures/overview.ts'
import { FIGURE_DAYS } from '#domain/admin/figures/overview-days.ts'
import { dollars } from '#domain/shared/cents.ts'
import { KeyFigures } from './key-figures.tsx'

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
      more: 'excluding deposits',
    },
    {
      name: 'Open rentals',
      value: number(figures.liveRentals),
      more: `${number(figures.newRentals)} new`,
    },
    { name: 'Credits sold', value: number(figures.creditsSold), more: 'including gifts and plans' },
    { name: 'Credits spent', value: number(figures.creditsSpent), more: 'net of refunds' },
    {
      name: 'Deposits held',
      value: dollars(figures.depositsHeldCents),
      more: `from ${number(figures.depositsHeld)} ${figures.depositsHeld === 1 ? 'user' : 'users'}`,
    },
    { name: 'New users', value: number(figures.newPeople), more: 'signed up' },
  ]
  return (
    <>
      <KeyFigures figures={shown} columns={6} />
      <p className="mt-3 text-sm text-soft">
        Open rentals and deposits are as of today. Credits and new users are for the last{' '}
        {FIGURE_DAYS} days.
      </p>
    </>
  )
}
