import { Link } from 'react-router'
import { ItemPicture } from '#app/components/item-picture.tsx'
import { creditsInWords } from '#app/components/shell/shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { PanelRental } from '#domain/rentals/rental-panel.ts'
import { type CalendarDate, showDate } from '#domain/shared/calendar-date.ts'
import { nextStep, stageOf } from './rental-stage.ts'

type RentalRowsProps = {
  rentals: readonly PanelRental[]
  today: CalendarDate
  /** Where a single rental is run: '/business/rentals' or '/admin/rentals'. */
  base: string
  /** Admins see whose it is. */
  showsOwner?: boolean
  heading?: 'h2' | 'h3'
}

/** Rentals one under the other, each with its next step (business §2, rental management panel). */
export function RentalRows({
  rentals,
  today,
  base,
  showsOwner = false,
  heading: Heading = 'h2',
}: RentalRowsProps) {
  return (
    <ul className="border-t border-line">
      {rentals.map((rental, index) => {
        const { label, kind, sentence } = stageOf(rental, today)
        const next = nextStep(rental.moves)
        const to = `${base}/${rental.id}`
        return (
          <li
            key={rental.id}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 border-b border-line py-5 sm:grid-cols-[5.5rem_minmax(0,1fr)] sm:gap-x-7"
          >
            <ItemPicture
              imageUrl={rental.imageUrl}
              title={rental.title}
              sizes="5.5rem"
              priority={index < 4}
              className="rounded-picture"
            />
            <div className="grid content-center gap-x-8 gap-y-3 md:grid-cols-[minmax(0,1fr)_13rem_11rem] md:items-center">
              <div className="min-w-0">
                <Badge kind={kind}>{label}</Badge>
                <Heading className="mt-2 text-lg leading-snug sm:text-xl">
                  <Link to={to} prefetch="intent" className="hover:text-primary-700">
                    {rental.title}
                  </Link>
                </Heading>
                <p className="mt-1 text-sm text-soft">{sentence}</p>
              </div>
              <dl className="text-sm">
                <dt className="sr-only">Renter</dt>
                <dd>{rental.renter.fullName}</dd>
                {showsOwner && (
                  <>
                    <dt className="sr-only">Closet</dt>
                    <dd className="text-soft">of {rental.owner.fullName}</dd>
                  </>
                )}
                <dt className="sr-only">Dates</dt>
                <dd className="text-soft tabular-nums">
                  {showDate(rental.start)} – {showDate(rental.end)}
                </dd>
                <dt className="sr-only">Price</dt>
                <dd className="text-soft tabular-nums">{creditsInWords(rental.totalCredits)}</dd>
              </dl>
              <p className="md:text-right">
                <LinkButton to={to} kind={next ? 'secondary' : 'quiet'} size="small">
                  {next ?? 'View'}
                  <span className="sr-only">: {rental.title}</span>
                </LinkButton>
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
