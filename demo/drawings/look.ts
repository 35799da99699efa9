import type { Room } from './backdrop.ts'
import { clipBar, clips, dressForm, type FormLook, type HangerLook, hanger, peg } from './body.ts'
import type { Piece } from './light.ts'
import type { Frame } from './sheet.ts'

/** One picture: what hangs where, in which room. */
export type Look = {
  name: string
  pieces: readonly Piece[]
  frame: Frame
  room: Room
  /** The garment alone, as it can hang on a rail in a wide picture. */
  garment: readonly Piece[]
}

export const walls = {
  bone: '#ddd3c5',
  cream: '#e5dccf',
  stone: '#cbc3b8',
  sand: '#d5c3a8',
  clay: '#c39f8b',
  rose: '#d3b1a9',
  sage: '#b6bda9',
  mist: '#bac1c4',
  terracotta: '#b98a74',
  olive: '#9b9a80',
  mauve: '#b5a0a3',
  ink: '#565a64',
  dusk: '#8d939e',
} as const

type Place = { wall: keyof typeof walls; light?: Room['light']; seed?: number }

const room = (p: Place, floor?: number): Room => ({
  wall: walls[p.wall],
  ...(p.light ? { light: p.light } : {}),
  ...(p.seed ? { seed: p.seed } : {}),
  ...(floor === undefined ? {} : { floor }),
})

export type Length = 'gown' | 'midi' | 'knee' | 'mini'
const stands: Record<Length, Frame> = {
  gown: { x: 400, y: 325, k: 7.45 },
  midi: { x: 400, y: 330, k: 8.5 },
  knee: { x: 400, y: 345, k: 9.3 },
  mini: { x: 400, y: 360, k: 10.1 },
}

/** On a dress form; the form stands on the floor whatever the scale. */
export function standing(
  name: string,
  length: Length,
  place: Place,
  garment: readonly Piece[],
  form: FormLook = {},
): Look {
  const frame = stands[length]
  const stand = (1452 - frame.y) / frame.k
  return {
    name,
    frame,
    garment,
    room: room(place),
    pieces: [...dressForm({ stand, ...form }), ...garment],
  }
}

export type Hang = 'top' | 'jacket' | 'coat' | 'long' | 'suit'
const hangs: Record<Hang, Frame> = {
  top: { x: 400, y: 500, k: 11.4 },
  jacket: { x: 400, y: 475, k: 11 },
  coat: { x: 400, y: 370, k: 9.3 },
  long: { x: 400, y: 350, k: 8.3 },
  suit: { x: 400, y: 290, k: 7.35 },
}

export function hanging(
  name: string,
  size: Hang,
  place: Place,
  garment: readonly Piece[],
  look: HangerLook = {},
): Look {
  return {
    name,
    frame: hangs[size],
    garment,
    room: room(place, 2),
    pieces: [...peg(), ...hanger(look), ...garment],
  }
}

export function clipped(
  name: string,
  place: Place,
  garment: readonly Piece[],
  half: number,
  k = 9.6,
  y = 385,
  wood?: string,
): Look {
  const pegged = peg().map((p): Piece => ({ ...p, frame: { x: 400, y: y - 1.3 * k, k } }))
  return {
    name,
    frame: { x: 400, y, k },
    garment,
    room: room(place, 2),
    pieces: [...pegged, ...clipBar(half, wood ? { wood } : {}), ...garment, ...clips(half)],
  }
}
