import { useContext } from 'react'
import { ShopTimeZone } from '#app/components/viewer/shop-time-zone.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { PanelRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import { firstNameOf } from '#domain/shared/first-name.ts'
import { type CalendarDate, showDate } from '#domain/shared/time/calendar-date.ts'
import type { RentalPaths } from './rental-paths.ts'
import { stageWords } from './stage-words.ts'

type ComingUpProps = {
  rentals: readonly PanelRental[]
  today: CalendarDate
  paths: RentalPaths
}

export function ComingUp({ rentals, today, paths }: ComingUpProps) {
  return (
    <section aria-labelledby="coming-up" className="mt-16 border-t border-line pt-12">
      <h2 id="coming-up" className="text-[1.75rem]">
        Coming up
      </h2>
      {rentals.length === 0 ? (
        <p className="mt-2 text-soft">No rentals.</p>
      ) : (
        <ul className="mt-6 max-w-2xl border-t border-line">
          {rentals.map((rental) => (
            <ComingRental
              key={rental.id}
              rental={rental}
              today={today}
              to={paths.rental(rental.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function ComingRental({
  rental,
  today,
  to,
}: {
  rental: PanelRental
  today: CalendarDate
  to: string
}) {
  const { label, kind } = stageWords(rental, today, useContext(ShopTimeZone))
  return (
    <li className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line py-3 sm:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,3fr)]">
      <Link to={to} className="font-medium tabular-nums text-link max-sm:col-span-full">
        {datesOf(rental)}
      </Link>
      <span className="min-w-0 wrap-anywhere">{firstNameOf(rental.renter.fullName)}</span>
      <span className="sm:text-right">
        <Badge kind={kind}>{label}</Badge>
      </span>
    </li>
  )
}

/** 'Dec 5, 2026 to Dec 11, 2026'. */
function datesOf({ start, end }: Pick<PanelRental, 'start' | 'end'>): string {
  return start === end ? showDate(start) : `${showDate(start)} to ${showDate(end)}`
}

/** The rental of the same item that follows another one: 'Mia, Dec 5, 2026 to Dec 11, 2026'. */
export function NextRental({ rental, to }: { rental: PanelRental; to: string }) {
  return (
    <TextLink to={to}>
      <bdi>{firstNameOf(rental.renter.fullName)}</bdi>, {datesOf(rental)}
    </TextLink>
  )
}
