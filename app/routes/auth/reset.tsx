import { data, Form, redirect, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/page-meta.ts'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import { appContext } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { forgetAttempts } from '#app/http/limits.ts'
import { signedOutCookie } from '#app/http/session.ts'
import { Button } from '#app/ui/button.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { isResetLinkValid, resetPassword } from '#domain/people/recovery.ts'
import type { Route } from './+types/reset.ts'
import { resetForm, weaknessText } from './auth-forms.ts'
import { keepingForm } from './failed-attempt.ts'

export const meta: Route.MetaFunction = () => pageMeta('Choose a new password')

// The address holds a secret until it is used: no cache keeps the page, no other site is told.
export const headers: Route.HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const valid = await isResetLinkValid(app.db, app.auth, tokenIn(request), app.clock())
  return data({ valid }, { status: valid ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await request.formData()
  const read = checkForm(resetForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { password } = read.value
  const result = await resetPassword(
    app.db,
    app.auth,
    { token: tokenIn(request), password },
    app.clock(),
  )
  if (result.ok) {
    await forgetAttempts(app, 'sign-in', result.value.email)
    const said = flash({ type: 'success', text: 'Your password has been changed. Please sign in.' })
    return redirect('/auth', {
      headers: [
        ['Set-Cookie', signedOutCookie(app, request)],
        ['Set-Cookie', said],
      ],
    })
  }
  const { problem: refusal } = result
  if (refusal.reason === 'link not valid') return answerProblem(problem(NO_LONGER_VALID))
  const fields = { password: weaknessText(refusal.weaknesses) }
  return answerProblem(problem('', { fields }))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await keepingForm(serverAction)
}

const NO_LONGER_VALID = 'This link is no longer valid. Please ask for a new one.'

function tokenIn(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? ''
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const form = useFirstInvalid(actionData)
  if (!loaderData.valid) return <NotValid />
  return (
    <>
      <h1 className="text-4xl">Choose a new password</h1>
      <p className="mt-4 text-soft">It signs you out everywhere else.</p>
      <Form method="post" ref={form} noValidate className="mt-8 grid gap-5">
        {actionData?.problem && <Notice kind="error">{actionData.problem}</Notice>}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters."
          error={actionData?.fields.password}
        />
        <Button wide busy={busy} busyText="Loading...">
          Save password
        </Button>
      </Form>
    </>
  )
}

function NotValid() {
  return (
    <>
      <h1 className="text-4xl">This link is no longer valid</h1>
      <p className="mt-4 text-soft">A link works once, within an hour of asking for it.</p>
      <LinkButton to="/auth/forgot" wide className="mt-8">
        Ask for a new link
      </LinkButton>
    </>
  )
}
