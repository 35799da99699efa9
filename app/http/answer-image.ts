import type { ImageId } from '#db/ids.ts'
import { findImageFile, widthServedFor } from '#domain/images/images.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { App, Incident } from './contexts.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Answers `/images/:id?w=480` with the picture in the next listed width, or whole without `w`. A
 * picture never changes, so it may be kept for ever; its id is as hard to guess as a password.
 */
export async function answerImage(
  { images: store, noteError }: Pick<App, 'images' | 'noteError'>,
  request: Request,
  idAsWritten: string | undefined,
): Promise<Response> {
  const id = parseId<ImageId>(idAsWritten)
  if (!id) return notFound()
  const width = askedWidth(request)
  const tag = `"${id}-${width ?? 'whole'}"`
  const file = await findImageFile(store, id, width).catch((error) => {
    const incident: Incident = { id: crypto.randomUUID().slice(0, 8), kind: 'none' }
    noteError(error, incident, new URL(request.url).pathname)
    return 'away' as const
  })
  if (file === 'away') return away()
  if (!file) return notFound()
  const headers = {
    'Content-Type': file.contentType,
    'Cache-Control': FOREVER,
    'Content-Disposition': `inline; filename="${id}.${file.contentType.split('/').at(-1)}"`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ETag: tag,
  }
  if (request.headers.get('if-none-match')?.includes(tag)) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(request.method === 'HEAD' ? null : file.bytes, {
    headers: { ...headers, 'Content-Length': String(file.bytes.byteLength) },
  })
}

function askedWidth(request: Request): number | null {
  const asked = new URL(request.url).searchParams.get('w')
  if (asked === null) return null
  const pixels = Number(asked)
  return widthServedFor(pixels > 0 ? pixels : 0)
}

/** Where the pictures are kept does not answer; whoever asks again soon may see it. */
function away(): Response {
  return new Response('This picture is not available right now.\n', {
    status: 503,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': '5',
    },
  })
}

function notFound(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
