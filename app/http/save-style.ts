import type { RouterContextProvider } from 'react-router'
import { saveSiteStyle } from '#domain/site-style/site-style.ts'
import { attempt } from './attempt.ts'
import { adminContext, appContext } from './contexts.ts'
import { type FormAnswer, problem } from './forms.ts'
import { STYLE_NOT_SAVED, styleSentences } from './style-sentences.ts'

type Saved = { readonly answer: FormAnswer; readonly status: number }

/** Keeps the settings that a form has sent; what is no setting is ignored. */
export async function saveStyle(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: FormData,
): Promise<Saved> {
  const { db, clock } = context.get(appContext)
  const admin = context.get(adminContext)
  const given = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const tried = await attempt(context, request, () => saveSiteStyle(db, admin, given, clock()))
  if (tried.failed) return { answer: problem(STYLE_NOT_SAVED, { form }), status: 500 }
  const outcome = tried.value
  return outcome.ok
    ? { answer: { ok: true }, status: 200 }
    : { answer: problem('', { fields: styleSentences(outcome.problem), form }), status: 400 }
}
