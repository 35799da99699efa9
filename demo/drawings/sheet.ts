import sharp, { type Sharp } from 'sharp'
import { type Point, toPath } from './curve.ts'

sharp.cache(false)

/** The position of a garment: `k` canvas units per cm. */
export type Frame = { readonly x: number; readonly y: number; readonly k: number }

/** An unfinished picture in linear light; `scale` is pixels per canvas unit. */
export type Sheet = {
  readonly w: number
  readonly h: number
  readonly scale: number
  readonly rgb: Float32Array
}

/** A coverage map of one piece, cut to the box that it fills. */
export type Mask = {
  readonly x0: number
  readonly y0: number
  readonly w: number
  readonly h: number
  readonly a: Float32Array
}

export const at = (a: Float32Array | Uint8Array | Uint8ClampedArray, i: number): number =>
  a[i] as number

export function newSheet(width: number, height: number, scale: number): Sheet {
  const w = Math.round(width * scale)
  const h = Math.round(height * scale)
  return { w, h, scale, rgb: new Float32Array(w * h * 3) }
}

/** Rasterizes outlines (in cm of the frame) with smooth edges; `pad` is the margin in cm. */
export async function coverage(
  sheet: Sheet,
  frame: Frame,
  outlines: readonly (readonly Point[])[],
  pad: number,
  holes: readonly (readonly Point[])[] = [],
): Promise<Mask> {
  const k = frame.k * sheet.scale
  const toX = (x: number) => frame.x * sheet.scale + x * k
  const toY = (y: number) => frame.y * sheet.scale + y * k
  let minX = Infinity
  let maxX = -Infinity
  let minY = Infinity
  let maxY = -Infinity
  for (const [x, y] of outlines.flat()) {
    minX = Math.min(minX, x)
    maxX = Math.max(maxX, x)
    minY = Math.min(minY, y)
    maxY = Math.max(maxY, y)
  }
  const x0 = Math.max(0, Math.floor(toX(minX - pad)))
  const y0 = Math.max(0, Math.floor(toY(minY - pad)))
  const w = Math.max(1, Math.min(sheet.w, Math.ceil(toX(maxX + pad))) - x0)
  const h = Math.max(1, Math.min(sheet.h, Math.ceil(toY(maxY + pad))) - y0)
  const place = (p: readonly Point[]) => toPath(p.map(([x, y]) => [toX(x) - x0, toY(y) - y0]))
  const fills = outlines.map((p) => `<path d="${place(p)}" fill="#fff"/>`).join('')
  const cuts = holes.map((p) => `<path d="${place(p)}" fill="#000"/>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="${w}" height="${h}" fill="#000"/>${fills}${cuts}</svg>`
  const raw = await sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer()
  const a = new Float32Array(w * h)
  for (let i = 0; i < a.length; i++) a[i] = at(raw, i) / 255
  return { x0, y0, w, h, a }
}

/** Three box blurs, close to a Gaussian of `radius` pixels. */
export function blurred(src: Float32Array, w: number, h: number, radius: number): Float32Array {
  const r = Math.max(1, Math.round(radius * 0.6))
  let a = src
  for (let pass = 0; pass < 3; pass++) a = boxDown(boxAcross(a, w, h, r), w, h, r)
  return a
}

function boxAcross(src: Float32Array, w: number, h: number, r: number): Float32Array {
  const out = new Float32Array(w * h)
  const n = 2 * r + 1
  for (let y = 0; y < h; y++) {
    const row = y * w
    let sum = at(src, row) * (r + 1)
    for (let i = 0; i < r; i++) sum += at(src, row + Math.min(i, w - 1))
    for (let x = 0; x < w; x++) {
      sum +=
        at(src, row + Math.min(x + r, w - 1)) -
        (x > 0 ? at(src, row + Math.max(x - r - 1, 0)) : at(src, row))
      out[row + x] = sum / n
    }
  }
  return out
}

function boxDown(src: Float32Array, w: number, h: number, r: number): Float32Array {
  const out = new Float32Array(w * h)
  const n = 2 * r + 1
  const sums = new Float32Array(w)
  for (let x = 0; x < w; x++) {
    let sum = at(src, x) * (r + 1)
    for (let i = 0; i < r; i++) sum += at(src, Math.min(i, h - 1) * w + x)
    sums[x] = sum
  }
  for (let y = 0; y < h; y++) {
    const add = Math.min(y + r, h - 1) * w
    const drop = Math.max(y - r - 1, 0) * w
    for (let x = 0; x < w; x++) {
      const s = at(sums, x) + at(src, add + x) - at(src, drop + x)
      sums[x] = s
      out[y * w + x] = s / n
    }
  }
  return out
}

export const toLight = (v: number): number =>
  v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4

const toScreen = (v: number): number =>
  v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055

/** Compresses highlights instead of clipping them at white. */
const shoulder = (v: number): number => (v < 0.8 ? v : 0.8 + 0.2 * (1 - Math.exp(-(v - 0.8) / 0.2)))

export type Rgb = readonly [r: number, g: number, b: number]

/** A hex colour as linear light. */
export function paint(hex: string): Rgb {
  const n = Number.parseInt(hex.slice(1), 16)
  return [toLight((n >> 16) / 255), toLight(((n >> 8) & 255) / 255), toLight((n & 255) / 255)]
}

/** Writes the sheet at its real size with a little film grain. */
export function develop(sheet: Sheet, width: number, height: number, grain = 0.006): Sharp {
  const out = Buffer.alloc(sheet.w * sheet.h * 3)
  let seed = 7
  for (let i = 0; i < sheet.w * sheet.h; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    const g = (seed / 4294967296 - 0.5) * 2 * grain * sheet.scale
    for (let c = 0; c < 3; c++) {
      const v = toScreen(shoulder(Math.max(0, at(sheet.rgb, i * 3 + c)))) + g
      out[i * 3 + c] = Math.max(0, Math.min(255, Math.round(v * 255)))
    }
  }
  const raw = { raw: { width: sheet.w, height: sheet.h, channels: 3 as const } }
  return sharp(out, raw).resize(width, height, { kernel: 'lanczos3' })
}
