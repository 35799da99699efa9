import { redirect } from 'react-router'
import { typedFounders } from '#app/components/about/founder-fields.ts'
import { attempt } from '#app/http/attempt.ts'
import { appContext, viewerIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, problem } from '#app/http/forms.ts'
import {
  type AboutProblem,
  editAboutBlock,
  editFounders,
  showAboutBlock,
} from '#domain/about-page/about-page.ts'
import { type Admin, asAdmin } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/about.ts'

type Context = Route.ActionArgs['context']

const PROBLEMS = {
  'block-unknown': 'This block is no longer there.',
  'image-unknown': 'A picture is no longer there. Please choose it again.',
} satisfies Record<AboutProblem, string>

const UNKNOWN = 'Unknown error'
const NOT_ADMIN = 'You are no longer signed in as an admin.'

/** `Error saving founders data: …` or `Error saving content: …` (business §8). */
function notSaved(intent: unknown, message = UNKNOWN): string {
  return `Error saving ${intent === 'founders' ? 'founders data' : 'content'}: ${message}`
}

/** What admins do on the about page: edit a block, and show or hide it. */
export async function actOnAbout({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const intent = form.get('intent')
  const admin = asAdmin(viewerIn(context).person)
  if (!admin) return answerProblem(problem(notSaved(intent, NOT_ADMIN), { form }), 403)
  const missing = intent === 'founders' ? missingInFounders(form) : missingInBlock(intent, form)
  if (missing) return answerProblem(problem(missing, { form }))
  const tried = await attempt(context, request, () => save(context, admin, intent, form))
  if (tried.failed) return answerProblem(problem(notSaved(intent), { form }), 500)
  if (!tried.value.ok) {
    const sentence = notSaved(intent, PROBLEMS[tried.value.problem])
    return answerProblem(problem(sentence, { form }), 409)
  }
  const said = { show: 'Visitors see this block now.', hide: 'Visitors no longer see this block.' }
  const text = intent === 'show' || intent === 'hide' ? said[intent] : 'The about page is saved.'
  return redirect('/about', { headers: { 'Set-Cookie': flash({ type: 'success', text }) } })
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().trim() : ''
}

function missingInBlock(intent: unknown, form: FormData): string | null {
  const isThere = textOf(form, 'title') !== '' && textOf(form, 'content') !== ''
  return intent === 'edit' && !isThere ? 'Please fill in both title and content' : null
}

function missingInFounders(form: FormData): string | null {
  if (textOf(form, 'title') === '' || textOf(form, 'content') === '')
    return 'Please fill in both title and description'
  const founders = typedFounders(form)
  if (founders.length === 0) return 'Please add at least one founder'
  const bad = founders.findIndex(({ name, role, bio }) => name === '' || role === '' || bio === '')
  return bad === -1 ? null : `Please fill in all fields for founder ${bad + 1}`
}

async function save(context: Context, admin: Admin, intent: unknown, form: FormData) {
  const { db, clock } = context.get(appContext)
  const id = parseId(form.get('block'))
  if (!id) return { ok: false, problem: 'block-unknown' } as const
  const words = { id, title: textOf(form, 'title'), text: textOf(form, 'content') }
  if (intent === 'edit') return editAboutBlock(db, admin, words, clock())
  if (intent === 'founders') {
    const founders = typedFounders(form).map(({ image, ...founder }) => {
      const imageId = parseId(image)
      return { ...founder, image: imageId && `/images/${imageId}` }
    })
    return editFounders(db, admin, { ...words, founders }, clock())
  }
  return showAboutBlock(db, admin, { id, isActive: intent === 'show' }, clock())
}
