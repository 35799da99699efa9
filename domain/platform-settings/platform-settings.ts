import { sql } from 'kysely'
import type { Read } from '#db/connection.ts'

const DEFAULT_SOCIAL_LINK = 'https://instagram.com'

export type PlatformSettings = {
  /** Closets may apply and list; otherwise only admins post items (business §2). */
  readonly userToUserEnabled: boolean
  /** Where the header's social icon leads: an https address. */
  readonly socialLink: string
}

/** The settings that every page needs, in one round trip. Absent rows mean their defaults. */
export async function readPlatformSettings(db: Read): Promise<PlatformSettings> {
  const { rows } = await sql<{ user_to_user_enabled: boolean | null; social_link: string | null }>`
    select
      (select setting_value from platform_settings
        where setting_key = 'user_to_user_enabled') as user_to_user_enabled,
      (select setting_value from site_customization
        where setting_key = 'social_link') as social_link`.execute(db)
  const row = rows[0]
  return {
    userToUserEnabled: row?.user_to_user_enabled ?? true,
    socialLink: row?.social_link?.startsWith('https://') ? row.social_link : DEFAULT_SOCIAL_LINK,
  }
}
