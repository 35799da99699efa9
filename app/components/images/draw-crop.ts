import type { ImageUse } from '#db/enums.ts'
import { type Crop, drawnSize } from './crop-shape.ts'

const JPEG_QUALITY = 0.9

/**
 * The cropped part of an image as a JPEG. The browser rotates it upright while drawing and drops
 * all metadata. Null when it cannot be drawn.
 */
export async function drawCrop(
  image: HTMLImageElement,
  crop: Crop,
  use: ImageUse,
): Promise<Blob | null> {
  const picture = { width: image.naturalWidth, height: image.naturalHeight }
  const size = drawnSize(picture, crop, use)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency: transparent areas become white instead of black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  // The whole image, of which the canvas keeps its part: when asked for a part of an image that is
  // rotated by its metadata, older versions of WebKit draw another one.
  context.drawImage(
    image,
    (-size.width * crop.x) / crop.width,
    (-size.height * crop.y) / crop.height,
    (size.width * 100) / crop.width,
    (size.height * 100) / crop.height,
  )
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
}
