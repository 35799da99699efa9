/** The fonts that an admin can choose; all but the system's are served by the site. */
export const fonts = {
  Inter: 'sans',
  'Playfair Display': 'serif',
  Montserrat: 'sans',
  Poppins: 'sans',
  Roboto: 'sans',
  'Open Sans': 'sans',
  Lato: 'sans',
  'DM Serif Display': 'serif',
  'Cormorant Garamond': 'serif',
  Lora: 'serif',
  Merriweather: 'serif',
  'EB Garamond': 'serif',
  'Libre Baskerville': 'serif',
  'Bodoni Moda': 'serif',
  Fraunces: 'serif',
  Raleway: 'sans',
  Nunito: 'sans',
  'Work Sans': 'sans',
  'Source Sans 3': 'sans',
  'DM Sans': 'sans',
  Manrope: 'sans',
  'Josefin Sans': 'sans',
  Quicksand: 'sans',
  Georgia: 'system-serif',
  Arial: 'system-sans',
} as const

export type Font = keyof typeof fonts

export const fontNames = Object.keys(fonts)

export function isFont(name: string): name is Font {
  return Object.hasOwn(fonts, name)
}

const FALLBACKS = {
  sans: 'Arial, sans-serif',
  serif: 'Georgia, serif',
  'system-sans': 'Helvetica, sans-serif',
  'system-serif': '"Times New Roman", serif',
} as const

// The two fonts in the site's own stylesheet, with fallbacks of the same metrics.
const OWN_STACKS: Partial<Record<Font, string>> = {
  Inter: '"Inter Variable", "Inter Stand-in"',
  'Playfair Display': '"Playfair Display Variable", "Playfair Stand-in"',
}

export function fontStack(font: Font): string {
  return `${OWN_STACKS[font] ?? `"${font}"`}, ${FALLBACKS[fonts[font]]}`
}
