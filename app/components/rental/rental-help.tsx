import { href } from 'react-router'
import { ReportLinks } from '#app/components/reports/report-links.tsx'
import { Link } from '#app/ui/link.tsx'
import type { MyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import { APPEAL_DAYS } from '#domain/money/deposits/appeal-time.ts'
import { counted } from '#domain/shared/figures.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { RentalSection } from './rental-section.tsx'

const LINK = 'inline-flex min-h-11 items-center text-link md:min-h-7'

/** What happens if it is damaged, and links: the closet, the calendar, the item. */
export function RentalHelp({ rental }: { rental: MyRental }) {
  const { owner, stage, end, id, itemId, title } = rental
  const isOver = isIn(stage, 'over')
  return (
    <RentalSection id="help" title={isOver ? 'Anything else?' : 'Return and help'}>
      {!isOver && stage !== 'sent-back' && stage !== 'returned' && (
        <p className="mt-3">
          {isIn(stage, 'beforeDelivery') && (
            <>
              Please return it by {showDate(end)}. Arrange the return with{' '}
              <bdi>{owner.fullName}</bdi>.{' '}
            </>
          )}
          If something is damaged, tell the closet when you return it. The closet may keep part or
          all of your deposit and must give a reason. You then have {counted(APPEAL_DAYS, 'day')} to
          appeal.
        </p>
      )}
      <ul className="mt-3 flex flex-wrap gap-x-6">
        {!isOver && (
          <li>
            <a href={href('/my-rentals/:id/calendar.ics', { id })} download className={LINK}>
              Add to calendar
            </a>
          </li>
        )}
        {isOver && (
          <li>
            <Link to={href('/item/:id', { id: itemId })} className={LINK}>
              Rent again<span className="sr-only">: {title}</span>
            </Link>
          </li>
        )}
      </ul>
      <ReportLinks
        noun="person"
        id={owner.id}
        report="Report the closet"
        blocks={owner.isAdmin ? null : { personId: owner.id, text: 'Block the closet' }}
      />
    </RentalSection>
  )
}
