import type { App, Incident } from '#app/http/contexts.ts'
import { IMAGE_UNAVAILABLE, imageHeaders } from '#app/http/image-headers.ts'
import type { ImageId } from '#db/ids.ts'
import { findImageFile, findImagePreview } from '#domain/images/images.ts'
import { parseId } from '#domain/shared/ids.ts'
import { imageNameIn, imageWidthIn, isImagePreview } from '#domain/shared/image-address.ts'
import { plainSentence } from './plain-pages.ts'
import type { Step } from './step.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Serves a public image in the next larger listed width, in full without a width, or as the picture
 * beside a link. An image never
 * changes, so browsers can cache it forever; its id is as hard to guess as a password. No session
 * is read for it. Private images are not found here: see `app/http/private-image.ts`.
 */
export function serveImages(app: Pick<App, 'images' | 'noteError'>): Step {
  return async (request, { answering, pathname }, next) => {
    const id = imageNameIn(pathname)
    if (id === null) return await next(request)
    answering.by = 'images'
    return request.method === 'GET' ? await answerImage(app, request, id) : notAllowed()
  }
}

async function answerImage(
  { images: store, noteError }: Pick<App, 'images' | 'noteError'>,
  request: Request,
  idAsWritten: string,
): Promise<Response> {
  const id = parseId<ImageId>(idAsWritten)
  if (!id) return notFound()
  const address = new URL(request.url)
  const width = imageWidthIn(address)
  const isPreview = isImagePreview(address)
  const tag = `"${id}-${isPreview ? 'preview' : (width ?? 'whole')}"`
  const reading = isPreview ? findImagePreview(store, id) : findImageFile(store, id, width)
  const file = await reading.catch((error) => {
    const incident: Incident = { id: crypto.randomUUID().slice(0, 8), kind: 'none' }
    noteError(error, incident, address.pathname)
    return 'unavailable' as const
  })
  if (file === 'unavailable') return unavailable()
  if (!file) return notFound()
  const headers = { ...imageHeaders(id, file), 'Cache-Control': IMMUTABLE, ETag: tag }
  if (request.headers.get('if-none-match')?.includes(tag)) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(file.bytes, {
    headers: { ...headers, 'Content-Length': String(file.bytes.byteLength) },
  })
}

/** The image storage is unavailable; a retry may succeed soon. */
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
