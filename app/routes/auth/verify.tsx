import {
  data,
  href,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
} from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext, viewerIn } from '#app/request/contexts.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { EMAIL_LINK_HOURS } from '#domain/accounts/sign-in/time-limits.ts'
import { isVerificationLinkValid, verifyEmail } from '#domain/accounts/sign-in/verify-email.ts'
import { inWords } from '#domain/shared/figures.ts'
import type { Route } from './+types/verify.ts'
import { LINK_HEADERS, tokenIn } from './link-page.tsx'

export const meta: Route.MetaFunction = () => pageMeta('Your email address')

export const headers: Route.HeadersFunction = () => LINK_HEADERS

const DONE = `${href('/auth/verify')}?done`

// Only the button changes anything: mail scanners follow links too.
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { person } = viewerIn(context)
  const { searchParams } = new URL(request.url)
  if (searchParams.has('done') || person?.emailVerified)
    return data({ state: 'verified' as const, signedIn: person !== null })
  const valid = await isVerificationLinkValid(app.db, tokenIn(request), app.clock())
  const state = valid ? ('asking' as const) : ('over' as const)
  return data({ state, signedIn: person !== null }, { status: valid ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const result = await verifyEmail(app.db, tokenIn(request), app.clock())
  return result.ok ? redirect(DONE) : data(null, { status: 410 })
}

/** Reloads after a failure to show why: the link is invalid, or the address is confirmed. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 410 || defaultShouldRevalidate
}

export default function Verify({ loaderData }: Route.ComponentProps) {
  const { state, signedIn } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  if (state === 'asking')
    return (
      <>
        <h1 className="text-4xl">Confirm your email address</h1>
        <p className="mt-4 text-soft">Then we can reach you about your rentals.</p>
        <Form method="post" className="mt-8">
          <Button wide busy={busy} busyText="Loading...">
            Confirm my email address
          </Button>
        </Form>
      </>
    )
  const verified = state === 'verified'
  return (
    <>
      <h1 className="text-4xl">
        {verified ? 'Your email address is confirmed' : 'This link is no longer valid'}
      </h1>
      <p className="mt-4 text-soft">
        {verified
          ? 'Thank you. We can reach you about your rentals now.'
          : `Links work once and expire after ${inWords(EMAIL_LINK_HOURS, 'hour')}. You can get a new one on your profile.`}
      </p>
      <LinkButton to={verified ? href('/') : href('/profile')} wide className="mt-8">
        {verified ? 'Start browsing' : signedIn ? 'Go to my profile' : 'Sign in'}
      </LinkButton>
    </>
  )
}
