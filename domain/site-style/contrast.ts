/** The contrast required for text by WCAG 2 (1.4.3). */
const READABLE = 4.5

const PAPER = '#fbf8f3'
const INK = '#1d1916'

/** The text colour for a background; null if neither of the site's two is readable on it. */
export function textOn(ground: string): typeof PAPER | typeof INK | null {
  const best = contrast(ground, PAPER) >= contrast(ground, INK) ? PAPER : INK
  return contrast(ground, best) >= READABLE ? best : null
}

/** From 1 to 21; both colours as '#rrggbb'. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const channel = (at: number) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
