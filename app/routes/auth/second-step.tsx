import { Form, Link, redirect, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/page-meta.ts'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import { appContext, viewerIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { safeReturnTo } from '#app/http/return-to.ts'
import { endedSecondStep, readSecondStep } from '#app/http/second-step.ts'
import { signedInCookie } from '#app/http/session.ts'
import { codeForm } from '#app/routes/account/account-forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { signInWithCode } from '#domain/people/second-factor.ts'
import { endSession } from '#domain/people/sessions.ts'
import type { Route } from './+types/second-step.ts'
import { keepingForm } from './failed-attempt.ts'

export const meta: Route.MetaFunction = () => pageMeta('Your code')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const answered = new Headers(actionHeaders)
  answered.set('Cache-Control', 'no-store')
  return answered
}

export function loader({ request, context }: Route.LoaderArgs) {
  if (viewerIn(context).person || readSecondStep(request) === null) throw redirect('/auth')
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await request.formData()
  const challenge = readSecondStep(request)
  if (challenge === null) return beginAgain(app, request)
  const read = checkForm(codeForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const browser = request.headers.get('user-agent')
  const asked = { challenge, code: read.value.code, browser }
  const result = await signInWithCode(app.db, app.auth, asked, app.clock())
  if (!result.ok) {
    if (result.problem === 'begin again') return beginAgain(app, request)
    const fields = { code: 'This code is not right. Codes change every half minute.' }
    return result.problem === 'locked'
      ? answerProblem(problem('Too many wrong codes. Please try again in 15 minutes.'), 429)
      : answerProblem(problem('', { fields }))
  }
  const { sessionId } = viewerIn(context)
  if (sessionId !== null) await endSession(app.db, sessionId)
  return redirect(safeReturnTo(new URL(request.url).searchParams.get('return_to')), {
    headers: [
      ['Set-Cookie', signedInCookie(app, request, result.value.sessionToken)],
      ['Set-Cookie', endedSecondStep(app, request)],
    ],
  })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await keepingForm(serverAction)
}

function beginAgain(app: Parameters<typeof endedSecondStep>[0], request: Request) {
  const text = 'That took too long, or too many tries. Please sign in again.'
  return redirect(`/auth${new URL(request.url).search}`, {
    headers: [
      ['Set-Cookie', endedSecondStep(app, request)],
      ['Set-Cookie', flash({ type: 'error', text })],
    ],
  })
}

export default function SecondStep({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const form = useFirstInvalid(actionData)
  return (
    <>
      <h1 className="text-4xl">Your code</h1>
      <p className="mt-4 text-soft">
        Type the six digits that your authenticator app shows, or one of your backup codes.
      </p>
      <Form method="post" ref={form} noValidate className="mt-8 grid gap-5">
        {actionData && actionData.problem !== '' && (
          <Notice kind="error">{actionData.problem}</Notice>
        )}
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
        <Link to="/auth" className="text-link">
          Sign in as somebody else
        </Link>
      </p>
    </>
  )
}
