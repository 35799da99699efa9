import { href } from 'react-router'
import type { ShownPayout } from '#app/components/manage/payout-statement.tsx'
import { Link } from '#app/ui/link.tsx'
import { dollars } from '#domain/shared/cents.ts'

/** Payouts, each with its statement. */
export function PayoutList({ payouts }: { payouts: readonly ShownPayout[] }) {
  return (
    <ul className="mt-3 max-w-2xl border-t border-line">
      {payouts.map(({ id, cents, reversedCents, day, isPaid }) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2.5"
        >
          <Link
            to={href('/business/payouts/:id', { id })}
            className="inline-flex min-h-7 items-center text-link"
          >
            {`Payout of ${day}`}
          </Link>
          <span className="text-sm text-soft">
            {!isPaid && 'On its way'}
            {reversedCents > 0 && `${dollars(reversedCents)} was taken back`}
          </span>
          <span className="font-medium tabular-nums">{dollars(cents)}</span>
        </li>
      ))}
    </ul>
  )
}
