import sharp, { type Sharp } from 'sharp'

/** Capitals of one stroke width, 100 units tall: [width, path]. */
const letters: Record<string, readonly [number, string]> = {
  A: [80, 'M0 100L40 0L80 100M15 64L65 64'],
  C: [80, 'M78 20A46 50 0 1 0 78 80'],
  D: [76, 'M0 0L0 100L26 100A50 50 0 0 0 26 0Z'],
  E: [52, 'M52 0L0 0L0 100L52 100M0 48L42 48'],
  H: [70, 'M0 0L0 100M70 0L70 100M0 50L70 50'],
  I: [0, 'M0 0L0 100'],
  J: [32, 'M32 0L32 74A22 26 0 0 1 -4 88'],
  L: [48, 'M0 0L0 100L48 100'],
  M: [92, 'M0 100L8 0L46 78L84 0L92 100'],
  N: [72, 'M0 100L0 0L72 100L72 0'],
  O: [100, 'M50 0A50 50 0 1 0 50 100A50 50 0 1 0 50 0'],
  P: [52, 'M0 100L0 0L25 0A27 27 0 0 1 25 54L0 54'],
  R: [58, 'M0 100L0 0L27 0A27 27 0 0 1 27 54L0 54M26 54L58 100'],
  S: [
    54,
    'M50 17C45 5 37 0 27 0C12 0 4 10 4 24C4 55 53 43 53 74C53 90 42 100 27 100C13 100 5 94 0 82',
  ],
  T: [64, 'M0 0L64 0M32 0L32 100'],
  U: [66, 'M0 0L0 64A33 36 0 0 0 66 64L66 0'],
  V: [76, 'M0 0L38 100L76 0'],
  W: [112, 'M0 0L28 100L56 14L84 100L112 0'],
  Y: [68, 'M0 0L34 52L68 0M34 52L34 100'],
  '&': [
    66,
    'M66 100L15 30C4 12 16 0 27 0C40 0 46 14 36 26C26 37 2 47 2 73C2 90 14 100 28 100C46 100 57 84 61 62',
  ],
  ' ': [34, ''],
}

/** A line of capitals centred at `x`, `tall` units high. */
function word(
  text: string,
  x: number,
  y: number,
  tall: number,
  ink: string,
  stroke: number,
  gap = 30,
): string {
  const glyphs = [...text].map((c): readonly [number, string] => letters[c] ?? [0, ''])
  const wide = glyphs.reduce((sum, g) => sum + g[0] + gap, -gap)
  const k = tall / 100
  let at = 0
  const paths = glyphs.map(([w, d]) => {
    const path = `<path transform="translate(${at} 0)" d="${d}"/>`
    at += w + gap
    return path
  })
  return `<g transform="translate(${x - (wide * k) / 2} ${y}) scale(${k})" fill="none" stroke="${ink}" stroke-width="${stroke / k}" stroke-linejoin="round" stroke-linecap="round">${paths.join('')}</g>`
}

type Mark = { ground: string; ink: string; draw: (ink: string) => string }

const frond = (ink: string, flip: number): string =>
  `<g transform="translate(200 232) scale(${flip} 1)" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round"><path d="M0 0C34 -6 66 -34 74 -84"/>${[0, 1, 2, 3].map((i) => `<path d="M${26 + i * 14} ${-8 - i * 18}c-4 -16 0 -28 12 -36c4 14 0 28 -12 36z" fill="${ink}" stroke="none"/><path d="M${30 + i * 13} ${-6 - i * 17}c14 -2 26 -10 30 -22c-14 0 -26 8 -30 22z" fill="${ink}" stroke="none"/>`).join('')}</g>`

const marks: Record<string, Mark> = {
  'logo-maison-ardelle': {
    ground: '#f1e8dc',
    ink: '#4a2230',
    draw: (ink) =>
      `<ellipse cx="200" cy="158" rx="74" ry="92" fill="none" stroke="${ink}" stroke-width="2.4"/><ellipse cx="200" cy="158" rx="66" ry="84" fill="none" stroke="${ink}" stroke-width="1.2"/>${word('M', 200, 112, 58, ink, 3.4)}${word('A', 200, 146, 58, ink, 3.4)}${word('MAISON', 200, 286, 21, ink, 2.4, 62)}${word('ARDELLE', 200, 326, 21, ink, 2.4, 62)}`,
  },
  'logo-oriel-lane': {
    ground: '#2f3a36',
    ink: '#e9e2d2',
    draw: (ink) =>
      `<g fill="none" stroke="${ink}" stroke-width="3"><path d="M140 238V150a60 60 0 0 1 120 0v88z"/><path d="M160 238v-88a40 40 0 0 1 80 0v88M200 238V110M140 176h120"/></g>${word('ORIEL LANE', 200, 292, 24, ink, 2.6, 52)}`,
  },
  'logo-vesper-and-vine': {
    ground: '#201d2b',
    ink: '#d9b06a',
    draw: (ink) =>
      `${frond(ink, 1)}${frond(ink, -1)}<path d="M200 92l7 25l25 7l-25 7l-7 25l-7 -25l-25 -7l25 -7z" fill="${ink}"/>${word('VESPER & VINE', 200, 296, 20, ink, 2.3, 46)}`,
  },
  'logo-calla-rey': {
    ground: '#d98f72',
    ink: '#fff4e6',
    draw: (ink) =>
      `<g fill="none" stroke="${ink}" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"><path d="M198 244C196 214 190 196 172 172C146 138 158 92 214 78C256 100 258 150 232 176C214 194 204 214 198 244Z"/><path d="M172 172C196 170 226 128 214 78"/><path d="M206 158C210 138 212 124 208 112" stroke-width="7"/></g>${word('CALLA REY', 200, 292, 25, ink, 2.8, 50)}`,
  },
  'logo-northwold': {
    ground: '#e6e3dc',
    ink: '#1f2a3a',
    draw: (ink) =>
      `<g fill="none" stroke="${ink}" stroke-width="3.2" stroke-linejoin="round"><path d="M200 70L286 156L200 242L114 156Z"/><path d="M200 70L228 156L200 242L172 156Z" fill="${ink}"/><path d="M114 156H286"/></g>${word('NORTHWOLD', 200, 290, 26, ink, 3.4, 46)}`,
  },
  'logo-juniper-row': {
    ground: '#3d5878',
    ink: '#f2ead9',
    draw: (ink) =>
      `<g stroke="${ink}" stroke-width="3" fill="none" stroke-linecap="round"><path d="M120 214H280M120 226H280" stroke-dasharray="9 7"/><path d="M200 206V92"/>${[0, 1, 2, 3, 4].map((i) => `<path d="M200 ${118 + i * 20}l${-16 - i * 6} -18M200 ${118 + i * 20}l${16 + i * 6} -18"/>`).join('')}<circle cx="166" cy="196" r="6" fill="${ink}"/><circle cx="236" cy="190" r="6" fill="${ink}"/><circle cx="222" cy="200" r="5" fill="${ink}"/></g>${word('JUNIPER', 200, 262, 25, ink, 3, 48)}${word('ROW', 200, 304, 25, ink, 3, 48)}`,
  },
}

export const logoNames = Object.keys(marks)

export function logo(name: string): Sharp {
  const mark = marks[name]
  if (!mark) throw new Error(`No logo is named ${name}`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400"><rect width="400" height="400" fill="${mark.ground}"/>${mark.draw(mark.ink)}</svg>`
  return sharp(Buffer.from(svg))
}
