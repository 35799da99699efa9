import { randomNumbers } from './noise.ts'

type Palette = readonly string[]

const turned = (x: number, y: number, a: number, s: number, inner: string) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${a.toFixed(0)}) scale(${s.toFixed(2)})">${inner}</g>`

const pick = <T>(list: readonly T[], r: number): T =>
  list[Math.floor(r * list.length) % list.length] as T

/** Points that keep a distance from each other on a square that wraps around. */
function scatter(
  n: number,
  gap: number,
  seed: number,
): { x: number; y: number; r: () => number }[] {
  const r = randomNumbers(seed)
  const placed: { x: number; y: number; r: () => number }[] = []
  for (let i = 0; i < n * 60 && placed.length < n; i++) {
    const x = r() * 100
    const y = r() * 100
    const free = placed.every((p) => {
      const dx = Math.min(Math.abs(p.x - x), 100 - Math.abs(p.x - x))
      const dy = Math.min(Math.abs(p.y - y), 100 - Math.abs(p.y - y))
      return Math.hypot(dx, dy) > gap
    })
    if (free) placed.push({ x, y, r })
  }
  return placed
}

function petalFlower(petal: string, shade: string, heart: string, n: number): string {
  const one = 'M0 0C-3.4 -2.4 -3.6 -7.6 0 -9.4C3.6 -7.6 3.4 -2.4 0 0Z'
  const petals = Array.from(
    { length: n },
    (_, i) =>
      `<g transform="rotate(${(360 / n) * i})"><path d="${one}" fill="${petal}"/><path d="M0 -1C-1 -3 -.8 -5 0 -6.6C.8 -5 1 -3 0 -1Z" fill="${shade}"/></g>`,
  ).join('')
  return `${petals}<circle r="1.9" fill="${heart}"/><circle r=".8" fill="${shade}"/>`
}

function rose(outer: string, mid: string, core: string): string {
  const ring = (n: number, d: number, r: number, fill: string, off: number) =>
    Array.from({ length: n }, (_, i) => {
      const a = ((Math.PI * 2) / n) * i + off
      return `<ellipse cx="${(Math.cos(a) * d).toFixed(2)}" cy="${(Math.sin(a) * d).toFixed(2)}" rx="${r}" ry="${r * 0.82}" fill="${fill}" transform="rotate(${((a * 180) / Math.PI).toFixed(0)} ${(Math.cos(a) * d).toFixed(2)} ${(Math.sin(a) * d).toFixed(2)})"/>`
    }).join('')
  return `${ring(6, 5.4, 4.3, outer, 0)}${ring(5, 3.4, 3.4, mid, 0.5)}${ring(4, 1.6, 2.2, core, 0.2)}<path d="M-1.6 .4C-1 -1.6 1.4 -1.4 1.4 .2C1.2 1.4 -.4 1.2 -.3 .2" fill="none" stroke="${outer}" stroke-width=".55"/>`
}

const leaf = (fill: string, vein: string) =>
  `<path d="M0 0C-4 -4 -3.4 -11 0 -15C3.4 -11 4 -4 0 0Z" fill="${fill}"/><path d="M0 0L0 -13" stroke="${vein}" stroke-width=".5" fill="none"/>`

/** Small scattered flowers with leaves between them. */
export function meadow(petals: Palette, leaves: Palette, seed: number, n = 16, size = 1): string {
  return scatter(n, 68 / Math.sqrt(n), seed)
    .map(({ x, y, r }) => {
      const c = pick(petals, r())
      const s = (0.62 + r() * 0.55) * size
      const l = pick(leaves, r())
      const greens = [0, 1, 2]
        .slice(0, 1 + Math.floor(r() * 3))
        .map(() => turned(x, y, r() * 360, s * 0.95, leaf(l, c)))
        .join('')
      return (
        greens +
        turned(
          x,
          y,
          r() * 70,
          s,
          petalFlower(
            c,
            pick(petals, r()),
            pick(['#f4d58a', '#e9b44c', '#fff3d6'], r()),
            r() > 0.5 ? 5 : 6,
          ),
        )
      )
    })
    .join('')
}

/** Full-blown roses with leaves and buds. */
export function garden(
  blooms: readonly Palette[],
  leaves: Palette,
  seed: number,
  n = 9,
  size = 1,
): string {
  return scatter(n, 62 / Math.sqrt(n), seed)
    .map(({ x, y, r }) => {
      const p = pick(blooms, r())
      const s = (0.9 + r() * 0.6) * size
      const greens = Array.from({ length: 3 }, (_, i) =>
        turned(x, y, i * 115 + r() * 60, s * 1.05, leaf(pick(leaves, r()), pick(leaves, r()))),
      ).join('')
      const bud = turned(
        x + 12 * size * (r() - 0.5),
        y + 14 * size,
        r() * 360,
        s * 0.42,
        rose(p[0] as string, p[1] as string, p[2] as string),
      )
      return (
        greens +
        bud +
        turned(x, y, r() * 360, s, rose(p[0] as string, p[1] as string, p[2] as string))
      )
    })
    .join('')
}

/** Tall fronds and leaves, like a botanical illustration. */
export function foliage(tones: Palette, seed: number, n = 12, size = 1): string {
  return scatter(n, 66 / Math.sqrt(n), seed)
    .map(({ x, y, r }) => {
      const fill = pick(tones, r())
      const pairs = Array.from({ length: 6 }, (_, i) => {
        const py = -4 - i * 4
        const s = 0.62 - i * 0.06
        return turned(0, py, 58, s, leaf(fill, fill)) + turned(0, py, -58, s, leaf(fill, fill))
      }).join('')
      return turned(
        x,
        y,
        r() * 360,
        (0.75 + r() * 0.5) * size,
        `<path d="M0 2C1 -8 .6 -18 0 -28" stroke="${fill}" stroke-width=".9" fill="none"/>${pairs}${turned(0, -27, 0, 0.4, leaf(fill, fill))}`,
      )
    })
    .join('')
}

/** A formal, mirrored ornament, as in brocade. */
export function damask(tone: string, second: string): string {
  const half =
    'M0 -22C7 -20 9 -13 4 -8C11 -10 17 -5 14 2C11 8 4 6 4 1C1 8 6 15 12 14C9 21 2 21 0 16Z'
  const motif = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><g><path d="${half}" fill="${tone}"/><path d="${half}" fill="${tone}" transform="scale(-1 1)"/></g><path d="M0 -14C3 -10 3 -4 0 0C-3 -4 -3 -10 0 -14Z" fill="${second}"/><circle cy="9" r="2" fill="${second}"/><path d="M0 22C3 26 3 30 0 33C-3 30 -3 26 0 22Z" fill="${tone}"/></g>`
  return motif(25, 25) + motif(75, 75)
}

/** Seventies rings and arches. */
export function arches(tones: Palette): string {
  const one = (x: number, y: number, flip: number) =>
    tones
      .map((c, i) => {
        const r = 25 - i * (25 / tones.length)
        return `<path d="M${x - r} ${y}A${r} ${r} 0 0 ${flip} ${x + r} ${y}Z" fill="${c}"/>`
      })
      .join('')
  return one(25, 50, 1) + one(75, 50, 0) + one(75, 100, 1) + one(25, 100, 0) + one(25, 0, 0)
}

/** Folk embroidery: stems with mirrored buds. */
export function embroidery(tones: Palette, leaves: Palette, seed: number): string {
  return scatter(10, 24, seed)
    .map(({ x, y, r }) => {
      const c = pick(tones, r())
      const l = pick(leaves, r())
      return turned(
        x,
        y,
        r() * 50 - 25,
        0.85,
        `<path d="M0 14C1 4 -1 -4 0 -8" stroke="${l}" stroke-width="1.1" fill="none"/>${turned(0, 6, 52, 0.45, leaf(l, l))}${turned(0, 6, -52, 0.45, leaf(l, l))}${turned(0, -9, 0, 0.75, petalFlower(c, pick(tones, r()), '#f2c14e', 6))}`,
      )
    })
    .join('')
}
