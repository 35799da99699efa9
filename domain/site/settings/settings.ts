import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { type SiteStyle, styleFrom } from '#domain/site/style/site-settings.ts'
import { bannersIn, type OpenBanner, openBanners } from './open-banners.ts'
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
  /** How many months the credits of a new gift last; null means that they never expire. */
  readonly giftMonths: number | null
  /** The banners of announcements that are shown now or later, the newest one first. */
  readonly banners: readonly OpenBanner[]
  readonly style: SiteStyle
}

/** The settings that every page needs, in one round trip. Missing rows mean the defaults. */
export async function readPlatformSettings(db: DbOrTx): Promise<PlatformSettings> {
  const row = await db
    .selectNoFrom([
      sql<boolean | null>`(select setting_value from platform_settings
        where setting_key = 'user_to_user_enabled')`.as('user_to_user_enabled'),
      sql<{ setting_value: number | null } | null>`(select to_jsonb(n) from platform_numbers n
        where setting_key = 'gift_months')`.as('gift_months'),
      sql<Record<string, string> | null>`(select jsonb_object_agg(setting_key, setting_value)
        from site_customization)`.as('customization'),
      openBanners.as('banners'),
    ])
    .executeTakeFirstOrThrow()
  const style = styleFrom(row.customization ?? {})
  return {
    userToUserEnabled: row.user_to_user_enabled ?? true,
    giftMonths: row.gift_months ? row.gift_months.setting_value : platformNumbers.gift_months.usual,
    banners: bannersIn(row.banners),
    socialLink: style.social_link,
    supportEmail: style.support_email || null,
    businessAddress: style.business_address || null,
    style,
  }
}

/** Records the time zone of the shop (an IANA name) at each start. */
export async function recordShopTimeZone(db: Db, timeZone: string): Promise<void> {
  await db
    .updateTable('shop_time_zone')
    .set({ time_zone: timeZone })
    .where('time_zone', '<>', timeZone)
    .execute()
}

/** The recorded time zone, for commands that are far from the settings. */
export async function readShopTimeZone(db: DbOrTx): Promise<string> {
  const row = await db.selectFrom('shop_time_zone').select('time_zone').executeTakeFirstOrThrow()
  return row.time_zone
}

export type NotYetTrusted = {
  readonly reason: 'not-yet-trusted'
  /** How many completed rentals the item needs. */
  readonly rentals: number
}

/**
 * SQL: how many completed rentals the item `i` needs, if this person has fewer; null if they can
 * rent it. A null person is a visitor, without rentals. Checking an item without a value costs
 * nothing.
 */
export function rentalsNeeded(personId: PersonId | null) {
  const max = sql.lit(platformNumbers.high_value_rentals.max)
  return sql<number | null>`case when i.replacement_value_cents is not null then (
    select needed.setting_value from platform_numbers high, platform_numbers needed
    where high.setting_key = 'high_value_cents' and needed.setting_key = 'high_value_rentals'
      and i.replacement_value_cents >= high.setting_value
      and needed.setting_value > (select count(*) from (select from rentals past
        where past.renter_id = ${personId}::uuid and past.status = 'completed'
          and past.return_status = 'returned' limit ${max}) completed)
  ) end`
}
