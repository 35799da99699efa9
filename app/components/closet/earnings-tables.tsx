import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type {
  ItemEarnings,
  ItemEarningsPage,
  MonthEarnings,
} from '#domain/accounts/closets/earnings.ts'
import { dollars } from '#domain/shared/cents.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'
import { recordBy } from '#domain/shared/records.ts'

type EarningsTablesProps = {
  year: number
  /** The period of the months, as text. */
  period: string
  /** 'YYYY-MM', or null for the whole year. */
  month: string | null
  months: readonly MonthEarnings[]
  items: ItemEarningsPage
}

const CELL = 'border-b border-line py-2.5 pl-[min(0.75rem,2vw)] text-right tabular-nums'
const HEAD =
  'border-b border-ink pb-2 pl-[min(0.75rem,2vw)] text-right text-sm font-medium text-soft'

export function EarningsTables({ year, period, month, months, items }: EarningsTablesProps) {
  const here = `${href('/business/earnings')}?year=${year}`
  const max = Math.max(1, ...months.map(({ cents }) => cents))
  const pageAddress = (page: number) =>
    `${here}${month ? `&month=${month}` : ''}${page > 1 ? `&page=${page}` : ''}`
  return (
    <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <section aria-labelledby="by-month" className="min-w-0">
        <h2 id="by-month" className="mb-4 text-[1.625rem]">
          By month
        </h2>
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-[0.9375rem]">
            <Heads first="Month" />
            <tbody>
              {months.map((row) => (
                <tr key={row.month}>
                  <th scope="row" className={`${CELL} pl-0! text-left! font-normal`}>
                    <Link
                      to={`${here}&month=${row.month}`}
                      preventScrollReset
                      aria-current={row.month === month ? 'true' : undefined}
                      className="inline-flex min-h-7 items-center text-link aria-[current]:font-medium"
                    >
                      {monthInWords(row.month)}
                    </Link>
                    <span
                      aria-hidden="true"
                      className="block h-1.5 rounded-full bg-primary-300"
                      style={{ width: `${(Math.max(0, row.cents) / max) * 100}%` }}
                    />
                  </th>
                  <Figures row={row} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="font-medium">
                <th scope="row" className={`${CELL} pl-0! text-left!`}>
                  {period}
                </th>
                <Figures row={totalOf(months)} />
              </tr>
            </tfoot>
          </table>
        </div>
      </section>
      <section aria-labelledby="by-item" className="min-w-0">
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
          <h2 id="by-item" className="text-[1.625rem]">
            By item
            <span className="ml-3 font-body text-base text-soft">
              {month ? monthInWords(month) : period}
            </span>
          </h2>
          {month && (
            <Link
              to={here}
              preventScrollReset
              className="inline-flex min-h-11 items-center text-sm text-link"
            >
              {period === String(year) ? 'Whole year' : period}
            </Link>
          )}
        </div>
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-[0.9375rem]">
            <Heads first="Item" />
            <tbody>
              {items.rows.map((row) => (
                <tr key={row.itemId} className={row.cents === 0 ? 'text-soft' : undefined}>
                  <th scope="row" className={`${CELL} pl-0! text-left! font-normal wrap-anywhere`}>
                    <ItemName row={row} />
                  </th>
                  <Figures row={row} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {items.hasMore && (
          <p className="mt-3 text-sm text-soft">
            {`Items that earned nothing are listed among your newest ${showNumber(MAX_NEWEST)}.`}
          </p>
        )}
        <div className="mt-6">
          <Pagination
            label="Earnings by item"
            first={null}
            previous={items.page > 1 ? pageAddress(items.page - 1) : null}
            position={`Page ${items.page} of ${items.pages}`}
            next={items.page < items.pages ? pageAddress(items.page + 1) : null}
          />
        </div>
      </section>
    </div>
  )
}

function Heads({ first }: { first: string }) {
  return (
    <thead>
      <tr>
        <th scope="col" className={`${HEAD} pl-0! text-left!`}>
          {first}
        </th>
        {['Rentals', 'Credits', 'Earned'].map((name) => (
          <th key={name} scope="col" className={HEAD}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Links to the item, with its price, as long as the closet lists it. */
function ItemName({ row }: { row: ItemEarnings }) {
  if (row.itemId === null) return 'Adjustments'
  if (row.creditsPerWeek === null) return row.title
  return (
    <>
      <Link
        to={href('/business/items/:id', { id: row.itemId })}
        className="inline-flex min-h-7 items-center text-link"
      >
        {row.title}
      </Link>
      <span className="block text-[0.8125rem] text-soft">
        {row.creditsPerWeek.toLocaleString('en-US')} credits/week
      </span>
    </>
  )
}

type Earned = Omit<MonthEarnings, 'month'>

function Figures({ row }: { row: Earned }) {
  // Keeps an amount on one line beside a long title.
  const cell = `${CELL} whitespace-nowrap`
  return (
    <>
      <td className={cell}>{row.rentals.toLocaleString('en-US')}</td>
      <td className={cell}>{row.credits.toLocaleString('en-US')}</td>
      <td className={cell}>
        {dollars(row.cents)}
        {row.damageCents !== 0 && <Part name="kept" cents={row.damageCents} />}
        {row.correctionCents !== 0 && <Part name="adjusted" cents={row.correctionCents} />}
      </td>
    </>
  )
}

function Part({ name, cents }: { name: string; cents: number }) {
  return (
    <>
      {' '}
      <span className="block text-[0.8125rem] text-soft">
        {dollars(cents)} {name}
      </span>
    </>
  )
}

export function totalOf(months: readonly MonthEarnings[]): Earned {
  return recordBy(
    ['rentals', 'credits', 'rentalCents', 'damageCents', 'correctionCents', 'cents'] as const,
    (name) => name,
    (name) => months.reduce((total, month) => total + month[name], 0),
  )
}

/** '2026', or '2026 (from August 2026)' if earlier months are left out. */
export function periodInWords(year: number, from: string | null): string {
  return from?.startsWith(`${year}-`) ? `${year} (from ${monthInWords(from)})` : String(year)
}

/** 'November 2026' for '2026-11'. */
function monthInWords(month: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'long',
    year: 'numeric',
  }).format(new Date(`${month}-01T00:00:00Z`))
}
