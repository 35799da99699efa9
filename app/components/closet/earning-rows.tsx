import { href, Link } from 'react-router'
import { dollars } from '#domain/shared/cents.ts'

/** An earning in words, as the page's loader writes them. */
export type ShownEarning = {
  readonly id: string
  readonly cents: number
  readonly date: string
  readonly reason: string
  readonly paid: string
  readonly rentalId: string | null
  readonly title: string | null
}

/** Earnings as cards on a phone and as rows beside each other on a wide screen. */
export function EarningRows({ earnings }: { earnings: readonly ShownEarning[] }) {
  return (
    <ul className="mt-4 border-t border-line">
      {earnings.map(({ id, cents, date, reason, paid, rentalId, title }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-0.5 border-b border-line py-3.5 lg:grid-cols-[8rem_minmax(0,2fr)_minmax(0,2fr)_11rem_7rem] lg:items-baseline"
        >
          <span className="text-sm text-soft max-lg:order-3">{date}</span>
          <span className="min-w-0 font-medium wrap-anywhere max-lg:order-1">
            {rentalId ? (
              <Link
                to={href('/business/rentals/:id', { id: rentalId })}
                className="inline-flex min-h-6 items-center text-link"
              >
                {title}
              </Link>
            ) : (
              'Correction'
            )}
          </span>
          <span className="text-[0.9375rem] wrap-anywhere max-lg:order-5 max-lg:col-span-2 max-lg:text-soft">
            {reason}
          </span>
          <span className="text-sm text-soft max-lg:order-4 max-lg:text-right">{paid}</span>
          <span className="text-right font-medium tabular-nums max-lg:order-2">
            {dollars(cents)}
          </span>
        </li>
      ))}
    </ul>
  )
}
