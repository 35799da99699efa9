import { data, isRouteErrorResponse } from 'react-router'
import type { EditorAnswer } from '#app/components/editor/editor-answer.ts'
import { STYLE_NOT_SAVED } from '#app/components/editor/style-sentences.ts'
import type { EditablePage } from '#app/components/home/section-types.ts'
import { conflictSentence } from '#app/forms/edit-conflict.ts'
import { problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminContext, adminIn, appContext } from '#app/request/contexts.ts'
import { draftViews, editablePage } from '#app/routes/storefront/home-views.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { readDraft, saveHomePage } from '#domain/site/home/home.ts'
import type { Route } from './+types/home-page.ts'
import { saveStyle } from './save-style.ts'

const NOT_SAVED = 'Error saving changes. Please try again.'
const ENDED =
  'You are no longer signed in as an admin. Sign in again in another tab, then save once more.'

const done = { ok: true, views: null } as const

function refuse(sentence: string, status: number, theirs: EditablePage | null = null) {
  return data<EditorAnswer>({ ...problem(sentence), theirs }, { status })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = form.get('intent')
  if (intent === 'style') {
    const { answer, status } = await saveStyle(context, request, form)
    return data<EditorAnswer>(
      answer.ok ? { ...done, version: answer.version } : { ...answer, theirs: null },
      { status },
    )
  }
  const read = readDraft(String(form.get('draft')))
  if (!read.ok) {
    const where = read.problem.section === null ? '' : ` of section ${read.problem.section + 1}`
    const what = read.problem.field.replaceAll('_', ' ') || 'page'
    return refuse(`The ${what}${where} cannot be saved as it is.`, 400)
  }
  if (intent === 'preview') {
    return data<EditorAnswer>({ ok: true, views: await draftViews(context, read.value.sections) })
  }
  const { db, clock, admin } = adminIn(context)
  const saved = await attempt(context, request, () => saveHomePage(db, admin, read.value, clock()))
  if (saved.ok) return data<EditorAnswer>(done)
  switch (saved.problem.reason) {
    case 'unexpected':
      return refuse(NOT_SAVED, 500)
    case 'image-unknown':
      return refuse('A photo is no longer available. Please choose it again.', 400)
    case 'edit-conflict':
      return refuse(await whoSaved(context), 409, await editablePage(context))
  }
}

async function whoSaved(context: Route.ActionArgs['context']): Promise<string> {
  const edited = { noun: 'home page', nounId: 'home' }
  const by = await lastEditor(context.get(appContext).db, context.get(adminContext), edited)
  return conflictSentence('the home page', by)
}

/**
 * The editor always keeps its draft: a lost connection or an ended session becomes a message
 * instead of another page.
 */
export async function clientAction({
  request,
  serverAction,
}: Route.ClientActionArgs): Promise<EditorAnswer> {
  const form = await readForm(request.clone())
  const notSaved = form.get('intent') === 'style' ? STYLE_NOT_SAVED : NOT_SAVED
  try {
    return await serverAction()
  } catch (error) {
    const ended = error instanceof Response || (isRouteErrorResponse(error) && error.status === 401)
    return { ...problem(ended ? ENDED : notSaved), theirs: null }
  }
}
