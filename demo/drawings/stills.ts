import { hanger } from './body.ts'
import { creases, type Height, plus } from './cloth.ts'
import { type Point, ribbon, trace } from './curve.ts'
import { gingham, melange, printed, stripes, tartan } from './dyes.ts'
import { cotton, type Fabric, fabric, linen, metallic, satin, velvet, wool } from './fabric.ts'
import type { Scene } from './heroes.ts'
import type { Piece } from './light.ts'
import { walls } from './look.ts'
import { noise, randomNumbers } from './noise.ts'
import { garden } from './prints.ts'
import { button } from './trims.ts'

const canvas = { x: 0, y: 0, k: 10 }
const full = [trace([-3, -3], [123, -3], [123, 93], [-3, 93])]

/** Cloth thrown down in long rolling folds. */
const thrown: Height = (x, y) => {
  const wx = x * 0.03 + 0.9 * noise(x * 0.014, y * 0.014, 3)
  const wy = y * 0.03 + 0.9 * noise(x * 0.014 + 9, y * 0.014, 4)
  const main = noise(wx * 1.25 + wy * 0.75, wy * 0.42 - wx * 0.22, 5)
  const second = noise(wx * 3.1 - wy * 0.4, wy * 0.9 + wx * 0.3, 6)
  const ridge = 1 - Math.abs(noise(wx * 1.1 + wy * 1.3, wy * 0.5, 7)) * 1.6
  return 8.5 * main + 2 * second + 4.2 * ridge
}

const tableTop = (cloth: Fabric): Piece => ({
  outlines: full,
  height: plus(creases(3, 0.25, 0.05, 0.05), (x, y) => 0.5 * noise(x * 0.05, y * 0.07, 8)),
  fabric: cloth,
  flat: true,
})

/** A reel of thread lying on its side, seen from above. */
function reel(x: number, y: number, hex: string, tilt: number): Piece[] {
  const c = Math.cos(tilt)
  const s = Math.sin(tilt)
  const at = (u: number, v: number): Point => [x + u * c - v * s, y + u * s + v * c]
  const box = (u0: number, u1: number, v: number): Point[] => [
    at(u0, -v),
    at(u1, -v),
    at(u1, v),
    at(u0, v),
  ]
  const across = (px: number, py: number) => -(px - x) * s + (py - y) * c
  const along = (px: number, py: number) => (px - x) * c + (py - y) * s
  const roll =
    (r: number): Height =>
    (px, py) =>
      r * Math.sqrt(Math.max(0, 1 - (across(px, py) / (r * 1.02)) ** 2))
  const timber = fabric(melange('#b98a5a', 0.12), { gloss: 0.12, polish: 14 })
  return [
    {
      outlines: [box(-8.4, 8.4, 5.2)],
      height: roll(5.2),
      fabric: timber,
      edge: [0.5, 0.4],
      shadow: [1.6, 1.6, 0.5],
    },
    {
      outlines: [box(-6.8, 6.8, 5)],
      height: plus(roll(5), (px, py) => 0.16 * Math.sin(along(px, py) * 12 + across(px, py) * 0.4)),
      fabric: fabric(hex, { gloss: 0.22, polish: 12, sheen: 0.2 }),
      edge: [0.3, 0.2],
      shadow: [0.5, 0.3, 0.4],
    },
  ]
}

function sewing(): Piece[] {
  const r = randomNumbers(12)
  const hexes = [
    '#7a1b30',
    '#e9dfcf',
    '#2b3b55',
    '#b98a3c',
    '#4f6b52',
    '#1f1c1f',
    '#c78a8f',
    '#8a5a36',
  ]
  const made: Piece[] = [tableTop(linen('#d8cbb8'))]
  made.push({
    outlines: [
      ribbon(trace([30, 24], [44, 12, 60, 40, 76, 30], [92, 20, 104, 44, 92, 58]), () => 0.34),
    ],
    height: () => 0,
    fabric: satin('#7a1b30'),
    edge: [0.12, 0.3],
    shadow: [0.4, 0.4, 0.4],
  })
  made.push(
    ...reel(24, 27, '#7a1b30', 0.45),
    ...reel(20, 56, '#35506b', -0.35),
    ...reel(39, 42, '#c99a45', 1.2),
  )
  made.push({
    outlines: [ribbon(trace([84, 64], [101, 50]), (t) => 0.75 * (1 - t * 0.85))],
    height: () => 0,
    fabric: metallic('#c9c9cc'),
    edge: [0.2, 0.4],
    shadow: [0.4, 0.5, 0.45],
  })
  const placed: Point[] = []
  while (placed.length < 26) {
    const p: Point = [46 + r() * 66, 14 + r() * 66]
    if (
      placed.every((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) > 8.4) &&
      Math.hypot(p[0] - 92, p[1] - 57) > 9
    )
      placed.push(p)
    else if (r() < 0.004) break
  }
  for (const [x, y] of placed)
    made.push(...button(x, y, hexes[Math.floor(r() * hexes.length)] ?? '#e9dfcf', 1.7 + r() * 2))
  return made
}

/** Folded cloths in a pile, seen from the side. */
async function pile(): Promise<Piece[]> {
  const roses = await printed(
    garden(
      [
        ['#c9566b', '#dd7d8b', '#8f2d45'],
        ['#e8a9a0', '#f3cabd', '#c4736e'],
      ],
      ['#5f7a5c', '#7f9673'],
      14,
      9,
      1,
    ),
    100,
    30,
    '#f2e7da',
  )
  const cloths: [Fabric, number][] = [
    [wool(melange('#5b2333')), 11],
    [
      wool(
        tartan(
          '#7d2a2c',
          [
            ['#1f2c3f', 0, 2.6],
            ['#e3d3b4', 4.8, 5.1],
            ['#1c3a2f', 6.6, 9.4],
          ],
          12.4,
        ),
      ),
      9,
    ],
    [linen('#a3ab90'), 8],
    [cotton(roses), 9],
    [
      cotton(
        stripes(
          [
            ['#f0e9dc', 1.6],
            ['#243150', 0.8],
          ],
          90,
        ),
      ),
      7,
    ],
    [satin('#c9a46a'), 7],
    [cotton(gingham('#f3ece0', '#5c7d54', 1.4)), 7],
    [velvet('#0f4f3f'), 8],
  ]
  const made: Piece[] = [
    {
      outlines: [trace([-3, 76], [123, 76], [123, 93], [-3, 93])],
      height: (_x, y) => -y * 0.2,
      fabric: fabric(melange('#a98461', 0.14), { gloss: 0.08 }),
      flat: true,
    },
  ]
  let y = 78
  cloths.forEach(([cloth, tall], i) => {
    const l = 50 + 2.4 * noise(i * 1.7, 2, 4)
    const r = 111 + 2 * noise(i * 2.3, 5, 4)
    const top = y - tall
    const mid = y - tall / 2
    const fold = (v: number): number => Math.sqrt(Math.max(0, 1 - (v / (tall / 2.4)) ** 2))
    const layer = (x: number, py: number): number => {
      const q = ((py - top) / tall) * 3
      return 0.9 * Math.abs(Math.sin(q * Math.PI)) ** 0.5 + 0.3 * noise(x * 0.06, py * 0.5, i)
    }
    made.push({
      outlines: [
        trace(
          [l + 2, y],
          [l - 1, y, l - 2.4, mid + 2, l - 2, mid],
          [l - 2.2, top + 1, l - 0.6, top, l + 2, top + 0.3],
          [l + 20, top - 0.5 + noise(i, 1, 2), r - 20, top + 0.6, r - 1, top + 0.2],
          [r + 1.4, top + 0.6, r + 1.6, y - 0.4, r - 1, y],
        ),
      ],
      height: (x, py) => 2 * fold(py - mid) + layer(x, py),
      fabric: cloth,
      edge: [0.9, 1.1],
      shadow: [1.2, 0.9, 0.45],
    })
    y = top + 0.4
  })
  return made
}

function emptyHangers(): Piece[] {
  const brass = metallic('#b08d57')
  const made: Piece[] = [
    {
      outlines: [trace([-3, 21.2], [123, 21.2], [123, 23.2], [-3, 23.2])],
      height: (_x, y) => Math.sqrt(Math.max(0, 1 - ((y - 22.2) / 1.06) ** 2)),
      fabric: brass,
      shadow: [1.6, 2, 0.3],
    },
  ]
  const woods = ['#a8784c', '#8a5a36', '#c19a6b', '#6e4a30', '#b07f52']
  woods.forEach((timber, i) => {
    const frame = { x: 330 + i * 150, y: 405 + (i % 2) * 6, k: 12.2 }
    made.push(...hanger({ wood: timber, reach: 16.5 }).map((p): Piece => ({ ...p, frame })))
  })
  return made
}

const still = (
  name: string,
  pieces: Piece[],
  wall: keyof typeof walls,
  light?: 'leaves' | 'window' | 'blinds',
  seed = 2,
): Scene => ({
  name,
  width: 1200,
  height: 900,
  frame: canvas,
  pieces,
  room: { wall: walls[wall], floor: 2, seed, ...(light ? { light } : {}) },
})

export const stills: readonly Scene[] = [
  still(
    'still-folded-silk',
    [{ outlines: full, height: thrown, fabric: satin('#b9808a'), flat: true }],
    'rose',
  ),
  still('still-buttons-and-thread', sewing(), 'sand'),
  still('still-fabric-rolls', await pile(), 'bone', 'window', 1),
  still('still-wooden-hangers', emptyHangers(), 'sage', 'leaves', 2),
]
