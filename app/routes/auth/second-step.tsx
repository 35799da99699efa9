import { href, redirect, useNavigation } from 'react-router'
import { authAddress } from '#app/components/pages/auth-address.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, viewerIn } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { unlessBusy } from '#app/request/password-attempts.ts'
import { withoutCache } from '#app/request/private-answers.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { endedSecondStep, readSecondStep } from '#app/request/second-step.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { codeForm } from '#app/routes/account/sign-in/account-forms.ts'
import { notProvenFields } from '#app/routes/account/sign-in/sign-in-actions.ts'
import { BLOCKED, startSession } from '#app/routes/auth/start-session.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { signInWithCode } from '#domain/accounts/sign-in/second-step.ts'
import { CODE_LOCK_MINUTES, CODE_SECONDS } from '#domain/accounts/sign-in/time-limits.ts'
import type { Route } from './+types/second-step.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your code')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => withoutCache(actionHeaders)

export function loader({ request, context }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url)
  if (viewerIn(context).person || readSecondStep(request) === null)
    throw redirect(href('/auth') + search)
  return { returnTo: safeReturnTo(searchParams.get('return_to')) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const challenge = readSecondStep(request)
  if (challenge === null) return restartSignIn(request)
  const read = checkForm(codeForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const browser = request.headers.get('user-agent')
  const requested = { challenge, code: read.value.code, browser }
  return await unlessBusy(form, () => answerCode(request, context, requested))
}

async function answerCode(
  request: Request,
  context: Route.ActionArgs['context'],
  requested: Parameters<typeof signInWithCode>[2],
) {
  const app = context.get(appContext)
  const result = await signInWithCode(app.db, app.auth, requested, app.clock())
  if (!result.ok) {
    const { reason } = result.problem
    noteSecurity(context, request, 'second-factor-failed', { detail: reason })
    if (reason === 'begin-again') return restartSignIn(request)
    const fields =
      reason === 'unreadable-app'
        ? notProvenFields(reason)
        : { code: `This code is not correct. Codes change every ${CODE_SECONDS} seconds.` }
    return reason === 'locked'
      ? answerProblem(
          problem(`Too many wrong codes. Please try again in ${CODE_LOCK_MINUTES} minutes.`),
          429,
        )
      : answerProblem(problem('', { fields }))
  }
  const started = await startSession(context, request, {
    ...{ ...result.value, event: 'signed-in', cookies: [endedSecondStep()] },
    to: safeReturnTo(new URL(request.url).searchParams.get('return_to')),
  })
  return started ?? answerProblem(problem(BLOCKED), 403)
}

function restartSignIn(request: Request) {
  const text = 'Your sign-in has expired. Please sign in again.'
  return redirect(`${href('/auth')}${new URL(request.url).search}`, {
    headers: [
      ['Set-Cookie', endedSecondStep()],
      ['Set-Cookie', flash({ type: 'error', text })],
    ],
  })
}

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <h1 className="text-4xl">Enter your code</h1>
      <p className="mt-4 text-soft">
        Enter the 6-digit code from your authenticator app or one of your backup codes.
      </p>
      <Form
        warnUnsaved={false}
        method="post"
        answer={actionData}
        noValidate
        className="mt-8 grid gap-5"
      >
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          error={actionData?.fields.code}
        />
        <Button wide busy={busy} busyText="Loading...">
          Sign in
        </Button>
      </Form>
      <p className="mt-6 text-sm">
        <TextLink to={authAddress({ signingUp: false, returnTo })}>
          Use a different account
        </TextLink>
      </p>
    </>
  )
}
