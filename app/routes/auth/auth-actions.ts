import { type RouterContextProvider, redirect } from 'react-router'
import { type App, appContext, peerContext, viewerIn } from '#app/http/contexts.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { forgetAttempts, takeOne } from '#app/http/limits.ts'
import { safeReturnTo } from '#app/http/return-to.ts'
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
  const result = await signIn(app.db, app.auth, read.value, app.clock())
  if (!result.ok) return answerProblem(problem('Wrong email or password.', { form }))
  await forgetAttempts(app, 'sign-in', read.value.email)
  return enter(app, { request, form, context }, result.value)
}

export async function answerSignUp({ request, form, context }: Asked) {
  const app = context.get(appContext)
  const read = checkForm(signUpForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const taken = await takeOne(app, 'sign-up', context.get(peerContext))
  if (!taken.ok) return answerTooMany(taken, form, 'Too many new accounts from your network.')
  const { full_name, email, password } = read.value
  const result = await signUp(
    app.db,
    app.auth,
    { fullName: full_name, email, password, origin: app.originOf(request) },
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
