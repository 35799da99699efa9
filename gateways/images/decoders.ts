import sharp from 'sharp'

// By default libvips reads every format it was built with, such as SVG, PDF, GIF and TIFF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// The cache would keep decoded pixels of uploads; threads would multiply the memory for each.
sharp.cache(false)
sharp.concurrency(1)

/**
 * The most pixels that are decoded, which bounds the memory that a hostile file can use. A baseline
 * JPEG is read in strips, so even a phone's largest photos are accepted; progressive ones and the
 * other formats are decoded as a whole.
 */
const MAX_PIXELS = { inStrips: 50_000_000, whole: 16_000_000 }

export function maxPixels(read: { format: string; isProgressive?: boolean }): number {
  return read.format === 'jpeg' && !read.isProgressive ? MAX_PIXELS.inStrips : MAX_PIXELS.whole
}

export { sharp }
