import { type Height, plus } from './cloth.ts'
import { mirror, type Point, ribbon, trace, whole } from './curve.ts'
import { crepe, fabric, metallic } from './fabric.ts'
import type { Scene } from './heroes.ts'
import { cuts, jacket } from './jacket.ts'
import type { Piece } from './light.ts'
import { walls } from './look.ts'
import { clamp, mix, noise, smooth } from './noise.ts'

const hill = (x: number, y: number, x0: number, y0: number, sx: number, sy: number): number =>
  Math.exp(-(((x - x0) / sx) ** 2) - ((y - y0) / sy) ** 2)

const skin = fabric('#b97f5f', { gloss: 0.1, polish: 9, sheen: 0.12, wrap: 0.42, metal: 0.3 })
const hairCloth = fabric('#2a1a15', { gloss: 0.4, polish: 15, sheen: 0.25, wrap: 0.2, metal: 0.35 })

const face: Height = (x, y) => {
  const r = Math.max(0, 1 - (x / 8.6) ** 2 - ((y + 20.5) / 14.5) ** 2)
  const down = (y + 23.4) / 6.6
  const nose =
    Math.exp(-((x / (0.85 + 0.3 * clamp(down, 0, 1))) ** 2)) * 1.05 * smooth(-0.5, 1.1, down)
  let z = 7.4 * Math.sqrt(r) + nose * smooth(1.28, 1.05, down)
  for (const s of [-1, 1]) {
    z -= 0.85 * hill(x, y, s * 3.2, -21.4, 2, 1.5)
    z += 0.5 * hill(x, y, s * 3.2, -20.9, 1.5, 0.9)
    z += 0.55 * hill(x, y, s * 4.4, -16.8, 2.2, 2.4)
    z += 0.3 * hill(x, y, s * 0.95, -16.7, 0.6, 0.5)
    z -= 0.2 * hill(x, y, s * 2.5, -13.4, 0.7, 1.4)
  }
  return (
    z +
    0.45 * hill(x, y, 0, -13.2, 1.9, 0.9) +
    0.55 * hill(x, y, 0, -10.1, 1.8, 1.3) -
    0.3 * hill(x, y, 0, -11.6, 1.6, 0.5)
  )
}

const strands =
  (flow: number): Height =>
  (x, y) =>
    0.2 * noise(x * 4.4 + y * flow * 4, y * 0.16, 3) +
    0.32 * noise(x * 1.5 + y * flow * 1.5, y * 0.09, 4)

const lip = (outline: Point[], hex: string): Piece => ({
  outlines: [outline],
  height: plus(face, (x, y) => 0.18 * hill(x, y, 0, -12.8, 2, 0.6)),
  fabric: fabric(hex, { gloss: 0.22, polish: 14, wrap: 0.35, metal: 0.3 }),
  edge: [0.35, 0.22],
  flat: true,
})

const line = (
  points: Point[],
  width: (s: number) => number,
  hex: string,
  opacity: number,
): Piece => ({
  outlines: [ribbon(points, width)],
  height: face,
  fabric: crepe(hex),
  opacity,
  flat: true,
})

const taper =
  (w: number) =>
  (s: number): number =>
    w * (0.25 + Math.sin(Math.PI * Math.min(1, s * 0.9 + 0.1)))

function features(): Piece[] {
  const made: Piece[] = []
  for (const s of [-1, 1]) {
    made.push(
      line(
        trace([s * 1.5, -20.7], [s * 2.2, -19.9, s * 4, -19.8, s * 5, -20.9]),
        taper(0.26),
        '#1c100d',
        0.9,
      ),
    )
    for (const t of [0, 1, 2, 3]) {
      const x = 2.6 + t * 0.72
      made.push(
        line(
          trace([s * x, -20.15 + t * t * 0.03], [s * (x + 0.34 + t * 0.1), -19.55 + t * 0.02]),
          () => 0.11,
          '#1c100d',
          0.8,
        ),
      )
    }
    made.push(
      line(
        trace([s * 1.7, -23], [s * 3, -24, s * 4.6, -24, s * 5.8, -22.9]),
        taper(0.42),
        '#2a1812',
        0.75,
      ),
    )
    made.push(
      line(
        trace([s * 1.7, -21.9], [s * 2.6, -22.5, s * 4, -22.4, s * 4.9, -21.8]),
        () => 0.16,
        '#7d4a35',
        0.4,
      ),
    )
    made.push(
      line(
        trace([s * 0.35, -16.15], [s * 0.7, -16.4, s * 0.9, -16.3, s * 1.1, -16.5]),
        () => 0.2,
        '#5e3122',
        0.55,
      ),
    )
  }
  made.push(
    lip(
      trace(
        [-2.3, -13.2],
        [-1.4, -13.7, -0.7, -14.1, -0.35, -14.05],
        [0, -13.85],
        [0.35, -14.05],
        [0.7, -14.1, 1.4, -13.7, 2.3, -13.2],
        [1, -13.25, -1, -13.25, -2.3, -13.2],
      ),
      '#9c4a48',
    ),
  )
  made.push(
    lip(
      trace(
        [-2.3, -13.2],
        [-1, -13, 1, -13, 2.3, -13.2],
        [1.5, -12.1, 0.8, -11.9, 0, -11.9],
        [-0.8, -11.9, -1.5, -12.1, -2.3, -13.2],
      ),
      '#ad5856',
    ),
  )
  return made
}

const neck: Piece = {
  outlines: [
    whole(trace([0, -12], [4.4, -12], [4.5, -7, 4.6, -4, 6.6, -1.6], [9, 2], [4, 26], [0, 30])),
  ],
  height: (x, y) =>
    3.4 * Math.sqrt(Math.max(0, 1 - (x / mix(5, 12, smooth(-5, 3, y))) ** 2)) +
    0.5 * hill(x, y, 2.6, 1, 1.6, 3) +
    0.5 * hill(x, y, -2.6, 1, 1.6, 3) -
    0.5 * hill(x, y, 0, 3, 1, 2),
  fabric: skin,
  flat: true,
}

const jaw: Point[] = whole(
  trace(
    [0, -33],
    [5, -33, 7.7, -28.5, 7.7, -22.5],
    [7.7, -17.5, 6.6, -13, 4, -10],
    [2.6, -8.5, 1.2, -8.1, 0, -8.1],
  ),
)

const crown: Piece[] = [-1, 1].map((s) => {
  const outline = trace(
    [-0.15, -28.8],
    [3, -28.7, 6, -26.6, 6.9, -22],
    [7.4, -19, 7.8, -16, 8.6, -13.6],
    [10.4, -17, 10.6, -23, 9.6, -27],
    [8, -32.6, 3.6, -34.2, -0.15, -33.6],
  )
  return {
    outlines: [s === 1 ? outline : mirror(outline)],
    height: plus(
      (x, y) =>
        4 * Math.sqrt(Math.max(0, 1 - ((Math.abs(x) - 4.6) / 7) ** 2)) - 0.02 * (y + 26) ** 2,
      (x, y) =>
        0.2 * noise(Math.hypot(x - s * 1, y + 20) * 4.2, Math.atan2(y + 20, x) * 1.4, 5) +
        0.35 * noise(Math.hypot(x - s * 1, y + 20) * 1.3, Math.atan2(y + 20, x) * 1.2, 6),
    ),
    fabric: hairCloth,
    edge: [0.6, 0.6],
    shadow: [1, 0.7, 0.4],
  }
})

const bun: Piece = {
  outlines: [
    whole(trace([0, -39.6], [4, -39.6, 5.6, -37, 5.2, -34.6], [4.6, -32.4, 2, -31.6, 0, -31.6])),
  ],
  height: (x, y) =>
    4 * Math.sqrt(Math.max(0, 1 - (x / 6) ** 2 - ((y + 35.4) / 5) ** 2)) +
    0.3 * noise(Math.hypot(x - 1, y + 35.4) * 3, Math.sin(Math.atan2(y + 35.4, x - 1)) * 1.6, 8),
  fabric: hairCloth,
  edge: [0.7, 0.7],
  shadow: [1, 0.8, 0.3],
}

const behind: Piece = {
  outlines: [
    whole(trace([0, -35], [7, -35, 10.2, -29, 10, -22], [9.8, -15, 8, -9, 5, -8], [0, -8])),
  ],
  height: strands(0.1),
  fabric: hairCloth,
  dim: 0.6,
}

const rings: Piece[] = [-1, 1].map((s) => ({
  outlines: [
    ribbon(
      trace(
        [s * 7.9, -15.6],
        [s * 9.4, -15.2, s * 9.4, -12.4, s * 7.9, -12.4],
        [s * 6.8, -12.6, s * 6.8, -15, s * 7.8, -15.6],
      ),
      () => 0.36,
    ),
  ],
  height: () => 0,
  fabric: metallic('#c9a04f'),
  edge: [0.14, 0.3] as const,
  shadow: [0.3, 0.3, 0.35] as const,
}))

const cloth = crepe('#e9dfcf')
const blazer = jacket({
  fabric: cloth,
  half: cuts.straight,
  hem: 60,
  close: 36,
  lapel: 'notch',
  lapelWidth: 9.4,
  lining: '#5a3a2e',
  seed: 4,
  lap: 2,
})
const shirt: Piece = {
  outlines: [whole(trace([0, 11], [3, 8, 6, 2, 7, -1.4], [10, 2], [6, 40], [0, 40]))],
  height: (x, y) => -0.1 * Math.abs(x) + 0.3 * noise(x * 0.2, y * 0.08, 3),
  fabric: fabric('#2f3a36', { gloss: 0.25, polish: 14, wrap: 0.1 }),
  shadow: [0.6, 0.5, 0.35],
}

export const portrait: Scene = {
  name: 'founder-portrait',
  width: 1000,
  height: 1000,
  frame: { x: 500, y: 655, k: 14.6 },
  room: { wall: walls.clay, floor: 2, light: 'window', seed: 2 },
  pieces: [
    behind,
    bun,
    neck,
    { outlines: [jaw], height: face, fabric: skin, shadow: [1.6, 2.4, 0.5] },
    ...features(),
    ...rings,
    ...crown,
    shirt,
    ...blazer.pieces.slice(1).filter((p) => p.dim === undefined),
  ],
}
