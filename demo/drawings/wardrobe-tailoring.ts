import { trousers, welt } from './bottoms.ts'
import type { Height } from './cloth.ts'
import { type Point, profile, ribbon, trace } from './curve.ts'
import { blend, houndstooth, melange, stripes, tartan, worn } from './dyes.ts'
import {
  boucle,
  cotton,
  crepe,
  denim,
  type Fabric,
  fur,
  knit,
  leather,
  linen,
  metallic,
  rib,
  satin,
  sequins,
  velvet,
  wool,
} from './fabric.ts'
import { cuts, jacket } from './jacket.ts'
import type { Piece } from './light.ts'
import { hanging, type Look } from './look.ts'
import { trim } from './parts.ts'
import { paint } from './sheet.ts'
import { ribBand } from './tops.ts'
import { belt, button, buttons, patch, seam, topstitch } from './trims.ts'

/** A pocket flap on both sides. */
const flaps = (cloth: Fabric, over: Height, x: number, y: number, wide = 12, tall = 4.6): Piece[] =>
  [-1, 1].map((s) =>
    patch(
      trace(
        [s * (x - wide / 2), y + 0.3],
        [s * (x + wide / 2), y - 0.5],
        [s * (x + wide / 2 + 0.2), y + tall - 1.4],
        [
          s * (x + wide / 2),
          y + tall - 0.2,
          s * (x + wide / 2 - 1),
          y + tall,
          s * (x + wide / 2 - 1.6),
          y + tall,
        ],
        [s * (x - wide / 2 + 0.2), y + tall + 0.4],
      ),
      over,
      cloth,
      0.35,
    ),
  )

const chest = (cloth: Fabric, over: Height): Piece[] => welt(11.4, 24, 8.6, cloth, over, 0.7)

const square = (hex: string, over: Height): Piece =>
  patch(
    trace([8, 24.2], [9.4, 20.6], [10.8, 23], [12.4, 20], [13.4, 22.6], [15, 21.2], [15.2, 23.9]),
    over,
    satin(hex),
    0.3,
  )

const cuffButtons = (hex: string): Piece[] =>
  [-1, 1].flatMap((s) => [51, 53.2, 55.4].flatMap((y) => button(s * 19.4, y, hex, 0.55)))

const burgundy = wool(melange('#6d2233', 0.12))
const blazer = jacket({
  fabric: burgundy,
  half: cuts.fitted,
  hem: 70,
  close: 40,
  buttons: [43, 53],
  cutaway: 6,
  buttonHex: '#2b1a16',
  lining: '#8a5a4a',
  seed: 3,
})

const night = wool('#1c1b20')
const gloss = satin('#201f25')
const tuxedo = jacket({
  fabric: night,
  half: cuts.fitted,
  hem: 72,
  close: 46,
  lapel: 'shawl',
  lapelFabric: gloss,
  lapelWidth: 8,
  buttons: [48],
  buttonHex: '#111014',
  cutaway: 6,
  lining: '#5a5058',
  seed: 6,
})

const ivory = crepe('#e9dfcf')
const ivoryJacket = jacket({
  fabric: ivory,
  half: cuts.straight,
  hem: 74,
  close: 42,
  lap: 7,
  double: true,
  lapel: 'peak',
  lapelWidth: 9.4,
  buttons: [45, 55],
  buttonHex: '#b08f58',
  lining: '#b9a486',
  seed: 8,
})
const ivoryTrousers = trousers({
  fabric: ivory,
  top: 62,
  waist: 14,
  hip: 18.4,
  leg: [9.8, 11, 13],
  length: 100,
  seed: 4,
})

const chalk = wool(
  stripes(
    [
      ['#232b3d', 2.2],
      ['#5d677d', 0.14],
    ],
    90,
  ),
)
const chalkJacket = jacket({
  fabric: chalk,
  half: cuts.fitted,
  hem: 70,
  close: 40,
  lapel: 'peak',
  buttons: [43, 52],
  cutaway: 5,
  buttonHex: '#1b1c22',
  lining: '#7b3340',
  seed: 9,
})
const chalkTrousers = trousers({
  fabric: chalk,
  top: 58,
  waist: 14,
  hip: 18,
  leg: [9.2, 8.2, 8],
  length: 102,
  seed: 5,
})

const tooth = wool(houndstooth('#e6dccb', '#2b2726', 2.6))
const toothJacket = jacket({
  fabric: tooth,
  half: cuts.fitted,
  hem: 68,
  close: 38,
  buttons: [41, 50, 59],
  cutaway: 5,
  buttonHex: '#3a2a20',
  lining: '#7c2f36',
  seed: 12,
})

const sage = linen('#a3ab90')
const sageJacket = jacket({
  fabric: sage,
  half: cuts.straight,
  hem: 72,
  close: 42,
  buttons: [46],
  buttonHex: '#6d5b42',
  cutaway: 6,
  crease: 0.34,
  lining: '#d8cfb8',
  seed: 14,
})
const sageTrousers = trousers({
  fabric: sage,
  top: 60,
  waist: 14,
  hip: 18.4,
  leg: [9.8, 11.4, 12.6],
  length: 100,
  crease: 0.3,
  seed: 6,
})

const camelCloth = wool(melange('#b48d5f', 0.08))
const camel = jacket({
  fabric: camelCloth,
  half: cuts.straight,
  hem: 108,
  close: 38,
  lap: 8,
  double: true,
  lapel: 'peak',
  lapelWidth: 11,
  buttons: [42, 55],
  buttonHex: '#4a3120',
  lining: '#6b4a35',
  seed: 15,
  sleeves: {
    widths: [
      [0, 13.6],
      [0.15, 15.6],
      [0.5, 14],
      [1, 12.4],
    ],
  },
})

const gabardine = cotton('#bda27c')
const trench = jacket({
  fabric: gabardine,
  half: cuts.trench,
  hem: 108,
  close: 26,
  lap: 8,
  lapel: 'notch',
  lapelWidth: 10.5,
  double: true,
  buttons: [30, 54],
  buttonHex: '#5b4028',
  lining: '#8b7455',
  seed: 17,
  crease: 0.24,
  sleeves: {
    widths: [
      [0, 13.4],
      [0.15, 15.4],
      [0.5, 13.8],
      [1, 12],
    ],
  },
})
const sleeveStrap = [-1, 1].map((s) =>
  patch(
    ribbon(trace([s * 16.6, 55.4], [s * 22, 56.6, s * 26, 56.6, s * 29, 55.4]), () => 2.2),
    () => 0,
    gabardine,
    0.4,
  ),
)
const stormFlap = patch(
  trace(
    [6.6, -1.4],
    [12, 0, 16, 1.4, 18.6, 3.2],
    [18, 9, 17, 15, 16.6, 19],
    [12, 22.4, 9, 22.6, 6.4, 20],
    [8, 12, 8.4, 4, 6.6, -1.4],
  ),
  trench.over,
  gabardine,
  0.4,
)
const epaulettes = [-1, 1].map((s) =>
  patch(
    trace([s * 10, -1.6], [s * 18.6, 1.8], [s * 19, 4.4], [s * 10.4, 1.4]),
    trench.over,
    gabardine,
    0.35,
  ),
)

const plaid = wool(
  tartan(
    '#7d2a2c',
    [
      ['#1f2c3f', 0, 2.6],
      ['#e3d3b4', 4.8, 5.1],
      ['#1c3a2f', 6.6, 9.4],
      ['#d6a94e', 11, 11.25],
    ],
    12.4,
  ),
)
const plaidCoat = jacket({
  fabric: plaid,
  half: cuts.oversized,
  hem: 104,
  close: 36,
  lapelWidth: 10.4,
  buttons: [42, 56, 70],
  buttonHex: '#2a1d18',
  lining: '#3a2a2a',
  seed: 19,
  shoulder: 20.6,
  sleeves: {
    widths: [
      [0, 14.4],
      [0.15, 16.6],
      [0.5, 15],
      [1, 13],
    ],
  },
})

const creamFur = fur('#d9c9b2')
const furCoat = jacket({
  fabric: creamFur,
  half: profile([0, 21], [19, 22.5], [50, 24], [96, 27]),
  hem: 88,
  close: 30,
  lapel: 'shawl',
  lapelWidth: 11.4,
  lining: '#b08f6d',
  seed: 21,
  shoulder: 20.6,
  sleeves: {
    widths: [
      [0, 16],
      [0.15, 18.6],
      [0.6, 18],
      [1, 16.5],
    ],
    crease: 0.6,
  },
})

const hide = leather('#1d1b1d')
const biker = jacket({
  fabric: hide,
  half: cuts.cropped,
  hem: 54,
  close: 20,
  lap: 6.4,
  lapelWidth: 10.6,
  lining: '#3f3436',
  crease: 0.34,
  seed: 23,
  sleeves: {
    widths: [
      [0, 13],
      [0.15, 14.8],
      [0.5, 12.6],
      [1, 9.8],
    ],
    crease: 0.9,
  },
})
const steel = metallic('#b9b6b0')
const zip = (line: Point[]) => [
  trim(line, 0.75, biker.over, steel),
  seam(line, biker.over, '#222222', 0.6, 0.18),
]

const indigo = denim(
  worn('#22395c', '#86a2c0', [
    [10, 22, 6],
    [-10, 22, 6],
    [8, 40, 6],
    [-8, 40, 6],
  ]),
)
const trucker = jacket({
  fabric: indigo,
  half: cuts.cropped,
  hem: 55,
  close: 7,
  lapel: 'none',
  lap: 1.8,
  lining: '#3a4f6e',
  seed: 25,
  crease: 0.24,
  shoulder: 20,
  sleeves: {
    widths: [
      [0, 13],
      [0.15, 15],
      [0.5, 13.2],
      [1, 10],
    ],
    crease: 0.8,
  },
})
const thread = '#d79b4d'

const teal = satin('#1c4a4e')
const bomber = jacket({
  fabric: teal,
  half: profile([0, 19.6], [19, 21], [40, 22], [54, 20.4]),
  hem: 56,
  close: 1,
  lapel: 'none',
  lap: 0.4,
  lining: '#b07a3e',
  seed: 27,
  crease: 0.4,
  shoulder: 20.4,
  sleeves: {
    widths: [
      [0, 14],
      [0.2, 17],
      [0.75, 15.4],
      [1, 11],
    ],
    crease: 1,
    end: 0.7,
  },
})
const bomberRib = knit('#15363a', rib(1.6, 0.5))
const blossom = (x: number, y: number, size: number, petal: string): Piece[] =>
  [0, 1, 2, 3, 4].map((i): Piece => {
    const a = (i / 5) * Math.PI * 2 - 1.4
    const tip: Point = [x + Math.cos(a) * size, y + Math.sin(a) * size]
    return {
      outlines: [
        trace(
          [x, y],
          [
            x + Math.cos(a - 0.7) * size * 0.8,
            y + Math.sin(a - 0.7) * size * 0.8,
            tip[0] + Math.cos(a - 1.4) * size * 0.3,
            tip[1] + Math.sin(a - 1.4) * size * 0.3,
            tip[0],
            tip[1],
          ],
          [
            tip[0] + Math.cos(a + 1.4) * size * 0.3,
            tip[1] + Math.sin(a + 1.4) * size * 0.3,
            x + Math.cos(a + 0.7) * size * 0.8,
            y + Math.sin(a + 0.7) * size * 0.8,
            x,
            y,
          ],
        ),
      ],
      height: (px, py) => 0.06 * Math.sin(Math.atan2(py - y, px - x) * 40),
      fabric: satin(petal),
      edge: [0.3, 0.3],
      shadow: [0.3, 0.25, 0.35],
      flat: true,
    }
  })
const branch = (s: number): Piece[] => [
  trim(trace([s * 7, 47], [s * 8, 38, s * 14, 34, s * 12, 20]), 0.7, bomber.over, satin('#b08a4c')),
  trim(
    trace([s * 9.6, 36], [s * 12, 33, s * 15, 33, s * 16.5, 29]),
    0.5,
    bomber.over,
    satin('#b08a4c'),
  ),
  ...blossom(s * 12, 20, 2.6, '#e3a7a0'),
  ...blossom(s * 16.4, 28.6, 2, '#f0d3c6'),
  ...blossom(s * 9.4, 34.4, 2.8, '#efc2b6'),
  ...blossom(s * 12.6, 41, 2, '#e3a7a0'),
  ...blossom(s * 7.6, 45, 2.2, '#f3ddd2'),
]

const petal = boucle((u, v) =>
  blend(paint('#e0b3b3'), paint('#f3e4da'), 0.5 + 0.5 * Math.sin(u * 6.3) * Math.sin(v * 6.3)),
)
const petalTrim = boucle('#8d5560')
const coco = jacket({
  fabric: petal,
  half: profile([0, 19], [19, 19.2], [42, 17.8], [58, 18.6]),
  hem: 58,
  close: 2,
  lapel: 'none',
  lap: 0.4,
  lining: '#d8a8a6',
  seed: 29,
  sleeves: {
    widths: [
      [0, 12.4],
      [0.15, 14],
      [0.5, 12.6],
      [1, 11.6],
    ],
  },
})

const redWool = wool('#a5232c')
const swing = jacket({
  fabric: redWool,
  half: cuts.swing,
  hem: 98,
  close: 16,
  lapel: 'shawl',
  lapelWidth: 8.4,
  buttons: [20, 31, 42],
  buttonHex: '#3a1416',
  lining: '#5a1a20',
  seed: 31,
  lap: 3,
})

const goldSequin = sequins('#a87f3f', 0.75)
const goldJacket = jacket({
  fabric: goldSequin,
  half: cuts.straight,
  hem: 70,
  close: 44,
  lapelFabric: satin('#1e1a1a'),
  lapel: 'shawl',
  buttons: [48],
  buttonHex: '#1e1a1a',
  lining: '#2a2324',
  seed: 33,
  cutaway: 5,
})

const smoke = velvet('#26364f')
const smoking = jacket({
  fabric: smoke,
  half: cuts.fitted,
  hem: 71,
  close: 43,
  lapel: 'peak',
  lapelFabric: satin('#1c2334'),
  buttons: [46],
  buttonHex: '#1c2334',
  cutaway: 6,
  lining: '#7d5f45',
  seed: 35,
})

const greyFlannel = wool(melange('#6f6d6c', 0.14))
const vest = jacket({
  fabric: greyFlannel,
  half: profile([0, 15.6], [19, 17.2], [26, 17.4], [42, 14.4], [56, 17]),
  hem: 54,
  close: 22,
  lapel: 'none',
  lap: 1.4,
  buttons: [25, 31, 37, 43, 49],
  buttonHex: '#2b2624',
  sleeves: false,
  shoulder: 14.4,
  lining: '#4a4646',
  seed: 37,
})
const vestTrousers = trousers({
  fabric: greyFlannel,
  top: 52,
  waist: 15,
  hip: 18.4,
  leg: [9.8, 11.4, 13.4],
  length: 104,
  seed: 8,
})

const cardigan = knit(melange('#c9b6a0', 0.1), rib(0.8, 0.42))
const cardiganKnit = jacket({
  fabric: cardigan,
  half: cuts.oversized,
  hem: 66,
  close: 26,
  lapel: 'none',
  lap: 1.6,
  buttons: [31, 39, 47, 55],
  buttonHex: '#6b4f38',
  lining: '#8d7b67',
  seed: 39,
  shoulder: 20.6,
  sleeves: {
    widths: [
      [0, 14],
      [0.2, 16.4],
      [0.75, 15.4],
      [1, 10],
    ],
    crease: 0.9,
  },
})

const parka = cotton('#6c6b4c')
const field = jacket({
  fabric: parka,
  half: cuts.straight,
  hem: 76,
  close: 8,
  lapel: 'none',
  lap: 2.2,
  lining: '#4d4c36',
  seed: 41,
  crease: 0.34,
  shoulder: 20,
  buttons: [14, 24, 34, 44, 54, 64],
  buttonHex: '#4a3a28',
  sleeves: {
    widths: [
      [0, 13.4],
      [0.15, 15.4],
      [0.5, 13.6],
      [1, 11],
    ],
    crease: 0.9,
  },
})

export const tailoring: readonly Look[] = [
  hanging('burgundy-wool-blazer', 'jacket', { wall: 'stone', seed: 2 }, [
    ...blazer.pieces,
    ...flaps(burgundy, blazer.over, 11.6, 53),
    ...chest(burgundy, blazer.over),
    ...cuffButtons('#2b1a16'),
  ]),
  hanging('black-tuxedo-jacket', 'jacket', { wall: 'clay', light: 'window', seed: 2 }, [
    ...tuxedo.pieces,
    ...flaps(gloss, tuxedo.over, 11.6, 54, 12, 1.6),
    square('#efe6d6', tuxedo.over),
    ...chest(gloss, tuxedo.over),
    ...cuffButtons('#111014'),
  ]),
  hanging('ivory-double-breasted-suit', 'suit', { wall: 'sage', light: 'arch' }, [
    ...ivoryTrousers,
    ...ivoryJacket.pieces,
    ...flaps(ivory, ivoryJacket.over, 12, 56),
    ...cuffButtons('#b08f58'),
  ]),
  hanging('navy-chalk-stripe-suit', 'suit', { wall: 'sand', seed: 4 }, [
    ...chalkTrousers,
    ...chalkJacket.pieces,
    ...flaps(chalk, chalkJacket.over, 11.6, 53),
    square('#c9a2a0', chalkJacket.over),
    ...chest(chalk, chalkJacket.over),
    ...cuffButtons('#15161c'),
  ]),
  hanging('houndstooth-blazer', 'jacket', { wall: 'rose', seed: 6 }, [
    ...toothJacket.pieces,
    ...flaps(tooth, toothJacket.over, 11.4, 52),
    ...chest(tooth, toothJacket.over),
    ...cuffButtons('#3a2a20'),
  ]),
  hanging('sage-linen-suit', 'suit', { wall: 'cream', light: 'leaves', seed: 3 }, [
    ...sageTrousers,
    ...sageJacket.pieces,
    ...[-1, 1].map((s) =>
      patch(
        trace([s * 6, 50], [s * 16, 49.4], [s * 16.4, 63], [s * 6, 63.4]),
        sageJacket.over,
        sage,
        0.35,
      ),
    ),
    ...chest(sage, sageJacket.over),
  ]),
  hanging('camel-wool-coat', 'coat', { wall: 'bone', light: 'window', seed: 1 }, [
    ...camel.pieces,
    ...flaps(camelCloth, camel.over, 13, 66, 13, 5.4),
  ]),
  hanging('classic-trench-coat', 'coat', { wall: 'mist', seed: 3 }, [
    ...trench.pieces,
    stormFlap,
    ...epaulettes,
    ...sleeveStrap,
    ...flaps(gabardine, trench.over, 14, 62, 3.4, 14),
    ...belt({ y: 42, half: 15.4, width: 4.4, fabric: gabardine, over: () => 0, buckle: '#5b4028' }),
  ]),
  hanging('tartan-wool-coat', 'coat', { wall: 'sage', seed: 8 }, [
    ...plaidCoat.pieces,
    ...flaps(plaid, plaidCoat.over, 13, 64, 13, 6),
  ]),
  hanging('cream-faux-fur-coat', 'coat', { wall: 'terracotta', light: 'blinds' }, furCoat.pieces),
  hanging('black-biker-jacket', 'jacket', { wall: 'mist', light: 'window', seed: 2 }, [
    ...biker.pieces,
    ...zip(trace([-6.4, 20], [-5.4, 34, -4.8, 44, -4.6, 55])),
    ...zip(trace([9, 33], [15, 30])),
    ...zip(trace([-16, 30], [-10, 33])),
    ...zip(trace([8.6, 46], [15.6, 42.4])),
    ...zip(trace([-15.6, 42.4], [-8.6, 46])),
    ...belt({ y: 52.6, half: 17.6, width: 3, fabric: hide, over: () => 0, buckle: '#c2beb6' }),
  ]),
  hanging('indigo-denim-jacket', 'jacket', { wall: 'sand', light: 'leaves', seed: 5 }, [
    ...trucker.pieces,
    ...[-1, 1].flatMap((s) => [
      seam(trace([s * 1.8, 17], [s * 19, 17.4]), trucker.over, '#0f1a2b', 0.5, 0.25),
      topstitch(trace([s * 1.8, 17.7], [s * 18.6, 18.1]), trucker.over, thread),
      patch(
        trace([s * 5.6, 20], [s * 14.4, 20.2], [s * 14.2, 23.4], [s * 10, 25.2], [s * 5.8, 23.2]),
        trucker.over,
        indigo,
        0.35,
      ),
      topstitch(
        trace([s * 6.2, 20.8], [s * 6.3, 22.8], [s * 10, 24.5], [s * 13.8, 22.8], [s * 13.9, 20.9]),
        trucker.over,
        thread,
      ),
      ...buttons(s * 10, [23], '#b58b4e', 0.6),
      seam(trace([s * 6.4, 25], [s * 4.6, 53]), trucker.over, '#0f1a2b', 0.45, 0.22),
      topstitch(trace([s * 7.2, 25], [s * 5.4, 53]), trucker.over, thread),
      seam(trace([s * 13.4, 24.4], [s * 10.8, 53]), trucker.over, '#0f1a2b', 0.45, 0.22),
      topstitch(trace([s * 12.6, 24.6], [s * 10, 53]), trucker.over, thread),
      topstitch(trace([s * 1.3, 8], [s * 1.3, 54]), trucker.over, thread),
      topstitch(
        trace([s * 14, 3.4], [s * 17.6, 6, s * 16.6, 13, s * 18.4, 18]),
        trucker.over,
        thread,
      ),
    ]),
    { ...ribBand(17.9, 56.4, 4.4, indigo) },
    topstitch(trace([-17, 53], [17, 53]), () => 0, thread),
    ...[-1, 1].map((s) =>
      patch(
        trace(
          [0.4, 7],
          [s * 3, 1.4, s * 5, -4, s * 5.4, -5.4],
          [s * 7, -3.6, s * 9, -1, s * 10.4, 0.4],
          [s * 11, 4, s * 10.4, 7, s * 9.6, 9.4],
          [s * 6.4, 8.6, s * 3, 7.6, 0.4, 7],
        ),
        trucker.over,
        indigo,
        0.45,
      ),
    ),
    ...buttons(0, [12, 20, 28, 36, 44, 54], '#b58b4e', 0.72),
  ]),
  hanging('blossom-bomber-jacket', 'jacket', { wall: 'rose', light: 'arch' }, [
    ...bomber.pieces,
    ...branch(-1),
    ...branch(1),
    trim(trace([0, 1], [0, 56]), 0.8, bomber.over, metallic('#b58b4e')),
    ribBand(20.6, 58, 6, bomberRib),
    ...[-1, 1].map((s) =>
      patch(
        trace(
          [0.2, 2.2],
          [s * 3, 1.8, s * 6, -0.8, s * 7.2, -3.6],
          [s * 5.2, -5.2],
          [s * 4, -3, s * 2, -1.4, 0.2, -1.2],
        ),
        () => 0,
        bomberRib,
        0.5,
      ),
    ),
  ]),
  hanging('petal-boucle-jacket', 'jacket', { wall: 'cream', light: 'window', seed: 1 }, [
    ...coco.pieces,
    ...[-1, 1].flatMap((s) => [
      trim(
        trace([s * 0.9, 59], [s * 0.9, 2], [s * 3, 1, s * 5.6, -1, s * 6.8, -3.4]),
        1.5,
        coco.over,
        petalTrim,
      ),
      ...[24, 43].flatMap((y) => [
        patch(
          trace([s * 5, y], [s * 14, y], [s * 14, y + 9], [s * 5, y + 9]),
          coco.over,
          petal,
          0.35,
        ),
        trim(trace([s * 5, y + 0.4], [s * 14, y + 0.4]), 1.2, coco.over, petalTrim),
        ...buttons(s * 9.5, [y + 2.6], '#c6a057', 0.75),
      ]),
    ]),
    trim(trace([-18.4, 58.2], [-8, 59.4, 8, 59.4, 18.4, 58.2]), 1.4, coco.over, petalTrim),
    ...buttons(2.6, [10, 19, 28, 37, 46, 54], '#c6a057', 0.8),
  ]),
  hanging('scarlet-swing-coat', 'coat', { wall: 'stone', light: 'leaves', seed: 9 }, [
    ...swing.pieces,
    ...welt(15, 56, 11, redWool, swing.over, -1.6),
    ...welt(-15, 56, 11, redWool, swing.over, 1.6),
  ]),
  hanging('gold-sequin-jacket', 'jacket', { wall: 'ink', seed: 3 }, goldJacket.pieces),
  hanging('midnight-velvet-smoking', 'jacket', { wall: 'sand', light: 'blinds' }, [
    ...smoking.pieces,
    ...flaps(smoke, smoking.over, 11.6, 54),
    square('#d8c7b0', smoking.over),
    ...chest(smoke, smoking.over),
  ]),
  hanging(
    'grey-waistcoat-set',
    'suit',
    { wall: 'clay', seed: 9 },
    [
      ...vestTrousers,
      ...vest.pieces,
      ...welt(9, 43, 8, greyFlannel, vest.over, 0.5),
      ...welt(-9, 43, 8, greyFlannel, vest.over, -0.5),
    ],
    { reach: 13.4 },
  ),
  hanging('oat-rib-cardigan', 'top', { wall: 'olive', light: 'window', seed: 1 }, [
    ...cardiganKnit.pieces,
    ...[-1, 1].map((s) =>
      trim(
        trace([s * 1.2, 67], [s * 1.2, 27], [s * 3, 16, s * 5, 6, s * 6.8, -3.4]),
        2.2,
        cardiganKnit.over,
        knit('#bda78f', rib(2, 0.5)),
      ),
    ),
    ...buttons(0, [31, 39, 47, 55], '#6b4f38', 0.95),
    ...[-1, 1].map((s) =>
      patch(
        trace([s * 6, 48], [s * 16, 48], [s * 16, 59], [s * 6, 59]),
        cardiganKnit.over,
        cardigan,
        0.4,
      ),
    ),
  ]),
  hanging('olive-field-jacket', 'jacket', { wall: 'bone', light: 'leaves', seed: 2 }, [
    ...field.pieces,
    ...[-1, 1].flatMap((s) => [
      patch(
        trace([s * 5.6, 22], [s * 15, 22], [s * 15, 34], [s * 5.6, 34]),
        field.over,
        parka,
        0.4,
      ),
      patch(
        trace([s * 5.3, 21.4], [s * 15.3, 21.4], [s * 15.3, 25], [s * 10.3, 26.6], [s * 5.3, 25]),
        field.over,
        parka,
        0.4,
      ),
      patch(
        trace([s * 5.2, 53], [s * 17, 53], [s * 17, 69], [s * 5.2, 69]),
        field.over,
        parka,
        0.45,
      ),
      patch(
        trace([s * 4.9, 52.4], [s * 17.3, 52.4], [s * 17.3, 56.4], [s * 11, 58.2], [s * 4.9, 56.4]),
        field.over,
        parka,
        0.4,
      ),
      ...buttons(s * 10.3, [24.6, 56.2], '#4a3a28', 0.6),
      patch(
        trace(
          [0.4, 7],
          [s * 3, 1.4, s * 5, -4, s * 5.4, -5.4],
          [s * 7, -3.6, s * 9, -1, s * 10.4, 0.4],
          [s * 11, 4, s * 10.4, 7, s * 9.6, 9.4],
          [s * 6.4, 8.6, s * 3, 7.6, 0.4, 7],
        ),
        field.over,
        parka,
        0.45,
      ),
    ]),
    seam(trace([-19, 42.4], [-8, 43.4, 8, 43.4, 19, 42.4]), field.over, '#2c2b1c', 0.6, 0.3),
  ]),
]
