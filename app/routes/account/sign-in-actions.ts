import { type RouterContextProvider, redirect } from 'react-router'
import { type App, appContext, signedInContext, viewerIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { forgetAttempts, takeOne } from '#app/http/limits.ts'
import { answerTooMany } from '#app/http/too-many.ts'
import { weaknessText } from '#app/routes/auth/auth-forms.ts'
import { askForNewEmail } from '#domain/people/change-email.ts'
import { changePassword } from '#domain/people/own-password.ts'
import { endOtherSessions, endOwnSession } from '#domain/people/own-sessions.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newEmailForm, newPasswordForm, sessionForm } from './account-forms.ts'

type Asked = {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly form: FormData
}

type Own = Asked & { readonly app: App; readonly person: Person; readonly sessionId: string }

export async function answerSignInForm(asked: Asked) {
  const { context, form } = asked
  const { sessionId } = viewerIn(context)
  if (sessionId === null) throw redirect('/auth')
  const own = {
    ...asked,
    app: context.get(appContext),
    person: context.get(signedInContext),
    sessionId,
  }
  switch (form.get('what')) {
    case 'email':
      return await newEmail(own)
    case 'password':
      return await newPassword(own)
    case 'session':
      return await endOne(own)
    case 'others':
      return await endOthers(own)
    default:
      return answerProblem(problem('Please try again.', { form }))
  }
}

/** Guesses at a password count as they do where one signs in. */
export async function refuseGuessing(app: App, person: Person, form: FormData) {
  const taken = await takeOne(app, 'sign-in', person.email)
  return taken.ok ? null : answerTooMany(taken, form, 'Too many wrong passwords.')
}

async function newEmail({ request, app, person, form }: Own) {
  const read = checkForm(newEmailForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const refusal = await refuseGuessing(app, person, form)
  if (refusal) return refusal
  const wish = { person, ...read.value, origin: app.originOf(request) }
  const result = await askForNewEmail(app.db, app.auth, wish, app.clock())
  if (result.ok) {
    await forgetAttempts(app, 'sign-in', person.email)
    return saying(`We have sent a link to ${read.value.email}.`)
  }
  const fields: Record<string, string> = {
    'wrong password': { password: 'This is not your password.' },
    'same e-mail': { email: 'This is your address already.' },
    'e-mail taken': { email: 'There is an account with this email address already.' },
  }[result.problem]
  return answerProblem(problem('', { fields, form }))
}

async function newPassword({ app, person, sessionId, form }: Own) {
  const read = checkForm(newPasswordForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const refusal = await refuseGuessing(app, person, form)
  if (refusal) return refusal
  const { current_password: current, new_password: wanted } = read.value
  const change = { person, sessionId, current, wanted }
  const result = await changePassword(app.db, app.auth, change, app.clock())
  if (result.ok) {
    await forgetAttempts(app, 'sign-in', person.email)
    return saying('Your password has been changed. You are signed out everywhere else.')
  }
  const fields: Record<string, string> =
    result.problem.reason === 'weak password'
      ? { new_password: weaknessText(result.problem.weaknesses) }
      : { current_password: 'This is not your password.' }
  return answerProblem(problem('', { fields, form }))
}

async function endOne({ app, person, form }: Own) {
  const read = checkForm(sessionForm, form)
  if (!read.ok) return answerProblem(read.problem)
  await endOwnSession(app.db, person, read.value.session)
  return saying('Signed out there.')
}

async function endOthers({ app, person, sessionId }: Own) {
  await endOtherSessions(app.db, person, sessionId)
  return saying('You are signed out everywhere else.')
}

function saying(text: string) {
  return redirect('/profile/sign-in', {
    headers: { 'Set-Cookie': flash({ type: 'success', text }) },
  })
}
