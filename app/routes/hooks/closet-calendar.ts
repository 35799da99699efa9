import { href } from 'react-router'
import { writeCalendar } from '#app/http/calendar-file.ts'
import { appContext, todayIn } from '#app/http/contexts.ts'
import { readCalendar } from '#domain/closets/closet-calendar.ts'
import { showDate } from '#domain/shared/calendar-date.ts'
import type { Route } from './+types/closet-calendar'

/**
 * A closet's rentals for calendar programs, which cannot sign in: the address contains a secret.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, originOf } = context.get(appContext)
  const token = /^([\w-]{32,64})\.ics$/.exec(params.file)?.[1]
  const calendar = token ? await readCalendar(db, token, todayIn(context)) : null
  if (!calendar) {
    return new Response('Not found\n', {
      status: 404,
      headers: { ...NO_STORE, 'Content-Type': 'text/plain; charset=utf-8' },
    })
  }
  const origin = originOf(request)
  const events = calendar.entries.map((entry) => ({
    id: entry.rentalId,
    summary: `${entry.title}: ${entry.renterName}`,
    description: `${STATUS_WORDS[entry.status]}. Due back on ${showDate(entry.end)}.`,
    url: `${origin}${href('/business/rentals/:id', { id: entry.rentalId })}`,
    start: entry.start,
    end: entry.end,
  }))
  const text = writeCalendar(`${calendar.ownerName} on Hemline`, events, clock())
  return new Response(text, {
    headers: { ...NO_STORE, 'Content-Type': 'text/calendar; charset=utf-8' },
  })
}

const NO_STORE = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

const STATUS_WORDS = {
  pending: 'Awaiting your response',
  confirmed: 'Accepted',
  delivered: 'With the renter',
  completed: 'Completed',
  cancelled: 'Cancelled',
}
