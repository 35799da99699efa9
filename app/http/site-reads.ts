import { type HomeContent, readHomeContent } from '#domain/home-page/home-page.ts'
import {
  type PlatformSettings,
  readPlatformSettings,
} from '#domain/platform-settings/platform-settings.ts'
import { type ReadPerVersion, readPerVersion } from '#domain/shared/read-per-version.ts'
import { type PageStyle, pageStyle } from './style-sheet.ts'

type SiteSettings = {
  /** Those that every page has. */
  readonly settings: Omit<PlatformSettings, 'style' | 'businessAddress'>
  /** For receipts only: a small shop's address may be somebody's home. */
  readonly businessAddress: string | null
  readonly pageStyle: PageStyle
}

/** What admins set for the whole site; it is read again only after a change. */
export type SiteReads = {
  readonly settings: ReadPerVersion<SiteSettings>
  readonly homeContent: ReadPerVersion<HomeContent>
}

export function createSiteReads(): SiteReads {
  return {
    settings: readPerVersion(async (db) => {
      const { style, businessAddress, ...settings } = await readPlatformSettings(db)
      return { settings, businessAddress, pageStyle: pageStyle(style) }
    }),
    homeContent: readPerVersion(readHomeContent),
  }
}
