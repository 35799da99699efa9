import type { App, Incident } from '#app/request/contexts.ts'
import { IMAGE_UNAVAILABLE, imageHeaders } from '#app/responses/image-headers.ts'
import type { ImageId } from '#db/ids.ts'
import { findImageFile, findImagePreview, imageState } from '#domain/catalogue/images/images.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageNameIn, imageWidthIn, isImagePreview } from '#domain/shared/image-address.ts'
import { plainSentence } from './plain-pages.ts'
import type { Step } from './step.ts'

type ImageSources = Pick<App, 'db' | 'images' | 'noteError'>

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** How many ids of images that something shows are remembered: five megabytes. */
const MAX_SHOWN = 50_000

/**
 * Serves a public image in the next larger listed width, in full without a width, or as the picture
 * beside a link. An image never changes, so browsers can cache it forever; its id is as hard to
 * guess as a password. No session is read for it, and the database once only. What nothing shows
 * yet is its owner's alone, and private images are not found here: see `app/responses/private-image.ts`.
 */
export function serveImages(app: ImageSources): Step {
  const shown = new Set<ImageId>()
  const stateOf = async (id: ImageId) => {
    const state = shown.has(id) ? 'shown' : await imageState(app.db, id)
    if (state === 'shown') shown.add(id)
    for (const oldest of shown) {
      if (shown.size <= MAX_SHOWN) break
      shown.delete(oldest)
    }
    return state
  }
  return async (request, { answering, pathname }, next) => {
    const id = imageNameIn(pathname)
    if (id === null) return await next(request)
    answering.by = 'images'
    return request.method === 'GET' ? await answerImage(app, request, id, stateOf) : notAllowed()
  }
}

async function answerImage(
  { images: store, noteError }: ImageSources,
  request: Request,
  idAsWritten: string,
  stateOf: (id: ImageId) => ReturnType<typeof imageState>,
): Promise<Response> {
  const id = parseId<ImageId>(idAsWritten)
  if (!id) return notFound()
  const address = new URL(request.url)
  const width = imageWidthIn(address)
  const isPreview = isImagePreview(address)
  const tag = `"${id}-${isPreview ? 'preview' : (width ?? 'whole')}"`
  const read = async () => {
    const state = await stateOf(id)
    if (state !== 'shown') return state
    return isPreview ? await findImagePreview(store, id) : await findImageFile(store, id, width)
  }
  const file = await read().catch((error) => {
    const incident: Incident = { id: crypto.randomUUID().slice(0, 8), kind: 'none' }
    noteError(error, incident, address.pathname)
    return 'unavailable' as const
  })
  if (file === 'unavailable') return unavailable()
  if (file === 'unattached') return toOwnUpload(request, id)
  if (!file || file === 'unknown') return notFound()
  const headers = { ...imageHeaders(id, file), 'Cache-Control': IMMUTABLE, ETag: tag }
  if (request.headers.get('if-none-match')?.includes(tag)) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(file.bytes, {
    headers: { ...headers, 'Content-Length': String(file.bytes.byteLength) },
  })
}

/** Its owner sees it at an address that checks who asks. */
function toOwnUpload(request: Request, id: ImageId): Response {
  if (!request.headers.has('cookie')) return notFound()
  const { search } = new URL(request.url)
  const headers = { Location: `/uploads/${id}${search}`, 'Cache-Control': 'no-store' }
  return new Response(null, { status: 302, headers })
}

/** The image storage or the database is unavailable; a retry may succeed soon. */
function unavailable(): Response {
  const answer = plainSentence(503, IMAGE_UNAVAILABLE)
  answer.headers.set('Retry-After', '5')
  return answer
}

function notAllowed(): Response {
  const refusal = plainSentence(405, 'Pictures can only be read here.')
  refusal.headers.set('Allow', 'GET, HEAD')
  return refusal
}

function notFound(): Response {
  return plainSentence(404, 'Not found')
}
