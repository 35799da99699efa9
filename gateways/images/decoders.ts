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
 * The most pixels that are decoded. A progressive JPEG of this size takes 144 MB while it is read,
 * so this times the number of turns bounds what a hostile file can make the process grow by.
 */
export const MOST_PIXELS = 24_000_000

export { sharp }
