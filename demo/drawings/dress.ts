import { loosened } from './body.ts'
import { bust, creases, type Half, type Height, plus, round, waistPulls } from './cloth.ts'
import { mirror, type Point, profile, side, trace, whole } from './curve.ts'
import type { Fabric } from './fabric.ts'
import type { Piece } from './light.ts'
import { type Neck, upperEdge } from './necks.ts'
import { clamp } from './noise.ts'
import { type SkirtLook, skirt } from './skirt.ts'
import { seam } from './trims.ts'

export type BodiceLook = {
  neck: Neck
  fabric: Fabric
  half?: Half
  outer?: number
  /** Where the bodice ends; it may dip in front. */
  end?: number
  dip?: number
  crease?: number
  extra?: Height
  darts?: boolean
  bust?: number
  strap?: Fabric
}

export type Bodice = { pieces: Piece[]; height: Height; half: Half }

export const tubeGrain =
  (half: Half) =>
  (x: number, y: number): readonly [number, number] => {
    const w = half(y)
    return [w * Math.asin(clamp(x / (w * 1.03), -1, 1)), y]
  }

export function bodice(o: BodiceLook): Bodice {
  const half = o.half ?? loosened(0.5, 0.4)
  const end = o.end ?? 41
  const top = upperEdge(o.neck, half, o.outer)
  const under = top.half[top.half.length - 1] as Point
  const flank = side(half, under[1], end)
  const rightHalf: Point[] = [
    ...top.half,
    ...flank,
    ...trace(
      [half(end), end],
      [
        half(end) * 0.6,
        end + (o.dip ?? 0.8),
        half(end) * 0.2,
        end + (o.dip ?? 0.8),
        0,
        end + (o.dip ?? 0.8),
      ],
    ),
  ]
  const height = plus(
    round((y) => half(Math.max(16, y)) + 0.5, 0.58),
    bust(o.bust ?? 2),
    waistPulls(40, 0.4, 5),
    creases(11, o.crease ?? 0.1),
    ...(o.extra ? [o.extra] : []),
  )
  const pieces: Piece[] = []
  for (const line of top.straps)
    pieces.push({
      outlines: [line],
      height: () => 0,
      fabric: o.strap ?? o.fabric,
      edge: [0.25, 0.3],
      shadow: [0.5, 0.4, 0.35],
    })
  pieces.push({
    outlines: [whole(rightHalf)],
    height,
    fabric: o.fabric,
    grain: tubeGrain(half),
    edge: [0.35, 0.3],
    shadow: [1, 0.7, 0.36],
  })
  if (o.darts !== false) {
    for (const s of [-1, 1])
      pieces.push(
        seam(
          trace([s * 7.6, end + 0.4], [s * 7, end - 6, s * 7.6, 32, s * 8.2, 28]),
          height,
          '#1c1511',
          0.22,
          0.13,
        ),
      )
  }
  return { pieces, height, half }
}

const fitted = (...lower: Point[]) =>
  profile([0, 15.8], [18, 16.5], [25, 16.9], [33, 14.7], [41, 12.6], ...lower)

/** Side seams from the shoulder down, by cut. */
export const flares = {
  column: fitted([50, 15.8], [59, 17.8], [80, 17.4], [148, 18.5]),
  pencil: fitted([50, 15.8], [59, 17.8], [75, 17], [100, 14.6]),
  aline: fitted([50, 17], [60, 20.6], [90, 28.5], [148, 42]),
  full: fitted([45, 16], [52, 20.5], [64, 26], [90, 34.5], [148, 48]),
  ball: fitted([44, 15.6], [50, 21], [60, 27.5], [80, 35.5], [110, 43], [148, 51]),
  mermaid: fitted([50, 15.8], [59, 17.7], [80, 16.4], [98, 15.6], [112, 19], [130, 29], [148, 39]),
  bias: fitted([50, 16], [59, 18.2], [90, 20.5], [148, 28]),
  trapeze: profile([0, 15.8], [16, 16.8], [30, 19], [50, 23], [90, 32]),
  mini: fitted([50, 17.4], [60, 21.6], [90, 31]),
}

/** A bodice and a skirt joined at the waist. */
export function dress(
  b: BodiceLook,
  s: Omit<SkirtLook, 'top'> & { top?: number },
): { pieces: Piece[]; height: Height; half: Half } {
  const top = bodice(b)
  const end = b.end ?? 41
  const lower = skirt({ ...s, top: s.top ?? end - 0.8 })
  return { pieces: [...lower, ...top.pieces], height: top.height, half: top.half }
}

/** One cloth from neckline to hem, as slips and shifts are. */
export function sheath(
  b: BodiceLook,
  s: SkirtLook & { waist?: number },
): { pieces: Piece[]; height: Height } {
  const half = s.half
  const top = upperEdge(b.neck, half, b.outer)
  const under = top.half[top.half.length - 1] as Point
  const made = skirt({ ...s, top: under[1] })
  const front = made[made.length - 1] as Piece
  const hem = (front.outlines[0] as readonly Point[]).slice(0)
  const edge = mirror(top.half).reverse()
  const outline: Point[] = [...edge, ...top.half, ...hem]
  const height = plus(
    front.height,
    bust(b.bust ?? 2),
    ...(s.waist === undefined ? [] : [waistPulls(s.waist, 0.45, 5)]),
    ...(b.extra ? [b.extra] : []),
  )
  const straps: Piece[] = top.straps.map((line) => ({
    outlines: [line],
    height: () => 0,
    fabric: b.strap ?? b.fabric,
    edge: [0.25, 0.3],
    shadow: [0.5, 0.4, 0.35],
  }))
  return {
    pieces: [...made.slice(0, -1), ...straps, { ...front, outlines: [outline], height }],
    height,
  }
}
