import { trousers, waistband } from './bottoms.ts'
import { drape, gathers, pleats, plus } from './cloth.ts'
import { mirror, profile, trace } from './curve.ts'
import { bodice } from './dress.ts'
import { melange, printed, stripes, worn } from './dyes.ts'
import {
  cable,
  chiffon,
  cotton,
  crepe,
  denim,
  knit,
  leather,
  linen,
  metallic,
  rib,
  satin,
  silk,
  velvet,
} from './fabric.ts'
import { cuts, jacket } from './jacket.ts'
import { clipped, hanging, type Look, standing } from './look.ts'
import { bow, slit, trim } from './parts.ts'
import { foliage, garden, meadow } from './prints.ts'
import { skirt } from './skirt.ts'
import { arm } from './sleeve.ts'
import { collar, openings, ribBand, shirtFront, top } from './tops.ts'
import { belt, buttons, patch, seam, topstitch } from './trims.ts'

const aran = knit('#e4d9c6', cable())
const aranRib = knit('#e0d4c0', rib(1.4, 0.5))
const sweater = top({
  fabric: aran,
  half: cuts.oversized,
  hem: 62,
  neck: openings.crew,
  shoulder: 20,
  seed: 3,
  sleeves: {
    widths: [
      [0, 14],
      [0.2, 16.6],
      [0.7, 15],
      [1, 11],
    ],
    crease: 0.7,
  },
})

const oyster = silk('#e6dac9')
const blouse = top({
  fabric: oyster,
  half: cuts.straight,
  hem: 64,
  neck: openings.shirt,
  shoulder: 18,
  folds: 1.1,
  seed: 5,
  sleeves: {
    widths: [
      [0, 12],
      [0.15, 14.6],
      [0.78, 17],
      [0.93, 13],
      [1, 7.4],
    ],
    end: 1,
    head: 0.5,
    crease: 0.7,
  },
})

const poplin = cotton('#f0ece4')
const poplinShirt = top({
  fabric: poplin,
  half: profile([0, 18], [19, 18.6], [36, 16.8], [46, 17], [62, 20]),
  hem: 60,
  neck: openings.shirt,
  shoulder: 16.4,
  folds: 0.9,
  seed: 7,
  crease: 0.24,
  sleeves: {
    line: arm.elbow(16.4),
    widths: [
      [0, 12],
      [0.25, 21],
      [0.75, 22],
      [1, 11],
    ],
    head: 1.2,
    end: 1.4,
    crease: 0.6,
  },
})

const roseSatin = satin('#c78a8f')
const corset = bodice({ neck: 'sweetheart', fabric: roseSatin, end: 50, dip: 4.5, darts: false })
const inkTrousers = crepe('#26242a')
const corsetLegs = trousers({
  fabric: inkTrousers,
  top: 44,
  waist: 13.4,
  hip: 18.2,
  leg: [9.6, 11.4, 14],
  length: 106,
  seed: 3,
})
const bones = [-10, -5.4, 0, 5.4, 10].map((x) =>
  seam(
    trace(
      [x * 1.1, 17 + Math.abs(x) * 0.04],
      [x * 0.9, 30, x * 0.75, 38, x * 0.78, 41],
      [x * 0.82, 45, x * 0.9, 48, x * 0.95, 53 - Math.abs(x) * 0.28],
    ),
    corset.height,
    '#6d3a41',
    0.5,
    0.22,
  ),
)

const marine = crepe('#2b3b55')
const wide = trousers({ fabric: marine, leg: [9.7, 12, 15.6], length: 108, waist: 12.8, seed: 2 })

const chevron = metallic('#b49a72')
const fan = profile([0, 12.6], [10, 17.6], [24, 22], [80, 32])
const pleatedSkirt = skirt({
  half: fan,
  top: 0,
  hem: 78,
  fabric: chevron,
  folds: plus(
    pleats(26, fan, 1.4, 0),
    drape({ seed: 3, n: 7, y0: 4, y1: 78, half: fan, amp: 0.9 }),
  ),
  wave: 0.6,
  seed: 5,
  gored: true,
})

const puffHalf = profile([0, 12.6], [5, 19], [16, 27], [40, 33], [84, 37])
const petal = chiffon('#e6c2ba', 0.7)
const under = crepe('#d9ada5')
const tulleSkirt = [
  ...skirt({
    half: (y) => puffHalf(y) - 2,
    top: 0,
    hem: 80,
    fabric: under,
    n: 14,
    amp: 2,
    late: 0.05,
    seed: 4,
  }),
  ...skirt({
    half: (y) => puffHalf(y) - 0.8,
    top: 0,
    hem: 78,
    fabric: petal,
    n: 17,
    amp: 2.4,
    late: 0.05,
    seed: 9,
    inside: false,
  }),
  ...skirt({
    half: puffHalf,
    top: 0,
    hem: 75,
    fabric: petal,
    n: 19,
    amp: 2.8,
    late: 0.05,
    seed: 13,
    gathered: [34, 1.2, 22],
    inside: false,
  }),
]

const oxblood = leather('#5b1f24')
const pencilHalf = profile([0, 12.6], [10, 16], [19, 17.8], [40, 17], [64, 15.2])
const pencil = skirt({
  half: pencilHalf,
  top: 0,
  hem: 62,
  fabric: oxblood,
  n: 4,
  amp: 0.7,
  seed: 6,
  wave: 0.3,
  crease: 0.3,
  drop: 1.1,
})

const biasHalf = profile([0, 12.8], [10, 16], [19, 18], [50, 20], [84, 25])
const ochre = satin('#b98a3c')
const biasSkirt = skirt({
  half: biasHalf,
  top: 0,
  hem: 80,
  fabric: ochre,
  n: 7,
  amp: 1.6,
  late: 0.3,
  width: 1.3,
  seed: 8,
})

const gardenDye = await printed(
  garden(
    [
      ['#d9626b', '#ef9a92', '#a22f45'],
      ['#f2dcc8', '#fff4e4', '#dca98c'],
    ],
    ['#6d8a78', '#93a98a', '#3f6152'],
    21,
    7,
    1.35,
  ),
  100,
  44,
  '#1e2638',
)
const robeSilk = silk(gardenDye)
const band = satin('#8c2f3f')
const robe = jacket({
  fabric: robeSilk,
  half: profile([0, 20], [19, 22], [60, 23.5], [120, 27]),
  hem: 118,
  close: 44,
  lap: 6,
  lapel: 'none',
  lining: '#8c2f3f',
  seed: 10,
  shoulder: 20.4,
  sleeves: {
    line: arm.wide(20.4),
    widths: [
      [0, 15],
      [0.3, 21],
      [1, 31],
    ],
    crease: 0.9,
  },
})

const nightLeaf = await printed(
  foliage(['#7f9a8c', '#b3c0a4', '#4e7168'], 31, 11, 1),
  100,
  36,
  '#e9e0d2',
)
const duster = silk(nightLeaf)
const dusterCoat = jacket({
  fabric: duster,
  half: profile([0, 20], [19, 22], [60, 24], [120, 29]),
  hem: 106,
  close: 96,
  lap: 0.2,
  lapel: 'none',
  lining: '#c9c3ae',
  seed: 12,
  shoulder: 20.4,
  sleeves: {
    line: arm.wide(20.4),
    widths: [
      [0, 15],
      [0.4, 19],
      [1, 24],
    ],
    crease: 0.9,
  },
})

const jet = crepe('#1a191d')
const halterTop = bodice({ neck: 'halter', fabric: jet, end: 41 })
const jetLegs = trousers({
  fabric: jet,
  top: 38.4,
  waist: 12.4,
  hip: 18,
  leg: [9.6, 11.6, 14.6],
  length: 108,
  seed: 5,
})

const khaki = linen('#8a8560')
const utility = top({
  fabric: khaki,
  half: profile([0, 17.6], [19, 18.4], [34, 16.8], [42, 13.6]),
  hem: 42,
  neck: openings.shirt,
  shoulder: 17,
  inside: false,
  crease: 0.24,
  seed: 15,
  sleeves: {
    line: arm.short(17),
    widths: [
      [0, 11],
      [0.3, 13.6],
      [1, 13],
    ],
  },
})
const utilityLegs = trousers({
  fabric: khaki,
  top: 40,
  waist: 13.6,
  hip: 18.8,
  leg: [9.8, 9, 8.2],
  length: 102,
  crease: 0.3,
  seed: 6,
  press: false,
  front: 'flat',
})

const merlot = velvet('#5a1730')
const merlotTop = bodice({ neck: 'deep-v', fabric: merlot, end: 41, outer: 14.6 })
const merlotLegs = trousers({
  fabric: merlot,
  top: 38.4,
  waist: 12.4,
  hip: 18,
  leg: [9.4, 10.4, 13.4],
  length: 107,
  seed: 7,
  press: false,
  front: 'flat',
})

const sailor = cotton(
  stripes([
    ['#f1ebdf', 2],
    ['#a8322f', 1],
  ]),
)
const tee = top({
  fabric: sailor,
  half: profile([0, 18], [19, 18.4], [40, 17.6], [62, 18.6]),
  hem: 58,
  neck: openings.wide,
  shoulder: 17.4,
  seed: 17,
  folds: 0.7,
  sleeves: {
    widths: [
      [0, 11.6],
      [0.2, 13],
      [0.6, 11.4],
      [1, 9.4],
    ],
  },
})

const blue = denim(
  worn('#2c4a74', '#a3bad2', [
    [8, 34, 6],
    [-8, 34, 6],
    [9, 60, 5],
    [-9, 60, 5],
  ]),
)
const jeans = trousers({
  fabric: blue,
  leg: [9.5, 9.4, 9.8],
  length: 106,
  waist: 13,
  press: false,
  front: 'flat',
  crease: 0.24,
  seed: 9,
})

const fieldDye = await printed(
  meadow(['#f3e6d0', '#e9b58e', '#d98466'], ['#71805e', '#96a27d'], 51, 24, 0.75),
  100,
  17,
  '#8c4a3c',
)
const prairie = cotton(fieldDye)
const blouseFlower = top({
  fabric: prairie,
  half: profile([0, 18], [19, 19], [40, 17.6], [60, 20]),
  hem: 58,
  neck: openings.v,
  shoulder: 16.6,
  seed: 19,
  folds: 1.2,
  extra: gathers(4, 15, () => 19, 10, 16, 0.4),
  sleeves: {
    widths: [
      [0, 12],
      [0.15, 16],
      [0.78, 17],
      [0.94, 12],
      [1, 8],
    ],
    head: 0.9,
    end: 1,
    crease: 0.7,
  },
})

const plaidKnit = knit(melange('#7d8f86', 0.12), rib(0.7, 0.4))
const turtle = top({
  fabric: plaidKnit,
  half: cuts.straight,
  hem: 62,
  neck: openings.high,
  shoulder: 19,
  seed: 21,
  inside: false,
  sleeves: {
    widths: [
      [0, 13],
      [0.2, 15],
      [0.7, 13],
      [1, 9.6],
    ],
    crease: 0.8,
  },
})

export const separates: readonly Look[] = [
  hanging('cream-cable-sweater', 'top', { wall: 'sage', light: 'window', seed: 2 }, [
    ...sweater.pieces,
    ribBand(21.9, 64, 5.4, aranRib),
    trim(
      trace([-7.2, -1.8], [-6, 1.8, -3.4, 4, 0, 4.1], [3.4, 4, 6, 1.8, 7.2, -1.8]),
      2.4,
      sweater.over,
      aranRib,
    ),
  ]),
  hanging('oyster-bow-blouse', 'top', { wall: 'clay', seed: 3 }, [
    ...blouse.pieces,
    ...shirtFront(oyster, blouse.over, 6, 64, '#efe6d8', 8.4, 1.2).slice(0, 1),
    ...buttons(0, [18, 27, 36, 45, 54], '#f4ecdf', 0.5),
    trim(
      trace([-6.6, -3.4], [-4, 2, -2, 5, 0, 6.2], [2, 5, 4, 2, 6.6, -3.4]),
      2.6,
      blouse.over,
      oyster,
    ),
    ...bow(0, 7.4, oyster, 0.72, 26),
  ]),
  hanging('white-poplin-puff-shirt', 'top', { wall: 'dusk', light: 'leaves', seed: 4 }, [
    ...poplinShirt.pieces,
    ...shirtFront(poplin, poplinShirt.over, 5, 60, '#d9cdb8'),
  ]),
  standing('rose-corset-and-trousers', 'gown', { wall: 'bone', light: 'arch' }, [
    ...corsetLegs,
    ...corset.pieces,
    ...bones,
    trim(
      trace([-16.2, 17.4], [-14, 15.4, -12, 13, -8.4, 12.9], [-4.4, 12.9, -0.8, 16, 0, 18.6]),
      0.7,
      corset.height,
      satin('#a7686f'),
    ),
    trim(
      mirror(
        trace([-16.2, 17.4], [-14, 15.4, -12, 13, -8.4, 12.9], [-4.4, 12.9, -0.8, 16, 0, 18.6]),
      ),
      0.7,
      corset.height,
      satin('#a7686f'),
    ),
    ...bow(0, 20, satin('#b4767d'), 0.24, 5),
  ]),
  clipped('marine-wide-trousers', { wall: 'rose', light: 'window', seed: 1 }, wide, 12.6, 9.2, 340),
  clipped(
    'champagne-pleated-skirt',
    { wall: 'dusk', seed: 5 },
    [...pleatedSkirt, ...waistband(12.7, 0.6, 3.4, chevron)],
    12.6,
    11.2,
    440,
  ),
  clipped(
    'blush-tulle-skirt',
    { wall: 'sage', light: 'arch' },
    [...tulleSkirt, ...waistband(12.7, 0.4, 3.6, satin('#cf9f97'))],
    12.6,
    10,
    450,
  ),
  clipped(
    'oxblood-leather-skirt',
    { wall: 'stone', light: 'blinds' },
    [
      ...pencil,
      seam(trace([6.4, 2], [8, 20, 8.4, 40, 7.4, 62]), () => 0, '#220a0c', 0.5, 0.2),
      seam(trace([-6.4, 2], [-8, 20, -8.4, 40, -7.4, 62]), () => 0, '#220a0c', 0.5, 0.2),
      slit(7.6, 46, 62, 1.6, oxblood),
      ...waistband(12.7, 0.8, 3.4, oxblood),
    ],
    12.6,
    12.4,
    450,
  ),
  clipped(
    'ochre-satin-skirt',
    { wall: 'mauve', light: 'window', seed: 2 },
    [...biasSkirt, ...waistband(12.8, 0.4, 2.4, ochre)],
    12.8,
    11,
    440,
  ),
  hanging('midnight-garden-robe', 'long', { wall: 'clay', light: 'leaves', seed: 3 }, [
    ...robe.pieces,
    trim(trace([-6.2, 118], [-6.2, 44], [0, 28, 4.6, 10, 6.8, -3.4]), 5, robe.over, band),
    trim(trace([-7, -3.4], [-6, 6, -3, 20, 0.6, 30]), 5, robe.over, band),
    trim(trace([-6.2, 44], [0, 28, 4.6, 10, 6.8, -3.4]), 5, robe.over, band),
    ...belt({ y: 44, half: 22.4, width: 6.4, fabric: band, over: () => 0, tie: true }),
  ]),
  hanging('fern-silk-duster', 'coat', { wall: 'terracotta', seed: 6 }, [
    ...dusterCoat.pieces,
    ...[-1, 1].map((s) =>
      trim(
        trace([s * 0.9, 107], [s * 0.9, 96], [s * 1.6, 60, s * 4, 20, s * 6.8, -3.4]),
        3,
        dusterCoat.over,
        silk('#4e7168'),
      ),
    ),
  ]),
  standing('black-halter-jumpsuit', 'gown', { wall: 'sage', light: 'window', seed: 1 }, [
    ...jetLegs,
    ...halterTop.pieces,
    ...belt({
      y: 40.8,
      half: 12.8,
      width: 3,
      fabric: satin('#1d1c20'),
      over: () => 0,
      buckle: '#c4a15c',
    }),
  ]),
  standing('khaki-utility-jumpsuit', 'gown', { wall: 'cream', seed: 7 }, [
    ...utilityLegs,
    ...utility.pieces,
    patch(trace([-1.5, 5], [1.5, 5], [1.5, 43], [-1.5, 43]), utility.over, khaki, 0.2),
    ...[-1, 1].flatMap((s) => [
      patch(
        trace([s * 5, 20], [s * 12.8, 20], [s * 12.8, 30], [s * 5, 30]),
        utility.over,
        khaki,
        0.35,
      ),
      patch(
        trace([s * 4.8, 19.4], [s * 13, 19.4], [s * 13, 23], [s * 4.8, 23]),
        utility.over,
        khaki,
        0.35,
      ),
      ...buttons(s * 8.9, [21.6], '#5d4a30', 0.55),
    ]),
    ...collar(khaki, utility.over, 6),
    ...buttons(0, [12, 19, 26, 33], '#5d4a30', 0.6),
    ...belt({ y: 41.4, half: 13.9, width: 3.2, fabric: khaki, over: () => 0, tie: true }),
  ]),
  standing('merlot-velvet-jumpsuit', 'gown', { wall: 'sand', light: 'arch' }, [
    ...merlotLegs,
    ...merlotTop.pieces,
    ...belt({
      y: 40.8,
      half: 12.8,
      width: 2.2,
      fabric: satin('#6d2440'),
      over: () => 0,
      tie: true,
    }),
  ]),
  hanging('red-stripe-sailor-top', 'top', { wall: 'mist', light: 'leaves', seed: 1 }, [
    ...tee.pieces,
    ...buttons(-11, [0.6], '#c6a057', 0.5),
    ...buttons(-13.4, [1.2], '#c6a057', 0.5),
  ]),
  clipped(
    'straight-blue-jeans',
    { wall: 'sand', seed: 9 },
    [
      ...jeans,
      topstitch(trace([1, 3], [1.6, 14, 1.4, 20, 0.4, 25]), () => 0, '#d79b4d'),
      ...[-1, 1].map((s) =>
        topstitch(
          trace([s * 5.4, 3], [s * 6, 8, s * 10, 10.4, s * 15.4, 10.6]),
          () => 0,
          '#d79b4d',
        ),
      ),
      ...buttons(0, [1.2], '#b58b4e', 0.9),
    ],
    12.9,
    9.4,
    350,
  ),
  hanging('prairie-floral-blouse', 'top', { wall: 'cream', light: 'window', seed: 2 }, [
    ...blouseFlower.pieces,
    ...[-1, 1].map((s) =>
      trim(
        trace([0, 15], [s * 2.6, 10, s * 5.6, 4, s * 7, -2]),
        1,
        blouseFlower.over,
        cotton('#6f3529'),
      ),
    ),
    ...bow(0, 15.6, cotton('#6f3529'), 0.26, 12),
  ]),
  hanging('eucalyptus-roll-neck', 'top', { wall: 'rose', seed: 8 }, [
    ...turtle.pieces,
    ribBand(20, 64, 5, knit('#758880', rib(1.6, 0.5))),
    { ...ribBand(6, -1.6, 5.4, knit('#7d8f86', rib(1.6, 0.5))) },
  ]),
]
