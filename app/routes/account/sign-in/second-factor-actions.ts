import { data, href, type RouterContextProvider, redirect } from 'react-router'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { flash } from '#app/request/flash.ts'
import { resetAttempts } from '#app/request/limits.ts'
import { limitPasswordAttempts, unlessBusy } from '#app/request/password-attempts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import { signedInCookie } from '#app/request/session.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewBackupCodes,
} from '#domain/accounts/sign-in/second-factor.ts'
import { CODE_SECONDS } from '#domain/accounts/sign-in/time-limits.ts'
import { codeForm, proofForm } from './account-forms.ts'
import { notProvenFields } from './sign-in-actions.ts'

type ActionArgs = {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly form: FormData
}

export async function answerSecondFactorForm(args: ActionArgs) {
  return await unlessBusy(args.form, () => act(args))
}

async function act({ request, context, form }: ActionArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const { db, auth } = app
  const what = form.get('what')

  // A code can be guessed like a password.
  const refusal = await limitPasswordAttempts(app, person, form)
  if (refusal) return refusal

  if (what === 'confirm') {
    const read = checkForm(codeForm, form)
    if (!read.ok) return answerProblem(read.problem)
    const browser = request.headers.get('user-agent')
    const given = { person, browser, ...read.value }
    const result = await confirmSecondFactor(db, auth, given, app.clock())
    if (!result.ok) {
      const fields = {
        code: `This code is not correct. Codes change every ${CODE_SECONDS} seconds.`,
      }
      return answerProblem(problem('', { fields, form }))
    }
    await resetAttempts(app, 'own password', person.id)
    noteSecurity(context, request, 'second-factor-changed', { detail: 'on' })
    const { sessionToken, backupCodes } = result.value
    return data(
      { ok: true as const, backupCodes },
      { headers: { 'Set-Cookie': signedInCookie(app, request, sessionToken) } },
    )
  }

  const read = checkForm(proofForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const proof = { person, ...read.value }

  if (what === 'begin') {
    const result = await beginSecondFactor(db, auth, proof, app.clock())
    if (!result.ok && result.problem.reason !== 'on-already')
      return answerProblem(problem('', { fields: notProvenFields(result.problem.reason), form }))
    await resetAttempts(app, 'own password', person.id)
    return redirect(href('/profile/second-factor'))
  }

  if (what === 'codes') {
    const result = await renewBackupCodes(db, auth, proof, app.clock())
    if (!result.ok)
      return answerProblem(problem('', { fields: notProvenFields(result.problem.reason), form }))
    await resetAttempts(app, 'own password', person.id)
    noteSecurity(context, request, 'second-factor-changed', { detail: 'new backup codes' })
    return data({ ok: true as const, backupCodes: result.value })
  }

  if (what === 'end') {
    if (app.paymentsAreReal && person.accountType === 'admin')
      return answerProblem(problem('Admins cannot turn it off.', { form }), 403)
    const result = await endSecondFactor(db, auth, proof, app.clock())
    if (!result.ok)
      return answerProblem(problem('', { fields: notProvenFields(result.problem.reason), form }))
    await resetAttempts(app, 'own password', person.id)
    noteSecurity(context, request, 'second-factor-changed', { detail: 'off' })
    const toastCookie = flash({ type: 'success', text: 'Two-step verification is off.' })
    return redirect(href('/profile/second-factor'), { headers: { 'Set-Cookie': toastCookie } })
  }

  return answerProblem(problem('Please try again.', { form }))
}
