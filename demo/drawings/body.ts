import { type Height, plus, round } from './cloth.ts'
import { disc, type Point, profile, ribbon, side, trace, whole } from './curve.ts'
import { cotton, fabric, linen, metallic } from './fabric.ts'
import type { Piece } from './light.ts'
import { noise } from './noise.ts'

/** Half the width of the body by height, in cm below the neck point. */
const body = profile(
  [0, 15.5],
  [14, 15.9],
  [24, 16.4],
  [33, 14.2],
  [41, 12.1],
  [50, 15.4],
  [59, 17.4],
  [72, 17],
)

export const loosened = (ease: number, waist = ease): ((y: number) => number) =>
  profile(
    [0, 15.5 + ease],
    [18, 16.2 + ease],
    [26, 16.3 + ease],
    [41, 12.1 + waist],
    [59, 17.4 + ease],
    [90, 18.5 + ease],
  )

/** The slope of the shoulder at a distance from the centre. */
export const slope = (x: number): number => -2.4 + (x - 6) * 0.37 + Math.max(0, x - 14) ** 2 * 0.045

const wood = (hex: string) =>
  fabric(
    (u, v) => {
      const n = 1 + 0.1 * noise(u * 0.35, v * 3.4, 4) + 0.08 * noise(u * 1.2, v * 9, 5)
      const c = fabricTone(hex)
      return [c[0] * n, c[1] * n, c[2] * n]
    },
    { gloss: 0.16, polish: 14, wrap: 0.2 },
  )

const tones = new Map<string, readonly [number, number, number]>()
function fabricTone(hex: string): readonly [number, number, number] {
  const known = tones.get(hex)
  if (known) return known
  const made = cotton(hex).at(0, 0, 0.1).rgb
  tones.set(hex, made)
  return made
}

const flatTop: Height = () => 0

export function thread(
  line: readonly Point[],
  width: number,
  over: Height,
  hex: string,
  opacity = 0.5,
): Piece {
  return {
    outlines: [ribbon(line, () => width)],
    height: over,
    fabric: cotton(hex),
    opacity,
    flat: true,
  }
}

export type FormLook = { linen?: string; wood?: string; metal?: string; stand?: number }

/** A tailor's dress form on its stand, down to the floor at `stand`. */
export function dressForm(look: FormLook = {}): Piece[] {
  const timber = wood(look.wood ?? '#8a5a36')
  const brass = metallic(look.metal ?? '#b08d57')
  const outline = whole(
    trace(
      [0, -9.6],
      [5.1, -9.6],
      [5.2, -6, 5.0, -4, 6.3, -2.4],
      [9, -0.9, 12.6, -0.6, 15.2, 1.7],
      [17, 4, 15.9, 9, 15.3, 13.5],
      [15.9, 18, 16.6, 20.5, 16.3, 24.5],
      ...side(body, 25, 70).map(([x, y]): Point => [x - 0.15, y]),
      [15, 73.5, 8, 74.5, 0, 74.5],
    ),
  )
  const torso = profile(
    [-12, 5.2],
    [-5, 5.4],
    [-1, 10],
    [4, 15.6],
    [14, 16],
    [24, 16.4],
    [33, 14.2],
    [41, 12.1],
    [50, 15.4],
    [59, 17.4],
    [72, 17],
  )
  const z = round(torso, 0.58)
  const foot = look.stand ?? 150
  const stand: Piece[] = [
    {
      outlines: [disc(0, foot, 17, 3.1)],
      height: (_x, y) => -(y - foot) * 0.2,
      fabric: timber,
      edge: [0.8, 1.2],
      shadow: [3, 1.6, 0.4],
    },
    {
      outlines: [trace([-1.3, 70], [1.3, 70], [1.3, foot - 1], [-1.3, foot - 1])],
      height: (x) => 1.4 * Math.sqrt(Math.max(0, 1 - (x / 1.4) ** 2)),
      fabric: brass,
    },
    {
      outlines: [
        disc(0, foot - 1.2, 4, 1.2),
        trace([-4, foot - 1.2], [-1.4, foot - 6], [1.4, foot - 6], [4, foot - 1.2]),
      ],
      height: (x) => 2 * Math.sqrt(Math.max(0, 1 - (x / 5) ** 2)),
      fabric: brass,
    },
  ]
  const seam = (line: Point[]) => thread(line, 0.16, z, '#6d5b49', 0.4)
  return [
    ...stand,
    {
      outlines: [outline],
      height: z,
      fabric: linen(look.linen ?? '#cdbfab'),
      shadow: [1.4, 0.8, 0.3],
    },
    seam(trace([0, -9], [0, 74])),
    seam(trace([10, 0.5], [7, 14, 8.6, 22, 8.2, 27], [6.4, 40, 8.4, 52, 8.6, 73])),
    seam(trace([-10, 0.5], [-7, 14, -8.6, 22, -8.2, 27], [-6.4, 40, -8.4, 52, -8.6, 73])),
    {
      outlines: [
        whole(
          trace(
            [0, -11.6],
            [4.4, -11.5],
            [5.6, -11, 5.6, -9.4, 5.1, -9.2],
            [3, -8.7, 1, -8.6, 0, -8.6],
          ),
        ),
      ],
      height: (x) => 4 * Math.sqrt(Math.max(0, 1 - (x / 5.9) ** 2)),
      fabric: timber,
      edge: [0.4, 0.5],
      shadow: [0.6, 0.5, 0.3],
    },
    {
      outlines: [
        whole(
          trace(
            [0, -17.4],
            [1.6, -17.3, 2, -15.6, 1.2, -14.4],
            [0.7, -13.6, 0.9, -12.6, 1.8, -11.4],
            [0, -11.2],
          ),
        ),
      ],
      height: (x) => 1.8 * Math.sqrt(Math.max(0, 1 - (x / 2) ** 2)),
      fabric: timber,
      edge: [0.4, 0.5],
    },
  ]
}

export type HangerLook = { wood?: string; metal?: string; reach?: number; clips?: boolean }

/** A shaped wooden hanger; its hook hangs from a peg at the top. */
export function hanger(look: HangerLook = {}): Piece[] {
  const reach = look.reach ?? 17.5
  const top = slope(reach) + 0.6
  const timber = wood(look.wood ?? '#a8784c')
  const brass = metallic(look.metal ?? '#b08d57')
  const upper: Point[] = []
  for (let x = 4; x <= reach; x += 1.5) upper.push([x, slope(x) + 1.1])
  const arm = whole([
    ...trace([0, -5], [2, -5, 2.8, -4, 4, slope(4) + 1.1]),
    ...upper,
    ...trace(
      [reach, top - 0.2],
      [reach + 1.2, top + 0.4, reach + 1.2, top + 2, reach - 0.4, top + 2.2],
      [13, slope(13) + 3.6, 8, slope(8) + 3, 0, -1.2],
    ),
  ])
  const hook = trace(
    [0, -4.6],
    [0, -8.6],
    [0.2, -10, 3.2, -10.2, 3.2, -13],
    [3.2, -16.6, -3, -16.6, -3, -13.2],
  )
  return [
    {
      outlines: [ribbon(hook, () => 0.62)],
      height: flatTop,
      fabric: brass,
      edge: [0.2, 0.4],
      shadow: [0.5, 0.5, 0.25],
    },
    {
      outlines: [trace([-1.1, -5.2], [1.1, -5.2], [1.1, -4], [-1.1, -4])],
      height: flatTop,
      fabric: brass,
      edge: [0.3, 0.5],
    },
    {
      outlines: [arm],
      height: plus((x, y) => -0.06 * (y + Math.abs(x) * 0.1)),
      fabric: timber,
      edge: [0.7, 1.3],
      shadow: [1, 0.9, 0.3],
    },
  ]
}

/** The peg on the wall that a hanger hangs from. */
export function peg(): Piece[] {
  return [
    {
      outlines: [disc(0, -15.9, 1.7)],
      height: (x, y) => -0.05 * (x + y),
      fabric: metallic('#a98652'),
      edge: [0.5, 0.9],
      shadow: [0.8, 1.2, 0.4],
    },
  ]
}

/** A straight bar with two clips, for skirts and trousers whose waist is `half` wide. */
export function clipBar(half: number, look: HangerLook = {}): Piece[] {
  const timber = wood(look.wood ?? '#a8784c')
  const brass = metallic(look.metal ?? '#b08d57')
  const hook = trace(
    [0, -6],
    [0, -9.6],
    [0.2, -11, 3.2, -11.2, 3.2, -14],
    [3.2, -17.6, -3, -17.6, -3, -14.2],
  )
  const wide = half + 2.5
  return [
    {
      outlines: [ribbon(hook, () => 0.62)],
      height: flatTop,
      fabric: brass,
      edge: [0.2, 0.4],
      shadow: [0.5, 0.5, 0.25],
    },
    {
      outlines: [
        whole(
          trace([0, -6.6], [wide - 1, -6.4], [wide, -6.4, wide, -4.4, wide - 1, -4.4], [0, -4.2]),
        ),
      ],
      height: flatTop,
      fabric: timber,
      edge: [0.6, 1],
      shadow: [0.9, 0.9, 0.3],
    },
  ]
}

/** The clips go over the waistband, so they come after the garment. */
export function clips(half: number, metal = '#b08d57'): Piece[] {
  return [-1, 1].map((s) => {
    const x = s * (half - 2.6)
    return {
      outlines: [trace([x - 1.1, -6.8], [x + 1.1, -6.8], [x + 1.4, 1.4], [x - 1.4, 1.4])],
      height: flatTop,
      fabric: metallic(metal),
      edge: [0.35, 0.7] as const,
      shadow: [0.6, 0.5, 0.35] as const,
    }
  })
}
