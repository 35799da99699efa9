import { PAPER, readableGround } from './contrast.ts'
import { fontStack, isFont } from './fonts.ts'
import type { SiteStyle } from './site-settings.ts'

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

/** The primary colour, or a shade of it on which text is readable. */
function buttonColors(primary: string) {
  const { ground, text } = readableGround(primary)
  // Shifted away from the text colour, so that the text stays readable.
  const turned = text === PAPER ? 'black' : 'white'
  return {
    '--color-button': ground,
    '--color-on-button': text,
    '--color-button-hover': `color-mix(in oklab, ${ground} 85%, ${turned})`,
  }
}
