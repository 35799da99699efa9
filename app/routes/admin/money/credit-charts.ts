import { centsPerCredit } from '#app/components/admin/money/cents-per-credit.ts'
import { drawBars } from '#app/components/charts/draw-bars.ts'
import { centsInWords, wholeDollars } from '#app/components/charts/figure-words.ts'
import type { MonthOfCredits, OwedCredits } from '#domain/admin/figures/credit-figures.ts'
import { nextMonths } from '#domain/admin/figures/figure-periods.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/** The charts of the admin figures, drawn. */
export function drawCredits(
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
