import { slope } from './body.ts'
import { creases, drape, type Half, type Height, plus, round } from './cloth.ts'
import { mirror, type Point, side, trace, whole } from './curve.ts'
import { tubeGrain } from './dress.ts'
import type { Fabric } from './fabric.ts'
import type { Piece } from './light.ts'
import { arm, lifted, type SleeveLook, sleeve } from './sleeve.ts'
import { buttons, patch } from './trims.ts'

export type TopLook = {
  fabric: Fabric
  half: Half
  hem: number
  shoulder?: number
  /** The neckline, from the centre to the shoulder. */
  neck: readonly Point[]
  lining?: string
  sleeves?: Partial<SleeveLook> | false
  crease?: number
  seed?: number
  folds?: number
  rise?: (x: number) => number
  extra?: Height
  inside?: boolean
}

export const openings = {
  crew: trace([0, 3.4], [3.6, 3.3, 6.2, 1.6, 7, slope(7)]),
  wide: trace([0, 3.2], [5, 3.3, 9, 1.6, 10.2, slope(10.2)]),
  v: trace([0, 15], [2.6, 10, 5.6, 4, 7, slope(7)]),
  deep: trace([0, 26], [3, 17, 6.2, 6, 7.4, slope(7.4)]),
  high: trace([0, -6], [2, -5.9, 4.6, -6, 5.6, -6.4], [5.5, -4.6, 5.7, -3.4, 6.9, slope(6.9)]),
  shirt: trace([0, 5], [2, 3, 4.8, 0, 6.4, slope(6.4)]),
  scoop: trace([0, 9], [4.8, 8.8, 7.6, 4, 8, slope(8)]),
}

/** A closed top with set-in or dropped sleeves: knits, blouses, shirts. */
export function top(o: TopLook): { pieces: Piece[]; over: Height } {
  const shoulder = o.shoulder ?? 18
  const seed = o.seed ?? 1
  const { half, hem } = o
  const over = plus(
    round((y) => half(Math.max(16, y)) + 1, 0.5),
    creases(seed, o.crease ?? 0.14, 0.13, 0.04, 0.15),
    drape({ seed, n: 9, y0: 14, y1: hem, half, amp: o.folds ?? 0.6, late: 0.5 }),
    ...(o.extra ? [o.extra] : []),
  )
  const sy = slope(shoulder)
  const bottom: Point[] = []
  const w = half(hem)
  for (let i = 0; i <= 40; i++) {
    const t = Math.cos((i / 40) * Math.PI)
    bottom.push([t * w, hem + 1.1 * Math.sqrt(1 - t * t) + (o.rise ? o.rise(t * w) : 0)])
  }
  const right = [
    ...o.neck,
    ...trace([shoulder, sy], [shoulder - 1.2, sy + 5, half(19) - 2.4, 13, half(19), 19]),
    ...side(half, 19, hem),
  ]
  const left = mirror(right).reverse()
  const made: Piece[] = []
  if (o.inside !== false) {
    made.push({
      outlines: [
        whole(trace([0, -3.6], [4, -3.6, 6, -3.4, 7.6, -1.8], [10.4, 1], [8, 12], [0, 28])),
      ],
      height: (x, y) => -0.05 * y - 0.1 * Math.abs(x),
      fabric: o.fabric,
      dim: 0.5,
      flat: true,
    })
  }
  if (o.sleeves !== false) {
    const look: SleeveLook = {
      line: lifted(arm.long(shoulder + 0.2), 0.9),
      widths: [
        [0, 12],
        [0.15, 13.6],
        [0.5, 11.6],
        [1, 8.4],
      ],
      crease: 0.5,
      fabric: o.fabric,
      seed: seed + 9,
      ...o.sleeves,
    }
    made.push(sleeve(look, true), sleeve(look))
  }
  made.push({
    outlines: [[...right, ...bottom, ...left]],
    height: over,
    fabric: o.fabric,
    grain: tubeGrain(half),
    edge: [0.4, 0.4],
    shadow: [1.1, 0.8, 0.4],
  })
  return { pieces: made, over }
}

/** A turn-down shirt collar with its stand, a placket and buttons. */
export function shirtFront(
  cloth: Fabric,
  over: Height,
  from: number,
  to: number,
  hex: string,
  pitch = 8,
  wide = 1.5,
): Piece[] {
  const ys: number[] = []
  for (let y = from + 4; y < to - 3; y += pitch) ys.push(y)
  return [
    patch(
      trace([-wide, from], [wide, from], [wide, to + 0.9], [-wide, to + 0.9]),
      over,
      cloth,
      0.2,
    ),
    ...collar(cloth, over, from),
    ...buttons(0, ys, hex, 0.55),
  ]
}

export function collar(cloth: Fabric, over: Height, open: number, point = 8): Piece[] {
  const wing = trace(
    [0.2, open - 1.6],
    [1.6, 0.5, 3.6, -3.4, 5, -5.4],
    [6, -4.4, 7.4, -2.4, 8.4, -0.6],
    [8.8, 2, 8.4, 4, 7.2, point + 0.6],
    [5, point - 1, 2.4, open + 0.6, 0.2, open - 1.6],
  )
  const stand = trace(
    [-5.2, -5],
    [-3.6, -6.8, 3.6, -6.8, 5.2, -5],
    [3.8, -3.6, -3.8, -3.6, -5.2, -5],
  )
  return [
    { ...patch(stand, () => 0, cloth, 0.3), dim: 0.72 },
    patch(mirror(wing), over, cloth, 0.45),
    patch(wing, over, cloth, 0.45),
  ]
}

/** A band of ribbing along a level edge. */
export function ribBand(half: number, y: number, tall: number, cloth: Fabric): Piece {
  return {
    outlines: [
      whole(
        trace(
          [0, y - tall + 1],
          [half * 0.7, y - tall + 0.8, half, y - tall, half, y - tall],
          [half - 0.6, y],
          [half * 0.6, y + 1.1, half * 0.3, y + 1.2, 0, y + 1.2],
        ),
      ),
    ],
    height: round(() => half, 0.45),
    fabric: cloth,
    edge: [0.4, 0.5],
    shadow: [0.5, 0.4, 0.3],
  }
}
