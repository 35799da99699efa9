import { href, useLocation, useNavigate } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext, closetOwnerContext } from '#app/http/contexts.ts'
import { redirectWithToast } from '#app/http/flash.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { findCalendarToken, renewCalendarToken } from '#domain/closets/closet-calendar.ts'
import type { Route } from './+types/calendar.ts'

export const meta: Route.MetaFunction = () => pageMeta('Calendar link')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, originOf } = context.get(appContext)
  const token = await findCalendarToken(db, context.get(closetOwnerContext))
  return {
    link: token && `${originOf(request)}${href('/calendar/:file', { file: `${token}.ics` })}`,
    renewing: new URL(request.url).searchParams.has('renew'),
  }
}

/** Creates the link, or replaces it. */
export async function action({ context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  await renewCalendarToken(db, context.get(closetOwnerContext), clock())
  const toast = { type: 'success', text: 'Your calendar link is ready.' } as const
  return redirectWithToast(href('/business/calendar'), toast)
}

export default function CalendarLink({ loaderData }: Route.ComponentProps) {
  const { link, renewing } = loaderData
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <ClosetFrame
      title="Calendar link"
      line="Add this link to your calendar app to see your rentals there."
    >
      {link ? (
        <div className="mt-8 flex max-w-3xl flex-wrap items-end gap-3">
          <Field
            label="Calendar link"
            hint="Anyone with this link can see your rentals, so keep it private."
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1 basis-80"
          />
          <LinkButton
            to={`${href('/business/calendar')}?renew=yes`}
            preventScrollReset
            kind="secondary"
          >
            New link
          </LinkButton>
        </div>
      ) : (
        <Form method="post" className="mt-8">
          <Button>Create calendar link</Button>
        </Form>
      )}
      {renewing && link && (
        <ConfirmDialog
          question="Create a new calendar link?"
          open={key}
          onClose={() => navigate(href('/business/calendar'), { preventScrollReset: true })}
          action={href('/business/calendar')}
          confirmText="Create new link"
        >
          <p className="text-soft">
            Your current link will stop working in every calendar that uses it.
          </p>
        </ConfirmDialog>
      )}
    </ClosetFrame>
  )
}
