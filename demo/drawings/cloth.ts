import { clamp, cloud, noise, randomNumbers, smooth } from './noise.ts'

/** How far the cloth stands out towards the viewer, in cm, at a point in cm. */
export type Height = (x: number, y: number) => number
export type Half = (y: number) => number

export const plus =
  (...parts: Height[]): Height =>
  (x, y) => {
    let sum = 0
    for (const part of parts) sum += part(x, y)
    return sum
  }

/** A rounded body with the given half width; `depth` is how round it is. */
export const round =
  (half: Half, depth = 0.62): Height =>
  (x, y) => {
    const w = half(y) * 1.04
    const t = clamp(x / w, -0.999, 0.999)
    return w * depth * Math.sqrt(1 - t * t)
  }

export const bust = (amp = 2.1, y0 = 23.5, x0 = 8.3): Height => {
  const one = (x: number, y: number) => {
    const dy = y < y0 ? (y - y0) / 10.5 : (y - y0) / 6.4
    return Math.exp(-((x / 6.6) ** 2) - dy * dy)
  }
  return (x, y) => amp * (one(x - x0, y) + one(x + x0, y))
}

const turn = (x: number, half: number): number => Math.asin(clamp(x / half, -0.995, 0.995))

export type Drape = {
  seed: number
  n: number
  y0: number
  y1: number
  half: Half
  amp: number
  /** How early folds begin: 0 all at the top, 1 anywhere. */
  late?: number
  width?: number
  drift?: number
}

/** Soft folds that open from the waist towards the hem. */
export function drape(o: Drape): Height {
  const rand = randomNumbers(o.seed)
  const step = 2.9 / o.n
  const folds = Array.from({ length: o.n }, (_, i) => ({
    angle: -1.45 + step * (i + 0.5 + (rand() - 0.5) * 0.75),
    width: step * (0.36 + rand() * 0.3) * (o.width ?? 1),
    start: rand() * (o.late ?? 0.45),
    amp: o.amp * (0.8 + rand() * 1.2),
    drift: (rand() - 0.5) * (o.drift ?? 0.22),
    bend: rand() * 6,
  }))
  return (x, y) => {
    const s = (y - o.y0) / (o.y1 - o.y0)
    if (s <= 0) return 0
    const half = o.half(y)
    const angle = turn(x, half)
    let sum =
      0.16 *
      o.amp *
      s *
      noise(angle * o.n * 1.3 + noise(angle * 3, s * 4, o.seed), s * 2.2, o.seed + 6)
    for (const f of folds) {
      const grow = (s - f.start) / (1 - f.start)
      if (grow <= 0) continue
      const d =
        (angle - f.angle - f.drift * s - 0.035 * Math.sin(s * 5 + f.bend)) /
        (f.width * (0.55 + 0.55 * s))
      if (d > 3 || d < -3) continue
      sum += f.amp * Math.min(1.2, grow * 1.25) * Math.exp(-d * d * (d > 0 ? 1.5 : 0.8))
    }
    return sum
  }
}

/** Crisp knife pleats; `n` across the front. */
export function pleats(n: number, half: Half, amp: number, y0: number, open = 0.5): Height {
  return (x, y) => {
    const t = clamp(x / half(y), -1, 1)
    const p = (t * 0.5 + 0.5) * n + 0.02 * Math.sin(y * 0.11 + t * 9)
    const f = p - Math.floor(p)
    const tooth = f < 0.86 ? f / 0.86 : (1 - f) / 0.14
    return amp * (0.35 + open * smooth(y0, y0 + 50, y)) * tooth
  }
}

/** Short gathers that run down from a seam and fade. */
export function gathers(
  seed: number,
  n: number,
  half: Half,
  y0: number,
  reach: number,
  amp: number,
): Height {
  return (x, y) => {
    const d = (y - y0) / reach
    if (d < 0 || d > 3) return 0
    const a = turn(x, half(y))
    const p = a * n + 1.6 * noise(a * 3.1, y * 0.05, seed) + 0.5 * noise(a * 9, y * 0.08, seed + 3)
    const ridge = 1 - Math.abs(Math.sin(p))
    const own = 0.6 + 0.4 * noise(a * n * 0.32, 3, seed + 9)
    return amp * own * ridge * Math.exp(-d * 1.4) * smooth(0, 0.08, d)
  }
}

/** Folds that radiate from one place, as from a knot or a tie. */
export function rays(
  px: number,
  py: number,
  n: number,
  reach: number,
  amp: number,
  seed: number,
): Height {
  return (x, y) => {
    const dx = x - px
    const dy = y - py
    const r = Math.hypot(dx, dy)
    if (r > reach * 3) return 0
    const a = Math.atan2(dy, dx)
    const w = Math.sin(a * n + 1.3 * noise(a * 4, r * 0.04, seed))
    return amp * w * smooth(0, 3, r) * Math.exp(-((r / reach) ** 1.4))
  }
}

/** Hanging folds of a cowl: nested arcs below the neckline. */
export function cowl(y0: number, depth: number, n: number, amp: number, width: number): Height {
  return (x, y) => {
    const sag = (1 - (x / width) ** 2) * depth
    const d = (y - y0) / (sag + 3)
    if (d < -0.2 || d > 1.25) return 0
    const fade = smooth(1.25, 0.75, d) * smooth(1.05, 0.5, Math.abs(x) / width)
    return (
      amp *
      fade *
      (0.5 + 0.5 * Math.sin(d * n * Math.PI * 2 - 0.9 + 0.3 * noise(x * 0.2, d * 3, 4)))
    )
  }
}

/** The small creases of worn cloth, longer along `along` than across. */
export function creases(seed: number, amp: number, across = 0.22, along = 0.07, slant = 0): Height {
  return (x, y) => {
    const a = x + y * slant
    const w = noise(x * 0.05, y * 0.05, seed + 40)
    const n = cloud(a * across + w * 0.6, y * along + w * 0.3, seed, 3)
    return amp * 1.5 * (n - 0.35 * Math.abs(n))
  }
}

/** Pulls at a fitted waist: short, near-level folds. */
export function waistPulls(y0: number, amp: number, seed: number): Height {
  return (x, y) => {
    const near = Math.exp(-(((y - y0) / 6) ** 2))
    if (near < 0.01) return 0
    return amp * near * noise(x * 0.09 + 3, y * 0.34 + 0.06 * Math.abs(x), seed)
  }
}
