import { href, type RouterContextProvider, redirect } from 'react-router'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { weaknessText } from '#app/forms/password-words.ts'
import { type App, appContext, signedInContext, viewerIn } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { resetAttempts } from '#app/request/limits.ts'
import { limitPasswordAttempts, unlessBusy } from '#app/request/password-attempts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { signedInCookie } from '#app/request/session.ts'
import type { SessionId } from '#db/ids.ts'
import { requestEmailChange } from '#domain/accounts/sign-in/change-email.ts'
import { endSessions } from '#domain/accounts/sign-in/end-sessions.ts'
import { changePassword, type NotProven } from '#domain/accounts/sign-in/own-password.ts'
import { CODE_LOCK_MINUTES, MAX_LINKS_AN_HOUR } from '#domain/accounts/sign-in/time-limits.ts'
import type { Person } from '#domain/shared/actors.ts'
import { asId } from '#domain/shared/ids.ts'
import { newEmailForm, newPasswordForm, sessionForm } from './account-forms.ts'
import { EVERYWHERE_ELSE } from './everywhere-else.ts'

type ActionArgs = {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly form: FormData
}

type Own = ActionArgs & {
  readonly app: App
  readonly person: Person
  readonly sessionId: SessionId
}

export async function answerSignInForm(args: ActionArgs) {
  const { context, form } = args
  const { sessionId } = viewerIn(context)
  if (sessionId === null) throw redirect(href('/auth'))
  const own = {
    ...args,
    app: context.get(appContext),
    person: context.get(signedInContext),
    sessionId,
  }
  return await unlessBusy(form, () => act(own))
}

async function act(own: Own) {
  switch (own.form.get('what')) {
    case 'email':
      return await newEmail(own)
    case 'password':
      return await newPassword(own)
    case 'sessions':
      return await signOutDevices(own)
    default:
      return answerProblem(problem('Please try again.', { form: own.form }))
  }
}

const proofSentences = {
  'wrong-password': { password: 'This password is not correct.' },
  'wrong-code': {
    code: 'This code is not correct or was already used. Please wait for the next one.',
  },
  'unreadable-app': {
    code: 'Codes from your authenticator app no longer work here. Please use a backup code or contact us.',
  },
  'too-many-wrong-codes': {
    code: `Too many wrong codes. Please try again in ${CODE_LOCK_MINUTES} minutes.`,
  },
} satisfies Record<NotProven['reason'], Record<string, string>>

/** The problems at the fields of someone who could not confirm their identity. */
export function notProvenFields(reason: NotProven['reason']): Record<string, string> {
  return proofSentences[reason]
}

async function newEmail({ request, app, person, form }: Own) {
  const read = checkForm(newEmailForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const refusal = await limitPasswordAttempts(app, person, form)
  if (refusal) return refusal
  const input = { person, ...read.value, origin: app.originOf(request) }
  const result = await requestEmailChange(app.db, app.auth, input, app.clock())
  if (result.ok) {
    await resetAttempts(app, 'own password', person.id)
    return redirectWithSuccess(`We have sent a link to ${read.value.email}.`)
  }
  const fields: Record<string, string> = {
    ...proofSentences,
    'same-email': { email: 'This is already your email address.' },
    'email-taken': { email: 'An account with this email address already exists.' },
    'too-many-links': {
      email: `We send at most ${MAX_LINKS_AN_HOUR} links an hour. Please try again later.`,
    },
  }[result.problem.reason]
  const status = result.problem.reason === 'too-many-links' ? 429 : 400
  return answerProblem(problem('', { fields, form }), status)
}

async function newPassword({ request, context, app, person, form }: Own) {
  const read = checkForm(newPasswordForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const refusal = await limitPasswordAttempts(app, person, form)
  if (refusal) return refusal
  const { current_password: password, new_password: wanted, code } = read.value
  const change = { person, password, code, wanted, browser: request.headers.get('user-agent') }
  const result = await changePassword(app.db, app.auth, change, app.clock())
  if (result.ok) {
    await resetAttempts(app, 'own password', person.id)
    noteSecurity(context, request, 'password-changed')
    const { sessionToken } = result.value
    return redirectWithSuccess(
      'Your password has been changed. You are signed out on all other devices.',
      signedInCookie(app, request, sessionToken),
    )
  }
  const { problem: refused } = result
  if (refused.reason === 'weak-password')
    return answerProblem(
      problem('', { fields: { new_password: weaknessText(refused.weaknesses) }, form }),
    )
  const { password: wrong, ...others } = notProvenFields(refused.reason)
  const fields = { ...others, ...(wrong && { current_password: wrong }) }
  return answerProblem(problem('', { fields, form }))
}

async function signOutDevices({ request, context, app, person, sessionId: here, form }: Own) {
  const read = checkForm(sessionForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const refusal = await limitPasswordAttempts(app, person, form)
  if (refusal) return refusal
  const { session, ...given } = read.value
  const which = session === EVERYWHERE_ELSE ? { allBut: here } : { only: asId<SessionId>(session) }
  const result = await endSessions(app.db, app.auth, { person, ...given, which }, app.clock())
  if (!result.ok)
    return answerProblem(problem('', { fields: notProvenFields(result.problem.reason), form }))
  await resetAttempts(app, 'own password', person.id)
  noteSecurity(context, request, 'sessions-ended')
  return redirectWithSuccess(
    session === EVERYWHERE_ELSE
      ? 'You are signed out on all other devices.'
      : 'That device has been signed out.',
  )
}

function redirectWithSuccess(text: string, cookie?: string) {
  const toastCookie = flash({ type: 'success', text })
  return redirect(href('/profile/sign-in'), {
    headers: [
      ['Set-Cookie', toastCookie],
      ...(cookie === undefined ? [] : [['Set-Cookie', cookie] satisfies [string, string]]),
    ],
  })
}
