import { longMonth } from '#app/components/charts/figure-words.ts'
import { ScrollFrame } from '#app/components/charts/scroll-frame.tsx'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { totalOfYear, type YearRow, type YearSums } from './year-sums.ts'

const HEADS = ['Rentals', 'From rentals', 'Deposits kept', 'Adjustments', 'Earned', 'Paid'] as const
const CELL = 'border-b border-line py-2.5 pl-4 text-right whitespace-nowrap tabular-nums'

/** What a closet earned and was paid in each month of a year, as its file has it. */
export function YearTable({ year, rows }: { year: number; rows: readonly YearRow[] }) {
  return (
    <ScrollFrame label={`Months of ${year}`} className="mt-8">
      <table className="w-full border-collapse text-[0.9375rem]">
        <thead>
          <tr className="text-sm text-soft">
            <th scope="col" className="border-b border-ink pb-2 text-left font-medium">
              Month
            </th>
            {HEADS.map((name) => (
              <th
                key={name}
                scope="col"
                className="border-b border-ink pb-2 pl-4 text-right font-medium"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.month}>
              <th scope="row" className={`${CELL} pl-0! text-left! font-normal`}>
                {longMonth(row.month)}
              </th>
              <Sums sums={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium">
            <th scope="row" className={`${CELL} pl-0! text-left!`}>
              {year}
            </th>
            <Sums sums={totalOfYear(rows)} />
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  )
}

function Sums({ sums }: { sums: YearSums }) {
  return (
    <>
      <td className={CELL}>{showNumber(sums.rentals)}</td>
      <td className={CELL}>{dollars(sums.rentalCents)}</td>
      <td className={CELL}>{dollars(sums.damageCents)}</td>
      <td className={CELL}>{dollars(sums.correctionCents)}</td>
      <td className={CELL}>{dollars(sums.cents)}</td>
      <td className={CELL}>{dollars(sums.paidCents)}</td>
    </>
  )
}
