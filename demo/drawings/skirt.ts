import { creases, drape, gathers, type Half, type Height, plus, round } from './cloth.ts'
import { mirror, type Point, side } from './curve.ts'
import type { Fabric } from './fabric.ts'
import type { Piece } from './light.ts'
import { clamp, noise } from './noise.ts'

export type SkirtLook = {
  half: Half
  top: number
  hem: number
  fabric: Fabric
  /** Relief of the folds; by default soft folds. */
  folds?: Height
  seed?: number
  n?: number
  amp?: number
  late?: number
  width?: number
  /** Gathers below the waist seam: how many and how deep. */
  gathered?: readonly [n: number, amp: number, reach?: number]
  /** How far the hem waves, in cm. */
  wave?: number
  /** How much lower the front of the hem hangs. */
  drop?: number
  depth?: number
  /** Creases of the cloth. */
  crease?: number
  /** The upper edge if it is not level: y by x. */
  brow?: (x: number) => number
  /** The hem if it is not level: an offset by x. */
  rise?: (x: number) => number
  /** Stripes and pleats widen towards the hem instead of multiplying. */
  gored?: boolean
  inside?: boolean
}

export function skirtRelief(o: SkirtLook): Height {
  const seed = o.seed ?? 1
  const folds =
    o.folds ??
    drape({
      seed,
      n: o.n ?? 11,
      y0: o.top,
      y1: o.hem,
      half: o.half,
      amp: o.amp ?? 2.2,
      late: o.late ?? 0.45,
      width: o.width ?? 1,
    })
  const parts = [
    round(o.half, o.depth ?? 0.5),
    folds,
    creases(seed + 3, o.crease ?? 0.1, 0.16, 0.03),
  ]
  if (o.gathered)
    parts.push(gathers(seed + 5, o.gathered[0], o.half, o.top, o.gathered[2] ?? 14, o.gathered[1]))
  return plus(...parts)
}

/** Where the hem is at each x: it follows the folds. */
export function hemLine(o: SkirtLook, flip = 1, lift = 0): Point[] {
  const seed = o.seed ?? 1
  const folds =
    o.folds ??
    drape({
      seed,
      n: o.n ?? 11,
      y0: o.top,
      y1: o.hem,
      half: o.half,
      amp: 1,
      late: o.late ?? 0.45,
      width: o.width ?? 1,
    })
  const half = o.half(o.hem)
  const points: Point[] = []
  for (let i = 0; i <= 120; i++) {
    const t = Math.cos((i / 120) * Math.PI)
    const x = t * half
    const round = (o.drop ?? 1.6) * Math.sqrt(1 - t * t)
    const wave = (o.wave ?? 1) * (clamp(folds(x, o.hem - 0.2), -2, 2) - 0.4) * flip
    points.push([
      x,
      o.hem +
        round +
        wave * (0.25 + 0.75 * Math.sqrt(1 - t * t)) -
        lift +
        (o.rise ? o.rise(x) : 0) +
        0.15 * noise(t * 4, 1, seed),
    ])
  }
  return points
}

export function skirt(o: SkirtLook): Piece[] {
  const right = side(o.half, o.top, o.hem)
  const left = mirror(right).reverse()
  const seed = o.seed ?? 1
  const wobble = (p: Point): Point => {
    const s = (p[1] - o.top) / (o.hem - o.top)
    return [p[0] + s * 0.5 * noise(p[1] * 0.07, p[0] > 0 ? 1 : 9, seed + 2), p[1]]
  }
  const brow: Point[] = []
  if (o.brow) {
    const w = o.half(o.top)
    for (let i = 0; i <= 200; i++) {
      const x = -w + (2 * w * i) / 200
      brow.push([x, o.brow(x)])
    }
  }
  const front = [...brow, ...right.map(wobble), ...hemLine(o), ...left.map(wobble)]
  const height = skirtRelief(o)
  const grain = (x: number, y: number): readonly [number, number] => {
    const w = o.half(y)
    const a = Math.asin(clamp(x / (w * 1.02), -1, 1))
    return [(o.gored ? o.half(o.top) * 1.2 : w) * a, y]
  }
  const made: Piece[] = []
  if (o.inside !== false) {
    made.push({
      outlines: [
        [
          ...side(o.half, o.hem - 12, o.hem).map(wobble),
          ...hemLine(o, -0.8, (o.drop ?? 1.6) * 1.5),
          ...mirror(side(o.half, o.hem - 12, o.hem))
            .reverse()
            .map(wobble),
        ].map(([x, y]): Point => [x * 0.965, y]),
      ],
      height: round(o.half, -0.3),
      fabric: o.fabric,
      grain,
      dim: 0.42,
      flat: true,
    })
  }
  made.push({
    outlines: [front],
    height,
    fabric: o.fabric,
    grain,
    edge: [0.3, 0.22],
    shadow: [1.2, 0.7, 0.34],
  })
  return made
}
