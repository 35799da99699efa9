import { createHash } from 'node:crypto'
import { href } from 'react-router'
import { type Font, isFont } from '#domain/site/style/fonts.ts'
import type { SiteStyle } from '#domain/site/style/site-settings.ts'
import { settingKeys, siteSettings } from '#domain/site/style/site-settings.ts'
import { styleVariables } from '#domain/site/style/style-variables.ts'
import { fontFaces, ownFontFiles } from './font-files.ts'

/** What the head of every page needs for the site's style. */
export type PageStyle = {
  /** The address of its stylesheet; null while it is the site's default. */
  readonly sheet: string | null
  /** The font files used at the top of a page. */
  readonly preloaded: readonly string[]
}

export function pageStyle(style: SiteStyle): PageStyle {
  return {
    sheet: isUsual(style)
      ? null
      : href('/site-style/:file', { file: sheetName(styleSheet(style)) }),
    preloaded: chosenFonts([style.header_font, style.body_font]).flatMap(
      (font) => ownFontFiles[font] ?? fontFaces[font]?.[0]?.url ?? [],
    ),
  }
}

/** The style as one stylesheet: its variables, and the fonts that they use. */
export function styleSheet(style: SiteStyle): string {
  const { header_font, subtitle_font, body_font, button_font } = style
  const variables = Object.entries(styleVariables(style))
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')
  const faces = chosenFonts([header_font, subtitle_font, body_font, button_font]).map(facesOf)
  return `${faces.join('')}:root {\n${variables}}\n`
}

/** All fonts that can be chosen; a browser loads only those in use. */
export function allFontFaces(): string {
  return Object.keys(fontFaces).filter(isFont).map(facesOf).join('')
}

/** Its name depends only on its content, so that it can be cached forever. */
export function sheetName(text: string): string {
  return `${createHash('sha256').update(text).digest('base64url').slice(0, 22)}.css`
}

function isUsual(style: SiteStyle): boolean {
  return settingKeys.every(
    (key) => siteSettings[key].type === 'text' || style[key] === siteSettings[key].usual,
  )
}

function chosenFonts(names: readonly string[]): Font[] {
  return [...new Set(names)].filter(isFont)
}

function facesOf(font: Font): string {
  return (fontFaces[font] ?? [])
    .map(
      ({ url, weight }) =>
        `@font-face { font-family: "${font}"; font-style: normal; font-display: swap; ` +
        `font-weight: ${weight}; src: url("${url}") format("woff2"); }\n`,
    )
    .join('')
}
