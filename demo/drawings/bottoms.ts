import { creases, type Half, type Height, plus, round } from './cloth.ts'
import { mirror, type Point, profile, side, trace, whole } from './curve.ts'
import type { Fabric } from './fabric.ts'
import type { Piece } from './light.ts'
import { clamp, noise, smooth } from './noise.ts'
import { patch, seam } from './trims.ts'

/** A waistband, by default level with the top of the garment at y = 0. */
export function waistband(
  half: number,
  y: number,
  tall: number,
  cloth: Fabric,
  over: Height = () => 0,
): Piece[] {
  return [
    {
      outlines: [
        whole(
          trace(
            [0, y - tall / 2 + 0.5],
            [half * 0.6, y - tall / 2 + 0.4, half, y - tall / 2, half, y - tall / 2],
            [half + 0.2, y + tall / 2],
            [half * 0.6, y + tall / 2 + 0.5, half * 0.3, y + tall / 2 + 0.6, 0, y + tall / 2 + 0.6],
          ),
        ),
      ],
      height: plus(
        round(() => half, 0.4),
        over,
      ),
      fabric: cloth,
      edge: [0.35, 0.4],
      shadow: [0.7, 0.5, 0.4],
    },
  ]
}

export type TrousersLook = {
  fabric: Fabric
  waist?: number
  hip?: number
  /** Half widths of one leg: at thigh, knee, hem. */
  leg: readonly [thigh: number, knee: number, hem: number]
  top?: number
  length: number
  press?: boolean
  front?: 'pleats' | 'flat'
  crease?: number
  seed?: number
  band?: number
}

/** Trousers; the waist lies at `top`, the legs fall from the crotch. */
export function trousers(o: TrousersLook): Piece[] {
  const top = o.top ?? 0
  const waist = o.waist ?? 12.6
  const hip = o.hip ?? 17.8
  const fork = top + 27
  const hem = top + o.length
  const seed = o.seed ?? 1
  const [thigh, knee, foot] = o.leg
  const outer: Half = profile(
    [top, waist],
    [top + 9, (waist + hip) / 2 + 1.2],
    [top + 19, hip],
    [fork + 4, thigh * 2 + 0.4],
    [top + 58, knee * 2 + 0.6],
    [hem, foot * 2 + 0.8],
  )
  const leg = (s: 1 | -1): Piece => {
    const inner = profile([top, -1], [fork - 1, -0.6], [fork + 8, 0.3], [hem, 0.9])
    const mid = (y: number) => (outer(y) + Math.max(0, inner(y))) / 2
    const width = (y: number) => (outer(y) - Math.max(-0.5, inner(y))) / 2
    const height: Height = (rx, y) => {
      const x = rx * s
      const t = clamp((x - mid(y)) / (width(y) * 1.03), -0.999, 0.999)
      let z = width(y) * 0.62 * Math.sqrt(1 - t * t)
      const fall = smooth(fork - 6, hem, y)
      if (o.press !== false)
        z += 1 * Math.exp(-Math.abs(t + 0.02) * 7) * smooth(top + 6, top + 22, y)
      z +=
        1.6 *
        fall *
        (Math.sin(t * 5.4 + 1.3 * noise(y * 0.02, s, seed) + seed) +
          0.5 * Math.sin(t * 11 + s + y * 0.02)) *
        smooth(9, 19, foot + knee * 0.4)
      z +=
        0.34 *
        noise(t * 1.6 + s * 4, y * 0.09 + t * 0.8, seed) *
        (0.5 + Math.exp(-(((y - fork - 30) / 9) ** 2)) + Math.exp(-(((y - hem + 4) / 6) ** 2)))
      const dx = x - 1
      const dy = y - fork
      z +=
        0.35 * noise(dx * 0.12, (dy + dx * 0.7) * 0.3, seed + 8) * Math.exp(-Math.hypot(dx, dy) / 9)
      return z
    }
    const outline = [
      ...trace([-0.9, top], [waist, top]),
      ...side(outer, top, hem).map(([x, y]): Point => [x + 0.18 * noise(y * 0.13, s * 3, seed), y]),
      ...trace([outer(hem), hem], [mid(hem) + 3, hem + 1, mid(hem) - 3, hem + 1.1, 0.9, hem + 0.2]),
      ...side(inner, hem, fork),
    ]
    return {
      outlines: [s === 1 ? outline : mirror(outline)],
      height: plus(height, creases(seed + s, o.crease ?? 0.1, 0.2, 0.04)),
      fabric: o.fabric,
      edge: [0.35, 0.3],
      shadow: [1.2, 0.7, 0.4],
      grain: (x, y) => [x + s * 0.2, y],
    }
  }
  const legs = [leg(-1), leg(1)]
  const over = legs[1]?.height ?? (() => 0)
  const made: Piece[] = [
    ...legs,
    seam(
      trace([0, top + 2], [0.5, fork - 10, 0.3, fork - 4, 0.1, fork]),
      over,
      '#120e0b',
      0.45,
      0.2,
    ),
  ]
  for (const s of [-1, 1]) {
    made.push(
      seam(
        trace(
          [s * (waist - 2.6), top + 2.5],
          [s * (waist + 0.8), top + 9, s * (hip - 3), top + 13, s * (hip - 0.8), top + 17],
        ),
        over,
        '#120e0b',
        0.5,
        0.24,
      ),
    )
    if (o.front !== 'flat')
      made.push(
        seam(
          trace([s * 6, top + 2], [s * 6.4, top + 6, s * 7, top + 10, s * 7.4, top + 15]),
          over,
          '#120e0b',
          0.4,
          0.2,
        ),
      )
  }
  made.push(...waistband(waist + 0.1, top + 1, o.band ?? 3.4, o.fabric))
  return made
}

/** Two welt lines, as on a pocket. */
export function welt(
  x: number,
  y: number,
  wide: number,
  cloth: Fabric,
  over: Height,
  tilt = 0,
): Piece[] {
  return [
    patch(
      trace(
        [x - wide / 2, y + tilt],
        [x + wide / 2, y - tilt],
        [x + wide / 2, y + 1.3 - tilt],
        [x - wide / 2, y + 1.3 + tilt],
      ),
      over,
      cloth,
      0.25,
    ),
  ]
}
