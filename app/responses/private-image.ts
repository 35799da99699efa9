import { attempt } from '#app/request/attempt.ts'
import { appContext, type Context } from '#app/request/contexts.ts'
import { NO_STORE } from '#app/request/private-answers.ts'
import type { ImageId } from '#db/ids.ts'
import { findPrivateFile } from '#domain/catalogue/images/images.ts'
import { imageWidthIn } from '#domain/shared/image-address.ts'
import { done } from '#domain/shared/outcome.ts'
import { IMAGE_UNAVAILABLE, imageHeaders } from './image-headers.ts'

/**
 * A private image in the width of its address, like at the public address of images, but never
 * cached, so that access can end. Without access, the response is the same as for a missing image.
 * @param id null when the person may not see it
 */
export async function answerPrivateImage(
  context: Context,
  request: Request,
  id: ImageId | null,
): Promise<Response> {
  if (!id) return sentence(404, 'Not found')
  const { images } = context.get(appContext)
  const width = imageWidthIn(new URL(request.url))
  const read = await attempt(context, request, async () =>
    done(await findPrivateFile(images, id, width)),
  )
  if (!read.ok) return sentence(503, IMAGE_UNAVAILABLE, { 'Retry-After': '5' })
  const file = read.value
  if (!file) return sentence(404, 'Not found')
  return new Response(file.bytes, {
    headers: {
      ...imageHeaders(id, file),
      'Cache-Control': NO_STORE,
      'Content-Length': String(file.bytes.byteLength),
    },
  })
}

function sentence(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': NO_STORE,
      ...headers,
    },
  })
}
