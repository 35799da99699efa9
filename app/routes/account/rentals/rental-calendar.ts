import { data, href } from 'react-router'
import { appContext, shopperIn, todayIn } from '#app/request/contexts.ts'
import { writeCalendar } from '#app/responses/calendar-file.ts'
import type { RentalId } from '#db/ids.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/rental-calendar.ts'

/** One of the renter's rentals for their own calendar. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, originOf, timeZone } = context.get(appContext)
  const shopper = shopperIn(context)
  const id = parseId<RentalId>(params.id)
  const rental = shopper && id && (await findMyRental(db, shopper, id, todayIn(context), timeZone))
  if (!rental) throw data(null, { status: 404 })
  const event = {
    id: rental.id,
    summary: `${rental.title} (rented)`,
    description: isolated(
      `From ${rental.owner.fullName}. Please return it by ${showDate(rental.end)}.`,
    ),
    url: `${originOf(request)}${href('/my-rentals/:id', { id: rental.id })}`,
    start: rental.start,
    end: rental.end,
  }
  return new Response(writeCalendar('My rental on Hemline', [event], clock()), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="rental.ics"',
      'Cache-Control': 'private, no-store',
    },
  })
}
