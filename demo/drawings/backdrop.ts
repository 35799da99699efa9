import sharp from 'sharp'
import { cloud, noise, smooth } from './noise.ts'
import { at, blurred, paint, type Rgb, type Sheet } from './sheet.ts'

export type Room = {
  wall: string
  /** Where the wall meets the floor, as a share of the height; above 1 there is no floor. */
  floor?: number
  light?: 'soft' | 'window' | 'leaves' | 'blinds' | 'arch'
  seed?: number
}

const leafShade = (seed: number): string => {
  let fronds = ''
  for (let f = 0; f < 4; f++) {
    const x = 60 + ((seed * 37 + f * 231) % 520)
    const y = -40 + f * 190
    const a = 20 + ((seed * 13 + f * 47) % 40)
    let blades = ''
    for (let i = 0; i < 13; i++) {
      const t = i * 34
      const l = 190 - i * 8
      blades += `<path d="M0 ${t}C${l * 0.4} ${t - 10} ${l * 0.8} ${t + 40} ${l} ${t + 90}C${l * 0.6} ${t + 60} ${l * 0.3} ${t + 34} 0 ${t + 14}Z"/><path d="M0 ${t}C${-l * 0.4} ${t - 10} ${-l * 0.8} ${t + 40} ${-l} ${t + 90}C${-l * 0.6} ${t + 60} ${-l * 0.3} ${t + 34} 0 ${t + 14}Z"/>`
    }
    fronds += `<g transform="translate(${x} ${y}) rotate(${-a}) scale(.8)">${blades}</g>`
  }
  return fronds
}

/** Where light falls on the wall: 1 in the light, less in the shade. */
async function gobo(sheet: Sheet, room: Room): Promise<Float32Array | null> {
  const kind = room.light ?? 'soft'
  if (kind === 'soft' || kind === 'arch') return null
  const w = 200
  const h = Math.round((w * sheet.h) / sheet.w)
  const vh = Math.round((800 * sheet.h) / sheet.w)
  const seed = room.seed ?? 1
  const pane = (x: number, y: number) => `<path d="M${x} ${y}l150 60v300l-150 -60z" fill="#fff"/>`
  const inner =
    kind === 'window'
      ? `<rect width="800" height="${vh}" fill="#000"/><g transform="translate(${seed % 2 ? 60 : 330} 130)">${pane(0, 0)}${pane(180, 72)}${pane(0, 340)}${pane(180, 412)}${pane(0, 680)}${pane(180, 752)}</g>`
      : kind === 'blinds'
        ? `<rect width="800" height="${vh}" fill="#000"/>${Array.from({ length: 17 }, (_, i) => `<path d="M-50 ${i * 96 - 160}l900 260v52l-900 -260z" fill="#fff"/>`).join('')}`
        : `<rect width="800" height="${vh}" fill="#fff"/><g fill="#000">${leafShade(seed)}</g>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 800 ${vh}" preserveAspectRatio="xMidYMid slice">${inner}</svg>`
  const soft = await sharp(Buffer.from(svg))
    .blur(kind === 'leaves' ? 3.2 : 2.4)
    .resize(sheet.w, sheet.h, { kernel: 'cubic', fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  const out = new Float32Array(sheet.w * sheet.h)
  for (let i = 0; i < out.length; i++) out[i] = at(soft, i) / 255
  return out
}

/** Paints the room and the shadow of `cast` (a coverage of the whole sheet) on its wall. */
export async function furnish(
  sheet: Sheet,
  room: Room,
  cast: Float32Array | null,
  reach = 26,
): Promise<Rgb> {
  const base = paint(room.wall)
  const { w, h, scale } = sheet
  const light = await gobo(sheet, room)
  const floor = (room.floor ?? 0.885) * h
  const far = cast ? blurred(cast, w, h, 30 * scale) : null
  const near = cast ? blurred(cast, w, h, 9 * scale) : null
  const seed = room.seed ?? 1
  const dx = Math.round(reach * scale)
  const dy = Math.round(reach * 0.85 * scale)
  const arch = room.light === 'arch'
  const ratio = w / h
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const u = x / w
      const v = y / h
      const pu = (u - 0.36) * (ratio > 1 ? 1.1 : 1)
      const pool = Math.exp(-((pu / 0.72) ** 2) - ((v - 0.36) / 0.62) ** 2)
      let l = 0.74 + 0.34 * pool
      const fx = x / scale
      const fy = y / scale
      l +=
        0.014 * cloud(fx * 0.011, fy * 0.011, seed + 3, 4) +
        0.006 * noise(fx * 0.16, fy * 0.16, seed)
      if (arch) l *= niche(fx, fy)
      const down = y - floor
      if (down > -14 * scale) {
        const on = smooth(-14 * scale, 26 * scale, down)
        l *= 1 - 0.13 * smooth(-60 * scale, 8 * scale, down) * (1 - on) + 0
        l = l * (1 - on) + on * (0.86 + 0.12 * pool + 0.1 * smooth(0, h - floor, down))
      }
      let tint = 0
      if (light) {
        const g = at(light, y * w + x)
        const strong = room.light === 'leaves' ? 0.15 : 0.2
        l *= 1 - strong * (1 - g) + strong * 0.42 * g
        tint = g * 0.03
      }
      if (far && near) {
        const sx = x - dx
        const sy = y - dy
        const inside = sx >= 0 && sy >= 0
        const f = inside ? at(far, sy * w + sx) : 0
        const nx = x - Math.round(dx * 0.4)
        const ny = y - Math.round(dy * 0.4)
        const n = nx >= 0 && ny >= 0 ? at(near, ny * w + nx) : 0
        const fade = 1 - 0.85 * smooth(floor - 40 * scale, floor + 30 * scale, y)
        l *= 1 - (0.27 * f + 0.2 * n) * fade
      }
      const o = (y * w + x) * 3
      sheet.rgb[o] = base[0] * l * (1.015 + tint)
      sheet.rgb[o + 1] = base[1] * l
      sheet.rgb[o + 2] = base[2] * l * (0.985 - tint * 0.6)
    }
  }
  return base
}

/** A shallow round-headed recess in the wall. */
function niche(x: number, y: number): number {
  const r = 300
  const top = 430
  const dx = x - 400
  const d = y < top ? Math.hypot(dx, y - top) - r : Math.abs(dx) - r
  const inside = smooth(1.5, -1.5, d)
  const lit = y < top ? (dx + (y - top)) / r : dx / r
  const edge = Math.exp(-(((d + 12) / 20) ** 2))
  return 1 - 0.1 * inside + inside * edge * 0.16 * lit - 0.05 * Math.exp(-((d / 3) ** 2))
}
