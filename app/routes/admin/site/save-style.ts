import {
  SETTING_LABELS,
  STYLE_NOT_SAVED,
  styleSentences,
} from '#app/components/editor/style-sentences.ts'
import { changedSentence, editConflict, seenIn } from '#app/forms/edit-conflict.ts'
import { type FormAnswer, problem, textFields } from '#app/forms/forms.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { settingKeys } from '#domain/site/style/site-settings.ts'
import { readSiteStyle, saveSiteStyle, styleVersion } from '#domain/site/style/style.ts'

type Saved = {
  readonly answer:
    | Exclude<FormAnswer, { ok: true }>
    | { readonly ok: true; readonly version: string }
  readonly status: number
}

/** Saves the settings in a form; unknown fields are ignored. */
export async function saveStyle(
  context: Context,
  request: Request,
  form: FormData,
): Promise<Saved> {
  const { db, clock, admin } = adminIn(context)
  const given = textFields(form)
  const outcome = await attempt(context, request, () =>
    saveSiteStyle(db, admin, given, clock(), seenIn(form)),
  )
  if (outcome.ok) return { answer: { ok: true, version: outcome.value.version }, status: 200 }
  if (outcome.problem.reason === 'unexpected')
    return { answer: problem(STYLE_NOT_SAVED, { form }), status: 500 }
  if (outcome.problem.reason === 'not-valid') {
    const fields = styleSentences(outcome.problem.problems)
    return { answer: problem('', { fields, form }), status: 400 }
  }
  const theirs = await readSiteStyle(db)
  const changes = settingKeys.flatMap((key) => {
    const mine = given[key]
    return mine === undefined ? [] : [[SETTING_LABELS[key], theirs[key], mine] as const]
  })
  const conflict = { form, editConflict: editConflict(styleVersion(theirs), changes) }
  const edited = { noun: 'site style', nounId: 'site', action: 'restyle' }
  const by = await lastEditor(db, admin, edited)
  return { answer: problem(changedSentence('the style', by), conflict), status: 409 }
}
