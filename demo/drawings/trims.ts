import { thread } from './body.ts'
import { type Height, plus } from './cloth.ts'
import { disc, type Point, ribbon, trace, whole } from './curve.ts'
import { cotton, type Fabric, fabric, metallic } from './fabric.ts'
import type { Piece } from './light.ts'
import { noise } from './noise.ts'

/** A flat part sewn on: a lapel, a pocket, a collar. It follows the relief below. */
export function patch(outline: readonly Point[], over: Height, cloth: Fabric, thick = 0.35): Piece {
  return {
    outlines: [outline],
    height: over,
    fabric: cloth,
    edge: [0.35, thick],
    shadow: [0.55, 0.4, 0.42],
  }
}

export function button(x: number, y: number, hex: string, r = 0.8): Piece[] {
  const face = fabric(hex, { gloss: 0.35, polish: 22, wrap: 0.2 })
  const hole = (dx: number, dy: number): Piece => ({
    outlines: [disc(x + dx * r, y + dy * r, r * 0.11)],
    height: () => 0,
    fabric: cotton('#1a1512'),
    opacity: 0.7,
    flat: true,
  })
  return [
    {
      outlines: [disc(x, y, r)],
      height: (px, py) => 0.16 * Math.min(1, Math.hypot(px - x, py - y) / r),
      fabric: face,
      edge: [0.22, 0.35],
      shadow: [0.32, 0.3, 0.5],
      flat: true,
    },
    ...(r > 0.5 ? [hole(-0.2, -0.2), hole(0.2, -0.2), hole(-0.2, 0.2), hole(0.2, 0.2)] : []),
  ]
}

export const buttons = (x: number, ys: readonly number[], hex: string, r = 0.8): Piece[] =>
  ys.flatMap((y) => button(x, y, hex, r))

export const seam = (
  line: readonly Point[],
  over: Height,
  hex = '#1c1511',
  opacity = 0.36,
  width = 0.16,
): Piece => thread(line, width, over, hex, opacity)

/** A row of visible stitches along a line. */
export function topstitch(line: readonly Point[], over: Height, hex: string, pitch = 0.9): Piece {
  const marks: Point[][] = []
  let rest = 0
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1] as Point
    const [bx, by] = line[i] as Point
    const len = Math.hypot(bx - ax, by - ay)
    let p = rest
    while (p < len) {
      const q = Math.min(len, p + pitch * 0.6)
      marks.push(
        ribbon(
          [
            [ax + ((bx - ax) * p) / len, ay + ((by - ay) * p) / len],
            [ax + ((bx - ax) * q) / len, ay + ((by - ay) * q) / len],
          ],
          () => 0.17,
        ),
      )
      p += pitch
    }
    rest = p - len
  }
  return {
    outlines: marks.length > 0 ? marks : [disc(0, 0, 0.01)],
    height: over,
    fabric: cotton(hex),
    opacity: 0.85,
    flat: true,
  }
}

export type BeltLook = {
  y: number
  half: number
  width?: number
  fabric: Fabric
  buckle?: string
  tie?: boolean
  seed?: number
  over: Height
}

/** A belt round the waist, with a buckle or tied in front. */
export function belt(o: BeltLook): Piece[] {
  const w = (o.width ?? 3) / 2
  const sag = 0.9
  const band = whole(
    trace(
      [0, o.y - w + sag],
      [o.half * 0.6, o.y - w + sag * 0.7, o.half, o.y - w, o.half + 0.25, o.y - w - 0.3],
      [o.half + 0.25, o.y + w - 0.3],
      [o.half, o.y + w, o.half * 0.6, o.y + w + sag * 0.7, 0, o.y + w + sag],
    ),
  )
  const made: Piece[] = [
    {
      outlines: [band],
      height: plus(o.over, (x, y) => 0.07 * noise(x * 0.12, y * 1.1, o.seed ?? 3)),
      fabric: o.fabric,
      edge: [0.4, 0.6],
      shadow: [0.9, 0.6, 0.5],
    },
  ]
  if (o.buckle) {
    const y = o.y + sag
    made.push({
      outlines: [
        trace([-2.6, y - w - 0.7], [2.6, y - w - 0.7], [2.6, y + w + 0.7], [-2.6, y + w + 0.7]),
      ],
      holes: [
        trace([-1.7, y - w + 0.1], [1.7, y - w + 0.1], [1.7, y + w - 0.1], [-1.7, y + w - 0.1]),
      ],
      height: () => 0,
      fabric: metallic(o.buckle),
      edge: [0.25, 0.6],
      shadow: [0.5, 0.4, 0.45],
    })
    made.push({
      outlines: [trace([-0.25, y - 0.3], [2.4, y - 0.3], [2.4, y + 0.3], [-0.25, y + 0.3])],
      height: () => 0,
      fabric: metallic(o.buckle),
      edge: [0.2, 0.4],
      flat: true,
    })
  }
  if (o.tie) made.push(...knot(1.2, o.y + sag, o.fabric, 1))
  return made
}

/** A tied knot with two hanging ends. */
export function knot(x: number, y: number, cloth: Fabric, size = 1, long = 26): Piece[] {
  const tail = (dx: number, len: number, seed: number): Piece => {
    const line = trace(
      [x, y],
      [x + dx * 0.3, y + len * 0.3, x + dx * 1.2, y + len * 0.55, x + dx, y + len],
    )
    return {
      outlines: [ribbon(line, (s) => (1.4 + 1.7 * s) * size)],
      height: (px, py) =>
        0.5 * Math.sin((px - x - dx * ((py - y) / len)) * 1.9 + seed) +
        0.2 * noise(px * 0.5, py * 0.12, seed),
      fabric: cloth,
      edge: [0.4, 0.4],
      shadow: [0.9, 0.8, 0.45],
    }
  }
  const loop = (s: number): Piece => ({
    outlines: [
      trace(
        [x, y],
        [
          x + s * 3 * size,
          y - 3.4 * size,
          x + s * 8 * size,
          y - 3 * size,
          x + s * 7.4 * size,
          y + 0.6 * size,
        ],
        [x + s * 6.6 * size, y + 3.2 * size, x + s * 2.6 * size, y + 1.8 * size, x, y + 0.4 * size],
      ),
    ],
    height: (px, py) =>
      0.7 *
      Math.sin(Math.atan2(py - y, (px - x) * s) * 7) *
      Math.exp(-Math.hypot(px - x, py - y) / 5),
    fabric: cloth,
    edge: [0.7, 0.9],
    shadow: [0.8, 0.7, 0.45],
  })
  return [
    tail(-3 * size, long, 1),
    tail(2.6 * size, long * 0.84, 2),
    ...(size > 0.9 ? [loop(-1), loop(1)] : []),
    {
      outlines: [disc(x, y, 1.5 * size, 1.7 * size)],
      height: (px, py) => 0.2 * Math.sin((px - x) * 3 + (py - y)),
      fabric: cloth,
      edge: [0.8, 1],
      shadow: [0.6, 0.5, 0.45],
    },
  ]
}
