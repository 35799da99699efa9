import { type ImageWidth, imageWidths } from '#domain/shared/image-address.ts'
import { sharp } from './decoders.ts'
import type { ImageStore, StoredImage } from './image-store.ts'
import type { Size } from './shape.ts'
import { takeTurns } from './turns.ts'

const CONTENT_TYPE = 'image/webp'

export async function putOriginal(
  store: ImageStore,
  imageId: string,
  bytes: Uint8Array,
): Promise<void> {
  await store.put(originalKey(imageId), bytes, CONTENT_TYPE)
}

const twoAtATime = takeTurns(2)
const beingMade = new WeakMap<ImageStore, Map<string, Promise<StoredImage | null>>>()

/**
 * An image in one of the served widths, or as stored when `width` is null. Created on the first
 * request, once for simultaneous ones, and stored; never larger than the original. Null for an
 * unknown image.
 */
export async function readImage(
  store: ImageStore,
  imageId: string,
  width: ImageWidth | null,
): Promise<StoredImage | null> {
  if (width === null) return store.get(originalKey(imageId))
  const key = widthKey(imageId, width)
  return (await store.get(key)) ?? once(store, key, () => makeRendition(store, imageId, width))
}

/** Removes an image in all its sizes, the original first: without it no size is created again. */
export async function removeImage(store: ImageStore, imageId: string): Promise<void> {
  await store.delete(originalKey(imageId))
  await Promise.all(imageWidths.map((width) => store.delete(widthKey(imageId, width))))
}

function originalKey(imageId: string): string {
  return `${imageId}/original.webp`
}

function widthKey(imageId: string, width: ImageWidth): string {
  return `${imageId}/w${width}.webp`
}

function once(
  store: ImageStore,
  key: string,
  make: () => Promise<StoredImage | null>,
): Promise<StoredImage | null> {
  const making = beingMade.get(store) ?? new Map<string, Promise<StoredImage | null>>()
  beingMade.set(store, making)
  const underWay = making.get(key)
  if (underWay) return underWay
  const made = make().finally(() => making.delete(key))
  making.set(key, made)
  return made
}

async function makeRendition(
  store: ImageStore,
  imageId: string,
  width: ImageWidth,
): Promise<StoredImage | null> {
  const original = await store.get(originalKey(imageId))
  if (!original) return null
  const bytes = await twoAtATime(() =>
    sharp(original.bytes)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer(),
  )
  await store.put(widthKey(imageId, width), bytes, CONTENT_TYPE)
  return { bytes: new Uint8Array(bytes), contentType: CONTENT_TYPE }
}

/** The size of a stored image, in pixels. */
export async function readSize(bytes: Uint8Array): Promise<Size> {
  const { width, height } = await sharp(bytes).metadata()
  return { width, height }
}
