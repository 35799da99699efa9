import { href, useNavigation } from 'react-router'
import { authAddress } from '#app/components/pages/auth-address.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, peerContext } from '#app/request/contexts.ts'
import { countAttempt } from '#app/request/limits.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { readsOutbox } from '#app/responses/outbox-reader.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { requestReset } from '#domain/accounts/sign-in/recovery.ts'
import { RESET_LINK_HOURS } from '#domain/accounts/sign-in/time-limits.ts'
import { inWords } from '#domain/shared/figures.ts'
import type { Route } from './+types/forgot.ts'
import { forgotForm } from './auth-forms.ts'

export const meta: Route.MetaFunction = () => pageMeta('Forgot your password?')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export function loader({ request }: Route.LoaderArgs) {
  return { returnTo: safeReturnTo(new URL(request.url).searchParams.get('return_to')) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await readForm(request)
  const read = checkForm(forgotForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const taken = await countAttempt(app, 'reset', context.get(peerContext))
  if (!taken.ok) return answerTooMany(taken.problem, form)
  const { email } = read.value
  await requestReset(app.db, { email, origin: app.originOf(request) })
  return { ok: true as const, email, mailIsLocal: app.mailIsLocal, reads: readsOutbox(context) }
}

export default function Forgot({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo } = loaderData
  const busy = useNavigation().formMethod === 'POST'
  if (actionData?.ok) return <Sent {...actionData} returnTo={returnTo} />
  return (
    <>
      <h1 className="text-4xl">Forgot your password?</h1>
      <p className="mt-4 text-soft">
        Enter your email address and we will send you a link to reset your password.
      </p>
      <Form
        warnUnsaved={false}
        method="post"
        answer={actionData}
        noValidate
        className="mt-8 grid gap-5"
      >
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          {...fieldsOf(actionData)('email')}
        />
        <Button wide busy={busy} busyText="Loading...">
          Send me a link
        </Button>
      </Form>
      <BackToSignIn returnTo={returnTo} />
    </>
  )
}

function Sent({
  email,
  mailIsLocal,
  reads,
  returnTo,
}: {
  email: string
  mailIsLocal: boolean
  reads: boolean
  returnTo: string
}) {
  return (
    <>
      <h1 className="text-4xl">Check your inbox</h1>
      <p className="mt-4" role="status">
        If there is an account for <strong className="break-words">{email}</strong>, we have sent a
        link to reset your password. It expires in {inWords(RESET_LINK_HOURS, 'hour')}.
      </p>
      {mailIsLocal && (
        <Notice className="mt-6">
          This demo does not send real email:{' '}
          {reads ? (
            <a href={href('/dev/mail')} className="text-link">
              read it here
            </a>
          ) : (
            'ask whoever runs it for the link'
          )}
          .
        </Notice>
      )}
      <BackToSignIn returnTo={returnTo} />
    </>
  )
}

function BackToSignIn({ returnTo }: { returnTo: string }) {
  return (
    <p className="mt-6 text-sm">
      <TextLink to={authAddress({ signingUp: false, returnTo })}>Back to sign in</TextLink>
    </p>
  )
}
