import { slope } from './body.ts'
import { drape, type Half, type Height, plus, rays } from './cloth.ts'
import { mirror, type Point, ribbon, side, trace } from './curve.ts'
import type { Fabric } from './fabric.ts'
import type { Piece } from './light.ts'
import { noise, randomNumbers } from './noise.ts'
import { hemLine, type SkirtLook, skirt } from './skirt.ts'

/** The front panel that overlaps the other one above the waist. */
export function wrapOver(half: Half, over: Height, cloth: Fabric, outer = 12.4, end = 41): Piece {
  const uy = 18.5
  return {
    outlines: [
      [
        ...trace(
          [6.7, slope(6.9) + 0.2],
          [5.4, 5, 1, 17, -half(end) + 2, end - 3],
          [-half(end) + 0.4, end + 0.6],
          [0, end + 0.8],
          [half(end), end],
        ),
        ...side(half, end, uy),
        ...trace(
          [half(uy), uy],
          [13.2, uy - 4, outer - 1.5, slope(outer) + 6, outer, slope(outer)],
        ),
      ],
    ],
    height: plus(over, rays(-half(end) + 1, end, 10, 11, 0.35, 4)),
    fabric: cloth,
    edge: [0.35, 0.4],
    shadow: [1, 0.8, 0.5],
  }
}

/** The overlapping panel of a wrap skirt, from the tie to the hem. */
export function wrapPanel(o: SkirtLook, over: Height, x0: number, x1: number): Piece {
  const hem = hemLine(o).filter((p) => p[0] > x1)
  const last = hem[hem.length - 1] as Point
  return {
    outlines: [
      [
        ...trace([x0, o.top], [o.half(o.top), o.top]),
        ...side(o.half, o.top, o.hem),
        ...hem,
        ...trace([last[0], last[1]], [last[0] - 3, last[1] - 12, x0 + 6, o.top + 40, x0, o.top]),
      ],
    ],
    height: plus(over, rays(x0, o.top, 12, 20, 0.7, 7)),
    fabric: o.fabric,
    edge: [0.35, 0.4],
    shadow: [1.2, 1, 0.5],
  }
}

/** Gathered tiers, the lowest drawn first. */
export function tiers(o: SkirtLook, seams: readonly number[], step = 1.6): Piece[] {
  const made: Piece[] = []
  const bounds = [o.top, ...seams, o.hem]
  for (let i = bounds.length - 2; i >= 0; i--) {
    const top = bounds[i] as number
    const hem = bounds[i + 1] as number
    const half: Half = (y) =>
      o.half(y) + step * Math.min(1, Math.max(0, (y - top) / 6)) * (i > 0 ? 1 : 0.6)
    made.push(
      ...skirt({
        ...o,
        half,
        top: i === 0 ? top : top - 1,
        hem,
        n: (o.n ?? 11) + i * 3,
        amp: 1.1 + i * 0.25,
        late: 0.3,
        wave: 0.7,
        drop: 1.2,
        seed: (o.seed ?? 1) + i * 7,
        gathered: [26 + i * 8, 0.75, 10],
        inside: i === bounds.length - 2,
      }),
    )
  }
  return made
}

/** Many thin strands that hang from a level line: fringe or feathers. */
export function strands(o: {
  y: number
  half: number
  long: number
  n: number
  cloth: Fabric
  wild?: number
  wide?: number
  drop?: number
  seed?: number
}): Piece {
  const r = randomNumbers(o.seed ?? 5)
  const lines: Point[][] = []
  for (let i = 0; i < o.n; i++) {
    const t = (i + r()) / o.n
    const a = (t - 0.5) * Math.PI
    const x = Math.sin(a) * o.half
    const y = o.y + (o.drop ?? 1.4) * Math.cos(a) + (r() - 0.5) * 1.2
    const w = o.wild ?? 1
    const dx = Math.sin(a) * o.long * 0.34 * w + (r() - 0.5) * 4 * w
    const len = o.long * (0.75 + r() * 0.4)
    lines.push(
      ribbon(
        trace([x, y], [x + dx * 0.1, y + len * 0.4, x + dx * 0.6, y + len * 0.7, x + dx, y + len]),
        (s) => (o.wide ?? 0.5) * (1 - s * 0.75),
      ),
    )
  }
  return {
    outlines: lines,
    height: (x, y) => 0.5 * noise(x * 1.3, y * 0.16, 4) + 0.4 * noise(x * 0.3, y * 0.1, 5),
    fabric: o.cloth,
    edge: [0.2, 0.3],
    shadow: [0.8, 0.8, 0.35],
  }
}

/** A flounce along a line: its lower edge waves. */
export function flounce(
  line: readonly Point[],
  deep: number,
  cloth: Fabric,
  seed = 2,
  n = 9,
): Piece {
  const fine = line.slice(1).flatMap((p, i): Point[] => {
    const q = line[i] as Point
    return [0, 0.25, 0.5, 0.75].map((t) => [q[0] + (p[0] - q[0]) * t, q[1] + (p[1] - q[1]) * t])
  })
  const lower = fine.map(([x, y], i): Point => {
    const s = i / (fine.length - 1)
    return [
      x + (x / 18) * deep * 0.16,
      y + deep * (0.86 + 0.1 * Math.sin(s * n * 6.28 + noise(s * 5, 1, seed))),
    ]
  })
  return {
    outlines: [[...fine, ...lower.reverse()]],
    height: (x, y) =>
      1.15 *
        Math.sin(
          ((x + 20) / 40) * n * 6.28 * 0.55 + 0.7 * noise(x * 0.1, y * 0.1, seed) + 0.1 * y,
        ) +
      0.3 * noise(x * 0.5, y * 0.08, seed),
    fabric: cloth,
    edge: [0.35, 0.35],
    shadow: [1.1, 0.9, 0.42],
  }
}

/** A slit that shows the dark inside of the skirt; it widens downwards. */
export function slit(x: number, from: number, to: number, wide: number, cloth: Fabric): Piece {
  return {
    outlines: [
      trace(
        [x, from],
        [x + 0.3, from + (to - from) * 0.5, x + wide * 0.4, to - 10, x + wide, to + 2.4],
        [x - wide * 0.35, to + 2.2],
        [x - wide * 0.2, to - 14, x - 0.2, from + 20, x, from],
      ),
    ],
    height: (px) => -0.2 * px,
    fabric: cloth,
    dim: 0.28,
    flat: true,
  }
}

/** Sheer cloth that falls from the shoulders on both sides. */
export function cape(cloth: Fabric, hem: number, wide: number): Piece[] {
  return [-1, 1].map((s) => {
    const outline = trace(
      [6.4, -2.4],
      [12, -1, 16, 0.5, 18, 3],
      [22, 12, wide - 2, 60, wide, hem],
      [wide - 4, hem + 2, wide - 8, hem + 2, wide - 13, hem + 0.5],
      [15, 80, 14.5, 30, 11, 14],
      [8, 6, 6.6, 2, 6.4, -2.4],
    )
    return {
      outlines: [s === 1 ? outline : mirror(outline)],
      height: plus(
        drape({ seed: 9 + s, n: 15, y0: -4, y1: hem, half: () => wide + 2, amp: 1.5, late: 0.1 }),
        (x) => -0.012 * x * x,
      ),
      fabric: cloth,
      edge: [0.3, 0.2],
      shadow: [1.6, 1, 0.25],
    }
  })
}

/** A flat bow with long ends. */
export function bow(x: number, y: number, cloth: Fabric, size: number, long: number): Piece[] {
  const wing = (s: number): Piece => ({
    outlines: [
      trace(
        [x, y],
        [
          x + s * 4 * size,
          y - 6 * size,
          x + s * 12 * size,
          y - 6.4 * size,
          x + s * 12 * size,
          y - 0.6 * size,
        ],
        [x + s * 12.2 * size, y + 4.4 * size, x + s * 5 * size, y + 4 * size, x, y],
      ),
    ],
    height: (px, py) =>
      0.9 *
        size *
        Math.sin(Math.atan2(py - y, Math.abs(px - x)) * 7 + 0.4) *
        Math.min(1, Math.hypot(px - x, py - y) / 4) +
      0.2 * noise(px * 0.3, py * 0.3, 3),
    fabric: cloth,
    edge: [0.9 * size, 1.2 * size],
    shadow: [1, 0.9, 0.45],
  })
  const end = (dx: number, len: number, seed: number): Piece => ({
    outlines: [
      ribbon(
        trace([x, y], [x + dx * 0.5, y + len * 0.3, x + dx * 1.3, y + len * 0.6, x + dx, y + len]),
        (t) => (2.4 + 3 * t) * size,
      ),
    ],
    height: (px, py) =>
      0.6 * Math.sin((px - x) * 1.1 + seed + (py - y) * 0.05) +
      0.3 * noise(px * 0.3, py * 0.06, seed),
    fabric: cloth,
    edge: [0.5, 0.4],
    shadow: [1, 0.9, 0.42],
  })
  return [
    end(-5 * size, long, 1),
    end(5.4 * size, long * 0.88, 2),
    wing(-1),
    wing(1),
    {
      outlines: [
        trace(
          [x - 1.8 * size, y - 2.2 * size],
          [x, y - 2.7 * size, x, y - 2.7 * size, x + 1.8 * size, y - 2.2 * size],
          [x + 2 * size, y + 2.2 * size],
          [x, y + 2.6 * size, x, y + 2.6 * size, x - 2 * size, y + 2.2 * size],
        ),
      ],
      height: (px, py) => 0.3 * Math.sin((px - x) * 3 + noise(px, py * 0.3, 2)),
      fabric: cloth,
      edge: [0.8 * size, 1.1 * size],
      shadow: [0.7, 0.6, 0.5],
    },
  ]
}

/** Slightly raised trim along an edge. */
export const trim = (line: readonly Point[], wide: number, over: Height, cloth: Fabric): Piece => ({
  outlines: [ribbon(line, () => wide)],
  height: over,
  fabric: cloth,
  edge: [0.25, 0.4],
  shadow: [0.4, 0.3, 0.4],
})
