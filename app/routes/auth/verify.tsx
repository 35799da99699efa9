import { data } from 'react-router'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext, viewerIn } from '#app/http/contexts.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { verifyEmail } from '#domain/people/accounts.ts'
import type { Route } from './+types/verify.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your email address')

export const headers: Route.HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const result = await verifyEmail(app.db, app.auth, token, app.clock())
  const signedIn = viewerIn(context).person !== null
  return data({ verified: result.ok, signedIn }, { status: result.ok ? 200 : 410 })
}

export default function Verify({ loaderData }: Route.ComponentProps) {
  const { verified, signedIn } = loaderData
  return (
    <>
      <h1 className="text-4xl">
        {verified ? 'Your email address is confirmed' : 'This link is no longer valid'}
      </h1>
      <p className="mt-4 text-soft">
        {verified
          ? 'Thank you. We can reach you about your rentals now.'
          : 'Your profile sends you a new one.'}
      </p>
      <LinkButton to={verified ? '/' : '/profile'} wide className="mt-8">
        {verified ? 'Start browsing' : signedIn ? 'Go to my profile' : 'Sign in'}
      </LinkButton>
    </>
  )
}
