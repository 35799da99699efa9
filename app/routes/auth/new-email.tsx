import { data, href, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { confirmEmailChange, emailOfLink } from '#domain/accounts/sign-in/change-email.ts'
import { EMAIL_LINK_HOURS } from '#domain/accounts/sign-in/time-limits.ts'
import type { Route } from './+types/new-email.ts'
import { LINK_HEADERS, LinkOver, tokenIn } from './link-page.tsx'

export const meta: Route.MetaFunction = () => pageMeta('Your new email address')

export const headers: Route.HeadersFunction = () => LINK_HEADERS

// Only the button changes anything: mail scanners follow links too.
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContext)
  const email = await emailOfLink(db, tokenIn(request), clock())
  return data({ email }, { status: email === null ? 410 : 200 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const link = { token: tokenIn(request), origin: app.originOf(request) }
  const result = await confirmEmailChange(app.db, link, app.clock())
  if (!result.ok) {
    const text =
      result.problem.reason === 'email-taken'
        ? 'This address is now used by another account.'
        : 'This link is no longer valid.'
    return redirectWithError(href('/profile/sign-in'), text)
  }
  noteSecurity(context, request, 'email-changed')
  const text = `Your email address is now ${result.value.email}.`
  return redirectWithSuccess(href('/profile/sign-in'), text)
}

export default function NewEmail({ loaderData: { email } }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  if (email === null)
    return <LinkOver hours={EMAIL_LINK_HOURS} newLinkTo={href('/profile/sign-in')} />
  return (
    <>
      <h1 className="text-4xl">Use this address?</h1>
      <p className="mt-4 text-soft">
        You will sign in with <strong className="break-words text-ink">{email}</strong>, and we will
        send all email there.
      </p>
      <Form method="post" className="mt-8">
        <Button wide busy={busy} busyText="Loading...">
          Use this address
        </Button>
      </Form>
    </>
  )
}
