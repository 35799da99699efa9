import { ScrollFrame } from '#app/components/charts/scroll-frame.tsx'
import type { MonthOfIncome } from '#domain/admin/figures/income.ts'
import { dollars } from '#domain/shared/cents.ts'

type Column = { head: string; className?: string; text: (month: MonthOfIncome) => string }

const COLUMNS: readonly Column[] = [
  { head: 'Income', className: 'font-medium', text: ({ income }) => dollars(income) },
  { head: 'Packs', text: ({ packs }) => dollars(packs) },
  { head: 'Gifts', text: ({ gifts }) => dollars(gifts) },
  { head: 'Plans', text: ({ plans }) => dollars(plans) },
  { head: 'Refunds', text: ({ refunds }) => dollars(-refunds) },
  { head: 'Deposits paid', className: 'text-soft', text: (one) => dollars(one.depositsPaid) },
  {
    head: 'Deposits refunded',
    className: 'text-soft',
    text: (one) => dollars(one.depositsReturned),
  },
]

const monthNames = new Intl.DateTimeFormat('en-US', {
  ...({ month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
})
const monthName = (month: string) => monthNames.format(new Date(`${month}-15T00:00:00Z`))

/** Income by month; deposits are separate, since they are not income. */
export function IncomeTable({ months }: { months: readonly MonthOfIncome[] }) {
  const max = Math.max(1, ...months.map(({ income }) => income))
  return (
    <section aria-labelledby="income" className="mt-10">
      <h2 id="income" className="text-[1.75rem]">
        Income
      </h2>
      <ScrollFrame label="Income by month" className="mt-3 border-t border-line">
        <table className="w-full min-w-[44rem] border-collapse text-[0.9375rem] tabular-nums">
          <thead>
            <tr className="border-b border-line text-sm text-soft [&_th]:py-2 [&_th]:pr-4 [&_th]:text-right [&_th]:font-normal">
              <th scope="col" className="text-left!">
                Month
              </th>
              {COLUMNS.map(({ head }) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((one, index) => (
              <tr
                key={one.month}
                className="border-b border-line [&_td]:py-2.5 [&_td]:pr-4 [&_td]:text-right [&_td]:whitespace-nowrap"
              >
                <th scope="row" className="py-2.5 pr-4 text-left font-normal whitespace-nowrap">
                  {monthName(one.month)}
                  {index === 0 && <span className="text-soft"> so far</span>}
                  <span
                    aria-hidden="true"
                    className="mt-1.5 block h-1 rounded-full bg-accent"
                    style={{ width: `${(100 * Math.max(0, one.income)) / max}%` }}
                  />
                </th>
                {COLUMNS.map(({ head, className, text }) => (
                  <td key={head} className={className}>
                    {text(one)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollFrame>
    </section>
  )
}
