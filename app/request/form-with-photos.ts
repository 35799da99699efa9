import { data } from 'react-router'
import { imageSentence } from '#app/components/images/image-sentences.ts'
import { maxBodyBytes, readMultipart } from '#app/forms/multipart.ts'
import { inTurn, UPLOADS_BUSY, UPLOADS_BUSY_SECONDS } from '#app/forms/photos-in-turn.ts'
import { readForm } from '#app/forms/read-form.ts'
import type { ImageUse } from '#db/enums.ts'
import { MAX_FILE_BYTES } from '#domain/catalogue/images/image-shapes.ts'
import { storeImage } from '#domain/catalogue/images/images.ts'
import type { Person } from '#domain/shared/actors.ts'
import { TooBusy } from '#domain/shared/lists/bounded-queue.ts'
import { senderIn, TooSlow, UPLOAD_TOO_SLOW, whenArrived } from './arrived-body.ts'
import { attempt } from './attempt.ts'
import { appContext, type Context } from './contexts.ts'
import { countAttempt, keepAttempts } from './limits.ts'
import { tryAgainIn } from './too-many.ts'
import { isMultipart } from './uploaded-file.ts'

/**
 * The limits of one file while it is read: a photo over the limit for images does not lose the rest
 * of its form, and only enough of it is held to refuse it.
 */
const LIMITS = { fileBytes: 3 * MAX_FILE_BYTES, heldBytes: MAX_FILE_BYTES }

export type FormWithPhotos = {
  /**
   * Every file is replaced by the id of the stored image, under the name of its field; several ids of
   * one field are joined by commas.
   */
  readonly form: FormData
  /** What was wrong with a file, by field name. */
  readonly problems: Readonly<Record<string, string>>
}

/**
 * Reads a form with image uploads, as browsers without our script send it: each file is stored as
 * soon as it is read. With the script the fields contain ids, and nothing is stored here.
 * @param uses the use of the images in each field
 * @param most how many files one form can have
 * @returns null for a form that is too large; throws the response to an unreadable one
 */
export async function readFormWithPhotos(
  context: Context,
  request: Request,
  person: Person,
  uses: Readonly<Record<string, ImageUse>>,
  max: number,
): Promise<FormWithPhotos | null> {
  const joined = (form: FormData) => {
    for (const name of Object.keys(uses))
      if (form.has(name)) form.set(name, form.getAll(name).filter(Boolean).join(','))
    return form
  }
  if (!isMultipart(request)) return { form: joined(await readForm(request)), problems: {} }
  const app = context.get(appContext)
  const problems: Record<string, string> = {}
  const limits = { ...LIMITS, files: max + 1 }
  const take = async (field: string, file: File) => {
    const use = uses[field]
    if (!use || (file.size === 0 && file.name === '')) return null
    const taken = await countAttempt(app, 'upload', person.id)
    if (!taken.ok) {
      problems[field] = `Too many uploads. ${tryAgainIn(taken.problem.retryAfterSeconds)}`
      return null
    }
    const stored = await attempt(context, request, () =>
      storeImage(app.db, app.images, person, file.stream(), use, app.clock()),
    )
    if (stored.ok) {
      keepAttempts()
      return stored.value
    }
    problems[field] = imageSentence(stored.problem, use)
    return null
  }
  const read = await whenArrived(
    request,
    senderIn(context, person),
    maxBodyBytes(limits),
    (arrived) => inTurn(person.id, () => readMultipart(arrived.read(), limits, take)),
  ).catch(refuseUnread)
  if (read.ok) return { form: joined(read.value), problems }
  // No browser sends such a form.
  if (read.problem.reason === 'unreadable')
    throw data('This form could not be read.\n', { status: 400 })
  return null
}

function refuseUnread(error: unknown): never {
  if (error instanceof TooSlow) throw data(`${UPLOAD_TOO_SLOW}\n`, { status: 408 })
  if (!(error instanceof TooBusy)) throw error
  const headers = { 'Retry-After': String(UPLOADS_BUSY_SECONDS) }
  throw data(`${UPLOADS_BUSY}\n`, { status: 503, headers })
}
