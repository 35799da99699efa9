import { imageSentence, imageSentences } from '#app/components/images/image-sentences.ts'
import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import { inTurn, UPLOADS_BUSY, UPLOADS_BUSY_SECONDS } from '#app/forms/photos-in-turn.ts'
import { senderIn, TooSlow, UPLOAD_TOO_SLOW, whenArrived } from '#app/request/arrived-body.ts'
import { attempt } from '#app/request/attempt.ts'
import { appContext, viewerIn } from '#app/request/contexts.ts'
import { countAttempt, noteFailureOnOurSide } from '#app/request/limits.ts'
import { tryAgainIn } from '#app/request/too-many.ts'
import {
  fileIn,
  isMultipart,
  MAX_FILE_FORM_BYTES,
  readFormWithFile,
} from '#app/request/uploaded-file.ts'
import { type ImageUse, imageUses } from '#db/enums.ts'
import { storeImage } from '#domain/catalogue/images/images.ts'
import { isPrivateUse, mayUpload } from '#domain/catalogue/images/private-uses.ts'
import type { Person } from '#domain/shared/actors.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { TooBusy } from '#domain/shared/lists/bounded-queue.ts'
import type { Route } from './+types/uploads'

/**
 * Accepts one image from a script: a form with `file` and `use`, and `cropped` if the page has cut
 * it out of a photo; answers `{ id, url }`.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { person } = viewerIn(context)
  if (!person) return refuse(401, 'Please sign in to upload photos.')
  const taken = await countAttempt(app, 'upload', person.id)
  if (!taken.ok) {
    const seconds = taken.problem.retryAfterSeconds
    const headers = { 'Retry-After': String(seconds) }
    return refuse(429, `Too many uploads. ${tryAgainIn(seconds)}`, headers)
  }
  const read = await readInTurn(context, person, request)
  if (read === 'too-slow') return refuse(408, UPLOAD_TOO_SLOW)
  if (read === 'busy')
    return refuse(503, UPLOADS_BUSY, { 'Retry-After': String(UPLOADS_BUSY_SECONDS) })
  if (!read.ok && read.problem.reason === 'too-large')
    return refuse(413, imageSentences['too-large'])
  const file = read.ok ? fileIn(read.value, 'file') : null
  const use = read.ok ? readUse(read.value) : null
  if (!file || !use) return refuse(400, imageSentences['not-an-image'])
  if (!mayUpload(person, use)) return refuse(403, 'Your account has no place for this photo.')
  const isCropped = read.ok && read.value.has('cropped')
  const stored = await attempt(context, request, () =>
    storeImage(app.db, app.images, person, file.stream(), use, app.clock(), { isCropped }),
  )
  if (!stored.ok) {
    const { reason } = stored.problem
    const sentence = imageSentence(stored.problem, use)
    if (reason === 'unexpected') return refuse(503, sentence, { 'Retry-After': '5' })
    return refuse(reason === 'too-large' ? 413 : 400, sentence)
  }
  const photo = isPrivateUse(use)
    ? uploadedPhoto(stored.value)
    : { id: stored.value, url: imageAddress(stored.value) }
  return Response.json(photo, { headers: noStore })
}

async function readInTurn(context: Route.ActionArgs['context'], person: Person, request: Request) {
  if (!isMultipart(request)) return await readFormWithFile(request)
  try {
    return await whenArrived(request, senderIn(context, person), MAX_FILE_FORM_BYTES, (arrived) =>
      inTurn(person.id, () => readFormWithFile(arrived.read())),
    )
  } catch (error) {
    if (error instanceof TooSlow) return 'too-slow'
    if (!(error instanceof TooBusy)) throw error
    noteFailureOnOurSide()
    return 'busy'
  }
}

const noStore = { 'Cache-Control': 'no-store' }

function refuse(status: number, problem: string, headers: Record<string, string> = {}): Response {
  return Response.json({ problem }, { status, headers: { ...noStore, ...headers } })
}

function readUse(form: FormData): ImageUse | null {
  const use = form.get('use')
  return imageUses.find((known) => known === use) ?? null
}
