import { type ImageWidth, imageWidths, PREVIEW_SIZE } from '#domain/shared/image-address.ts'
import { sharp } from './decoders.ts'
import type { ImageStore, StoredImage } from './image-store.ts'
import type { Size } from './shape.ts'
import { limitConcurrency } from './turns.ts'

const CONTENT_TYPE = 'image/webp'

/**
 * The folder in the store of an image that not everybody may see; no public address leads to it. A
 * public image's folder is its id.
 */
export function privateFolder(imageId: string): string {
  return `private/${imageId}`
}

export async function putOriginal(
  store: ImageStore,
  folder: string,
  bytes: Uint8Array,
): Promise<void> {
  await store.put(originalKey(folder), bytes, CONTENT_TYPE)
}

const twoAtATime = limitConcurrency(2)
const pendingRenditions = new WeakMap<ImageStore, Map<string, Promise<StoredImage | null>>>()

/**
 * An image in one of the served widths, or as stored when `width` is null. A width is created on
 * the first request, once for simultaneous ones, and stored; it is never larger than the original.
 * Null for an unknown image.
 */
export async function readImage(
  store: ImageStore,
  folder: string,
  width: ImageWidth | null,
): Promise<StoredImage | null> {
  if (width === null) return store.get(originalKey(folder))
  return await readRendition(store, folder, {
    key: widthKey(folder, width),
    contentType: CONTENT_TYPE,
    draw: (original) =>
      sharp(original).resize({ width, withoutEnlargement: true }).webp({ quality: 78 }).toBuffer(),
  })
}

/**
 * The picture that other sites show beside a link: the whole image, on an enlarged and blurred copy
 * of itself. A JPEG, because not all of them read WebP.
 */
export async function readPreview(store: ImageStore, folder: string): Promise<StoredImage | null> {
  return await readRendition(store, folder, {
    key: previewKey(folder),
    contentType: 'image/jpeg',
    draw: drawPreview,
  })
}

async function drawPreview(original: Uint8Array): Promise<Buffer> {
  const whole = await sharp(original)
    .flatten({ background: '#fff' })
    .resize({ ...PREVIEW_SIZE, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  // Blurred while it is small.
  const { width, height } = PREVIEW_SIZE
  const background = await sharp(whole)
    .resize(Math.round(width / 8), Math.round(height / 8), { fit: 'cover' })
    .blur(4)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(background)
    .resize({ ...PREVIEW_SIZE, fit: 'fill' })
    .composite([{ input: whole }])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

/** Removes an image in all sizes, the original first, so that no size can be created again. */
export async function removeImage(store: ImageStore, folder: string): Promise<void> {
  await store.delete(originalKey(folder))
  const keys = [...imageWidths.map((width) => widthKey(folder, width)), previewKey(folder)]
  await Promise.all(keys.map((key) => store.delete(key)))
}

function originalKey(folder: string): string {
  return `${folder}/original.webp`
}

function widthKey(folder: string, width: ImageWidth): string {
  return `${folder}/w${width}.webp`
}

function previewKey(folder: string): string {
  return `${folder}/preview.jpg`
}

function once(
  store: ImageStore,
  key: string,
  make: () => Promise<StoredImage | null>,
): Promise<StoredImage | null> {
  const pending = pendingRenditions.get(store) ?? new Map<string, Promise<StoredImage | null>>()
  pendingRenditions.set(store, pending)
  const underWay = pending.get(key)
  if (underWay) return underWay
  const made = make().finally(() => pending.delete(key))
  pending.set(key, made)
  return made
}

type Rendition = {
  readonly key: string
  readonly contentType: string
  readonly draw: (original: Uint8Array) => Promise<Buffer>
}

async function readRendition(
  store: ImageStore,
  folder: string,
  rendition: Rendition,
): Promise<StoredImage | null> {
  const { key } = rendition
  return (await store.get(key)) ?? once(store, key, () => makeRendition(store, folder, rendition))
}

async function makeRendition(
  store: ImageStore,
  folder: string,
  { key, contentType, draw }: Rendition,
): Promise<StoredImage | null> {
  const original = await store.get(originalKey(folder))
  if (!original) return null
  const bytes = await twoAtATime(() => draw(original.bytes))
  await store.put(key, bytes, contentType)
  // If the image was removed or hidden in the meantime, this size was not removed with it.
  if (!(await store.get(originalKey(folder)))) {
    await store.delete(key)
    return null
  }
  return { bytes: new Uint8Array(bytes), contentType }
}

/** The size of a stored image, in pixels. */
export async function readSize(bytes: Uint8Array): Promise<Size> {
  const { width, height } = await sharp(bytes).metadata()
  return { width, height }
}
