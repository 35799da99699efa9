export type Point = readonly [x: number, y: number]
/** A straight step to a point, or a cubic curve with two handles. */
export type Step =
  | readonly [x: number, y: number]
  | readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number]

/** Flattens steps into points; the first step is the starting point. */
export function trace(...steps: Step[]): Point[] {
  const points: Point[] = []
  let px = 0
  let py = 0
  for (const step of steps) {
    if (step.length === 2 || points.length === 0) {
      const x = step.length === 2 ? step[0] : step[4]
      const y = step.length === 2 ? step[1] : step[5]
      points.push([x, y])
      px = x
      py = y
      continue
    }
    const [x1, y1, x2, y2, x, y] = step
    for (let i = 1; i <= 14; i++) {
      const t = i / 14
      const s = 1 - t
      const a = s * s * s
      const b = 3 * s * s * t
      const c = 3 * s * t * t
      const d = t * t * t
      points.push([a * px + b * x1 + c * x2 + d * x, a * py + b * y1 + c * y2 + d * y])
    }
    px = x
    py = y
  }
  return points
}

export const mirror = (points: readonly Point[]): Point[] => points.map(([x, y]) => [-x, y])

/** Closes a right half, which runs from the centre's top to its bottom, with its mirror image. */
export const whole = (half: readonly Point[]): Point[] => [...half, ...mirror(half).reverse()]

/** A smooth curve through [y, value] pairs, flat outside them. */
export function profile(...stops: Point[]): (y: number) => number {
  const ys = stops.map((p) => p[0])
  const vs = stops.map((p) => p[1])
  const n = stops.length
  const slope = (i: number): number => {
    const a = Math.max(0, i - 1)
    const b = Math.min(n - 1, i + 1)
    const rise = (vs[b] as number) - (vs[a] as number)
    return rise / ((ys[b] as number) - (ys[a] as number) || 1)
  }
  const slopes = stops.map((_, i) => slope(i))
  return (y) => {
    if (y <= (ys[0] as number)) return vs[0] as number
    if (y >= (ys[n - 1] as number)) return vs[n - 1] as number
    let i = 0
    while (y > (ys[i + 1] as number)) i++
    const h = (ys[i + 1] as number) - (ys[i] as number)
    const t = (y - (ys[i] as number)) / h
    const t2 = t * t
    const t3 = t2 * t
    return (
      (2 * t3 - 3 * t2 + 1) * (vs[i] as number) +
      (t3 - 2 * t2 + t) * h * (slopes[i] as number) +
      (-2 * t3 + 3 * t2) * (vs[i + 1] as number) +
      (t3 - t2) * h * (slopes[i + 1] as number)
    )
  }
}

/** The right side seam between two heights, as points. */
export function side(half: (y: number) => number, from: number, to: number): Point[] {
  const points: Point[] = []
  const n = Math.max(2, Math.ceil(Math.abs(to - from) / 1.5))
  for (let i = 0; i <= n; i++) {
    const y = from + ((to - from) * i) / n
    points.push([half(y), y])
  }
  return points
}

/** A band of varying width around a line, as a closed outline. */
export function ribbon(line: readonly Point[], width: (s: number) => number): Point[] {
  const left: Point[] = []
  const right: Point[] = []
  line.forEach(([x, y], i) => {
    const a = line[Math.max(0, i - 1)] as Point
    const b = line[Math.min(line.length - 1, i + 1)] as Point
    const dx = b[0] - a[0]
    const dy = b[1] - a[1]
    const len = Math.hypot(dx, dy) || 1
    const w = width(i / (line.length - 1)) / 2
    left.push([x + (dy / len) * w, y - (dx / len) * w])
    right.push([x - (dy / len) * w, y + (dx / len) * w])
  })
  return [...left, ...right.reverse()]
}

export function disc(x: number, y: number, rx: number, ry = rx): Point[] {
  const points: Point[] = []
  for (let i = 0; i < 36; i++) {
    const a = (i / 36) * Math.PI * 2
    points.push([x + Math.cos(a) * rx, y + Math.sin(a) * ry])
  }
  return points
}

export const toPath = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`
