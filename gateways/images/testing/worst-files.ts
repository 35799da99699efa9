import { sharp } from '#gateways/images/decoders.ts'
import { flatPng } from './hostile-files.ts'

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#135' } })

/** The accepted files that need the most memory, one per format. */
export async function worstFiles(): Promise<Uint8Array[]> {
  return [
    flatPng(3990, 4000, { interlaced: true }),
    await flat(4000, 3990)
      .jpeg({ quality: 90, progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    await flat(7000, 7000)
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 50, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    await flat(3990, 4000).ensureAlpha(0.5).webp({ lossless: true, effort: 0 }).toBuffer(),
  ]
}
