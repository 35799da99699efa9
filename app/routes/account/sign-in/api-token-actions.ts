import { data, href, type RouterContextProvider } from 'react-router'
import { scopesFor } from '#app/components/profile/scope-words.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { resetAttempts } from '#app/request/limits.ts'
import { limitPasswordAttempts, unlessBusy } from '#app/request/password-attempts.ts'
import { noteSecurity } from '#app/request/security-log.ts'
import type { ApiTokenId } from '#db/ids.ts'
import { MAX_API_TOKENS } from '#domain/accounts/tokens/api-token-limits.ts'
import { makeApiToken, revokeApiToken } from '#domain/accounts/tokens/api-tokens.ts'
import { asClosetOwner } from '#domain/shared/actors.ts'
import { inWords } from '#domain/shared/figures.ts'
import { parseId } from '#domain/shared/ids.ts'
import { apiTokenForm } from './account-forms.ts'
import { notProvenFields } from './sign-in-actions.ts'

type ActionArgs = {
  readonly request: Request
  readonly context: Readonly<RouterContextProvider>
  readonly form: FormData
}

export async function answerApiTokenForm(args: ActionArgs) {
  return args.form.get('what') === 'revoke'
    ? await revoke(args)
    : await unlessBusy(args.form, () => make(args))
}

const NO_SCOPE = 'Please choose at least one.'

async function make({ request, context, form }: ActionArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const scopes = scopesFor({ isCloset: asClosetOwner(person) !== null }).filter(
    (scope) => form.get(scope) === 'yes',
  )
  const read = checkForm(apiTokenForm, form)
  if (!read.ok || scopes.length === 0) {
    const fields = {
      ...(scopes.length === 0 && { scopes: NO_SCOPE }),
      ...(!read.ok && read.problem.fields),
    }
    return answerProblem(problem('', { fields, form }))
  }
  const refusal = await limitPasswordAttempts(app, person, form)
  if (refusal) return refusal
  const { name, days, ...proof } = read.value
  const input = { person, ...proof, name, days, scopes, origin: app.originOf(request) }
  const outcome = await makeApiToken(app.db, app.auth, input, app.clock())
  if (!outcome.ok) {
    const { reason } = outcome.problem
    if (reason === 'too-many-tokens') return answerProblem(problem(TOO_MANY, { form }))
    if (reason === 'scopes-not-allowed')
      return answerProblem(problem('', { fields: { scopes: NO_SCOPE }, form }))
    return answerProblem(problem('', { fields: notProvenFields(reason), form }))
  }
  await resetAttempts(app, 'own password', person.id)
  noteSecurity(context, request, 'token-made')
  return data({ ok: true as const, token: outcome.value.token })
}

const TOO_MANY = `You have ${inWords(MAX_API_TOKENS, 'token')}. Please revoke one first.`

async function revoke({ request, context, form }: ActionArgs) {
  const app = context.get(appContext)
  const person = context.get(signedInContext)
  const id = parseId<ApiTokenId>(form.get('id'))
  const outcome = id && (await revokeApiToken(app.db, person, id, app.clock()))
  if (!outcome?.ok) throw data(null, { status: 404 })
  noteSecurity(context, request, 'token-revoked')
  const text = 'The token has been revoked.'
  return redirectWithSuccess(href('/profile/api-tokens'), text)
}
