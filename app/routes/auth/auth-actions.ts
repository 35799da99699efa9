import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { weaknessText } from '#app/forms/password-words.ts'
import { NAME_RESERVED } from '#app/forms/text-fields.ts'
import { appContext, type Context, peerContext } from '#app/request/contexts.ts'
import { afterSigningIn } from '#app/request/cookies-work.ts'
import { knownBrowserCookie } from '#app/request/known-browser.ts'
import { countAttempt } from '#app/request/limits.ts'
import { countSignInAttempt, resetSignInAttempts } from '#app/request/password-attempts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { type SignUpProblem, signIn, signUp } from '#domain/accounts/sign-in/accounts.ts'
import type { SignedIn } from '#domain/accounts/sign-in/sessions.ts'
import { signInForm, signUpForm } from './auth-forms.ts'
import { askForCode, BLOCKED, startSession } from './start-session.ts'

type ActionArgs = {
  readonly request: Request
  readonly form: FormData
  readonly context: Context
}

export async function answerSignIn({ request, form, context }: ActionArgs) {
  const app = context.get(appContext)
  const read = checkForm(signInForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { email } = read.value
  const attempt = { request, peer: context.get(peerContext), email }
  const taken = await countSignInAttempt(app, attempt)
  if (!taken.ok) return answerTooMany(taken.problem, form, 'Too many sign-in attempts.')
  const given = { ...read.value, browser: request.headers.get('user-agent') }
  const result = await signIn(app.db, given, app.clock())
  if (!result.ok) {
    if (result.problem.reason === 'wrong-email-or-password') {
      noteSecurity(context, request, 'sign-in-failed', { detail: 'password' })
      return answerProblem(problem('Wrong email or password.', { form }))
    }
    return askForCode(app, request, { email, challenge: result.problem.challenge })
  }
  await resetSignInAttempts(app, attempt)
  return signedIn({ request, form, context }, 'signed-in', { ...result.value, email })
}

export async function answerSignUp({ request, form, context }: ActionArgs) {
  const app = context.get(appContext)
  const read = checkForm(signUpForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const taken = await countAttempt(app, 'sign-up', context.get(peerContext))
  if (!taken.ok)
    return answerTooMany(taken.problem, form, 'Too many new accounts from your network.')
  const { full_name, email, password } = read.value
  const browser = request.headers.get('user-agent')
  const result = await signUp(
    app.db,
    app.auth,
    { fullName: full_name, email, password, browser, origin: app.originOf(request) },
    app.clock(),
  )
  if (result.ok)
    return signedIn({ request, form, context }, 'signed-up', { ...result.value, email })
  return answerProblem(problem('', { fields: refusalTexts(result.problem), form }))
}

function refusalTexts(refusal: SignUpProblem): Record<string, string> {
  switch (refusal.reason) {
    case 'weak-password':
      return { password: weaknessText(refusal.weaknesses) }
    case 'name-reserved':
      return { full_name: NAME_RESERVED }
    case 'email-taken':
      return { email: 'An account with this email address already exists. Sign in instead.' }
  }
}

async function signedIn(
  { request, form, context }: ActionArgs,
  event: 'signed-in' | 'signed-up',
  { sessionToken, email }: SignedIn & { readonly email: string },
) {
  const app = context.get(appContext)
  const started = await startSession(context, request, {
    ...{ sessionToken, event, to: afterSigningIn(request) },
    cookies: [knownBrowserCookie(app, request, email)],
  })
  return started ?? answerProblem(problem(BLOCKED, { form }), 403)
}
