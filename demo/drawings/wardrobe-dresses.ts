import { cowl, drape, gathers, pleats, plus, rays } from './cloth.ts'
import { mirror, profile, trace } from './curve.ts'
import { bodice, dress, flares, sheath } from './dress.ts'
import {
  dots,
  gingham,
  houndstooth,
  leopard,
  melange,
  printed,
  stripes,
  washed,
  worn,
} from './dyes.ts'
import {
  boucle,
  chiffon,
  cotton,
  crepe,
  denim,
  fur,
  knit,
  linen,
  metallic,
  rib,
  satin,
  sequins,
  silk,
  velvet,
} from './fabric.ts'
import type { Piece } from './light.ts'
import { type Look, standing } from './look.ts'
import { bow, flounce, strands, tiers, trim, wrapOver, wrapPanel } from './parts.ts'
import { arches, embroidery, foliage, garden, meadow } from './prints.ts'
import { skirtRelief } from './skirt.ts'
import { arm, lifted, type SleeveLook, sleeve } from './sleeve.ts'
import { collar, openings, top } from './tops.ts'
import { belt, buttons, knot, patch, seam, topstitch } from './trims.ts'

/** Keeps a sleeve's head out of a square neckline, whose straps are narrower than it. */
const openSquare = (piece: Piece): Piece => ({
  ...piece,
  holes: [trace([-8.2, -6], [8.2, -6], [8.6, 12], [-8.6, 12])],
})

const pair = (look: SleeveLook) => [sleeve(look, true), sleeve(look)]

// Party

const onyx = sequins('#2a2730', 0.75)
const sequinMini = sheath(
  { neck: 'crew', fabric: onyx, outer: 15.2 },
  {
    half: flares.pencil,
    top: 0,
    hem: 84,
    fabric: onyx,
    n: 4,
    amp: 0.6,
    waist: 41,
    seed: 2,
    wave: 0.3,
  },
)

const fuchsia = satin('#b5286e')
const puffMini = dress(
  { neck: 'square', fabric: fuchsia, outer: 13.6 },
  {
    half: flares.mini,
    hem: 86,
    fabric: fuchsia,
    n: 9,
    amp: 2.4,
    late: 0.15,
    seed: 6,
    gathered: [14, 0.8, 12],
  },
)

const snow = crepe('#efe8db')
const featherMini = sheath(
  { neck: 'boat', fabric: snow, outer: 13.4 },
  {
    half: flares.pencil,
    top: 0,
    hem: 78,
    fabric: snow,
    n: 4,
    amp: 0.6,
    waist: 41,
    seed: 7,
    wave: 0.2,
  },
)

const jade = satin('#1f6a54')
const slipMini = sheath(
  { neck: 'cowl', fabric: jade, extra: cowl(13, 12, 3, 1.1, 10) },
  {
    half: flares.bias,
    top: 0,
    hem: 84,
    fabric: jade,
    n: 7,
    amp: 1.3,
    late: 0.3,
    waist: 41,
    seed: 8,
  },
)

const copper = metallic('#a8663c')
const copperHalf = flares.mini
const copperSkirt = {
  half: copperHalf,
  top: 40.2,
  hem: 86,
  fabric: copper,
  n: 8,
  amp: 1.8,
  late: 0.2,
  seed: 9,
}
const copperMini = dress({ neck: 'v', fabric: copper, darts: false, outer: 14 }, copperSkirt)

const rust = velvet('#8a3a1e')
const bellMini = dress(
  { neck: 'square', fabric: rust, outer: 14.6 },
  { half: flares.mini, hem: 86, fabric: rust, n: 9, amp: 2, late: 0.2, seed: 12 },
)

const little = crepe('#1a181c')
const lbd = sheath(
  { neck: 'boat', fabric: little, outer: 14 },
  {
    half: flares.pencil,
    top: 0,
    hem: 98,
    fabric: little,
    n: 4,
    amp: 0.6,
    waist: 41,
    seed: 13,
    wave: 0.3,
  },
)

const cobalt = crepe('#1f3f9c')
const cobaltPleats = dress(
  { neck: 'v', fabric: cobalt, outer: 13.4 },
  {
    half: flares.aline,
    hem: 112,
    fabric: cobalt,
    folds: plus(
      pleats(24, flares.aline, 1.5, 40),
      drape({ seed: 4, n: 6, y0: 45, y1: 112, half: flares.aline, amp: 0.7 }),
    ),
    wave: 0.6,
    seed: 14,
    gored: true,
  },
)

const lilac = chiffon('#b9a3cc', 0.97)
const lilacPleats = dress(
  {
    neck: 'halter',
    fabric: crepe('#b49dc8'),
    darts: false,
    extra: gathers(4, 16, flares.aline, 2, 26, 0.4),
  },
  {
    half: flares.aline,
    hem: 118,
    fabric: lilac,
    folds: plus(
      pleats(40, flares.aline, 0.9, 40),
      drape({ seed: 7, n: 9, y0: 45, y1: 118, half: flares.aline, amp: 1.3 }),
    ),
    wave: 0.8,
    seed: 15,
    gored: true,
  },
)

// Day

const teaDye = await printed(
  meadow(['#e8b4a8', '#d9776a', '#f5e1d3'], ['#5f7355', '#86966d'], 3, 20, 0.85),
  100,
  19,
  '#24324a',
)
const tea = cotton(teaDye)
const teaDress = dress(
  { neck: 'square', fabric: tea, outer: 14.4 },
  {
    half: flares.aline,
    hem: 112,
    fabric: tea,
    n: 11,
    amp: 2.4,
    late: 0.15,
    seed: 17,
    gathered: [18, 0.7, 12],
  },
)

const picnicCheck = cotton(gingham('#f3ece0', '#5c7d54', 1.5))
const picnic = dress(
  { neck: 'strappy', fabric: picnicCheck },
  {
    half: flares.full,
    hem: 104,
    fabric: picnicCheck,
    n: 11,
    amp: 2.4,
    late: 0.1,
    seed: 18,
    gathered: [22, 0.8, 14],
  },
)

const white = linen('#efe9dd')
const shirtHalf = profile(
  [0, 17.4],
  [19, 18.4],
  [34, 16.6],
  [41, 13.4],
  [50, 17.6],
  [62, 21],
  [104, 27],
)
const shirtDress = top({
  fabric: white,
  half: shirtHalf,
  hem: 106,
  neck: openings.shirt,
  shoulder: 16.6,
  folds: 1.1,
  crease: 0.22,
  inside: false,
  sleeves: {
    line: arm.elbow(16.6),
    widths: [
      [0, 11],
      [0.2, 12.6],
      [1, 12],
    ],
  },
})

const clay = cotton(melange('#b5654a', 0.1))
const boho = bodice({
  neck: 'v',
  fabric: clay,
  outer: 13.4,
  darts: false,
  extra: gathers(6, 16, flares.aline, 18, 20, 0.4),
})
const bohoSkirt = { half: flares.aline, top: 40.2, hem: 147, fabric: clay, n: 12, seed: 20 }

const arched = await printed(
  arches(['#b5532f', '#e0a34a', '#f3e3c3', '#7d3c2a']),
  100,
  13,
  '#efdcb8',
)
const seventies = crepe(arched)
const disco = dress(
  { neck: 'deep-v', fabric: seventies, outer: 15 },
  { half: flares.aline, hem: 147, fabric: seventies, n: 10, amp: 2.3, late: 0.25, seed: 22 },
)

const indigo = denim(
  worn('#263c5e', '#7f9ab8', [
    [9, 24, 6],
    [-9, 24, 6],
    [0, 72, 14],
  ]),
)
const denimDress = top({
  fabric: indigo,
  half: profile([0, 17.4], [19, 18], [34, 16.4], [41, 13.8], [50, 17.4], [62, 20.5], [92, 24]),
  hem: 92,
  neck: openings.shirt,
  shoulder: 16.8,
  folds: 0.7,
  inside: false,
  sleeves: {
    line: arm.short(16.8),
    widths: [
      [0, 11],
      [0.3, 13],
      [1, 12.4],
    ],
  },
})

const sageLinen = linen('#8f9b80')
const wrapSkirt = {
  half: flares.aline,
  top: 40.2,
  hem: 108,
  fabric: sageLinen,
  n: 8,
  amp: 1.8,
  late: 0.25,
  seed: 24,
  crease: 0.2,
}
const wrapDress = dress(
  { neck: 'v', fabric: sageLinen, darts: false, outer: 14.6, crease: 0.2 },
  wrapSkirt,
)

const botanicalDye = await printed(
  foliage(['#4f6b52', '#7c9070', '#33503f', '#a7b18b'], 9, 12, 1),
  100,
  40,
  '#f1eadb',
)
const botanical = silk(botanicalDye)
const botanicalMaxi = dress(
  { neck: 'strappy', fabric: botanical },
  {
    half: flares.aline,
    hem: 146,
    fabric: botanical,
    n: 11,
    amp: 2.3,
    late: 0.2,
    seed: 25,
    gathered: [16, 0.6, 12],
  },
)

const gardenDye = await printed(
  garden(
    [
      ['#b9495a', '#d8737c', '#7e2438'],
      ['#f0e2d4', '#fbf3e8', '#dfb9a4'],
    ],
    ['#5e7257', '#879a78'],
    8,
    9,
    1,
  ),
  100,
  26,
  '#dba79c',
)
const dusty = crepe(gardenDye)
const roseMidi = dress(
  { neck: 'v', fabric: dusty, outer: 14.6, darts: false },
  { half: flares.aline, hem: 110, fabric: dusty, n: 10, amp: 2.2, late: 0.2, seed: 27 },
)

const breton = knit(
  stripes([
    ['#f0e9dc', 2.2],
    ['#243150', 1.1],
  ]),
  rib(1.6, 0.22),
)
const bretonDress = sheath(
  { neck: 'boat', fabric: breton, outer: 15 },
  {
    half: flares.pencil,
    top: 0,
    hem: 92,
    fabric: breton,
    n: 5,
    amp: 0.7,
    waist: 41,
    seed: 28,
    wave: 0.4,
  },
)

const wild = satin(leopard('#c99a63', '#2a1a12', '#8f5a2d', 3))
const leopardSlip = sheath(
  { neck: 'strappy', fabric: wild },
  {
    half: flares.bias,
    top: 0,
    hem: 116,
    fabric: wild,
    n: 7,
    amp: 1.4,
    late: 0.3,
    waist: 41,
    seed: 29,
  },
)

const camel = knit(melange('#b48a5c'), rib(0.9, 0.45))
const knitDress = sheath(
  { neck: 'high', fabric: camel, outer: 15.2 },
  {
    half: profile(
      [0, 15.8],
      [18, 17],
      [25, 17.4],
      [33, 15.6],
      [41, 13.8],
      [50, 16.6],
      [59, 18.4],
      [80, 18],
      [112, 17],
    ),
    top: 0,
    hem: 112,
    fabric: camel,
    n: 5,
    amp: 0.8,
    waist: 41,
    seed: 30,
    wave: 0.3,
  },
)

const lagoon = silk(washed(['#f0ece2', '#7fb3b5', '#1f6a7d', '#d7e2d8', '#2f8391'], 22, 11))
const kaftanHalf = profile([0, 17], [19, 26], [40, 29], [90, 33], [140, 38])
const kaftan = top({
  fabric: lagoon,
  half: kaftanHalf,
  hem: 136,
  neck: openings.deep,
  shoulder: 17,
  folds: 2.4,
  inside: false,
  sleeves: {
    line: lifted(arm.wide(17), 1.4),
    widths: [
      [0, 9],
      [0.16, 18],
      [0.4, 24],
      [1, 30],
    ],
    crease: 0.9,
  },
})

const cherry = cotton(dots('#a81f2d', '#f6eee2', 3, 0.55))
const fifties = dress(
  { neck: 'square', fabric: cherry, outer: 11.8 },
  {
    half: flares.full,
    hem: 106,
    fabric: cherry,
    n: 10,
    amp: 2.8,
    late: 0.1,
    seed: 32,
    gathered: [16, 1, 14],
  },
)

const mustard = crepe('#c48a2a')
const mod = sheath(
  { neck: 'crew', fabric: mustard, outer: 13.6 },
  { half: flares.trapeze, top: 0, hem: 86, fabric: mustard, n: 7, amp: 1.5, late: 0.35, seed: 33 },
)

const folkDye = await printed(
  embroidery(['#c2413b', '#2f5f8f', '#e09a2d', '#7d3b6b'], ['#4d7350', '#6f9160'], 5),
  100,
  24,
  '#f1eadc',
)
const folk = linen(folkDye)
const folkPlain = linen('#efe7d8')
const peasant = dress(
  {
    neck: 'off-shoulder',
    fabric: folk,
    darts: false,
    extra: gathers(9, 16, flares.aline, 11, 14, 0.5),
  },
  {
    half: flares.aline,
    hem: 104,
    fabric: folkPlain,
    n: 12,
    amp: 2,
    late: 0.1,
    seed: 35,
    gathered: [24, 0.8, 12],
    crease: 0.2,
  },
)
const peasantHem = dress(
  { neck: 'off-shoulder', fabric: folk },
  {
    half: flares.aline,
    hem: 104,
    fabric: folk,
    n: 12,
    amp: 2,
    late: 0.1,
    seed: 35,
    top: 84,
    brow: () => 86,
  },
)

const oldRose = boucle(houndstooth('#ead9cf', '#a86a75', 2.8))
const tweedShift = sheath(
  { neck: 'crew', fabric: oldRose, outer: 13.4 },
  { half: flares.trapeze, top: 0, hem: 84, fabric: oldRose, n: 6, amp: 1, late: 0.4, seed: 36 },
)

const spot = crepe(dots('#1c1a1e', '#efe7da', 2.2, 0.36))
const spotSkirt = {
  half: flares.aline,
  top: 40.2,
  hem: 108,
  fabric: spot,
  n: 9,
  amp: 1.9,
  late: 0.25,
  seed: 37,
}
const spotWrap = dress({ neck: 'v', fabric: spot, darts: false, outer: 14.8 }, spotSkirt)

const plum = velvet('#4d1f45')
const plumWrap = dress(
  { neck: 'v', fabric: plum, outer: 14.8, darts: false },
  { half: flares.aline, hem: 106, fabric: plum, n: 9, amp: 1.9, late: 0.25, seed: 39 },
)

const coral = crepe('#d5705c')
const coralMidi = dress(
  { neck: 'straight', fabric: coral, extra: rays(0, 30, 17, 14, 0.35, 6) },
  { half: flares.aline, hem: 108, fabric: coral, n: 10, amp: 2.2, late: 0.2, seed: 40 },
)

const puff = (
  cloth: SleeveLook['fabric'],
  w: number,
  over: Partial<SleeveLook> = {},
): SleeveLook => ({
  line: lifted(arm.short(w + 1.1), 1.2),
  widths: [
    [0, 6.4],
    [0.12, 12],
    [0.36, 16.5],
    [0.74, 16],
    [1, 10],
  ],
  fabric: cloth,
  head: 0.9,
  end: 0.9,
  crease: 0.4,
  seed: 5,
  ...over,
})
const longArm = (
  cloth: SleeveLook['fabric'],
  w: number,
  widths: SleeveLook['widths'] = [
    [0, 10],
    [0.15, 11.4],
    [0.5, 9.6],
    [1, 7.4],
  ],
): SleeveLook => ({
  line: lifted(arm.long(w + 0.7), 1.1),
  widths,
  fabric: cloth,
  crease: 0.5,
  seed: 7,
})
const bell = (cloth: SleeveLook['fabric'], w: number): SleeveLook => ({
  line: lifted(arm.long(w + 0.7), 1.1),
  widths: [
    [0, 10],
    [0.3, 10.6],
    [0.6, 12.5],
    [1, 21],
  ],
  fabric: cloth,
  crease: 0.7,
  seed: 9,
})

const last = <T>(list: readonly T[]): readonly T[] => list.slice(-1)

export const dresses: readonly Look[] = [
  standing('onyx-sequin-mini', 'mini', { wall: 'rose', light: 'arch' }, [
    ...pair(longArm(onyx, 15.6)),
    ...sequinMini.pieces,
  ]),
  standing('fuchsia-puff-mini', 'mini', { wall: 'bone', seed: 4 }, [
    ...puffMini.pieces.slice(0, 2),
    ...pair(puff(fuchsia, 14.6)).map(openSquare),
    ...puffMini.pieces.slice(2),
  ]),
  standing('white-feather-mini', 'mini', { wall: 'terracotta', light: 'window', seed: 2 }, [
    strands({
      y: 76,
      half: 17.4,
      long: 12,
      n: 300,
      cloth: fur('#efe8dc'),
      wild: 0.6,
      wide: 0.6,
      seed: 3,
      drop: 1,
    }),
    ...featherMini.pieces.slice(1),
    strands({
      y: 75,
      half: 17,
      long: 8,
      n: 240,
      cloth: fur('#f3ede2'),
      wild: 0.5,
      wide: 0.55,
      seed: 4,
      drop: 1.4,
    }),
  ]),
  standing('jade-satin-slip', 'mini', { wall: 'sand', light: 'blinds' }, slipMini.pieces),
  standing('copper-wrap-mini', 'mini', { wall: 'mist', seed: 7 }, [
    ...copperMini.pieces.slice(0, 2),
    wrapPanel(copperSkirt, skirtRelief(copperSkirt), -9, -2),
    ...pair(longArm(copper, 14.6)),
    ...last(copperMini.pieces),
    wrapOver(copperMini.half, copperMini.height, copper, 14),
    ...knot(-9.6, 41, copper, 0.8, 22),
  ]),
  standing('rust-velvet-bell-mini', 'mini', { wall: 'cream', light: 'leaves', seed: 2 }, [
    ...bellMini.pieces.slice(0, 2),
    ...pair(bell(rust, 15.2)).map(openSquare),
    ...bellMini.pieces.slice(2),
  ]),
  standing('little-black-dress', 'knee', { wall: 'bone', light: 'window', seed: 1 }, [
    ...lbd.pieces,
    ...belt({ y: 41, half: 12.7, width: 1.8, fabric: satin('#1c1a1e'), over: () => 0 }),
    ...bow(0, 42, satin('#1c1a1e'), 0.42, 13),
  ]),
  standing('cobalt-pleated-midi', 'midi', { wall: 'stone', seed: 6 }, [
    ...cobaltPleats.pieces,
    ...belt({ y: 41, half: 12.8, width: 3, fabric: cobalt, over: () => 0, buckle: '#b9975a' }),
  ]),
  standing('lilac-chiffon-midi', 'midi', { wall: 'cream', light: 'arch' }, [
    ...lilacPleats.pieces,
    ...belt({ y: 40.8, half: 12.8, width: 2, fabric: satin('#9c84b4'), over: () => 0, tie: true }),
  ]),
  standing('navy-floral-tea-dress', 'midi', { wall: 'sage', light: 'leaves', seed: 4 }, [
    ...teaDress.pieces.slice(0, 2),
    ...pair(
      puff(tea, 15, {
        widths: [
          [0, 6.4],
          [0.12, 11.8],
          [0.3, 14],
          [0.8, 14],
          [1, 11],
        ],
      }),
    ).map(openSquare),
    ...teaDress.pieces.slice(2),
  ]),
  standing('green-gingham-sundress', 'midi', { wall: 'rose', light: 'window', seed: 1 }, [
    ...picnic.pieces,
    ...buttons(0, [22, 28, 34], '#f5efe4', 0.7),
  ]),
  standing('white-linen-shirt-dress', 'midi', { wall: 'clay', light: 'leaves', seed: 7 }, [
    ...shirtDress.pieces,
    patch(trace([-1.5, 5], [1.5, 5], [1.5, 107], [-1.5, 107]), shirtDress.over, white, 0.2),
    ...collar(white, shirtDress.over, 6),
    ...buttons(0, [12, 20, 28, 36, 50, 59, 68, 77, 86, 95], '#c9b28c', 0.6),
    ...belt({ y: 41.6, half: 13.7, width: 3, fabric: linen('#e6decf'), over: () => 0, tie: true }),
  ]),
  standing('terracotta-tiered-maxi', 'gown', { wall: 'sand', light: 'leaves', seed: 1 }, [
    ...tiers(bohoSkirt, [74, 110]),
    ...pair({
      ...bell(clay, 14),
      line: lifted(arm.elbow(14.6), 0.9),
      widths: [
        [0, 10.5],
        [0.5, 12],
        [1, 18],
      ],
    }),
    ...boho.pieces,
    ...knot(0, 13.5, clay, 0.4, 15),
  ]),
  standing('seventies-arch-maxi', 'gown', { wall: 'terracotta', light: 'arch' }, [
    ...disco.pieces.slice(0, 2),
    ...pair(bell(seventies, 15.4)),
    ...disco.pieces.slice(2),
    ...belt({
      y: 41,
      half: 12.9,
      width: 2.6,
      fabric: crepe('#7d3c2a'),
      over: () => 0,
      buckle: '#c69a4e',
    }),
  ]),
  standing('indigo-denim-shirt-dress', 'knee', { wall: 'sand', seed: 5 }, [
    ...denimDress.pieces,
    patch(trace([-1.7, 5], [1.7, 5], [1.7, 93], [-1.7, 93]), denimDress.over, indigo, 0.2),
    topstitch(trace([-1.3, 6], [-1.3, 92]), denimDress.over, '#d19a52'),
    topstitch(trace([1.3, 6], [1.3, 92]), denimDress.over, '#d19a52'),
    ...[-1, 1].flatMap((s) => [
      patch(
        trace([s * 5, 20], [s * 12.6, 20], [s * 12.6, 29], [s * 8.8, 31], [s * 5, 29]),
        denimDress.over,
        indigo,
        0.25,
      ),
      topstitch(trace([s * 5.4, 20.5], [s * 12.2, 20.5]), denimDress.over, '#d19a52'),
      topstitch(
        trace([s * 5.4, 22.4], [s * 8.8, 24], [s * 12.2, 22.4]),
        denimDress.over,
        '#d19a52',
      ),
    ]),
    ...collar(indigo, denimDress.over, 6),
    ...buttons(0, [12, 20, 28, 36, 49, 57, 65, 73, 81], '#b08a4c', 0.6),
    ...belt({ y: 41.6, half: 14, width: 3, fabric: indigo, over: () => 0, buckle: '#b08a4c' }),
  ]),
  standing('sage-linen-wrap', 'midi', { wall: 'cream', light: 'window', seed: 2 }, [
    ...wrapDress.pieces.slice(0, 2),
    wrapPanel(wrapSkirt, skirtRelief(wrapSkirt), -9, -3),
    ...pair(
      puff(sageLinen, 15, {
        widths: [
          [0, 6.4],
          [0.12, 11.8],
          [0.3, 13.6],
          [1, 14.4],
        ],
        end: 0,
        head: 0.4,
      }),
    ),
    ...last(wrapDress.pieces),
    wrapOver(wrapDress.half, wrapDress.height, sageLinen, 14.6),
    ...belt({ y: 40.8, half: 12.8, width: 2.6, fabric: sageLinen, over: () => 0 }),
    ...knot(-9.6, 41.4, sageLinen, 0.95, 30),
  ]),
  standing('botanical-print-maxi', 'gown', { wall: 'clay', seed: 8 }, [
    ...botanicalMaxi.pieces,
    ...belt({ y: 40.6, half: 12.8, width: 1.8, fabric: silk('#4f6b52'), over: () => 0, tie: true }),
  ]),
  standing('dusty-rose-floral-midi', 'midi', { wall: 'olive', light: 'arch' }, [
    ...roseMidi.pieces.slice(0, 2),
    ...pair(
      longArm(dusty, 15.2, [
        [0, 11],
        [0.2, 13],
        [0.75, 14.5],
        [0.93, 13],
        [1, 7.6],
      ]),
    ),
    ...roseMidi.pieces.slice(2),
    wrapOver(roseMidi.half, roseMidi.height, dusty, 14.6),
    ...belt({ y: 40.8, half: 12.8, width: 2, fabric: crepe('#7e2438'), over: () => 0, tie: true }),
  ]),
  standing('breton-knit-dress', 'knee', { wall: 'mist', light: 'leaves', seed: 6 }, [
    ...pair(longArm(breton, 15.4)),
    ...bretonDress.pieces,
  ]),
  standing(
    'leopard-satin-slip',
    'midi',
    { wall: 'terracotta', light: 'blinds' },
    leopardSlip.pieces,
  ),
  standing('camel-knit-dress', 'midi', { wall: 'stone', seed: 2 }, [
    ...pair(
      longArm(camel, 15.6, [
        [0, 11],
        [0.15, 12.6],
        [0.6, 11],
        [1, 8.6],
      ]),
    ),
    ...knitDress.pieces,
    seam(trace([-5.2, -1.6], [-2, -0.4, 2, -0.4, 5.2, -1.6]), knitDress.height),
  ]),
  standing('lagoon-silk-kaftan', 'gown', { wall: 'cream', light: 'leaves', seed: 8 }, [
    ...kaftan.pieces,
    trim(trace([0, 26.6], [3, 17, 6.2, 6, 7.4, -1.6]), 1.5, kaftan.over, metallic('#b9975a')),
    trim(
      mirror(trace([0, 26.6], [3, 17, 6.2, 6, 7.4, -1.6])),
      1.5,
      kaftan.over,
      metallic('#b9975a'),
    ),
  ]),
  standing('cherry-dot-full-skirt', 'midi', { wall: 'mist', seed: 3 }, [
    ...fifties.pieces,
    ...belt({
      y: 41,
      half: 12.9,
      width: 3,
      fabric: satin('#1d1a1c'),
      over: () => 0,
      buckle: '#c2a060',
    }),
  ]),
  standing('mustard-mod-dress', 'mini', { wall: 'bone', light: 'arch' }, [
    ...pair({
      ...puff(mustard, 14.2),
      head: 0.2,
      end: 0,
      widths: [
        [0, 5],
        [0.12, 11.5],
        [0.3, 12],
        [1, 12],
      ],
    }),
    ...mod.pieces,
    ...[-1, 1].map((s) =>
      patch(
        trace(
          [0, 3.2],
          [s * 3.6, 3.1, s * 5.9, 1.2, s * 6.4, -2],
          [s * 8.6, -0.6, s * 9.6, 3, s * 8.4, 6],
          [s * 6.6, 8.6, s * 2, 8.2, 0, 4.6],
        ),
        mod.height,
        crepe('#f2e8d5'),
        0.4,
      ),
    ),
    ...buttons(0, [14, 21, 28], '#f2e8d5', 0.9),
  ]),
  standing('folk-embroidered-dress', 'midi', { wall: 'dusk', light: 'window', seed: 1 }, [
    ...peasant.pieces.slice(0, 2),
    ...last(peasantHem.pieces.slice(0, 2)),
    ...pair(
      puff(folk, 17.8, {
        line: arm.elbow(17.6),
        widths: [
          [0, 11],
          [0.3, 15],
          [0.85, 16],
          [1, 10],
        ],
      }),
    ),
    ...last(peasant.pieces),
    flounce(
      trace([-19, 8], [-12, 11.6, -6, 12, 0, 12], [6, 12, 12, 11.6, 19, 8]),
      6,
      folkPlain,
      4,
      8,
    ),
    ...belt({ y: 40.6, half: 12.7, width: 2, fabric: cotton('#c2413b'), over: () => 0, tie: true }),
  ]),
  standing('rose-tweed-shift', 'mini', { wall: 'sage', seed: 9 }, [
    ...tweedShift.pieces,
    trim(
      trace([-6.5, -2], [-5.9, 1, -3.6, 3, 0, 3.2], [3.6, 3, 5.9, 1, 6.5, -2]),
      1.2,
      tweedShift.height,
      boucle('#7b3f4c'),
    ),
    ...[-1, 1].flatMap((s) => [
      patch(
        trace([s * 5, 50], [s * 13, 50], [s * 13, 59], [s * 5, 59]),
        tweedShift.height,
        oldRose,
        0.35,
      ),
      trim(trace([s * 5, 50.4], [s * 13, 50.4]), 1.1, tweedShift.height, boucle('#7b3f4c')),
      ...buttons(s * 9, [53], '#c2a060', 0.8),
    ]),
  ]),
  standing('polka-dot-wrap', 'midi', { wall: 'sand', light: 'window', seed: 2 }, [
    ...spotWrap.pieces.slice(0, 2),
    wrapPanel(spotSkirt, skirtRelief(spotSkirt), -9, -3),
    ...pair(
      longArm(spot, 15.2, [
        [0, 11],
        [0.2, 12],
        [0.6, 10.6],
        [1, 9],
      ]),
    ),
    ...last(spotWrap.pieces),
    wrapOver(spotWrap.half, spotWrap.height, spot, 14.8),
    ...knot(-9.6, 41.2, spot, 0.9, 28),
  ]),
  standing('plum-velvet-wrap', 'midi', { wall: 'sage', light: 'arch' }, [
    ...plumWrap.pieces.slice(0, 2),
    ...pair(longArm(plum, 15.2)),
    ...plumWrap.pieces.slice(2),
    wrapOver(plumWrap.half, plumWrap.height, plum, 14.8),
    ...belt({
      y: 40.8,
      half: 12.8,
      width: 2.4,
      fabric: satin('#6d3462'),
      over: () => 0,
      tie: true,
    }),
  ]),
  standing('coral-strapless-midi', 'midi', { wall: 'cream', light: 'leaves', seed: 3 }, [
    ...coralMidi.pieces,
    ...bow(0, 17, coral, 0.62, 12),
  ]),
]
