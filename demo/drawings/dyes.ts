import sharp from 'sharp'
import type { Dye } from './fabric.ts'
import { clamp, cloud, hash, mix, noise, smooth } from './noise.ts'
import { at, paint, type Rgb, toLight } from './sheet.ts'

export const blend = (a: Rgb, b: Rgb, t: number): Rgb => [
  mix(a[0], b[0], t),
  mix(a[1], b[1], t),
  mix(a[2], b[2], t),
]

/** A slightly mottled colour, like yarn of many fibres. */
export function melange(hex: string, amount = 0.16): Dye {
  const c = paint(hex)
  return (u, v) => {
    const n = 1 + amount * (noise(u * 7, v * 2.4, 21) + 0.7 * noise(u * 2.2, v * 8, 22))
    return [c[0] * n, c[1] * n, c[2] * n]
  }
}

/** Stripes of given widths, in cm; `angle` 0 is horizontal, 90 vertical. */
export function stripes(bands: readonly (readonly [hex: string, cm: number])[], angle = 0): Dye {
  const sum = bands.reduce((s, b) => s + b[1], 0)
  const colours = bands.map((b) => paint(b[0]))
  const cos = Math.cos((angle * Math.PI) / 180)
  const sin = Math.sin((angle * Math.PI) / 180)
  return (u, v, px) => {
    const p = v * cos + u * sin
    let q = ((p % sum) + sum) % sum
    for (let i = 0; i < bands.length; i++) {
      const w = (bands[i] as readonly [string, number])[1]
      if (q < w || i === bands.length - 1) {
        const next = colours[(i + 1) % bands.length] as Rgb
        return blend(colours[i] as Rgb, next, smooth(w - px * 1.5, w, q))
      }
      q -= w
    }
    return colours[0] as Rgb
  }
}

/** Woven checks: a light and a dark thread cross in a medium tone. */
export function gingham(light: string, dark: string, cm: number): Dye {
  const a = paint(light)
  const b = paint(dark)
  const on = (p: number, px: number) => {
    const q = (((p / cm) % 2) + 2) % 2
    const e = px / cm
    return smooth(1 - e, 1 + e, q) * (1 - smooth(2 - e, 2 + e, q))
  }
  return (u, v, px) => blend(a, b, (on(u, px) + on(v, px)) / 2)
}

/** A tartan sett, the same across and down. */
export function tartan(
  ground: string,
  lines: readonly (readonly [hex: string, from: number, to: number])[],
  sett: number,
): Dye {
  const base = paint(ground)
  const set = lines.map(([hex, from, to]) => ({ c: paint(hex), from, to }))
  return (u, v, px) => {
    let c = base
    for (const p of [u, v]) {
      const q = ((p % sett) + sett) % sett
      for (const l of set) {
        const k = smooth(l.from - px, l.from + px, q) * (1 - smooth(l.to - px, l.to + px, q))
        if (k > 0) c = blend(c, l.c, k * 0.58)
      }
    }
    const t = 0.92 + 0.08 * Math.sin((u + v) * 14)
    return [c[0] * t, c[1] * t, c[2] * t]
  }
}

export function houndstooth(light: string, dark: string, cm: number): Dye {
  const a = paint(light)
  const b = paint(dark)
  const threaded = (u: number, v: number): number => {
    const x = (((u / cm) % 1) + 1) % 1
    const y = (((v / cm) % 1) + 1) % 1
    const over = (Math.floor(x * 8) + Math.floor(y * 8)) % 4 < 2
    return (over ? x < 0.5 : y < 0.5) ? 1 : 0
  }
  return (u, v, px) => {
    let sum = 0
    for (const du of [-0.33, 0, 0.33])
      for (const dv of [-0.33, 0, 0.33]) sum += threaded(u + du * px * 2, v + dv * px * 2)
    return blend(a, b, sum / 9)
  }
}

export function dots(ground: string, hex: string, pitch: number, radius: number, jitter = 0): Dye {
  const a = paint(ground)
  const b = paint(hex)
  return (u, v, px) => {
    const row = Math.round(v / pitch)
    const shift = row & 1 ? 0.5 : 0
    const col = Math.round(u / pitch - shift)
    const jx = (hash(col, row, 5) - 0.5) * jitter
    const jy = (hash(col, row, 6) - 0.5) * jitter
    const d = Math.hypot(u - (col + shift + jx) * pitch, v - (row + jy) * pitch)
    return blend(b, a, smooth(radius - px, radius + px, d))
  }
}

/** A gradient from one colour at the top to another at the bottom. */
export function ombre(top: string, bottom: string, from: number, to: number): Dye {
  const a = paint(top)
  const b = paint(bottom)
  return (u, v) => blend(a, b, smooth(from, to, v + 3 * noise(u * 0.12, v * 0.05, 8)))
}

/** Watercolour clouds of a few tones. */
export function washed(hexes: readonly string[], size: number, seed: number): Dye {
  const tones = hexes.map(paint)
  return (u, v) => {
    const w = cloud(u / size, v / size, seed, 2)
    const n = clamp((cloud(u / size + w, v / size - w, seed + 5, 3) + 0.75) / 1.5, 0, 0.999)
    const p = n * (tones.length - 1)
    const i = Math.floor(p)
    return blend(tones[i] as Rgb, tones[i + 1] as Rgb, smooth(0.1, 0.9, p - i))
  }
}

/** Worn denim: paler where it rubs, darker in the grain. */
export function worn(
  dark: string,
  pale: string,
  spots: readonly (readonly [x: number, y: number, r: number])[] = [],
): Dye {
  const a = paint(dark)
  const b = paint(pale)
  return (u, v) => {
    let rub =
      0.22 +
      0.2 * cloud(u * 0.09, v * 0.06, 3, 3) +
      0.06 * noise(u * 7, v * 2.2, 4) +
      0.05 * noise(u * 2.5, v * 9, 6)
    for (const [x, y, r] of spots)
      rub += 0.5 * Math.exp(-(((u - x) / r) ** 2) - ((v - y) / (r * 1.9)) ** 2)
    return blend(a, b, clamp(rub, 0, 1))
  }
}

export function leopard(ground: string, spot: string, heart: string, size = 3.2): Dye {
  const g = paint(ground)
  const s = paint(spot)
  const c = paint(heart)
  return (u, v, px) => {
    const wu = u / size + 0.22 * noise(u * 0.7, v * 0.7, 3)
    const wv = v / size + 0.22 * noise(u * 0.7, v * 0.7, 4)
    const iu = Math.floor(wu)
    const iv = Math.floor(wv)
    let best = 9
    let id = 0
    let angle = 0
    for (let j = -1; j <= 1; j++)
      for (let i = -1; i <= 1; i++) {
        const cx = iu + i + 0.5 + (hash(iu + i, iv + j, 7) - 0.5) * 0.6
        const cy = iv + j + 0.5 + (hash(iu + i, iv + j, 8) - 0.5) * 0.6
        const d = Math.hypot(wu - cx, (wv - cy) * 1.15)
        if (d < best) {
          best = d
          id = hash(iu + i, iv + j, 9)
          angle = Math.atan2(wv - cy, wu - cx)
        }
      }
    const r = 0.3 + id * 0.12 + 0.05 * noise(angle * 2, id * 9, 5)
    const e = px / size
    const ring = smooth(r + e, r - e, best) * smooth(r * 0.5 - e, r * 0.5 + e, best)
    const gap = smooth(0.55, 0.75, Math.abs(Math.sin(angle * 1.5 + id * 6)))
    const inside = smooth(r * 0.55, r * 0.5, best)
    return blend(blend(g, c, inside * 0.85), s, ring * (1 - gap * 0.9))
  }
}

/** A repeating drawn tile. `draw` gives SVG for a square of `units`; motifs wrap at its edges. */
export async function printed(
  draw: string,
  units: number,
  cm: number,
  ground: string,
): Promise<Dye> {
  const size = 640
  const copies = [-1, 0, 1]
    .flatMap((y) => [-1, 0, 1].map((x) => `<use href="#m" x="${x * units}" y="${y * units}"/>`))
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${units} ${units}"><rect width="${units}" height="${units}" fill="${ground}"/><defs><g id="m">${draw}</g></defs>${copies}</svg>`
  const raw = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  const full = new Float32Array(raw.length)
  for (let i = 0; i < raw.length; i++) full[i] = toLight(at(raw, i) / 255)
  const levels: Float32Array[] = [full]
  for (let n = size / 2; n >= 40; n /= 2)
    levels.push(halved(levels[levels.length - 1] as Float32Array, n))
  return (u, v, px) => {
    // The level whose dots are as large as the picture's pixels: finer ones would cause moiré.
    const level = clamp(Math.round(Math.log2((px * size) / cm) + 0.1), 0, levels.length - 1)
    return sample(levels[level] as Float32Array, size >> level, u / cm, v / cm)
  }
}

function halved(from: Float32Array, n: number): Float32Array {
  const out = new Float32Array(n * n * 3)
  const wide = n * 2 * 3
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++)
      for (let c = 0; c < 3; c++) {
        const i = y * 2 * wide + x * 6 + c
        out[(y * n + x) * 3 + c] =
          (at(from, i) + at(from, i + 3) + at(from, i + wide) + at(from, i + wide + 3)) / 4
      }
  return out
}

function sample(light: Float32Array, size: number, u: number, v: number): Rgb {
  const x = (((u % 1) + 1) % 1) * size
  const y = (((v % 1) + 1) % 1) * size
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  const fx = x - xi
  const fy = y - yi
  const xa = xi % size
  const xb = (xi + 1) % size
  const ya = (yi % size) * size
  const yb = ((yi + 1) % size) * size
  const one = (c: number) =>
    mix(
      mix(at(light, (ya + xa) * 3 + c), at(light, (ya + xb) * 3 + c), fx),
      mix(at(light, (yb + xa) * 3 + c), at(light, (yb + xb) * 3 + c), fx),
      fy,
    )
  return [one(0), one(1), one(2)]
}
