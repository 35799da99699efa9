import { href } from 'react-router'
import { CalendarLink } from '#app/components/calendar-link.tsx'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, closetOwnerContext } from '#app/request/contexts.ts'
import { redirectWithToast, success } from '#app/request/flash.ts'
import { CALENDAR_LIMITS } from '#domain/accounts/closets/calendar-limits.ts'
import { findCalendarToken, renewCalendarToken } from '#domain/accounts/closets/closet-calendar.ts'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = () => pageMeta('Calendar link')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, originOf } = context.get(appContext)
  const token = await findCalendarToken(db, context.get(closetOwnerContext))
  return {
    link: token && `${originOf(request)}${href('/calendar/:file', { file: `${token}.ics` })}`,
    resetting: new URL(request.url).searchParams.has('reset'),
  }
}

export async function action({ context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  await renewCalendarToken(db, context.get(closetOwnerContext), clock())
  const toast = success('Your calendar link is ready.')
  return redirectWithToast(href('/business/calendar'), toast)
}

export default function ClosetCalendarLink({ loaderData }: Route.ComponentProps) {
  return (
    <ClosetFrame
      title="Calendar link"
      line="Add this link to your calendar app to see your rentals, the days between them and blocked dates."
    >
      <CalendarLink {...loaderData} path={href('/business/calendar')} />
      <p className="mt-6 max-w-prose text-sm text-soft">
        A calendar includes up to {CALENDAR_LIMITS.rentals.toLocaleString('en-US')} rentals,
        starting with those that end next, and up to{' '}
        {CALENDAR_LIMITS.blockedDays.toLocaleString('en-US')} blocked dates, starting with those of
        your newest items.
      </p>
    </ClosetFrame>
  )
}
