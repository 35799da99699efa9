import { slope } from './body.ts'
import type { Height } from './cloth.ts'
import { mirror, type Point, profile, ribbon, trace } from './curve.ts'
import type { Fabric } from './fabric.ts'
import type { Piece } from './light.ts'
import { clamp, noise, smooth } from './noise.ts'

export type SleeveLook = {
  line: readonly Point[]
  /** Widths along the sleeve: [share, cm]. */
  widths: readonly Point[]
  fabric: Fabric
  seed?: number
  /** Gathers at the head and at the cuff. */
  head?: number
  end?: number
  /** Creases at the elbow and along. */
  crease?: number
  depth?: number
}

/** A tube along a line, with its own relief; `mirrored` draws the left one. */
export function sleeve(look: SleeveLook, mirrored = false): Piece {
  const width = profile(...look.widths)
  const line = look.line
  const n = line.length
  const seed = (look.seed ?? 1) + (mirrored ? 50 : 0)
  const depth = look.depth ?? 0.62
  let lastX = Number.NaN
  let lastY = Number.NaN
  let s = 0
  let t = 0
  const find = (x: number, y: number) => {
    if (x === lastX && y === lastY) return
    lastX = x
    lastY = y
    let best = 1e9
    for (let i = 0; i < n - 1; i++) {
      const [ax, ay] = line[i] as Point
      const [bx, by] = line[i + 1] as Point
      const dx = bx - ax
      const dy = by - ay
      const l2 = dx * dx + dy * dy
      const p = clamp(((x - ax) * dx + (y - ay) * dy) / l2, 0, 1)
      const ex = x - ax - dx * p
      const ey = y - ay - dy * p
      const d = ex * ex + ey * ey
      if (d < best) {
        best = d
        s = (i + p) / (n - 1)
        const sign = dx * ey - dy * ex > 0 ? -1 : 1
        t = (sign * Math.sqrt(d)) / (width((i + p) / (n - 1)) / 2)
      }
    }
  }
  const length =
    n > 1
      ? line
          .slice(1)
          .reduce(
            (sum, p, i) =>
              sum + Math.hypot(p[0] - (line[i] as Point)[0], p[1] - (line[i] as Point)[1]),
            0,
          )
      : 1
  const head = look.head ?? 0
  const end = look.end ?? 0
  const crease = look.crease ?? 0.3
  const height: Height = (rx, y) => {
    const x = mirrored ? -rx : rx
    find(x, y)
    const w = width(s) / 2
    const c = clamp(t, -0.999, 0.999)
    const a = Math.asin(c)
    let z = w * depth * Math.sqrt(1 - (c * 0.97) ** 2)
    const along = s * length
    if (head > 0) {
      const f = Math.exp(-s * length * 0.16)
      z +=
        head *
        f *
        (1 - Math.abs(Math.sin(a * 6 + 1.3 * noise(a * 2, s * 3, seed)))) *
        smooth(0, 0.04, s)
    }
    if (end > 0) {
      const f = Math.exp(-(1 - s) * length * 0.11)
      z += end * f * (1 - Math.abs(Math.sin(a * 5.5 + 1.2 * noise(a * 2 + 4, s * 4, seed + 2))))
    }
    const elbow =
      0.45 +
      0.9 * Math.exp(-(((s - 0.48) / 0.2) ** 2)) +
      0.5 * Math.exp(-(((s - 0.92) / 0.12) ** 2))
    z +=
      crease *
      elbow *
      noise(
        a * 0.9 + 0.5 * noise(along * 0.1, a, seed + 7),
        along * 0.2 + a * 0.7 * Math.sin(seed),
        seed,
      )
    z += crease * 0.6 * noise(a * 2.2, along * 0.08, seed + 5)
    return z
  }
  const shape = ribbon(line, width)
  return {
    outlines: [mirrored ? mirror(shape) : shape],
    height,
    fabric: look.fabric,
    edge: [0.5, 0.35],
    shadow: [1.3, 0.9, 0.42],
    grain: (rx, y) => {
      const x = mirrored ? -rx : rx
      find(x, y)
      const c = clamp(t, -1, 1)
      return [(width(s) / 2) * Math.asin(c) * (mirrored ? -1 : 1) + 40, s * length]
    },
  }
}

type Line = (shoulder: number) => Point[]

const from = (shoulder: number): Point => [shoulder - 5.4, slope(shoulder) + 3.6]

/** The lines of a hanging right arm, starting inside the armhole. */
export const arm: Record<'long' | 'elbow' | 'short' | 'cap' | 'wide', Line> = {
  long: (w) =>
    trace(
      from(w),
      [w - 2.4, slope(w) + 8.6, w - 0.6, 17, w + 0.7, 26],
      [w + 2.2, 38, w + 3.2, 48, w + 3.6, 60],
    ),
  elbow: (w) => trace(from(w), [w - 1, slope(w) + 8, w + 1.2, 15, w + 2, 32]),
  short: (w) => trace(from(w), [w - 1.6, slope(w) + 7.4, w + 0.8, 12, w + 1.8, 21]),
  cap: (w) => trace(from(w), [w - 2, slope(w) + 7, w - 0.2, 9, w + 0.6, 14]),
  wide: (w) =>
    trace(from(w), [w, slope(w) + 8, w + 4, 20, w + 6, 30], [w + 7.4, 40, w + 8, 48, w + 8.2, 56]),
}

/** The same line a little higher, for narrow sleeves that must reach the shoulder's tip. */
export const lifted = (line: readonly Point[], by: number): Point[] =>
  line.map(([x, y]) => [x, y - by])
