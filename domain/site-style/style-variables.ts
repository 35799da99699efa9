import { textOn } from './contrast.ts'
import { fontStack, isFont } from './fonts.ts'
import { type SiteStyle, siteSettings } from './site-settings.ts'

/**
 * The style as CSS variables. With a header too low to tap, or a page narrower than a phone, nobody
 * could change the setting back: such numbers are stored, but shown at a minimum size.
 */
export function styleVariables(style: SiteStyle): Readonly<Record<string, string>> {
  const stack = (name: string) => fontStack(isFont(name) ? name : 'Inter')
  return {
    '--font-heading': stack(style.header_font),
    '--font-subtitle': stack(style.subtitle_font),
    '--font-body': stack(style.body_font),
    '--font-button': stack(style.button_font),
    '--color-primary': style.primary_500,
    ...buttonColors(style.primary_500),
    '--color-secondary': style.secondary_500,
    '--color-accent': style.accent_500,
    '--header-height': `max(${style.header_height}px, 2.75rem)`,
    '--border-radius': `${style.border_radius}px`,
    '--container-width': `max(${style.container_max_width}px, 20rem)`,
  }
}

const INK_BUTTON = {
  '--color-button': '#1d1916',
  '--color-on-button': '#fbf8f3',
  '--color-button-hover': 'var(--color-primary-800)',
} as const

/**
 * Buttons use the ink colour until an admin chooses a primary colour on which text is readable.
 */
function buttonColors(primary: string) {
  const text = primary === siteSettings.primary_500.usual ? null : textOn(primary)
  if (!text) return INK_BUTTON
  // Shifted away from the text colour, so that the text stays readable.
  const turned = text === '#fbf8f3' ? 'black' : 'white'
  return {
    '--color-button': primary,
    '--color-on-button': text,
    '--color-button-hover': `color-mix(in oklab, ${primary} 85%, ${turned})`,
  }
}
