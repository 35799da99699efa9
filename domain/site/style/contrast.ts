/** The contrast required for text by WCAG 2 (1.4.3). */
const READABLE = 4.5

export const PAPER = '#fbf8f3'
export const INK = '#1d1916'

/** Dark text is used only on light colours, where it has this contrast (WCAG 2, 1.4.6). */
const VERY_READABLE = 7

/**
 * A colour as a background for text, and the colour of that text: light colours have dark text;
 * others light text, and are darkened until it is readable.
 */
export function readableGround(color: string): { readonly ground: string; readonly text: string } {
  if (contrast(color, INK) >= VERY_READABLE) return { ground: color, text: INK }
  let share = 1
  while (contrast(darkened(color, share), PAPER) < READABLE) share -= 0.01
  return { ground: darkened(color, share), text: PAPER }
}

/** Keeps hue and saturation; a share of 1 is the colour itself, of 0 black. */
function darkened(color: string, share: number): string {
  const channel = (at: number) => {
    const value = Math.round(Number.parseInt(color.slice(at, at + 2), 16) * share)
    return value.toString(16).padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
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
