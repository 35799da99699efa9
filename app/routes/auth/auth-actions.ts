import { type RouterContextProvider, redirect } from 'react-router'
import { type App, appContext, peerContext, viewerIn } from '#app/http/contexts.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { forgetAttempts, takeOne } from '#app/http/limits.ts'
import { safeReturnTo } from '#app/http/return-to.ts'
import { secondStepCookie } from '#app/http/second-step.ts'
import { signedInCookie } from '#app/http/session.ts'
import { answerTooMany } from '#app/http/too-many.ts'
import { type SignedIn, type SignUpProblem, signIn, signUp } from '#domain/people/accounts.ts'
import { endSession } from '#domain/people/sessions.ts'
import { signInForm, signUpForm, weaknessText } from './auth-forms.ts'

type Asked = {
  readonly request: Request
  readonly form: FormData
  readonly context: Readonly<RouterContextProvider>
}

export async function answerSignIn({ request, form, context }: Asked) {
  const app = context.get(appContext)
  const read = checkForm(signInForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const taken = await takeOne(app, 'sign-in', read.value.email)
  if (!taken.ok) return answerTooMany(taken, form, 'Too many attempts to sign in.')
  const given = { ...read.value, browser: request.headers.get('user-agent') }
  const result = await signIn(app.db, app.auth, given, app.clock())
  if (!result.ok) {
    if (result.problem === 'wrong e-mail or password')
      return answerProblem(problem('Wrong email or password.', { form }))
    return askForCode(app, request, result.problem.challenge)
  }
  await forgetAttempts(app, 'sign-in', read.value.email)
  return enter(app, { request, form, context }, result.value)
}

/** The password was right; who may guess at it is settled, codes are counted by themselves. */
function askForCode(app: App, request: Request, challenge: string) {
  return redirect(`/auth/code${new URL(request.url).search}`, {
    headers: { 'Set-Cookie': secondStepCookie(app, request, challenge) },
  })
}

export async function answerSignUp({ request, form, context }: Asked) {
  const app = context.get(appContext)
  const read = checkForm(signUpForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const taken = await takeOne(app, 'sign-up', context.get(peerContext))
  if (!taken.ok) return answerTooMany(taken, form, 'Too many new accounts from your network.')
  const { full_name, email, password } = read.value
  const browser = request.headers.get('user-agent')
  const result = await signUp(
    app.db,
    app.auth,
    { fullName: full_name, email, password, browser, origin: app.originOf(request) },
    app.clock(),
  )
  if (result.ok) return enter(app, { request, form, context }, result.value)
  return answerProblem(problem('', { fields: refusalTexts(result.problem), form }))
}

function refusalTexts(refusal: SignUpProblem): Record<string, string> {
  return refusal.reason === 'weak password'
    ? { password: weaknessText(refusal.weaknesses) }
    : { email: 'There is an account with this email address already. Sign in instead.' }
}

/** The session that this browser had before, if any, ends: one browser, one person. */
async function enter(app: App, { request, context }: Asked, { sessionToken }: SignedIn) {
  const { sessionId } = viewerIn(context)
  if (sessionId !== null) await endSession(app.db, sessionId)
  return redirect(safeReturnTo(new URL(request.url).searchParams.get('return_to')), {
    headers: { 'Set-Cookie': signedInCookie(app, request, sessionToken) },
  })
}
