import { href, type RouterContextProvider, redirect } from 'react-router'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { weaknessText } from '#app/forms/password-words.ts'
import { NAME_RESERVED } from '#app/forms/text-fields.ts'
import { type App, appContext, peerContext, viewerIn } from '#app/request/contexts.ts'
import { afterSigningIn, searchWithCheck } from '#app/request/cookies-work.ts'
import { knownBrowserCookie } from '#app/request/known-browser.ts'
import { countAttempt } from '#app/request/limits.ts'
import { countSignInAttempt, resetSignInAttempts } from '#app/request/password-attempts.ts'
import { likePendingItem } from '#app/request/pending-like.ts'
import { secondStepCookie } from '#app/request/second-step.ts'
import { noteNewSession, noteSecurity } from '#app/request/security-log.ts'
import { signedInCookie } from '#app/request/session.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { type SignUpProblem, signIn, signUp } from '#domain/accounts/sign-in/accounts.ts'
import type { SignedIn } from '#domain/accounts/sign-in/sessions.ts'
import { endSession, findSession } from '#domain/accounts/sign-in/sessions.ts'
import { signInForm, signUpForm } from './auth-forms.ts'

type ActionArgs = {
  readonly request: Request
  readonly form: FormData
  readonly context: Readonly<RouterContextProvider>
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
  await noteNewSession(context, request, 'signed-in', result.value.sessionToken)
  return startSession(app, { request, form, context }, { ...result.value, email })
}

/** The password was correct: its attempts are counted, and codes are counted separately. */
function askForCode(
  app: App,
  request: Request,
  { email, challenge }: { readonly email: string; readonly challenge: string },
) {
  return redirect(`${href('/auth/code')}${searchWithCheck(request)}`, {
    headers: [
      ['Set-Cookie', secondStepCookie(challenge)],
      ['Set-Cookie', knownBrowserCookie(app, request, email)],
    ],
  })
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
  if (result.ok) {
    await noteNewSession(context, request, 'signed-up', result.value.sessionToken)
    return startSession(app, { request, form, context }, { ...result.value, email })
  }
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

export const BLOCKED = 'This account has been blocked. Please contact support.'

/** Starts the new session. The browser's previous one, if any, ends: one browser, one person. */
async function startSession(
  app: App,
  { request, form, context }: ActionArgs,
  { sessionToken, email }: SignedIn & { readonly email: string },
) {
  const session = await findSession(app.db, sessionToken, app.clock())
  if (!session) return answerProblem(problem(BLOCKED, { form }), 403)
  const { sessionId } = viewerIn(context)
  if (sessionId !== null) await endSession(app.db, sessionId)
  return redirect(afterSigningIn(request), {
    headers: [
      ['Set-Cookie', signedInCookie(app, request, sessionToken)],
      ['Set-Cookie', knownBrowserCookie(app, request, email)],
      ...(await likePendingItem(app, request, session.person)),
    ],
  })
}
