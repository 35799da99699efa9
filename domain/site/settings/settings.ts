import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import { type SiteStyle, styleFrom } from '#domain/site/style/site-settings.ts'
import { platformNumbers } from './platform-numbers.ts'

export type PlatformSettings = {
  /** Closets can apply and list items; otherwise only admins add items (spec 12.1). */
  readonly userToUserEnabled: boolean
  /** The https address to which the header's social icon links. */
  readonly socialLink: string
  /** The support address; null means the feedback form. */
  readonly supportEmail: string | null
  /** The postal address of the seller, on several lines; null when none was entered. */
  readonly businessAddress: string | null
  /** How many months the credits of a new gift last. */
  readonly giftMonths: number
  /** The style of the site. */
  readonly style: SiteStyle
}

// Other folders import these from here.
export { type NotYetTrusted, rentalsNeeded } from './high-value.ts'
export { readShopTimeZone, recordShopTimeZone } from './shop-time-zone.ts'

/** The settings that every page needs, in one round trip. Missing rows mean the defaults. */
export async function readPlatformSettings(db: DbOrTx): Promise<PlatformSettings> {
  const row = await db
    .selectNoFrom([
      sql<boolean | null>`(select setting_value from platform_settings
        where setting_key = 'user_to_user_enabled')`.as('user_to_user_enabled'),
      sql<number | null>`(select setting_value from platform_numbers
        where setting_key = 'gift_months')`.as('gift_months'),
      sql<Record<string, string> | null>`(select jsonb_object_agg(setting_key, setting_value)
        from site_customization)`.as('customization'),
    ])
    .executeTakeFirstOrThrow()
  const style = styleFrom(row.customization ?? {})
  return {
    userToUserEnabled: row.user_to_user_enabled ?? true,
    giftMonths: row.gift_months ?? platformNumbers.gift_months.usual,
    socialLink: style.social_link,
    supportEmail: style.support_email || null,
    businessAddress: style.business_address || null,
    style,
  }
}
