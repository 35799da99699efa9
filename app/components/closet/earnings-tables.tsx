import type { EarningsRow, MonthEarnings } from '#domain/closets/earnings.ts'
import { dollars } from '#domain/shared/cents.ts'

type EarningsTablesProps = {
  months: readonly MonthEarnings[]
  items: readonly EarningsRow[]
}

const CELL = 'border-b border-line py-3 pl-3 text-right tabular-nums'
const HEAD = 'border-b border-ink pb-2 pl-3 text-right text-sm font-medium text-soft'

/** What was earned by month, and by month and item. */
export function EarningsTables({ months, items }: EarningsTablesProps) {
  return (
    <div className="mt-12 grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <section aria-labelledby="by-month">
        <h2 id="by-month" className="mb-5 text-[1.75rem]">
          By month
        </h2>
        <Table
          first="Month"
          rows={months.map((row) => ({ key: row.month, first: monthInWords(row.month), row }))}
        />
      </section>
      <section aria-labelledby="by-item" className="min-w-0">
        <h2 id="by-item" className="mb-5 text-[1.75rem]">
          By item
        </h2>
        <Table
          first="Item"
          rows={items.map((row) => ({
            key: `${row.month} ${row.itemId}`,
            first: row.title,
            note: monthInWords(row.month),
            row,
          }))}
        />
      </section>
    </div>
  )
}

type Line = { key: string; first: string; note?: string; row: MonthEarnings }

function Table({ first, rows }: { first: string; rows: readonly Line[] }) {
  return (
    <table className="w-full border-collapse text-[0.9375rem] wrap-anywhere">
      <thead>
        <tr>
          <th scope="col" className={`${HEAD} pl-0! text-left!`}>
            {first}
          </th>
          <th scope="col" className={HEAD}>
            Rentals
          </th>
          <th scope="col" className={HEAD}>
            Credits
          </th>
          <th scope="col" className={HEAD}>
            Kept
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, first, note, row }) => (
          <tr key={key}>
            <th scope="row" className={`${CELL} pl-0! text-left! font-normal`}>
              {first}
              {note && <span className="block text-sm text-soft">{note}</span>}
            </th>
            <td className={CELL}>{row.rentals.toLocaleString('en-US')}</td>
            <td className={CELL}>{row.credits.toLocaleString('en-US')}</td>
            <td className={CELL}>{row.keptCents > 0 ? dollars(row.keptCents) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 'November 2026' for '2026-11'. */
function monthInWords(month: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  }).format(new Date(`${month}-01T00:00:00Z`))
}
