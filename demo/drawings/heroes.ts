import type { Room } from './backdrop.ts'
import { dressForm, hanger, slope } from './body.ts'
import { ribbon, trace, whole } from './curve.ts'
import { crepe, metallic } from './fabric.ts'
import type { Piece } from './light.ts'
import { walls } from './look.ts'
import type { Frame } from './sheet.ts'
import { wardrobe } from './wardrobe.ts'

export type Scene = {
  name: string
  pieces: Piece[]
  frame: Frame
  room: Room
  width: number
  height: number
}

const canvas: Frame = { x: 0, y: 0, k: 1 }

function garment(name: string): readonly Piece[] {
  const look = wardrobe.find((l) => l.name === name)
  if (!look) throw new Error(`Nothing in the wardrobe is named ${name}`)
  return look.garment
}

const placed = (pieces: readonly Piece[], frame: Frame): Piece[] =>
  pieces.map((p) => ({ ...p, frame }))

/** The inside of the back, which shows above a neckline when nobody wears the garment. */
const back = (hex: string): Piece => ({
  outlines: [
    whole(
      trace([0, -2.2], [4, -2.4, 6, -2.8, 7, slope(7)], [10.6, slope(10.6)], [9.6, 12], [0, 26]),
    ),
  ],
  height: (x, y) => -0.06 * y - 0.1 * Math.abs(x),
  fabric: crepe(hex),
  dim: 0.55,
  flat: true,
})

type Hung = { name: string; x: number; inside?: string; reach?: number }

function rail(y: number, from: number, to: number): Piece[] {
  const brass = metallic('#b08d57')
  const bar: Piece = {
    outlines: [trace([from, y - 8], [to, y - 8], [to, y + 8], [from, y + 8])],
    height: (_x, py) => 8 * Math.sqrt(Math.max(0, 1 - ((py - y) / 8.6) ** 2)),
    fabric: brass,
    shadow: [10, 14, 0.25],
    frame: canvas,
  }
  const post = (x: number): Piece => ({
    outlines: [ribbon(trace([x, y - 30], [x, 1040]), () => 15)],
    height: (px) => 8 * Math.sqrt(Math.max(0, 1 - ((px - x) / 8.4) ** 2)),
    fabric: brass,
    shadow: [10, 12, 0.2],
    frame: canvas,
  })
  const foot = (x: number): Piece => ({
    outlines: [trace([x - 70, 1034], [x + 70, 1034], [x + 78, 1048], [x - 78, 1048])],
    height: (_x, py) => -(py - 1040) * 0.3,
    fabric: brass,
    edge: [5, 6],
    shadow: [12, 8, 0.35],
    frame: canvas,
  })
  return [foot(from + 40), post(from + 40), bar]
}

function hungOnRail(y: number, k: number, list: readonly Hung[]): Piece[] {
  return list.flatMap((h) => {
    const frame = { x: h.x, y: y + 14.6 * k, k }
    const inside = h.inside ? [back(h.inside)] : []
    return placed([...hanger({ reach: h.reach ?? 13 }), ...inside, ...garment(h.name)], frame)
  })
}

function onForms(list: readonly { name: string; x: number; y: number; k: number }[]): Piece[] {
  return list.flatMap(({ name, x, y, k }) => {
    const stand = (1020 - y) / k
    return placed([...dressForm({ stand }), ...garment(name)], { x, y, k })
  })
}

const wide = (wall: keyof typeof walls, light: Room['light'], seed: number): Room => ({
  wall: walls[wall],
  floor: 0.915,
  seed,
  ...(light ? { light } : {}),
})

export const heroes: readonly Scene[] = [
  {
    name: 'hero-morning-rail',
    width: 2000,
    height: 1100,
    frame: canvas,
    room: wide('bone', 'window', 1),
    pieces: [
      ...rail(150, 800, 2040),
      ...hungOnRail(150, 5.9, [
        { name: 'navy-floral-tea-dress', x: 1000, inside: '#24324a' },
        { name: 'camel-wool-coat', x: 1250, reach: 17.5 },
        { name: 'dusty-rose-floral-midi', x: 1510, inside: '#c98e86' },
        { name: 'sage-linen-wrap', x: 1755, inside: '#8f9b80' },
        { name: 'white-linen-shirt-dress', x: 1985, inside: '#d9d0c0' },
      ]),
    ],
  },
  {
    name: 'hero-rail-at-dusk',
    width: 2000,
    height: 1100,
    frame: canvas,
    room: wide('clay', 'leaves', 4),
    pieces: [
      ...rail(140, 810, 2040),
      ...hungOnRail(140, 5.3, [
        { name: 'emerald-velvet-gown', x: 1000, inside: '#0f4f3f' },
        { name: 'midnight-garden-robe', x: 1245, reach: 17.5 },
        { name: 'plum-velvet-wrap', x: 1495, inside: '#4d1f45' },
        { name: 'ivory-double-breasted-suit', x: 1720, reach: 17.5 },
        { name: 'rust-velvet-bell-mini', x: 1935, inside: '#8a3a1e' },
      ]),
    ],
  },
  {
    name: 'hero-evening-gowns',
    width: 2000,
    height: 1100,
    frame: canvas,
    room: wide('mauve', 'window', 2),
    pieces: onForms([
      { name: 'gold-sequin-gown', x: 1010, y: 205, k: 5.25 },
      { name: 'midnight-sequin-mermaid', x: 1770, y: 205, k: 5.25 },
      { name: 'burgundy-ball-gown', x: 1390, y: 190, k: 5.65 },
    ]),
  },
]
