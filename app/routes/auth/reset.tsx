import { data, href, redirect, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { weaknessText } from '#app/forms/password-words.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, peerContext } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { resetSignInAttempts, unlessBusy } from '#app/request/password-attempts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { signedOutCookie } from '#app/request/session.ts'
import { Button } from '#app/ui/button.tsx'
import { PasswordField } from '#app/ui/fields/password-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { removeOutsideAccess } from '#domain/accounts/closing/outside-access.ts'
import { MIN_PASSWORD_LENGTH } from '#domain/accounts/sign-in/password-length.ts'
import { isResetLinkValid, resetPassword } from '#domain/accounts/sign-in/recovery.ts'
import { RESET_LINK_HOURS } from '#domain/accounts/sign-in/time-limits.ts'
import type { Route } from './+types/reset.ts'
import { resetForm } from './auth-forms.ts'
import { LINK_HEADERS, LinkOver, tokenIn } from './link-page.tsx'

export const meta: Route.MetaFunction = () => pageMeta('Choose a new password')

export const headers: Route.HeadersFunction = () => LINK_HEADERS

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const valid = await isResetLinkValid(app.db, app.auth, tokenIn(request), app.clock())
  return data({ valid }, { status: valid ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const read = checkForm(resetForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { password } = read.value
  return await unlessBusy(form, () => setPassword(request, context, password))
}

async function setPassword(
  request: Request,
  context: Route.ActionArgs['context'],
  password: string,
) {
  const app = context.get(appContext)
  const wanted = { token: tokenIn(request), password }
  const result = await resetPassword(app.db, app.auth, wanted, app.clock(), removeOutsideAccess)
  if (result.ok) {
    noteSecurity(context, request, 'password-reset')
    const { email } = result.value
    await resetSignInAttempts(app, { request, peer: context.get(peerContext), email })
    const toastCookie = flash({
      type: 'success',
      text: 'Your password has been changed. Please sign in.',
    })
    return redirect(href('/auth'), {
      headers: [
        ['Set-Cookie', signedOutCookie(app, request)],
        ['Set-Cookie', toastCookie],
      ],
    })
  }
  const { problem: refusal } = result
  if (refusal.reason === 'link-not-valid') return answerProblem(problem(NO_LONGER_VALID))
  const fields = { password: weaknessText(refusal.weaknesses) }
  return answerProblem(problem('', { fields }))
}

const NO_LONGER_VALID = 'This link is no longer valid. Please request a new one.'

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  if (!loaderData.valid)
    return <LinkOver hours={RESET_LINK_HOURS} newLinkTo={href('/auth/forgot')} />
  return (
    <>
      <h1 className="text-4xl">Choose a new password</h1>
      <p className="mt-4 text-soft">You will be signed out on all other devices.</p>
      <Form
        warnUnsaved={false}
        method="post"
        answer={actionData}
        noValidate
        className="mt-8 grid gap-5"
      >
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          error={actionData?.fields.password}
        />
        <Button wide busy={busy} busyText="Loading...">
          Save password
        </Button>
      </Form>
    </>
  )
}
