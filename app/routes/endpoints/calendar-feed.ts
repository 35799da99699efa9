import { href } from 'react-router'
import { handoverInWords } from '#app/components/handover/chosen-handover-words.ts'
import { appContext, peerContext, todayIn } from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { answerCalendar } from '#app/responses/calendar-answer.ts'
import type { CalendarEvent } from '#app/responses/calendar-file.ts'
import type { ClosedDays } from '#domain/accounts/closets/calendar-entries.ts'
import { type ClosetCalendar, readCalendar } from '#domain/accounts/closets/closet-calendar.ts'
import {
  type RentedDays,
  readRenterCalendar,
} from '#domain/booking/rentals/lists/renter-calendar.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { showDeadline } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/calendar-feed'

/**
 * The rentals of a closet or of a renter for calendar programs, which cannot sign in: the address
 * contains a secret.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const taken = await countAttempt(app, 'calendar', context.get(peerContext))
  if (!taken.ok) {
    const seconds = String(taken.problem.retryAfterSeconds)
    return refuse('Too many requests\n', 429, { 'Retry-After': seconds })
  }
  const { db, clock, timeZone } = app
  const origin = app.originOf(request)
  const today = todayIn(context)
  const token = /^([\w-]{32,64})\.ics$/.exec(params.file)?.[1]
  const closet = token ? await readCalendar(db, token, today) : null
  if (closet) {
    const name = isolated(`${closet.ownerName} on Hemline`)
    return answerCalendar(request, name, closetEvents(closet, origin, timeZone), clock())
  }
  const rented = token ? await readRenterCalendar(db, token, today) : null
  if (!rented) return refuse('Not found\n', 404)
  const events = rented.flatMap((rental) => renterEvents(rental, origin, timeZone))
  return answerCalendar(request, 'My rentals on Hemline', events, clock())
}

function refuse(text: string, status: number, more: Readonly<Record<string, string>> = {}) {
  return new Response(text, {
    status,
    headers: {
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
      'Content-Type': 'text/plain; charset=utf-8',
      ...more,
    },
  })
}

function closetEvents(
  { entries, closed }: ClosetCalendar,
  origin: string,
  timeZone: string,
): CalendarEvent[] {
  const rentals = entries.map((entry) => ({
    id: entry.rentalId,
    summary: isolated(`${entry.title}: ${entry.renterName}`),
    description: [
      entry.status === 'pending' && entry.answerBy
        ? `Answer by ${showDeadline(entry.answerBy, timeZone)}`
        : STATUS_WORDS[entry.status],
      ...(entry.handover ? [handoverInWords(entry.handover, false)] : []),
      `Due back on ${showDate(entry.end)}`,
    ]
      .map((sentence) => `${sentence}.`)
      .join(' '),
    url: `${origin}${href('/business/rentals/:id', { id: entry.rentalId })}`,
    start: entry.start,
    end: entry.end,
  }))
  const others = closed.map((days) => {
    const { summary, description, path } = CLOSED[days.kind](days)
    // An item can be blocked several times.
    const id = days.kind === 'blocked' ? `${days.id}-${days.start}` : days.id
    const { start, end } = days
    return { id: `${days.kind}-${id}`, summary, description, url: `${origin}${path}`, start, end }
  })
  return [...rentals, ...others]
}

type ClosedWords = {
  readonly summary: string
  readonly description: string
  readonly path: string
}

const CLOSED = {
  turnaround: ({ title, id }) => ({
    summary: `${title}: turnaround`,
    description: 'Days between rentals. The item cannot be rented.',
    path: href('/business/rentals/:id', { id }),
  }),
  offer: ({ title }) => ({
    summary: `${title}: held for the waitlist`,
    description: 'Somebody on the waitlist has an offer for these dates.',
    path: href('/business'),
  }),
  proposed: ({ title, id }) => ({
    summary: `${title}: other dates asked for`,
    description: 'Its renter would like these dates instead. They are held until you answer.',
    path: href('/business/rentals/:id', { id }),
  }),
  blocked: ({ title, id }) => ({
    summary: `${title}: blocked`,
    description: 'You have blocked these dates. The item cannot be rented.',
    path: href('/business/items/:id', { id }),
  }),
  holiday: ({ note }) => ({
    summary: 'Time off: closet closed',
    description: `None of your items can be rented.${note ? ` Your note for shoppers: ${note}` : ''}`,
    path: href('/business/holidays'),
  }),
} as const satisfies Record<ClosedDays['kind'], (days: ClosedDays) => ClosedWords>

/** Events for the first and the last day only: the renter has nothing to do in between. */
function renterEvents(rental: RentedDays, origin: string, timeZone: string): CalendarEvent[] {
  const { rentalId, title, ownerName, status, start, end, answerBy, handover } = rental
  const url = `${origin}${href('/my-rentals/:id', { id: rentalId })}`
  const requested =
    status === 'pending' && answerBy
      ? ` The closet answers by ${showDeadline(answerBy, timeZone)}.`
      : ''
  return [
    {
      id: `delivery-${rentalId}`,
      summary: `${handover === 'pickup' ? 'Pickup' : 'Delivery'}: ${title}`,
      description: isolated(`From ${ownerName}. Your rental ends on ${showDate(end)}.${requested}`),
      url,
      start,
      end: start,
    },
    {
      id: `return-${rentalId}`,
      summary: `Return: ${title}`,
      description: isolated(
        `The last day of your rental. Please return it to ${ownerName}.${requested}`,
      ),
      url,
      start: end,
      end,
    },
  ]
}

const STATUS_WORDS = {
  pending: 'Awaiting your response',
  confirmed: 'Accepted',
  delivered: 'With the renter',
  completed: 'Completed',
  cancelled: 'Canceled',
}
