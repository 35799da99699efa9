import { type PageStyle, pageStyle } from '#app/rendering/style-sheet.ts'
import { type ReadPerVersion, readPerVersion } from '#domain/shared/lists/read-per-version.ts'
import { type HomeContent, readHomeContent } from '#domain/site/home/home.ts'
import { type PlatformSettings, readPlatformSettings } from '#domain/site/settings/settings.ts'

type SiteSettings = {
  /** Those that every page has. */
  readonly settings: Omit<PlatformSettings, 'style' | 'businessAddress' | 'banners'>
  /** For receipts only: a small shop's address may be somebody's home. */
  readonly businessAddress: string | null
  /** Of announcements; which of them a page shows depends on its viewer. */
  readonly banners: PlatformSettings['banners']
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
      const { style, businessAddress, banners, ...settings } = await readPlatformSettings(db)
      return { settings, businessAddress, banners, pageStyle: pageStyle(style) }
    }),
    homeContent: readPerVersion(readHomeContent),
  }
}
