import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { dollars } from '#domain/shared/cents.ts'

type ShownEarning = {
  readonly id: string
  readonly cents: number
  readonly date: string
  readonly reason: string
  readonly paid: string
  readonly rentalId: string | null
  readonly title: string | null
}

/** Earnings of a closet, each with its item, reason and what has been paid of it. */
export function EarningRows({ earnings }: { earnings: readonly ShownEarning[] }) {
  return (
    <ul>
      {earnings.map(({ id, cents, date, reason, paid, rentalId, title }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-b border-line py-3.5 lg:grid lg:grid-cols-[7rem_minmax(0,2fr)_minmax(0,2fr)_13rem_7rem]"
        >
          <span className="text-sm text-soft max-lg:order-4">{date}</span>
          <span className="min-w-0 grow basis-[60%] font-medium wrap-anywhere max-lg:order-1">
            {rentalId ? (
              <Link
                to={href('/business/rentals/:id', { id: rentalId })}
                className="inline-flex min-h-6 items-center text-link"
              >
                {title}
              </Link>
            ) : (
              'Adjustment'
            )}
          </span>
          <span className="text-[0.9375rem] wrap-anywhere max-lg:order-3 max-lg:basis-full">
            {reason}
          </span>
          <span className="text-sm text-soft max-lg:order-5">{paid}</span>
          <span className="text-right font-medium tabular-nums max-lg:order-2">
            {dollars(cents)}
          </span>
        </li>
      ))}
    </ul>
  )
}
