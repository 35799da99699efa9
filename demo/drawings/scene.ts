import { furnish, type Room } from './backdrop.ts'
import { lay, type Piece, prepare } from './light.ts'
import { at, type Frame, type Mask, newSheet, type Sheet } from './sheet.ts'

/** Draws pieces in a room; the first ones are furthest back. */
export async function picture(
  pieces: readonly Piece[],
  frame: Frame,
  room: Room,
  scale: number,
  width = 800,
  height = 1600,
): Promise<Sheet> {
  const sheet = newSheet(width, height, scale)
  const masks: Mask[] = []
  for (const piece of pieces) masks.push(await prepare(sheet, frame, piece))
  const cast = new Float32Array(sheet.w * sheet.h)
  pieces.forEach((piece, i) => {
    if (!piece.flat) addTo(cast, sheet, masks[i] as Mask)
  })
  const bounce = await furnish(sheet, room, cast)
  pieces.forEach((piece, i) => {
    lay(sheet, frame, piece, masks[i] as Mask, bounce)
  })
  return sheet
}

function addTo(cast: Float32Array, sheet: Sheet, mask: Mask): void {
  for (let y = 0; y < mask.h; y++) {
    for (let x = 0; x < mask.w; x++) {
      const o = (y + mask.y0) * sheet.w + x + mask.x0
      const v = at(mask.a, y * mask.w + x)
      if (v > at(cast, o)) cast[o] = v
    }
  }
}
