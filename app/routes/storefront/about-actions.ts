import { data, href } from 'react-router'
import { type AboutAnswer, notSaved } from '#app/components/about/about-answer.ts'
import { typedFounders } from '#app/components/about/founder-fields.ts'
import { conflictSentence } from '#app/forms/edit-conflict.ts'
import { problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context, viewerIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import type { BlockId, ImageId } from '#db/ids.ts'
import { type Admin, asAdmin } from '#domain/shared/actors.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { refused } from '#domain/shared/outcome.ts'
import { severalLines, storable } from '#domain/shared/plain-text.ts'
import {
  type AboutProblem,
  aboutBlocks,
  editAboutBlock,
  editFounders,
  showAboutBlock,
} from '#domain/site/about/about.ts'
import type { Route } from './+types/about.ts'

const PROBLEMS = {
  'block-unknown': 'This block no longer exists.',
  'image-unknown': 'A photo is no longer available. Please choose it again.',
} satisfies Record<Exclude<AboutProblem['reason'], 'edit-conflict'>, string>

const NOT_ADMIN =
  'You are no longer signed in as an admin. Sign in again in another tab, then save once more.'

/** An admin's actions on the about page: edit a block, and show or hide it. */
export async function actOnAbout({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = form.get('intent')
  const admin = asAdmin(viewerIn(context).person)
  if (!admin) return refuse(notSaved(intent, NOT_ADMIN), form, 403)
  const missing = intent === 'founders' ? missingInFounders(form) : missingInBlock(intent, form)
  if (missing) return refuse(missing, form, 400)
  const saved = await attempt(context, request, () => save(context, admin, intent, form))
  if (!saved.ok) {
    const why = saved.problem.reason
    if (why === 'unexpected') return refuse(notSaved(intent), form, 500)
    if (why !== 'edit-conflict') return refuse(notSaved(intent, PROBLEMS[why]), form, 409)
    const { db } = context.get(appContext)
    const edited = { noun: 'about block', nounId: String(form.get('block')) }
    const conflict = conflictSentence('this block', await lastEditor(db, admin, edited))
    return refuse(notSaved(intent, conflict), form, 409, await versionOf(context, admin, form))
  }
  const messages = {
    show: 'Visitors can now see this block.',
    hide: 'Visitors no longer see this block.',
  }
  const text = intent === 'show' || intent === 'hide' ? messages[intent] : 'About page saved.'
  return redirectWithSuccess(href('/about'), text)
}

function refuse(sentence: string, form: FormData, status: number, theirs: string | null = null) {
  return data<AboutAnswer>({ ...problem(sentence, { form }), theirs }, { status })
}

/** What someone saved in the meantime, for deciding whether to overwrite it. */
async function versionOf(context: Context, admin: Admin, form: FormData) {
  const blocks = await aboutBlocks(context.get(appContext).db, admin)
  return blocks.find(({ id }) => id === form.get('block'))?.version ?? null
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? severalLines(storable(value)) : ''
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
  const id = parseId<BlockId>(form.get('block'))
  if (!id) return refused({ reason: 'block-unknown' } as const)
  const seen = textOf(form, 'over') || textOf(form, 'seen')
  const words = { id, seen, title: textOf(form, 'title'), text: textOf(form, 'content') }
  if (intent === 'edit') return editAboutBlock(db, admin, words, clock())
  if (intent === 'founders') {
    const founders = typedFounders(form).map(({ image, ...founder }) => {
      const imageId = parseId<ImageId>(image)
      return { ...founder, image: imageId && imageAddress(imageId) }
    })
    return editFounders(db, admin, { ...words, founders }, clock())
  }
  return showAboutBlock(db, admin, { id, isActive: intent === 'show' }, clock())
}
