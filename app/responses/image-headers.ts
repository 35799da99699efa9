import type { ImageId } from '#db/ids.ts'
import type { StoredImage } from '#gateways/images/image-store.ts'

/** The headers of every response with an image, except those for caching. */
export function imageHeaders(id: ImageId, { contentType }: StoredImage): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Content-Disposition': `inline; filename="${id}.${contentType.split('/').at(-1)}"`,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  }
}

export const IMAGE_UNAVAILABLE = 'This photo is not available right now.'
