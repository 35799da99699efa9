import type { Height } from './cloth.ts'
import type { Point } from './curve.ts'
import type { Fabric } from './fabric.ts'
import { clamp, smooth } from './noise.ts'
import { at, blurred, coverage, type Frame, type Mask, type Rgb, type Sheet } from './sheet.ts'

/** One piece of a picture: an outline in cm, its relief, its cloth. */
export type Piece = {
  outlines: readonly (readonly Point[])[]
  holes?: readonly (readonly Point[])[]
  height: Height
  fabric: Fabric
  /** A rounded edge: over how many cm, and how thick. */
  edge?: readonly [radius: number, thick: number]
  /** The shadow on what lies below: blur and offset in cm, strength 0 to 1. */
  shadow?: readonly [blur: number, offset: number, strength: number]
  /** The cloth coordinates of a point; patterns follow them. */
  grain?: (x: number, y: number) => readonly [u: number, v: number]
  opacity?: number
  /** Darkens the piece, as inside a garment. */
  dim?: number
  /** Casts no shadow on the wall behind. */
  flat?: boolean
  frame?: Frame
}

const unit = (x: number, y: number, z: number): Rgb => {
  const l = Math.hypot(x, y, z)
  return [x / l, y / l, z / l]
}
const KEY = unit(-0.56, -0.6, 0.62)
const KEY_HALF = unit(-0.56, -0.6, 0.62 + 1)
const STRIP = unit(0.9, -0.15, 0.42)
const STRIP_HALF = unit(0.9, -0.15, 1.42)

export async function prepare(sheet: Sheet, frame: Frame, piece: Piece): Promise<Mask> {
  const pad = 1 + (piece.shadow ? piece.shadow[0] * 2 + piece.shadow[1] : 0)
  return coverage(sheet, piece.frame ?? frame, piece.outlines, pad, piece.holes)
}

/** Lights a piece and lays it on the sheet. `bounce` is the colour reflected by the room. */
export function lay(sheet: Sheet, base: Frame, piece: Piece, mask: Mask, bounce: Rgb): void {
  const frame = piece.frame ?? base
  const k = frame.k * sheet.scale
  const { w, h, x0, y0, a } = mask
  if (piece.shadow) castBelow(sheet, piece, mask, k)

  const near = blurred(a, w, h, Math.max(1, 0.35 * k))
  const relief = new Float32Array(w * h)
  const { height, fabric, edge } = piece
  const rim = edge ? blurred(a, w, h, Math.max(1, edge[0] * k)) : near
  for (let y = 0; y < h; y++) {
    const cy = ((y + y0) / sheet.scale - frame.y) / frame.k
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      if (at(near, i) < 0.002) continue
      const cx = ((x + x0) / sheet.scale - frame.x) / frame.k
      let z = height(cx, cy)
      if (edge) z += edge[1] * Math.sqrt(smooth(0.45, 1, at(rim, i)))
      relief[i] = z
    }
  }
  const soft = hollow(relief, near, w, h, 1.3 * k)
  const wide = hollow(relief, near, w, h, 4.2 * k)
  const px = 1 / k
  const opacity = piece.opacity ?? 1
  const dim = piece.dim ?? 1
  for (let y = 0; y < h; y++) {
    const rowUp = y > 0 ? w : 0
    const rowDown = y < h - 1 ? w : 0
    const cy = ((y + y0) / sheet.scale - frame.y) / frame.k
    for (let x = 0; x < w; x++) {
      const i = y * w + x
      const cover = at(a, i) * opacity
      if (cover < 0.003) continue
      const cx = ((x + x0) / sheet.scale - frame.x) / frame.k
      const left = x > 0 ? 1 : 0
      const right = x < w - 1 ? 1 : 0
      let gx = (at(relief, i + right) - at(relief, i - left)) / ((left + right || 1) * px)
      let gy =
        (at(relief, i + rowDown) - at(relief, i - rowUp)) / (((rowUp + rowDown) / w || 1) * px)
      const steep = Math.hypot(gx, gy)
      // Folds are lit as if deeper than they are, as raking studio light does; steep edges are not.
      const gain = (1 + 0.55 * Math.exp(-steep * 0.7)) * (steep > 2 ? 2 / steep : 1)
      gx *= gain
      gy *= gain
      const cloth = piece.grain ? piece.grain(cx, cy) : ([cx, cy] as const)
      const dot = fabric.at(cloth[0] + gx * 0.35, cloth[1] + gy * 0.25, px)
      gx += dot.gx
      gy += dot.gy
      const n = unit(-gx, -gy, 1)
      const ao = clamp(1 - at(soft, i) * 0.75 - at(wide, i) * 0.2, 0.24, 1.12)
      const shade = sheltered(relief, near, w, h, x, y, k)
      const key = n[0] * KEY[0] + n[1] * KEY[1] + n[2] * KEY[2]
      const wrap = fabric.wrap
      const lit = clamp((key + wrap) / (1 + wrap), 0, 1) * (1 - 0.62 * shade)
      const fill = clamp(n[0] * STRIP[0] + n[1] * STRIP[1] + n[2] * STRIP[2], 0, 1)
      const up = 0.5 - 0.5 * n[1]
      const hk = clamp(n[0] * KEY_HALF[0] + n[1] * KEY_HALF[1] + n[2] * KEY_HALF[2], 0, 1)
      const hs = clamp(n[0] * STRIP_HALF[0] + n[1] * STRIP_HALF[1] + n[2] * STRIP_HALF[2], 0, 1)
      const gloss = dot.gloss ?? fabric.gloss
      const spark =
        gloss * (hk ** fabric.polish * (1 - 0.7 * shade) + 0.5 * hs ** fabric.polish) * ao
      const sheen = fabric.sheen * (1 - n[2]) ** 2 * ao
      const o = ((y + y0) * sheet.w + x + x0) * 3
      const alpha = cover * (dot.alpha ?? 1)
      for (let c = 0; c < 3; c++) {
        const room = bounce[c as 0] * 0.2 + 0.15 + 0.13 * up
        const warm = c === 0 ? 1.04 : c === 1 ? 1 : 0.95
        const cool = c === 0 ? 0.97 : c === 1 ? 0.98 : 1.05
        const body =
          dot.rgb[c as 0] * (room * cool * ao + 0.94 * warm * lit * (0.4 + 0.6 * ao) + 0.1 * fill)
        const tint = fabric.metal * dot.rgb[c as 0] * 1.6 + (1 - fabric.metal)
        const light = (body + spark * tint + sheen * (dot.rgb[c as 0] * 0.7 + 0.12)) * dim
        sheet.rgb[o + c] = at(sheet.rgb, o + c) * (1 - alpha) + light * alpha
      }
    }
  }
}

/** How much deeper a point lies than its surroundings, in cm over the radius. */
function hollow(z: Float32Array, m: Float32Array, w: number, h: number, r: number): Float32Array {
  const weighted = new Float32Array(w * h)
  for (let i = 0; i < weighted.length; i++) weighted[i] = at(z, i) * at(m, i)
  const zs = blurred(weighted, w, h, r)
  const ms = blurred(m, w, h, r)
  const out = new Float32Array(w * h)
  for (let i = 0; i < out.length; i++) {
    out[i] = at(m, i) > 0.01 ? at(zs, i) / Math.max(0.05, at(ms, i)) - at(z, i) : 0
  }
  return out
}

/** How much cloth blocks the key light: 0 not at all, 1 completely. */
function sheltered(
  z: Float32Array,
  m: Float32Array,
  w: number,
  h: number,
  x: number,
  y: number,
  k: number,
): number {
  const here = at(z, y * w + x)
  let most = 0
  for (const d of [0.5, 1.1, 2, 3.4]) {
    const tx = Math.round(x + KEY[0] * d * k * 1.2)
    const ty = Math.round(y + KEY[1] * d * k * 1.2)
    if (tx < 0 || ty < 0 || tx >= w || ty >= h) continue
    const i = ty * w + tx
    if (at(m, i) < 0.5) continue
    most = Math.max(most, (at(z, i) - here) / d - 0.42)
  }
  return smooth(0, 0.55, most)
}

function castBelow(sheet: Sheet, piece: Piece, mask: Mask, k: number): void {
  const [blur, offset, strength] = piece.shadow ?? [1, 0, 0]
  const { w, h, x0, y0, a } = mask
  const soft = blurred(a, w, h, Math.max(1, blur * k))
  const dx = Math.round(offset * 0.65 * k)
  const dy = Math.round(offset * k)
  for (let y = 0; y < h; y++) {
    const sy = y - dy
    if (sy < 0 || sy >= h) continue
    for (let x = 0; x < w; x++) {
      const sx = x - dx
      if (sx < 0 || sx >= w) continue
      const s = at(soft, sy * w + sx) * strength
      if (s < 0.004) continue
      const o = ((y + y0) * sheet.w + x + x0) * 3
      sheet.rgb[o] = at(sheet.rgb, o) * (1 - s)
      sheet.rgb[o + 1] = at(sheet.rgb, o + 1) * (1 - s * 0.98)
      sheet.rgb[o + 2] = at(sheet.rgb, o + 2) * (1 - s * 0.94)
    }
  }
}
