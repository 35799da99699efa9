import { data, href, redirect, useNavigation } from 'react-router'
import { authAddress, forgotAddress, isGift } from '#app/components/pages/auth-address.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, type Problem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { viewerIn } from '#app/request/contexts.ts'
import { blocksCookies } from '#app/request/cookies-work.ts'
import { readFlash, spentFlash } from '#app/request/flash.ts'
import { unlessBusy } from '#app/request/password-attempts.ts'
import { safeReturnTo } from '#app/request/return-to.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { PasswordField } from '#app/ui/fields/password-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { MIN_PASSWORD_LENGTH } from '#domain/accounts/sign-in/password-length.ts'
import { done } from '#domain/shared/outcome.ts'
import type { Route } from './+types/auth.ts'
import { answerSignIn, answerSignUp } from './auth-actions.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.signingUp ? 'Create your account' : 'Sign in')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const returnTo = safeReturnTo(searchParams.get('return_to'))
  if (viewerIn(context).person) throw redirect(returnTo)
  const toast = readFlash(request)
  return data(
    {
      ...{ signingUp: isSignUp(request), hasGift: isGift(returnTo), returnTo, toast },
      blocksCookies: blocksCookies(request),
    },
    toast ? { headers: { 'Set-Cookie': spentFlash } } : undefined,
  )
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const args = { request, form, context }
  const answered = await attempt(context, request, async () => {
    const sign = isSignUp(request) ? answerSignUp : answerSignIn
    return done(await unlessBusy(form, () => sign(args)))
  })
  return answered.ok ? answered.value : answerProblem(problem('An error occurred', { form }), 500)
}

function isSignUp(request: Request): boolean {
  const { searchParams } = new URL(request.url)
  const mode = searchParams.get('mode')
  if (mode === null) return isGift(safeReturnTo(searchParams.get('return_to')))
  return mode === 'sign-up'
}

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { signingUp, hasGift, returnTo, toast } = loaderData
  const answer: Problem | undefined = actionData
  const busy = useNavigation().formMethod === 'POST'
  const field = fieldsOf(answer)
  return (
    <>
      <h1 className="text-4xl">{signingUp ? 'Create your account' : 'Sign in to your account'}</h1>
      {loaderData.blocksCookies && !answer && (
        <Notice kind="error" className="mt-6">
          Your browser blocks cookies. Allow cookies for this site, then sign in again.
        </Notice>
      )}
      {toast && !answer && (
        <Notice kind={toast.type} className="mt-6">
          {toast.text}
        </Notice>
      )}
      {hasGift && (
        <p className="mt-4 text-soft">
          A gift of credits is waiting for you.{' '}
          {signingUp ? 'Create an account to claim it.' : 'Sign in to claim it.'}
        </p>
      )}
      <Form
        warnUnsaved={false}
        method="post"
        answer={answer}
        className="mt-8 grid gap-5"
        noValidate
      >
        {signingUp && (
          <Field label="Full name" autoComplete="name" required {...field('full_name')} />
        )}
        <Field
          label="Email"
          type="email"
          autoComplete={signingUp ? 'email' : 'username'}
          required
          maxLength={254}
          {...field('email')}
        />
        <PasswordField
          // The two modes ask for different passwords, and password managers need to know which.
          key={signingUp ? 'new' : 'current'}
          label="Password"
          name="password"
          autoComplete={signingUp ? 'new-password' : 'current-password'}
          required
          hint={signingUp ? `At least ${MIN_PASSWORD_LENGTH} characters.` : undefined}
          error={answer?.fields.password}
        />
        {!signingUp && (
          <Link to={forgotAddress(returnTo)} className="justify-self-start text-sm text-link">
            Forgot your password?
          </Link>
        )}
        <Button wide busy={busy} busyText="Loading...">
          {signingUp ? 'Create account' : 'Sign in'}
        </Button>
        {signingUp && (
          <p className="text-sm text-soft">
            By creating an account you agree to our <TextLink to={href('/terms')}>Terms</TextLink>{' '}
            and our <TextLink to={href('/privacy')}>Privacy</TextLink> policy.
          </p>
        )}
      </Form>
      <p className="mt-6 text-sm text-soft">
        {signingUp ? 'Already have an account? ' : 'New to Hemline? '}
        <Link
          to={authAddress({ signingUp: !signingUp, returnTo })}
          replace
          preventScrollReset
          className="text-link text-ink"
        >
          {signingUp ? 'Sign in' : 'Create an account'}
        </Link>
      </p>
      <p className="mt-3 text-sm">
        <TextLink to={href('/')}>Browse without an account</TextLink>
      </p>
    </>
  )
}
