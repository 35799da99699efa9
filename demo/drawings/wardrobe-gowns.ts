import { cowl, drape, gathers, pleats, plus, rays } from './cloth.ts'
import { trace } from './curve.ts'
import { dress, flares, sheath } from './dress.ts'
import { blend, dots, ombre, printed, washed } from './dyes.ts'
import {
  chiffon,
  crepe,
  type Dye,
  fabric,
  fur,
  metallic,
  satin,
  sequins,
  silk,
  velvet,
} from './fabric.ts'
import { type Look, standing } from './look.ts'
import { bow, cape, flounce, slit, strands } from './parts.ts'
import { damask, garden, meadow } from './prints.ts'
import { paint } from './sheet.ts'
import { arm, lifted, sleeve } from './sleeve.ts'
import { belt } from './trims.ts'

const burgundy = satin('#7a1b30')
const ball = dress(
  { neck: 'sweetheart', fabric: burgundy },
  {
    half: flares.ball,
    hem: 149,
    fabric: burgundy,
    n: 11,
    amp: 3.6,
    late: 0.2,
    wave: 1.3,
    gathered: [20, 0.9, 18],
    seed: 4,
  },
)

const champagne = satin('#cdb892')
const slip = sheath(
  { neck: 'cowl', fabric: champagne, extra: cowl(13, 13, 3, 1.1, 10) },
  {
    half: flares.bias,
    top: 0,
    hem: 126,
    fabric: champagne,
    n: 7,
    amp: 1.7,
    wave: 1,
    width: 1.4,
    late: 0.3,
    waist: 41,
    seed: 3,
  },
)

const midnight = sequins(ombre('#1d2a4d', '#3f5c8e', 60, 150))
const mermaid = sheath(
  { neck: 'v', fabric: midnight, outer: 11.4 },
  {
    half: flares.mermaid,
    top: 0,
    hem: 149,
    fabric: midnight,
    n: 9,
    amp: 2.6,
    late: 0.6,
    waist: 41,
    seed: 5,
  },
)

const laceDye = await printed(
  `${garden([['#fffdf8', '#fbf6ec', '#f3ebdd']], ['#fdf9f1', '#f6efe2'], 5, 12, 0.95)}`,
  100,
  16,
  '#e4d8c6',
)
const lace = fabric(laceDye, {
  gloss: 0.05,
  sheen: 0.1,
  weave: (u, v) => [
    0.1 * Math.sin(u * 14) * Math.sin(v * 14),
    0.1 * Math.cos(u * 14) * Math.sin(v * 14),
  ],
})
const ivoryTulle = chiffon('#efe6d8', 0.94)
const bridal = dress(
  { neck: 'v', fabric: lace, outer: 14.8, darts: false },
  {
    half: flares.aline,
    hem: 150,
    fabric: ivoryTulle,
    n: 13,
    amp: 2.6,
    late: 0.2,
    wave: 1.2,
    seed: 8,
    gathered: [24, 0.5, 12],
  },
)
const laceSleeve = {
  line: lifted(arm.long(15.7), 1.1),
  widths: [
    [0, 10],
    [0.15, 11],
    [0.5, 9],
    [1, 7.2],
  ] as const,
  fabric: lace,
  crease: 0.4,
  seed: 4,
}
const bridalHem = dress(
  { neck: 'v', fabric: lace },
  {
    half: flares.aline,
    hem: 150,
    top: 122,
    fabric: lace,
    n: 13,
    amp: 2.6,
    late: 0.2,
    wave: 1.2,
    seed: 8,
    brow: (x) => 134 - 4.4 * Math.abs(Math.sin(x * 0.27)) - 1.2 * Math.abs(Math.sin(x * 1.08)),
  },
)

const emerald = velvet('#0f4f3f')
const velvetGown = sheath(
  { neck: 'deep-v', fabric: emerald, outer: 15.2 },
  {
    half: flares.column,
    top: 0,
    hem: 149,
    fabric: emerald,
    n: 7,
    amp: 1.5,
    late: 0.5,
    waist: 41,
    seed: 6,
  },
)
const velvetSleeve = {
  line: lifted(arm.long(16.2), 1.1),
  widths: [
    [0, 9.4],
    [0.15, 11],
    [0.5, 9.4],
    [1, 7.4],
  ] as const,
  fabric: emerald,
  crease: 0.5,
  seed: 3,
}

const blushUnder = crepe('#d9aba2')
const tulle = dress(
  { neck: 'strappy', fabric: silk('#dcb0a7'), end: 39 },
  {
    half: flares.ball,
    hem: 147,
    fabric: blushUnder,
    n: 15,
    amp: 2.4,
    seed: 12,
    late: 0.1,
    top: 38.4,
  },
)
const tulleOver = dress(
  { neck: 'strappy', fabric: silk('#dcb0a7'), end: 39 },
  {
    half: (y) => flares.ball(y) + 0.8,
    hem: 142,
    fabric: chiffon('#ecccc4', 0.62),
    n: 17,
    amp: 2.6,
    seed: 21,
    late: 0.05,
    top: 38.4,
    gathered: [30, 1, 22],
  },
)

const black = crepe('#17161a')
const halterGown = sheath(
  { neck: 'halter', fabric: black },
  {
    half: flares.column,
    top: 0,
    hem: 149,
    fabric: black,
    n: 6,
    amp: 1.4,
    late: 0.5,
    waist: 41,
    seed: 9,
  },
)

const silver = metallic('#b9bcc4')
const pleated = dress(
  { neck: 'deep-v', fabric: silver, extra: rays(0, 42, 34, 22, 0.22, 3), darts: false },
  {
    half: flares.aline,
    hem: 147,
    fabric: silver,
    folds: plus(
      pleats(34, flares.aline, 1.1, 40),
      drape({ seed: 5, n: 7, y0: 45, y1: 147, half: flares.aline, amp: 1.1 }),
    ),
    wave: 0.7,
    seed: 4,
    gored: true,
  },
)

const dustyBlue = chiffon('#8ea6b8', 0.95)
const maid = dress(
  { neck: 'off-shoulder', fabric: crepe('#8ba3b5'), darts: false },
  {
    half: flares.aline,
    hem: 149,
    fabric: dustyBlue,
    n: 13,
    amp: 2.3,
    late: 0.2,
    seed: 14,
    gathered: [20, 0.6, 16],
  },
)
const shoulderLine = trace([-19.6, 8.4], [-12, 12.2, -6, 13, 0, 13], [6, 13, 12, 12.2, 19.6, 8.4])

const scarlet = satin('#b1182b')
const redMermaid = sheath(
  { neck: 'straight', fabric: scarlet, extra: rays(-6, 41, 15, 16, 0.4, 5) },
  {
    half: flares.mermaid,
    top: 0,
    hem: 149,
    fabric: scarlet,
    n: 9,
    amp: 3,
    late: 0.62,
    waist: 44,
    seed: 18,
  },
)

const brocadeDye = await printed(damask('#9a6f86', '#c9a05f'), 100, 13, '#57304b')
const brocade = fabric(brocadeDye, { gloss: 0.22, polish: 16, sheen: 0.14, wrap: 0.1, metal: 0.7 })
const brocadeGown = dress(
  { neck: 'square', fabric: brocade, outer: 11.6 },
  {
    half: flares.full,
    hem: 149,
    fabric: brocade,
    n: 9,
    amp: 3,
    late: 0.2,
    wave: 1,
    seed: 22,
    gathered: [12, 1, 18],
  },
)

const gold = sequins(ombre('#c99a45', '#7c5527', 40, 140), 0.85)
const goldGown = sheath(
  { neck: 'strappy', fabric: gold },
  {
    half: flares.column,
    top: 0,
    hem: 149,
    fabric: gold,
    n: 6,
    amp: 1.5,
    late: 0.5,
    waist: 41,
    seed: 23,
  },
)

const sage = crepe('#7f8f78')
const sageGown = sheath(
  { neck: 'boat', fabric: sage, outer: 14.4 },
  {
    half: flares.column,
    top: 0,
    hem: 149,
    fabric: sage,
    n: 7,
    amp: 1.4,
    late: 0.5,
    waist: 41,
    seed: 25,
  },
)

const starry = dots('#1b2440', '#d8c08a', 3.4, 0.2, 0.5)
const starGown = dress(
  { neck: 'v', fabric: fabric(starry, { gloss: 0.08, sheen: 0.1 }), outer: 11.8 },
  {
    half: flares.full,
    hem: 148,
    fabric: fabric(starry, { gloss: 0.06, polish: 9, sheen: 0.3, wrap: 0.3 }),
    n: 15,
    amp: 2.8,
    late: 0.1,
    seed: 31,
    gathered: [30, 0.9, 18],
  },
)

const water = washed(['#f3e9ea', '#d9c3d8', '#a9a7cf', '#8ea7c4', '#dfe3ea'], 26, 4)
const organza = fabric(water, { gloss: 0.16, polish: 14, sheen: 0.3, wrap: 0.28 })
const organzaGown = dress(
  {
    neck: 'straight',
    fabric: organza,
    darts: false,
    extra: gathers(5, 16, flares.aline, 15, 18, 0.3),
  },
  {
    half: flares.full,
    hem: 144,
    fabric: organza,
    n: 12,
    amp: 3,
    late: 0.15,
    seed: 34,
    gathered: [22, 0.9, 18],
  },
)

const rosesDye: Dye = await printed(
  garden(
    [
      ['#c9566b', '#dd7d8b', '#8f2d45'],
      ['#e8a9a0', '#f3cabd', '#c4736e'],
    ],
    ['#5f7a5c', '#7f9673', '#3f5a49'],
    14,
    8,
    1.3,
  ),
  100,
  34,
  '#f2e7da',
)
const roses = silk(rosesDye)
const roseGown = dress(
  { neck: 'sweetheart', fabric: roses },
  {
    half: flares.aline,
    hem: 147,
    fabric: roses,
    n: 9,
    amp: 2.6,
    late: 0.25,
    seed: 38,
    gathered: [14, 0.6, 14],
  },
)

const pearl = satin('#e9e0d2')
const columnBride = sheath(
  { neck: 'square', fabric: pearl, outer: 11.4 },
  {
    half: flares.bias,
    top: 0,
    hem: 150,
    fabric: pearl,
    n: 7,
    amp: 1.8,
    wave: 1,
    width: 1.3,
    late: 0.45,
    waist: 41,
    seed: 41,
  },
)

const forest = meadow(['#f0d9c2', '#e9b7a0', '#f7efe0'], ['#6d8a6b', '#48694f'], 41, 22, 0.8)
const tulleFlower = await printed(forest, 100, 26, '#23382f')
const greenGown = dress(
  { neck: 'deep-v', fabric: fabric(tulleFlower, { gloss: 0.05 }), outer: 11.6 },
  {
    half: flares.aline,
    hem: 148,
    fabric: fabric(tulleFlower, { gloss: 0.04, sheen: 0.18 }),
    n: 13,
    amp: 2.5,
    late: 0.15,
    seed: 44,
    gathered: [22, 0.7, 16],
  },
)

const tone = blend(paint('#24202a'), paint('#4b3a4c'), 0.3)
const feather = fur(() => tone)
const plume = sheath(
  { neck: 'straight', fabric: velvet('#1d1a22') },
  {
    half: flares.pencil,
    top: 0,
    hem: 104,
    fabric: velvet('#1d1a22'),
    n: 4,
    amp: 0.7,
    waist: 41,
    seed: 47,
    wave: 0.4,
  },
)

export const gowns: readonly Look[] = [
  standing('burgundy-ball-gown', 'gown', { wall: 'bone' }, ball.pieces),
  standing('champagne-cowl-slip', 'midi', { wall: 'clay', light: 'window', seed: 1 }, slip.pieces),
  standing('midnight-sequin-mermaid', 'gown', { wall: 'stone', light: 'arch' }, mermaid.pieces),
  standing('ivory-lace-wedding-gown', 'gown', { wall: 'sage', seed: 6 }, [
    ...bridal.pieces.slice(0, 2),
    ...bridalHem.pieces.slice(1, 2),
    sleeve(laceSleeve, true),
    sleeve(laceSleeve),
    ...bridal.pieces.slice(2),
    ...belt({ y: 40.6, half: 12.7, width: 1.8, fabric: satin('#e6d8c2'), over: () => 0 }),
  ]),
  standing('emerald-velvet-gown', 'gown', { wall: 'sand', seed: 3 }, [
    sleeve(velvetSleeve, true),
    sleeve(velvetSleeve),
    ...velvetGown.pieces,
    slit(9, 84, 149, 5, emerald),
  ]),
  standing('blush-tulle-gown', 'gown', { wall: 'mist', light: 'window', seed: 2 }, [
    ...tulle.pieces.slice(0, 2),
    ...tulleOver.pieces.slice(1, 2),
    ...tulle.pieces.slice(2),
    ...bow(0, 40, satin('#cf9b92'), 0.55, 20),
  ]),
  standing('black-halter-gown', 'gown', { wall: 'rose', seed: 5 }, [
    ...halterGown.pieces,
    slit(-8, 78, 149, -5, black),
  ]),
  standing('silver-pleated-gown', 'gown', { wall: 'mauve', light: 'arch' }, [
    ...pleated.pieces,
    ...belt({ y: 41, half: 12.9, width: 4.2, fabric: silver, over: () => 0, seed: 5 }),
  ]),
  standing('dusty-blue-bridesmaid-gown', 'gown', { wall: 'cream', light: 'leaves', seed: 3 }, [
    ...maid.pieces,
    flounce(shoulderLine, 13, dustyBlue, 3, 7),
    ...belt({ y: 40.6, half: 12.8, width: 2.4, fabric: silk('#7d95a8'), over: () => 0 }),
  ]),
  standing('scarlet-mermaid-gown', 'gown', { wall: 'stone', seed: 9 }, [
    ...redMermaid.pieces,
    ...bow(-7, 42, scarlet, 0.7, 34),
  ]),
  standing('plum-brocade-gown', 'gown', { wall: 'sand', light: 'arch' }, brocadeGown.pieces),
  standing('gold-sequin-gown', 'gown', { wall: 'terracotta', seed: 4 }, [
    ...goldGown.pieces,
    slit(8, 86, 149, 4.6, gold),
  ]),
  standing('sage-cape-gown', 'gown', { wall: 'cream', light: 'window', seed: 1 }, [
    ...sageGown.pieces,
    ...cape(chiffon('#9aa993', 0.72), 124, 33),
  ]),
  standing('starlight-tulle-gown', 'gown', { wall: 'dusk', seed: 8 }, starGown.pieces),
  standing('watercolour-organza-gown', 'gown', { wall: 'bone', light: 'leaves', seed: 5 }, [
    ...organzaGown.pieces,
    ...belt({
      y: 40.6,
      half: 12.8,
      width: 2.2,
      fabric: satin('#8f97bd'),
      over: () => 0,
      tie: true,
    }),
  ]),
  standing('rose-garden-gown', 'gown', { wall: 'sage', light: 'arch' }, roseGown.pieces),
  standing(
    'pearl-satin-wedding-dress',
    'gown',
    { wall: 'dusk', light: 'window', seed: 2 },
    columnBride.pieces,
  ),
  standing('forest-bloom-gown', 'gown', { wall: 'rose', seed: 11 }, greenGown.pieces),
  standing('black-feather-column', 'knee', { wall: 'clay', light: 'blinds' }, [
    ...plume.pieces,
    strands({
      y: 14.4,
      half: 17.4,
      long: 9,
      n: 260,
      cloth: feather,
      wild: 0.9,
      wide: 0.5,
      seed: 8,
      drop: 0,
    }),
  ]),
]
