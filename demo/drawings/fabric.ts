import { clamp, cloud, hash, noise } from './noise.ts'
import { paint, type Rgb } from './sheet.ts'

/** The look of cloth at one point: its colour, the tilt of its surface, its shine. */
export type Dot = {
  rgb: Rgb
  gx: number
  gy: number
  gloss?: number | undefined
  alpha?: number | undefined
}

export type Fabric = {
  at: (u: number, v: number, px: number) => Dot
  gloss: number
  /** How tight a highlight is: 6 brushed, 60 patent. */
  polish: number
  sheen: number
  wrap: number
  /** 1 tints highlights with the cloth's own colour. */
  metal: number
}

/** The colour at a point of the cloth, in cm; `px` is the size of a pixel, for smooth edges. */
export type Dye = (u: number, v: number, px: number) => Rgb
export type Weave = (u: number, v: number) => readonly [gx: number, gy: number]
type Finish = Partial<Omit<Fabric, 'at'>> & {
  weave?: Weave
  alpha?: (u: number, v: number) => number
}

const solid = (hex: string): Dye => {
  const rgb = paint(hex)
  return () => rgb
}

const asDye = (dye: Dye | string): Dye => (typeof dye === 'string' ? solid(dye) : dye)

export function fabric(colour: Dye | string, finish: Finish): Fabric {
  const dye = asDye(colour)
  const { weave, alpha } = finish
  const dot: Dot = { rgb: [0, 0, 0], gx: 0, gy: 0 }
  return {
    gloss: finish.gloss ?? 0.03,
    polish: finish.polish ?? 8,
    sheen: finish.sheen ?? 0.05,
    wrap: finish.wrap ?? 0.3,
    metal: finish.metal ?? 0.4,
    at(u, v, px) {
      dot.rgb = dye(u, v, px)
      const tilt = weave ? weave(u, v) : null
      dot.gx = tilt ? tilt[0] : 0
      dot.gy = tilt ? tilt[1] : 0
      dot.alpha = alpha ? alpha(u, v) : undefined
      return dot
    },
  }
}

/** The tilt of any small relief. */
const tiltOf =
  (relief: (u: number, v: number) => number, step = 0.06): Weave =>
  (u, v) => {
    const z = relief(u, v)
    return [(relief(u + step, v) - z) / step, (relief(u, v + step) - z) / step]
  }

const fine = tiltOf((u, v) => 0.012 * noise(u * 5, v * 5, 3))
const slub = tiltOf(
  (u, v) => 0.02 * noise(u * 9, v * 1.3, 5) + 0.022 * noise(u * 1.1, v * 8, 6),
  0.05,
)
const twill: Weave = (u, v) => {
  const p = Math.sin((u * 0.8 + v) * 17)
  return [0.05 * p + 0.05 * noise(u * 6, v * 6, 2), 0.06 * p]
}
const hide = tiltOf(
  (u, v) => 0.05 * Math.abs(noise(u * 2.4, v * 2.4, 8)) + 0.02 * noise(u * 6, v * 6, 9),
)
const curl = tiltOf(
  (u, v) => 0.1 * noise(u * 2.2, v * 2.2, 11) + 0.08 * noise(u * 4.7, v * 4.7, 12),
)

export const rib =
  (perCm: number, depth = 0.5): Weave =>
  (u, v) => [
    depth * Math.sin(u * perCm * Math.PI * 2) * (1 + 0.2 * noise(u * 3, v * 3, 2)),
    0.07 * Math.sin(v * 9 + Math.sin(u * perCm * 6.28) * 2),
  ]

/** A repeat of two twisted ropes side by side and a plain field. */
export const cable = (pitch = 5.2): Weave =>
  tiltOf((u, v) => {
    const p = (((u % pitch) + pitch) % pitch) - pitch / 2
    const swing = Math.sin(v * 0.95) * 0.62
    const rope = (c: number, over: number) => {
      const d = (p - c) / 0.62
      return Math.abs(d) < 1 ? (0.34 + 0.16 * over) * Math.sqrt(1 - d * d) : 0
    }
    const ropes = Math.max(rope(swing, Math.cos(v * 0.95)), rope(-swing, -Math.cos(v * 0.95)))
    const strands = ropes > 0.02 ? 0.05 * Math.sin(v * 7 + p * 7) : 0
    const field = Math.abs(p) > 1.7 ? 0.06 * Math.sin(u * 11) * Math.sin(v * 9) : 0
    const column = Math.exp(-(((Math.abs(p) - 1.65) / 0.2) ** 2)) * 0.16
    return ropes + strands + field + column
  }, 0.09)

export const crepe = (dye: Dye | string): Fabric =>
  fabric(dye, { weave: fine, gloss: 0.035, polish: 7, sheen: 0.06 })
export const cotton = (dye: Dye | string): Fabric =>
  fabric(dye, { weave: fine, gloss: 0.01, sheen: 0.04, wrap: 0.36 })
export const linen = (dye: Dye | string): Fabric =>
  fabric(dye, { weave: slub, gloss: 0.012, sheen: 0.05, wrap: 0.34 })
export const satin = (dye: Dye | string): Fabric =>
  fabric(dye, { gloss: 0.62, polish: 26, sheen: 0.16, wrap: 0.02, metal: 0.8 })
export const silk = (dye: Dye | string): Fabric =>
  fabric(dye, { weave: fine, gloss: 0.22, polish: 16, sheen: 0.1, wrap: 0.14, metal: 0.5 })
export const chiffon = (dye: Dye | string, alpha = 0.86): Fabric =>
  fabric(dye, { gloss: 0.04, polish: 6, sheen: 0.22, wrap: 0.55, alpha: () => alpha })
export const wool = (dye: Dye | string): Fabric =>
  fabric(dye, {
    weave: tiltOf((u, v) => 0.03 * noise(u * 4, v * 4, 14)),
    gloss: 0.008,
    sheen: 0.12,
    wrap: 0.3,
  })
export const velvet = (dye: Dye | string): Fabric =>
  fabric(dye, {
    weave: tiltOf((u, v) => 0.05 * cloud(u * 0.8, v * 0.5, 15, 3)),
    gloss: 0.03,
    polish: 4,
    sheen: 1.15,
    wrap: 0.05,
  })
export const leather = (dye: Dye | string): Fabric =>
  fabric(dye, { weave: hide, gloss: 0.3, polish: 17, sheen: 0.05, wrap: 0.12, metal: 0.1 })
export const denim = (dye: Dye | string): Fabric =>
  fabric(dye, { weave: twill, gloss: 0.012, sheen: 0.05, wrap: 0.28 })
export const knit = (dye: Dye | string, weave: Weave = rib(1.1)): Fabric =>
  fabric(dye, { weave, gloss: 0.006, sheen: 0.16, wrap: 0.36 })
export const boucle = (dye: Dye | string): Fabric =>
  fabric(dye, { weave: curl, gloss: 0.01, sheen: 0.14, wrap: 0.34 })
export const metallic = (dye: Dye | string): Fabric =>
  fabric(dye, { weave: fine, gloss: 0.8, polish: 20, sheen: 0.16, wrap: 0.05, metal: 0.85 })
export const fur = (dye: Dye | string): Fabric =>
  fabric(dye, {
    weave: tiltOf((u, v) => {
      const w = noise(u * 0.5, v * 0.3, 31) * 1.4
      return 0.3 * noise(u * 3.6 + w, v * 0.9 + w, 32) + 0.5 * noise(u * 0.9 + w, v * 0.35, 33)
    }, 0.12),
    gloss: 0.03,
    polish: 5,
    sheen: 0.3,
    wrap: 0.4,
  })

/** Overlapping discs, each tilted its own way, so that some catch the light. */
export function sequins(dye: Dye | string, size = 0.8, tilt = 0.42): Fabric {
  const colour = asDye(dye)
  const dot: Dot = { rgb: [0, 0, 0], gx: 0, gy: 0 }
  return {
    gloss: 0.9,
    polish: 26,
    sheen: 0.12,
    wrap: 0.1,
    metal: 0.75,
    at(u, v, px) {
      const row = Math.floor(v / (size * 0.62))
      const shift = row & 1 ? 0.5 : 0
      const col = Math.floor(u / size + shift)
      const du = (u / size + shift - col - 0.5) * 2
      const dv = (v / (size * 0.62) - row - 0.35) * 1.3
      const r = Math.hypot(du, dv)
      const a = hash(col, row, 71)
      const b = hash(col, row, 72)
      const edge = clamp(r, 0, 1.3)
      dot.gx = (a - 0.5) * 2 * tilt + du * 0.12
      dot.gy = (b - 0.5) * 2 * tilt + dv * 0.12
      const c = colour(u, v, px)
      const deep = edge > 0.92 ? 0.55 : 0.84 + 0.3 * a
      dot.rgb = [c[0] * deep, c[1] * deep, c[2] * deep]
      dot.gloss = edge > 0.92 ? 0.04 : 0.55 + 0.7 * b
      return dot
    },
  }
}
