import sharp from 'sharp'

// By itself libvips reads SVG, PDF, GIF, TIFF and whatever else it was built with.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// Its cache keeps decoded pixels of uploads; its threads multiply the memory of each.
sharp.cache(false)
sharp.concurrency(1)

/**
 * The most pixels that are decoded, which bounds what a hostile file can make the process grow by.
 * A plain JPEG is read in strips, so a phone's largest pictures pass; a progressive one and the
 * other formats are held whole.
 */
const MAX_PIXELS = { inStrips: 50_000_000, whole: 16_000_000 }

export function maxPixels(read: { format: string; isProgressive?: boolean }): number {
  return read.format === 'jpeg' && !read.isProgressive ? MAX_PIXELS.inStrips : MAX_PIXELS.whole
}

export { sharp }
