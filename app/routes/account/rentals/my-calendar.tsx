import { data, href } from 'react-router'
import { CalendarLink } from '#app/components/calendar-link.tsx'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { findRenterToken, renewRenterToken } from '#domain/booking/rentals/lists/renter-calendar.ts'
import type { Route } from './+types/my-calendar.ts'

export const meta: Route.MetaFunction = () => pageMeta('Calendar link')

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return { shown: null }
  const { db, originOf } = context.get(appContext)
  const token = await findRenterToken(db, shopper)
  return {
    shown: {
      link: token && `${originOf(request)}${href('/calendar/:file', { file: `${token}.ics` })}`,
      resetting: new URL(request.url).searchParams.has('reset'),
    },
  }
}

/** Creates the link, or replaces it. */
export async function action({ context }: Route.ActionArgs) {
  const shopper = shopperIn(context)
  if (!shopper) throw data(null, { status: 403 })
  const { db, clock } = context.get(appContext)
  await renewRenterToken(db, shopper, clock())
  const toast = { type: 'success', text: 'Your calendar link is ready.' } as const
  return redirectWithToast(href('/my-rentals/calendar'), toast)
}

export default function MyCalendarLink({ loaderData: { shown } }: Route.ComponentProps) {
  if (!shown) return <AdminNotice title="Calendar link" />
  return (
    <div className="page-column py-10 sm:py-16">
      <h1>Calendar link</h1>
      <p className="mt-3 max-w-prose text-soft">
        Add this link to your calendar app to see when your rentals are delivered and due back.
      </p>
      <CalendarLink {...shown} path={href('/my-rentals/calendar')} />
      <p className="mt-8">
        <TextLink to={href('/my-rentals')}>My Rentals</TextLink>
      </p>
    </div>
  )
}
