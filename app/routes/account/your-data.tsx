import { Form, Link, redirect, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/page-meta.ts'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import { appContext, signedInContext, viewerIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { signedOutCookie } from '#app/http/session.ts'
import { Button } from '#app/ui/button.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import {
  type DeletionProblem,
  deleteAccount,
  whatKeepsAccount,
} from '#domain/people/delete-account.ts'
import type { Route } from './+types/your-data.ts'
import { passwordForm } from './account-forms.ts'
import { refuseGuessing } from './sign-in-actions.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your data')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const { creditsBalance } = viewerIn(context)
  return { kept: await whatKeepsAccount(db, context.get(signedInContext)), creditsBalance }
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const form = await request.formData()
  const read = checkForm(passwordForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const refusal = await refuseGuessing(app, person, form)
  if (refusal) return refusal
  const result = await deleteAccount(app.db, app.auth, { person, ...read.value }, app.clock())
  if (!result.ok)
    return result.problem === 'wrong password'
      ? answerProblem(problem('', { fields: { password: sentences[result.problem] } }))
      : answerProblem(problem(sentences[result.problem]), 409)
  return redirect('/', {
    headers: [
      ['Set-Cookie', signedOutCookie(app, request)],
      ['Set-Cookie', flash({ type: 'success', text: 'Your account has been deleted.' })],
    ],
  })
}

const sentences = {
  'wrong password': 'This is not your password.',
  'is admin':
    'An admin account cannot be deleted. Ask another admin to make it a regular one first.',
  'rental open': 'A rental of yours is still open. Your account can go once it has ended.',
  'deposit open': 'We still hold your deposit. Ask for it back first, then delete your account.',
} satisfies Record<DeletionProblem, string>

export default function YourData({ loaderData, actionData }: Route.ComponentProps) {
  const { kept, creditsBalance } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  const form = useFirstInvalid(actionData)
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">Your data</h1>
      <ProfilePart
        id="download"
        title="Take it with you"
        line="Your profile, likes, rentals, credits, payments and listings, as one JSON file."
      >
        <a href="/profile/your-data.json" download className={buttonStyle({ kind: 'secondary' })}>
          Download my data
        </a>
      </ProfilePart>
      <ProfilePart
        id="delete"
        title="Delete your account"
        line={
          <>
            <p>
              Your name, address, photos and likes go, your listings are taken down, and a
              subscription ends, as does a payment that you left open. What was paid and rented
              stays in our books, without your name.
            </p>
            <p className="mt-3">This cannot be undone.</p>
          </>
        }
      >
        {kept ? (
          <Notice>
            {sentences[kept]}{' '}
            {kept === 'deposit open' && (
              <Link to="/credits" className="text-link">
                Go to my deposit
              </Link>
            )}
            {kept === 'rental open' && (
              <Link to="/my-rentals" className="text-link">
                Go to My Rentals
              </Link>
            )}
          </Notice>
        ) : (
          <Form method="post" ref={form} noValidate className="grid gap-5">
            {actionData && actionData.problem !== '' && (
              <Notice kind="error">{actionData.problem}</Notice>
            )}
            {creditsBalance > 0 && (
              <Notice>The {creditsBalance} credits that you have left are lost with it.</Notice>
            )}
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              required
              error={actionData?.fields.password}
            />
            <p>
              <Button kind="danger" busy={busy} busyText="Deleting...">
                Delete my account for good
              </Button>
            </p>
          </Form>
        )}
      </ProfilePart>
    </ProfileFrame>
  )
}
