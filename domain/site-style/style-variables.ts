import { fontStack, isFont } from './fonts.ts'
import type { SiteStyle } from './site-settings.ts'

/**
 * The style as variables of CSS. A header lower than a finger, or a page narrower than a phone,
 * would leave nothing to set it back with: such numbers are kept and shown at those least sizes.
 */
export function styleVariables(style: SiteStyle): Readonly<Record<string, string>> {
  const stack = (name: string) => fontStack(isFont(name) ? name : 'Inter')
  return {
    '--font-heading': stack(style.header_font),
    '--font-subtitle': stack(style.subtitle_font),
    '--font-body': stack(style.body_font),
    '--font-button': stack(style.button_font),
    '--color-primary': style.primary_500,
    '--color-secondary': style.secondary_500,
    '--color-accent': style.accent_500,
    '--header-height': `max(${style.header_height}px, 2.75rem)`,
    '--border-radius': `${style.border_radius}px`,
    '--container-width': `max(${style.container_max_width}px, 20rem)`,
  }
}
