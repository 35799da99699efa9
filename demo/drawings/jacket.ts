import { slope, thread } from './body.ts'
import { creases, drape, type Half, type Height, plus, round, waistPulls } from './cloth.ts'
import { mirror, type Point, profile, side, trace } from './curve.ts'
import { tubeGrain } from './dress.ts'
import { crepe, type Fabric } from './fabric.ts'
import type { Piece } from './light.ts'
import { arm, lifted, type SleeveLook, sleeve } from './sleeve.ts'
import { button, patch, seam } from './trims.ts'

export type JacketLook = {
  fabric: Fabric
  half: Half
  hem: number
  /** Where the fronts meet: the lowest point of the opening. */
  close: number
  /** How far the right front overlaps the left. */
  lap?: number
  /** Shoulder width and how low the collar opens. */
  shoulder?: number
  lapel?: 'notch' | 'peak' | 'shawl' | 'none'
  lapelWidth?: number
  lapelFabric?: Fabric
  lining?: string
  buttons?: readonly number[]
  double?: boolean
  buttonHex?: string
  sleeves?: Partial<SleeveLook> | false
  crease?: number
  seed?: number
  /** The lower front edge: rounded away, or square. */
  cutaway?: number
  extra?: Height
}

/** A jacket or coat that opens in front: fronts, sleeves, lapels, buttons. */
export function jacket(o: JacketLook): { pieces: Piece[]; over: Height } {
  const shoulder = o.shoulder ?? 19.5
  const lap = o.lap ?? 1.6
  const seed = o.seed ?? 1
  const half = o.half
  const sy = slope(shoulder) - 0.2
  const over = plus(
    round((y) => half(Math.max(16, y)) + 1.2, 0.5),
    creases(seed, o.crease ?? 0.16, 0.1, 0.035, 0.2),
    waistPulls(43, 0.6, seed + 3),
    drape({
      seed: seed + 5,
      n: 8,
      y0: 40,
      y1: o.hem,
      half,
      amp: 0.3 + Math.max(0, o.hem - 70) * 0.018,
      late: 0.3,
    }),
    ...(o.extra ? [o.extra] : []),
  )
  const made: Piece[] = []
  const inside: Point[] = [
    ...trace([-8.4, -2], [-6, -4.6, -3, -5.2, 0, -5.2], [3, -5.2, 6, -4.6, 8.4, -2]),
    ...trace([9, 2], [5, o.close + 4], [-5, o.close + 4], [-9, 2]),
  ]
  made.push({
    outlines: [inside],
    height: (x, y) => -0.06 * y - 0.1 * Math.abs(x),
    fabric: crepe(o.lining ?? '#4a3a34'),
    dim: 0.62,
    flat: true,
  })
  if (o.sleeves !== false) {
    const look: SleeveLook = {
      line: lifted(arm.long(shoulder + 0.2), 0.9),
      widths: [
        [0, 12.6],
        [0.15, 14.4],
        [0.5, 12.6],
        [1, 10.6],
      ],
      crease: 0.55,
      fabric: o.fabric,
      seed: seed + 9,
      ...o.sleeves,
    }
    made.push(sleeve(look, true), sleeve(look))
  }
  const away = o.cutaway ?? 0
  const front = (s: 1 | -1): Piece => {
    const inX = s === 1 ? -lap : -lap * 0.6
    const outline = [
      ...trace([6.6, -3.2], [10, slope(10) - 0.3, 15, slope(15) - 0.5, shoulder, sy]),
      ...trace([shoulder, sy], [shoulder - 1.6, sy + 5, half(19) - 2.6, 13, half(19), 19]),
      ...side(half, 19, o.hem),
      ...trace(
        [half(o.hem), o.hem],
        [half(o.hem) * 0.6, o.hem + 1.3, half(o.hem) * 0.3, o.hem + 1.2, inX + away, o.hem + 1],
      ),
      ...(away > 0
        ? trace([inX + away, o.hem + 1], [inX + 1, o.hem - 1, inX, o.hem - 8, inX, o.close + 8])
        : []),
      ...trace(
        [inX, o.close + 1],
        [inX, o.close],
        [1.6, o.close * 0.62, 4.6, o.close * 0.25, 6.6, -3.2],
      ),
    ]
    return {
      outlines: [s === 1 ? outline : mirror(outline)],
      height: over,
      fabric: o.fabric,
      grain: tubeGrain(half),
      edge: [0.35, 0.45],
      shadow: [1.1, 0.8, 0.42],
    }
  }
  made.push(front(-1), front(1))
  const dart = (s: number) =>
    seam(
      trace(
        [s * (half(30) * 0.55), 26],
        [
          s * half(42) * 0.56,
          40,
          s * half(50) * 0.56,
          48,
          s * half(Math.min(62, o.hem)) * 0.55,
          Math.min(62, o.hem - 2),
        ],
      ),
      over,
      '#0d0a08',
      0.3,
      0.18,
    )
  made.push(dart(-1), dart(1))
  made.push(...lapels(o, over, lap))
  const hex = o.buttonHex ?? '#2a211c'
  for (const y of o.buttons ?? []) {
    if (o.double) made.push(...button(-5.4, y, hex, 1), ...button(5, y, hex, 1))
    else made.push(...button(lap > 1 ? 0 : 0.2, y, hex, 0.95))
  }
  return { pieces: made, over }
}

function lapels(o: JacketLook, over: Height, lap: number): Piece[] {
  const kind = o.lapel ?? 'notch'
  if (kind === 'none') return []
  const cloth = o.lapelFabric ?? o.fabric
  const w = o.lapelWidth ?? 8.6
  const c = o.close
  const lift = plus(over, (x, y) => 0.03 * (Math.abs(x) - y * 0.05))
  const lapel = (s: 1 | -1): Piece[] => {
    const x0 = s === 1 ? -lap : -lap * 0.6
    const gorge = c * 0.2
    const inner = trace([x0, c + 0.6], [1.2, c * 0.64, 4, c * 0.28, 5.6, gorge - 5])
    const tip: Point = kind === 'peak' ? [w + 5.6, gorge + 0.4] : [w + 4.2, gorge + 4]
    const body =
      kind === 'shawl'
        ? [
            ...inner,
            ...trace(
              [6.4, -3.6],
              [9, 1, w + 4.6, 6, w + 2.2, c * 0.5],
              [w - 0.5, c * 0.75, 3, c * 0.92, x0, c + 0.6],
            ),
          ]
        : [...inner, ...trace([8.6, gorge], tip, [w + 2, c * 0.55, 4.4, c * 0.86, x0, c + 0.6])]
    const collar = trace(
      [5.2, -5.2],
      [6.4, -3, 8.4, -1.4, 9.8, 0],
      [tip[0] - (kind === 'peak' ? 2.6 : 1.2), gorge + (kind === 'peak' ? 0.4 : -0.4)],
      [8.2, gorge + 1.6],
      [6.2, gorge, 5, -1, 4.6, -4.4],
    )
    const pieces: Piece[] = []
    if (kind !== 'shawl') pieces.push(patch(s === 1 ? collar : mirror(collar), lift, cloth, 0.4))
    pieces.push(patch(s === 1 ? body : mirror(body), lift, cloth, 0.45))
    if (kind !== 'shawl')
      pieces.push(
        thread(
          trace([s * 7.6, gorge + 0.9], [s * (tip[0] - 1.4), gorge + 0.6]),
          0.2,
          over,
          '#0d0a08',
          0.5,
        ),
      )
    return pieces
  }
  const stand: Point[] = trace(
    [-5.4, -4.6],
    [-4, -6.6, 4, -6.6, 5.4, -4.6],
    [4, -3.4, -4, -3.4, -5.4, -4.6],
  )
  return [{ ...patch(stand, () => 0, cloth, 0.3), dim: 0.8 }, ...lapel(-1), ...lapel(1)]
}

export const cuts = {
  fitted: profile([0, 19], [19, 19.2], [26, 18.9], [42, 15.6], [58, 19.4], [80, 21]),
  straight: profile([0, 19.6], [19, 20], [42, 19.2], [60, 20.4], [80, 21], [120, 23]),
  oversized: profile([0, 21], [19, 22], [42, 21.6], [70, 22.6], [120, 25]),
  trench: profile([0, 19.6], [19, 20.2], [34, 18.6], [41, 15.2], [50, 18.6], [64, 22], [110, 29]),
  swing: profile([0, 19.6], [19, 20.5], [50, 24.5], [110, 34]),
  cropped: profile([0, 19.6], [19, 20], [38, 18.6], [52, 17.4]),
}
