// The only place that defines the addresses of images and the widths in which they are served.

const FOLDER = '/images/'
const WIDTH = 'w'
const PREVIEW = 'preview'

/** In pixels. */
export const imageWidths = [160, 320, 480, 640, 960, 1280, 1600] as const
export type ImageWidth = (typeof imageWidths)[number]

const LARGEST: ImageWidth = 1600

/** The address of a stored image. The columns `image_url` and `logo_url` contain the same. */
export function imageAddress(id: string): string {
  return `${FOLDER}${id}`
}

/** The address of an image in one of its widths. */
export function imageInWidth(address: string, width: ImageWidth): string {
  return `${address}?${WIDTH}=${width}`
}

/** In pixels: the size that other sites ask for. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

/** The address of an image as the picture beside a link on other sites. */
export function imagePreview(address: string): string {
  return `${address}?${PREVIEW}=1`
}

/** Whether an address is that of a picture beside a link. */
export function isImagePreview({ searchParams }: URL): boolean {
  return searchParams.has(PREVIEW)
}

/** Every width up to `widest`, for `srcset`. */
export function imageSources(address: string, widest: ImageWidth = 960): string {
  return imageWidths
    .filter((width) => width >= 320 && width <= widest)
    .map((width) => `${imageInWidth(address, width)} ${width}w`)
    .join(', ')
}

/** The part of a path where an image's id belongs; null for any other path. */
export function imageNameIn(path: string): string | null {
  const name = path.startsWith(FOLDER) ? path.slice(FOLDER.length).replace(/\/$/, '') : ''
  return name === '' || name.includes('/') ? null : name
}

/** The width in an address, or null for the whole image. */
export function imageWidthIn({ searchParams }: URL): ImageWidth | null {
  const requested = searchParams.get(WIDTH)
  return requested === null ? null : servedWidth(Number(requested))
}

/** The width for showing `pixels`: the next larger one, at most the largest. */
export function servedWidth(pixels: number): ImageWidth {
  const wanted = pixels > 0 ? pixels : 0
  return imageWidths.find((width) => width >= wanted) ?? LARGEST
}
