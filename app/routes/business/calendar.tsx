import { href } from 'react-router'
import { CalendarLink } from '#app/components/calendar-link.tsx'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { MonthTable } from '#app/components/closet/month-table.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast, success } from '#app/request/flash.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { CALENDAR_LIMITS } from '#domain/accounts/closets/calendar-limits.ts'
import { findCalendarToken, renewCalendarToken } from '#domain/accounts/closets/closet-calendar.ts'
import { closetMonth } from '#domain/booking/rentals/lists/closet-month.ts'
import {
  type CalendarDate,
  parseCalendarDate,
  showMonth,
} from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = () => pageMeta('Calendar')

/** How many months the calendar goes back and ahead. */
const MAX_MONTHS = 24

/** The first day of the month `by` months after that of a day. */
function monthAfter(day: CalendarDate, by: number): CalendarDate {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
  return parseCalendarDate(first) ?? day
}

/** The month that the address asks for, if the calendar has it; else that of today. */
function monthIn(wanted: string | null, today: CalendarDate): CalendarDate {
  const first = parseCalendarDate(`${wanted}-01`)
  const isKnown =
    first && first >= monthAfter(today, -MAX_MONTHS) && first <= monthAfter(today, MAX_MONTHS)
  return isKnown ? first : monthAfter(today, 0)
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, originOf } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const today = todayIn(context)
  const query = new URL(request.url).searchParams
  const first = monthIn(query.get('month'), today)
  const after = query.get('after')
  const [token, month] = await Promise.all([
    findCalendarToken(db, owner),
    closetMonth(db, owner, { first, after }, today),
  ])
  const near = (by: number) => {
    const other = monthAfter(first, by)
    return monthIn(other.slice(0, 7), today) === other ? other : null
  }
  return {
    link: token && `${originOf(request)}${href('/calendar/:file', { file: `${token}.ics` })}`,
    resetting: query.has('reset'),
    month,
    first,
    previous: near(-1),
    following: near(1),
    after,
    today,
  }
}

export async function action({ context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  await renewCalendarToken(db, context.get(closetOwnerContext), clock())
  const toast = success('Your calendar link is ready.')
  return redirectWithToast(href('/business/calendar'), toast)
}

const PATH = href('/business/calendar')

function monthAddress(first: CalendarDate, after: string | null): string {
  const query = new URLSearchParams({ month: first.slice(0, 7), ...(after && { after }) })
  return `${PATH}?${query}`
}

export default function ClosetCalendar({ loaderData }: Route.ComponentProps) {
  const { month, first, previous, following, after, today, ...link } = loaderData
  return (
    <ClosetFrame
      title="Calendar"
      line="What is booked, and what else keeps an item from being rented."
    >
      <nav aria-label="Months" className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        {previous && (
          <LinkButton to={monthAddress(previous, after)} kind="secondary" size="small" rel="prev">
            {showMonth(previous)}
          </LinkButton>
        )}
        <h2 className="text-[1.625rem]">{showMonth(first)}</h2>
        {following && (
          <LinkButton to={monthAddress(following, after)} kind="secondary" size="small" rel="next">
            {showMonth(following)}
          </LinkButton>
        )}
      </nav>
      {month.rows.length === 0 ? (
        <p className="mt-4 text-soft">Your closet is still empty.</p>
      ) : (
        <MonthTable month={month} name={showMonth(first)} today={today} />
      )}
      <div className="mt-6">
        <Pagination
          label="Pages of items"
          first={after ? monthAddress(first, null) : null}
          next={month.next && monthAddress(first, month.next)}
        />
      </div>
      <section aria-labelledby="link" className="mt-12 print:hidden">
        <h2 id="link" className="text-[1.625rem]">
          Calendar link
        </h2>
        <p className="mt-2 max-w-prose text-soft">
          Add this link to your calendar app to see your rentals, the days between them and blocked
          dates.
        </p>
        <CalendarLink {...link} path={PATH} />
        <p className="mt-6 max-w-prose text-sm text-soft">
          A calendar includes up to {CALENDAR_LIMITS.rentals.toLocaleString('en-US')} rentals,
          starting with those that end next, and up to{' '}
          {CALENDAR_LIMITS.blockedDays.toLocaleString('en-US')} blocked dates, starting with those
          of your newest items.
        </p>
      </section>
    </ClosetFrame>
  )
}
