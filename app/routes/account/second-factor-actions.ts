import { data, type RouterContextProvider, redirect } from 'react-router'
import { appContext, signedInContext } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, checkForm, problem } from '#app/http/forms.ts'
import { forgetAttempts } from '#app/http/limits.ts'
import { signedInCookie } from '#app/http/session.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewBackupCodes,
} from '#domain/people/second-factor.ts'
import { codeForm, passwordForm } from './account-forms.ts'
import { refuseGuessing } from './sign-in-actions.ts'

type Asked = {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly form: FormData
  readonly sessionId: string
}

const WRONG_PASSWORD = { password: 'This is not your password.' }

export async function answerSecondFactorForm({ request, context, form, sessionId }: Asked) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const whose = { person, sessionId }
  const { db, auth } = app
  const what = form.get('what')

  // A code can be guessed as well as a password.
  const refusal = await refuseGuessing(app, person, form)
  if (refusal) return refusal

  if (what === 'confirm') {
    const read = checkForm(codeForm, form)
    if (!read.ok) return answerProblem(read.problem)
    const result = await confirmSecondFactor(db, auth, { ...whose, ...read.value }, app.clock())
    if (!result.ok) {
      const fields = { code: 'This code is not right. Codes change every half minute.' }
      return answerProblem(problem('', { fields, form }))
    }
    await forgetAttempts(app, 'sign-in', person.email)
    const { sessionToken, backupCodes } = result.value
    return data(
      { ok: true as const, backupCodes },
      { headers: { 'Set-Cookie': signedInCookie(app, request, sessionToken) } },
    )
  }

  const read = checkForm(passwordForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const asked = { ...whose, ...read.value }

  if (what === 'begin') {
    const result = await beginSecondFactor(db, auth, asked, app.clock())
    if (!result.ok && result.problem === 'wrong password')
      return answerProblem(problem('', { fields: WRONG_PASSWORD, form }))
    await forgetAttempts(app, 'sign-in', person.email)
    return redirect('/profile/second-factor')
  }

  if (what === 'codes') {
    const result = await renewBackupCodes(db, auth, asked, app.clock())
    if (!result.ok) return answerProblem(problem('', { fields: WRONG_PASSWORD, form }))
    await forgetAttempts(app, 'sign-in', person.email)
    return data({ ok: true as const, backupCodes: result.value })
  }

  if (what === 'end') {
    if (app.paymentsAreReal && person.accountType === 'admin')
      return answerProblem(problem('Admins cannot go without it.', { form }), 403)
    const result = await endSecondFactor(db, auth, asked, app.clock())
    if (!result.ok) return answerProblem(problem('', { fields: WRONG_PASSWORD, form }))
    await forgetAttempts(app, 'sign-in', person.email)
    const said = flash({ type: 'success', text: 'The second factor is off.' })
    return redirect('/profile/second-factor', {
      headers: [
        ['Set-Cookie', signedInCookie(app, request, result.value.sessionToken)],
        ['Set-Cookie', said],
      ],
    })
  }

  return answerProblem(problem('Please try again.', { form }))
}
