import { href } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import type { BoardRental } from '#domain/booking/boards/boards.ts'
import { backWhen, boardStageWords } from './board-words.ts'

/** Who has what: confirmed, handed over, back when. */
export function BoardRentals({ rentals }: { rentals: readonly BoardRental[] }) {
  return (
    <ul className="mt-4 max-w-2xl border-t border-line">
      {rentals.map((rental) => {
        const { itemId, title, firstName, ownId, start, mayChooseAnother } = rental
        const { label, kind } = boardStageWords(rental)
        const to = ownId
          ? href('/my-rentals/:id', { id: ownId })
          : href('/item/:id', { id: itemId })
        return (
          <li
            key={`${itemId} ${start} ${ownId} ${firstName}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-3"
          >
            <div className="min-w-0">
              <Link to={to} className="inline-flex min-h-9 items-center text-link wrap-anywhere">
                {title}
              </Link>
              <Facts className="text-sm text-soft">
                {ownId ? 'You' : (firstName ?? 'Somebody who has left')}
                {backWhen(rental)}
              </Facts>
            </div>
            <span className="flex flex-wrap items-center gap-x-4">
              {ownId && mayChooseAnother && (
                <Link
                  to={href('/my-rentals/:id/swap', { id: ownId })}
                  className="inline-flex min-h-11 items-center text-sm text-link"
                >
                  Choose another<span className="sr-only"> for {title}</span>
                </Link>
              )}
              <Badge kind={kind}>{label}</Badge>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
